"""A round: its tables, who sits there by which phone, who sits out, and its clock."""

from datetime import datetime, timedelta

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _, pgettext_lazy

from league.models.club import Club, Player
from league.models.entry import Entry
from league.models.event import Event
from league.models.game_played import GamePlayed, PlaysGame
from league.models.public_id import PublicIdField, new_public_id
from league.models.stage import Stage, new_seed


class Round(PlaysGame):
    class Status(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("round", "draft")
        PUBLISHED = "published", _("being played")
        CLOSED = "closed", _("closed")

    class Draw(models.TextChoices):
        WANTED = "wanted", _("being drawn")
        DRAWN = "drawn", pgettext_lazy("round", "drawn")
        REFUSED = "refused", _("cannot be drawn")

    id = PublicIdField()
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DRAFT)
    draw = models.CharField(max_length=7, choices=Draw.choices, default=Draw.WANTED)
    draw_progress = models.PositiveSmallIntegerField(default=0)  # of 100
    seed = models.PositiveIntegerField(default=new_seed, editable=False)
    is_edited = models.BooleanField(default=False)  # by hand, after it was drawn
    remarks = models.JSONField(default=list)  # what was given up: code, entries, gaps
    ahead = models.JSONField(default=list)  # tables of later rounds, as planned when it was drawn
    refusal = models.JSONField(default=dict)  # why it cannot be drawn, and what can be done
    allowances = models.JSONField(default=list)  # what the organiser lets pass then
    plays_own_game = models.BooleanField(default=False)  # an evening of several games
    length_s = models.PositiveIntegerField(null=True, blank=True)  # None: without a clock
    clock_started_at = models.DateTimeField(null=True, blank=True)
    clock_paused_at = models.DateTimeField(null=True, blank=True)
    clock_added_s = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)  # its tables were published before
    closed_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["stage_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="round_number_once"),
            models.UniqueConstraint(
                fields=["stage"], condition=models.Q(status="draft"), name="round_one_draft"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage.event}: {self.number}"

    @property
    def event_id(self) -> str:
        return self.stage.event_id

    @property
    def game_here(self) -> GamePlayed:
        return self.game_played if self.plays_own_game else self.stage.game_here

    @property
    def number_in_stage(self) -> int:
        return self.number - self.stage.rounds_before

    @property
    def name(self) -> str:
        """Quarter-finals; empty where rounds have no names."""
        return self.stage.round_name(self.number)

    @property
    def title(self) -> str:
        """Quarter-finals, or Round 3."""
        return self.name or gettext("Round %(number)d") % {"number": self.number}

    @property
    def awaits_clock(self) -> bool:
        """It has one that waits for everybody to sit."""
        return self.length_s is not None and self.clock_started_at is None

    @property
    def ends_at(self) -> datetime | None:
        """When time is up, if the clock goes on as it does now."""
        if self.length_s is None or self.clock_started_at is None:
            return None
        end = self.clock_started_at + timedelta(seconds=self.length_s + self.clock_added_s)
        if self.clock_paused_at is not None:
            end += timezone.now() - self.clock_paused_at
        return end

    @property
    def remaining_s(self) -> int | None:
        """Seconds left on the clock; negative once time is up; None without a clock."""
        if self.length_s is None:
            return None
        end = self.ends_at
        if end is None:
            return self.length_s + self.clock_added_s
        return int((end - timezone.now()).total_seconds())


class Bye(models.Model):
    """An entry that does not play in a round."""

    class Kind(models.TextChoices):
        PAIRING = "pairing", _("bye")
        HALF = "half", _("half-point bye")
        ZERO = "zero", _("bye without points")
        ABSENT = "absent", _("absent")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="byes")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="byes")
    kind = models.CharField(max_length=7, choices=Kind.choices)

    class Meta:
        verbose_name = _("bye")
        verbose_name_plural = _("byes")
        ordering = ["round_id", "id"]
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="bye_once")]

    def __str__(self) -> str:
        return f"{self.entry}: {self.get_kind_display()}"


