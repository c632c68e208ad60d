"""A series of evenings with one table, and the events that it is made of."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from league.models.club import Club, Player
from league.models.event import Event
from league.models.names import SortKeyField
from league.models.public_id import PublicIdField

MOST_EVENINGS = 200
MOST_BONUS = 1000


class Series(models.Model):
    class Status(models.TextChoices):
        RUNNING = "running", _("running")
        ARCHIVED = "archived", _("archived")

    class Scheme(models.TextChoices):
        CLASSIC = "classic", _("25–18–15–12–10–8–6–4–2–1 by place")
        OWN = "own", _("own numbers by place")
        SCALED = "scaled", _("the evening’s own points, 100 for the winner")

    class Guests(models.TextChoices):
        COUNT = "count", _("are in the table like everybody else")
        APART = "apart", _("stand below the table; the places they took stay taken")
        MOVE_UP = "move_up", _("are left out; the others move up in each evening")

    id = PublicIdField()
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="series")
    name = models.CharField(_("Name"), max_length=200)
    about = models.TextField(_("About the series"), max_length=2000, blank=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.RUNNING)
    scheme = models.CharField(
        _("Points for an evening"), max_length=7, choices=Scheme.choices, default=Scheme.CLASSIC
    )
    own_points = models.JSONField(_("Own numbers"), default=list, blank=True)
    best = models.PositiveSmallIntegerField(
        _("How many evenings count"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_EVENINGS)],
    )
    planned = models.PositiveSmallIntegerField(
        _("How many evenings are planned"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_EVENINGS)],
    )
    bonus = models.PositiveSmallIntegerField(
        _("Points for coming"), default=0, validators=[MaxValueValidator(MOST_BONUS)]
    )
    guests = models.CharField(
        _("Guests of the club"), max_length=7, choices=Guests.choices, default=Guests.COUNT
    )
    counts_running = models.BooleanField(
        _("Count an evening while it is being played"), default=False
    )
    sort_key = SortKeyField(of="name")
    # Raised by every change of the series itself; results have versions of their own.
    version = models.PositiveIntegerField(default=1, editable=False)
    events = models.ManyToManyField(Event, through="SeriesEvent", related_name="series")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("series")
        verbose_name_plural = _("series")
        ordering = ["-created_at", "id"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("series", args=[self.pk])

    @property
    def is_archived(self) -> bool:
        return self.status == self.Status.ARCHIVED


class SeriesEvent(models.Model):
    """An evening of a series."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="evenings")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="series_evenings")
    order = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("evening of a series")
        verbose_name_plural = _("evenings of series")
        ordering = ["series_id", "order", "id"]
        constraints = [
            models.UniqueConstraint(fields=["series", "event"], name="series_event_once")
        ]

    def __str__(self) -> str:
        return f"{self.series}: {self.event}"


class SeriesGuest(models.Model):
    """Said by hand: this player is a guest of the series, or is none, whatever the club."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="said_guests")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    is_guest = models.BooleanField()

    class Meta:
        verbose_name = _("guest of a series")
        verbose_name_plural = _("guests of series")
        ordering = ["series_id", "id"]
        constraints = [
            models.UniqueConstraint(fields=["series", "player"], name="series_guest_once")
        ]

    def __str__(self) -> str:
        return f"{self.series}: {self.player}"
