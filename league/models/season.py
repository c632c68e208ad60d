"""A season of divisions: each division is an event, its rounds have dates and deadlines."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from league.models.append_only import AppendOnly
from league.models.club import Club
from league.models.entry import Entry
from league.models.event import Event
from league.models.game_played import PlaysGame
from league.models.public_id import PublicIdField
from league.models.round import Match


class Season(PlaysGame):
    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        OPEN = "open", _("announced")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        ARCHIVED = "archived", _("archived")

    class Format(models.TextChoices):
        SINGLE = "single", _("everybody meets everybody once")
        DOUBLE = "double", _("everybody meets everybody twice")
        FOURS = "fours", _("tables of four on a fixed schedule")
        THREES = "threes", _("tables of three on a fixed schedule")

    id = PublicIdField()
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="seasons")
    previous = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="next"
    )
    name = models.CharField(_("Name of the season"), max_length=120)
    status = models.CharField(
        _("Status"), max_length=10, choices=Status.choices, default=Status.DRAFT
    )
    format = models.CharField(
        _("Format"), max_length=6, choices=Format.choices, default=Format.SINGLE
    )
    rounds_planned = models.PositiveSmallIntegerField(
        _("Rounds at tables of three or four"),
        default=4,
        validators=[MinValueValidator(1), MaxValueValidator(30)],
    )
    time_zone = models.CharField(_("Time zone"), max_length=64, default="Europe/Prague")
    language = models.CharField(
        _("Language"), max_length=8, choices=settings.LANGUAGES, default="cs"
    )
    # None: a sixth of the division, rounded up
    movers = models.PositiveSmallIntegerField(
        _("How many go up and down"), null=True, blank=True, validators=[MaxValueValidator(20)]
    )
    has_play_offs = models.BooleanField(
        _("Play-offs between the places around the line"), default=False
    )
    reminder_days = models.PositiveSmallIntegerField(
        _("Remind players so many days before the deadline"),
        default=3,
        validators=[MaxValueValidator(14)],
    )
    version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["-created_at", "id"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("season", args=[self.pk])

    @property
    def has_started(self) -> bool:
        return self.status in (self.Status.RUNNING, self.Status.FINISHED, self.Status.ARCHIVED)

    @property
    def is_being_made(self) -> bool:
        """Its divisions and players may still change."""
        return self.status in (self.Status.DRAFT, self.Status.OPEN)


class Division(models.Model):
    id = PublicIdField()
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    order = models.PositiveSmallIntegerField()  # 1 is the highest
    name = models.CharField(_("Name"), max_length=60)
    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="division")

    class Meta:
        verbose_name = _("division")
        verbose_name_plural = _("divisions")
        ordering = ["season_id", "order"]
        constraints = [
            models.UniqueConstraint(fields=["season", "order"], name="division_order_once")
        ]

    def __str__(self) -> str:
        return f"{self.season}: {self.name}"


class RoundDate(models.Model):
    """When a round is played, the same for all divisions; days in the season's time zone."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="round_dates")
    number = models.PositiveSmallIntegerField()
    starts_on = models.DateField()
    due_on = models.DateField()  # the last day

    class Meta:
        verbose_name = _("dates of a round")
        verbose_name_plural = _("dates of rounds")
        ordering = ["season_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="round_date_once"),
            models.CheckConstraint(
                condition=models.Q(due_on__gte=models.F("starts_on")), name="round_date_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season}: {self.number}"


class Postponement(AppendOnly):
    """One word about the day of a match: proposed, agreed to, declined, or set by an official.

    Where a match stands is read from all of them: `league.seasons.days`.
    """

    class Kind(models.TextChoices):
        ASKED = "asked", _("proposed")
        AGREED = "agreed", _("agreed")
        DECLINED = "declined", _("declined")
        SET = "set", _("set by an official")

    id = PublicIdField()
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="postponements")
    number = models.PositiveSmallIntegerField()  # within the match, in the order of writing
    kind = models.CharField(max_length=8, choices=Kind.choices)
    play_on = models.DateField()
    entry = models.ForeignKey(  # who said it; none: an official
        Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    author = models.CharField(max_length=20, blank=True)  # an account's id
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("postponement")
        verbose_name_plural = _("postponements")
        ordering = ["match_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="postponement_number")
        ]

    def __str__(self) -> str:
        return f"{self.match} #{self.number}"

    @property
    def event_id(self) -> str:
        """For the audit, which files it under its event."""
        return self.match.event_id


class MatchReminder(models.Model):
    """That the players of a match were written to about a deadline: once for each."""

    class Kind(models.TextChoices):
        COMING = "coming", _("before the deadline")
        OVERDUE = "overdue", _("after the deadline")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="reminders")
    kind = models.CharField(max_length=7, choices=Kind.choices)
    due_on = models.DateField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("reminder")
        verbose_name_plural = _("reminders")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["match", "kind", "due_on"], name="match_reminder_once")
        ]

    def __str__(self) -> str:
        return f"{self.match}: {self.kind}"


class PlayOff(models.Model):
    """Who of two neighbours of the line between divisions plays above it next time."""

    division = models.OneToOneField(Division, on_delete=models.CASCADE, related_name="play_off")
    holder = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")  # of the upper
    challenger = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    winner = models.ForeignKey(
        Entry, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    event = models.OneToOneField(  # where it is played, if it was opened here
        Event, on_delete=models.SET_NULL, null=True, blank=True, related_name="play_off"
    )

    class Meta:
        verbose_name = _("play-off")
        verbose_name_plural = _("play-offs")
        ordering = ["division_id"]

    def __str__(self) -> str:
        return f"{self.division}: {self.holder} × {self.challenger}"


class SeasonLeave(models.Model):
    """Who played last season and not this one: gone, or pausing with a way back."""

    class Kind(models.TextChoices):
        LEFT = "left", _("leaves")
        PAUSED = "paused", _("pauses")

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="leaves")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")  # of last season
    kind = models.CharField(max_length=6, choices=Kind.choices)
    order = models.PositiveSmallIntegerField()  # of the division that they would play in

    class Meta:
        verbose_name = _("leave")
        verbose_name_plural = _("leaves")
        ordering = ["season_id", "id"]
        constraints = [models.UniqueConstraint(fields=["season", "entry"], name="leave_once")]

    def __str__(self) -> str:
        return f"{self.entry}: {self.kind}"
