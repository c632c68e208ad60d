"""An event (a tournament or a league season), how it is run, and the people who run it."""

from datetime import date
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from league.models.club import Club
from league.models.game_played import PlaysGame
from league.models.names import SortKeyField
from league.models.public_id import PublicIdField, new_public_id


class Event(PlaysGame):
    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        OPEN = "open", _("open for entries")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        ARCHIVED = "archived", _("archived")

    class SignUp(models.TextChoices):
        GUESTS = "guests", _("everybody; guests wait for approval")
        ACCOUNTS = "accounts", _("people with an account")
        DESK = "desk", _("nobody; the desk enters people")

    class Records(models.TextChoices):
        REQUIRED = "required", _("required")
        ENCOURAGED = "encouraged", _("encouraged")
        OFF = "off", _("not kept")

    class RecordsWhere(models.TextChoices):
        """Which results need a record, where records are required; of others it is welcome."""

        EVERYWHERE = "everywhere", _("at every table")
        TABLES = "tables", _("at the first tables only")
        LAST_ROUND = "last_round", _("in the last round only")

    class Confirmation(models.TextChoices):
        ANY = "any", _("any one opponent confirms")
        ALL = "all", _("all opponents confirm")
        OFFICIALS = "officials", _("only officials confirm")

    class Games(models.IntegerChoices):
        ONE = 1, _("one game")
        EXCHANGED = 2, _("two games; the other side starts the second")
        BEST_OF_3 = 3, _("best of three")
        BEST_OF_5 = 5, _("best of five")

    class TimeRule(models.TextChoices):
        """What happens at a table when time is called."""

        TURN = "turn", _("finish the turn")
        ROUND = "round", _("finish the round of turns")
        STOP = "stop", _("stop at once")

    class PrizeRule(models.TextChoices):
        ONE = "one", _("one prize per person")
        ALL = "all", _("every prize that was won")

    class SheetHelp(models.TextChoices):
        """What a score sheet tells a table."""

        CHECK = "check", _("it checks what was laid")
        FULL = "full", _("it shows what is allowed and what it would score")

    class Currency(models.TextChoices):
        CZK = "CZK", "Kč"
        EUR = "EUR", "€"
        PLN = "PLN", "zł"

    class LateEntry(models.TextChoices):
        ZERO = "zero", _("no points")
        HALF = "half", _("half-point byes")

    id = PublicIdField()
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="events")
    name = models.CharField(_("Name"), max_length=200)
    about = models.TextField(_("About the event"), max_length=4000, blank=True)
    place = models.CharField(_("Place"), max_length=200, blank=True)
    status = models.CharField(
        _("Status"), max_length=10, choices=Status.choices, default=Status.DRAFT
    )
    starts_at = models.DateTimeField(_("Starts"))
    # By game: the own tags that say what the club's box looks like, as when the event was opened.
    box_tags = models.JSONField(default=dict, blank=True, editable=False)
    time_zone = models.CharField(_("Time zone"), max_length=64, default="Europe/Prague")
    language = models.CharField(
        _("Language"), max_length=8, choices=settings.LANGUAGES, default="cs"
    )

    sign_up = models.CharField(
        _("Who may enter"), max_length=10, choices=SignUp.choices, default=SignUp.GUESTS
    )
    entry_limit = models.PositiveSmallIntegerField(
        _("Maximum number of entries"), null=True, blank=True, validators=[MinValueValidator(2)]
    )
    has_waiting_list = models.BooleanField(_("Waiting list when full"), default=True)
    check_in_opens_min = models.PositiveSmallIntegerField(
        _("Players check in from (minutes before the start)"),
        null=True,
        blank=True,
        default=60,
        validators=[MaxValueValidator(24 * 60)],
    )
    entry_fee = models.DecimalField(
        _("Entry fee"),
        max_digits=8,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
    )
    currency = models.CharField(
        _("Currency"), max_length=3, choices=Currency.choices, default=Currency.CZK
    )
    door_code = models.CharField(max_length=10, default=new_public_id, editable=False)
    late_entry = models.CharField(
        _("Rounds missed by a late entry score"),
        max_length=4,
        choices=LateEntry.choices,
        default=LateEntry.ZERO,
    )
    requested_byes = models.PositiveSmallIntegerField(_("Byes each entry may ask for"), default=1)
    bye_in_last_round = models.BooleanField(_("Also in the last round"), default=False)

    boards = models.PositiveSmallIntegerField(
        _("Boards available"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    games_per_match = models.PositiveSmallIntegerField(
        _("A match is"), choices=Games.choices, default=Games.ONE
    )
    round_minutes = models.PositiveSmallIntegerField(
        _("Length of a round in minutes"),
        null=True,
        blank=True,
        default=45,
        validators=[MinValueValidator(1), MaxValueValidator(24 * 60)],
    )
    time_rule = models.CharField(
        _("When time is called"), max_length=5, choices=TimeRule.choices, default=TimeRule.ROUND
    )
    records = models.CharField(
        _("Records of games"), max_length=10, choices=Records.choices, default=Records.ENCOURAGED
    )
    records_where = models.CharField(
        _("Records are required"),
        max_length=10,
        choices=RecordsWhere.choices,
        default=RecordsWhere.EVERYWHERE,
    )
    records_tables = models.PositiveSmallIntegerField(
        _("Tables with a required record"), default=1, validators=[MinValueValidator(1)]
    )
    confirmation = models.CharField(
        _("A result counts when"),
        max_length=10,
        choices=Confirmation.choices,
        default=Confirmation.ANY,
    )
    confirms_at_table = models.BooleanField(
        _("Opponents may confirm on a phone passed round"), default=True
    )

    sheet_help = models.CharField(
        _("Help from the score sheet"),
        max_length=5,
        choices=SheetHelp.choices,
        default=SheetHelp.CHECK,
    )
    confirms_entries = models.BooleanField(
        _("Each entry on a score sheet is confirmed"), default=False
    )
    shows_boards = models.BooleanField(_("Spectators may follow the boards"), default=True)
    boards_delay_min = models.PositiveSmallIntegerField(
        _("Delay for spectators (minutes)"), default=0, validators=[MaxValueValidator(120)]
    )

    shows_calls = models.BooleanField(
        _("Calls for an official are shown on the big screen"), default=False
    )

    is_rated = models.BooleanField(_("Games count for ratings"), default=True)
    counts_forfeits = models.BooleanField(
        _("Ranks still possible allow for forfeits"), default=False
    )
    accepts_after_min = models.PositiveSmallIntegerField(
        _("Accept what nobody contests after (minutes)"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(14 * 24 * 60)],
    )
    prize_rule = models.CharField(
        _("Everybody may take home"), max_length=3, choices=PrizeRule.choices, default=PrizeRule.ONE
    )
    room_code = models.CharField(
        max_length=10, default=new_public_id, db_index=True, editable=False
    )

    # The id of the event that this one rehearses, with made-up people. Once wiped, nobody sees it.
    practice_of = models.CharField(max_length=10, blank=True, editable=False, db_index=True)
    wiped_at = models.DateTimeField(null=True, blank=True, editable=False)

    # Since when another computer runs it: nothing is changed here (league/live.py).
    away_since = models.DateTimeField(null=True, blank=True, editable=False)

    sort_key = SortKeyField(of="name")
    officials = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="Official", related_name="events_run"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True, editable=False)
    wrap_up = models.JSONField(default=dict, blank=True, editable=False)  # by step: done, skipped
    version = models.PositiveIntegerField(default=1, editable=False)
    # Raised by whatever changes what the public sees; live pages compare it.
    live_version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["starts_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["practice_of"],
                condition=models.Q(wiped_at=None) & ~models.Q(practice_of=""),
                name="event_practice_once",
            )
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("event", args=[self.pk])

    @property
    def day(self) -> date:
        """On which it starts, where it is played."""
        return self.starts_at.astimezone(ZoneInfo(self.time_zone)).date()

    @property
    def has_started(self) -> bool:
        return self.status in (self.Status.RUNNING, self.Status.FINISHED, self.Status.ARCHIVED)

    @property
    def is_practice(self) -> bool:
        return bool(self.practice_of)

    @property
    def is_public(self) -> bool:
        """Everybody may see it: no draft, no rehearsal."""
        return self.status != self.Status.DRAFT and not self.is_practice

    @property
    def is_open_to_sign_up(self) -> bool:
        is_open = self.status == self.Status.OPEN and self.away_since is None
        return is_open and self.sign_up != self.SignUp.DESK

    @property
    def is_over(self) -> bool:
        """Its entries stay as they are; in the archive everything does."""
        return self.status in (self.Status.FINISHED, self.Status.ARCHIVED)

    @property
    def takes_entries(self) -> bool:
        return self.away_since is None and self.status in (self.Status.OPEN, self.Status.RUNNING)


class Official(models.Model):
    class Role(models.TextChoices):
        ORGANISER = "organiser", _("organiser")
        ARBITER = "arbiter", _("arbiter")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="official_set")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, verbose_name=_("account")
    )
    role = models.CharField(_("Role"), max_length=10, choices=Role.choices)

    class Meta:
        verbose_name = _("official")
        verbose_name_plural = _("officials")
        constraints = [models.UniqueConstraint(fields=["event", "user"], name="official_once")]

    def __str__(self) -> str:
        return f"{self.user} – {self.event} ({self.get_role_display()})"


class PaperCopy(models.Model):
    """An event on paper: one page kept after every round, for when the computer goes dark."""

    id = PublicIdField()
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="paper_copies")
    after_round = models.PositiveSmallIntegerField(_("After round"))
    html = models.TextField()
    made_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("copy on paper")
        verbose_name_plural = _("copies on paper")
        ordering = ["event_id", "-after_round"]
        constraints = [
            models.UniqueConstraint(fields=["event", "after_round"], name="paper_copy_once")
        ]

    def __str__(self) -> str:
        return f"{self.event}, {self.after_round}"


class Announcement(models.Model):
    """What the organisers tell all who entered; everybody reads it on the event's page."""

    id = PublicIdField()
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="announcements")
    text = models.TextField(_("Message"), max_length=1000)
    mailed = models.PositiveIntegerField(default=0)  # to how many accounts
    sent_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering = ["event_id", "-sent_at", "id"]

    def __str__(self) -> str:
        return f"{self.event}, {self.sent_at:%Y-%m-%d}"