class Match(models.Model):
    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        PLAYING = "playing", _("playing")
        HANDED_IN = "handed_in", _("handed in")
        CONTRADICTED = "contradicted", _("contradicted")
        DISPUTED = "disputed", _("disputed")
        ACCEPTED = "accepted", _("accepted")

    NOTHING_IN = (State.WAITING, State.PLAYING)

    id = PublicIdField()
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="matches")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    table = models.PositiveSmallIntegerField(_("Table"))
    state = models.CharField(max_length=12, choices=State.choices, default=State.WAITING)
    is_open = models.BooleanField(default=False)  # published, and its result does not count yet
    is_locked = models.BooleanField(default=False)  # stays as it is when the round is drawn again
    slot = models.CharField(max_length=12, blank=True)  # its place in a bracket; empty: in none
    remarks = models.JSONField(default=list)  # why these entries meet: code, entries, gaps
    added_s = models.PositiveIntegerField(default=0)  # extra time of this table
    grade = models.CharField(max_length=9, blank=True)  # of an accepted match: its weakest game's
    is_contested = models.BooleanField(default=False)  # a result counts that somebody disputes
    is_misplaced = models.BooleanField(
        default=False
    )  # in a bracket: an official must say who plays
    code = models.CharField(  # on its slip
        max_length=10, default=new_public_id, db_index=True, editable=False
    )
    reminded_at = models.DateTimeField(null=True, blank=True)  # opponents, to confirm
    version = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ["round_id", "table"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "table"],
                condition=models.Q(is_open=True),
                name="match_table_once_open",
            ),
            models.UniqueConstraint(fields=["round", "table"], name="match_table_once"),
        ]

    def __str__(self) -> str:
        return f"{self.round}, {self.table}"


class SeatsTaken(models.Manager["Seat"]):
    """Without seats that somebody had to leave."""

    def get_queryset(self) -> models.QuerySet["Seat"]:
        return super().get_queryset().filter(has_left=False)


class Seat(models.Model):
    """A player at a table. A team holds two seats.

    Somebody who played where another belonged may have to leave the seat; the row stays for what
    was handed in from it, and nobody finds it who asks for the seats of a match.
    """

    id = PublicIdField()
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    letter = models.CharField(max_length=1)
    has_left = models.BooleanField(default=False)  # another plays in their place

    objects = SeatsTaken()
    ever: "models.Manager[Seat]" = models.Manager()

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["match_id", "letter"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "player"],
                condition=models.Q(has_left=False),
                name="seat_player_once",
            ),
            models.UniqueConstraint(
                fields=["match", "letter"],
                condition=models.Q(has_left=False),
                name="seat_letter_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} {self.letter}"


class TableCode(models.Model):
    """The code on a card of a table of a club: printed once, good for every event there."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="table_codes")
    table = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=10, unique=True, default=new_public_id)

    class Meta:
        verbose_name = _("code of a table")
        verbose_name_plural = _("codes of tables")
        ordering = ["club_id", "table"]
        constraints = [models.UniqueConstraint(fields=["club", "table"], name="table_code_once")]

    def __str__(self) -> str:
        return f"{self.club}, {self.table}"


class SeatHold(models.Model):
    """The phone that a seat is held by: one at a time. Another one may ask for it.

    In later rounds the phone is known by it, and takes the next seat of the entry without a code.
    """

    id = PublicIdField()
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="hold")
    device = models.CharField(max_length=20)
    since = models.DateTimeField(auto_now_add=True)
    carries_over = models.BooleanField(default=True)  # to later rounds; ended by renewed codes
    asked_by = models.CharField(max_length=20, blank=True)  # the device that wants it
    asked_at = models.DateTimeField(null=True, blank=True)
    refused = models.JSONField(default=list, blank=True)  # devices that asked and did not get it

    class Meta:
        verbose_name = _("held seat")
        verbose_name_plural = _("held seats")
        ordering = ["seat_id"]

    def __str__(self) -> str:
        return f"{self.seat}"
