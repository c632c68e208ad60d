"""Who takes part in an event: a player, or a team of two."""

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.club import Player
from league.models.event import Event
from league.models.prize import Category
from league.models.public_id import PublicIdField


class Entry(models.Model):
    class Status(models.TextChoices):
        APPLIED = "applied", _("waits for approval")
        REGISTERED = "registered", _("registered")
        WAITLISTED = "waitlisted", _("on the waiting list")
        CHECKED_IN = "checked_in", _("here")
        WITHDRAWN = "withdrawn", _("withdrawn")

    TAKING_A_PLACE = (Status.REGISTERED, Status.CHECKED_IN)
    # For `order_by`, where a list needs it: by default a join would come with every query.
    BY_NAME = ("player__sort_key", "id")

    id = PublicIdField()
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    partner = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="entries_as_partner"
    )
    team_name = models.CharField(_("Name of the team"), max_length=60, blank=True)
    status = models.CharField(
        _("Status"), max_length=10, choices=Status.choices, default=Status.REGISTERED
    )
    categories = models.ManyToManyField(
        Category, blank=True, related_name="entries", verbose_name=_("Categories")
    )
    rating = models.PositiveSmallIntegerField(_("Rating"), null=True, blank=True)
    seed = models.PositiveSmallIntegerField(_("Starting number"), null=True, blank=True)
    # What was paid of the entry fee; None: nothing yet, 0: let in free.
    paid = models.DecimalField(
        _("Paid"),
        max_digits=8,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
    )
    # The account that entered somebody else, as a parent does for a child.
    signed_up_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="entries_signed_up",
    )
    # By which a phone knows this entry whose guest was found to be in the event already.
    joined_id = models.CharField(max_length=10, blank=True, editable=False, db_index=True)
    first_round = models.PositiveSmallIntegerField(default=1)  # later for a late entry
    queued_at = models.DateTimeField(default=timezone.now)  # the order of the waiting list
    checked_in_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["event_id", "id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="entry_player_once"),
            models.UniqueConstraint(
                fields=["event", "seed"],
                condition=models.Q(seed__isnull=False),
                name="entry_seed_once",
            ),
        ]
        indexes = [models.Index(fields=["event", "status"], name="entry_by_status")]

    def __str__(self) -> str:
        return f"{self.player} – {self.event}"

    @property
    def players(self) -> list[Player]:
        return [self.player] if self.partner is None else [self.player, self.partner]

    @property
    def takes_part(self) -> bool:
        return self.status in self.TAKING_A_PLACE


class ByeRequest(models.Model):
    """A round in which an entry will not play, said before it is paired."""

    class Kind(models.TextChoices):
        HALF = "half", _("half-point bye")
        ZERO = "zero", _("bye without points")
        ABSENT = "absent", _("absent")

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="bye_requests")
    round_number = models.PositiveSmallIntegerField(_("Round"))
    kind = models.CharField(max_length=6, choices=Kind.choices, default=Kind.HALF)

    class Meta:
        verbose_name = _("requested bye")
        verbose_name_plural = _("requested byes")
        ordering = ["entry_id", "round_number"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "round_number"], name="bye_request_once")
        ]

    def __str__(self) -> str:
        return f"{self.entry} – {self.round_number}"


class KeepApart(models.Model):
    """Two entries that should not meet: a family, or a quarrel."""

    id = PublicIdField()
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="kept_apart")
    first = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("pair kept apart")
        verbose_name_plural = _("pairs kept apart")
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["first", "second"], name="kept_apart_once")]

    def __str__(self) -> str:
        return f"{self.first} × {self.second}"
