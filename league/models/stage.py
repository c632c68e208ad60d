"""A part of an event with one way of pairing and one table of standings."""

import secrets
from dataclasses import fields

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.functional import Promise, cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy as _

from league.formats import registry
from league.formats.contract import Format, StageSettings
from league.models.append_only import AppendOnly
from league.models.event import Event
from league.models.game_played import GamePlayed, PlaysGame
from league.models.public_id import PublicIdField


def new_seed() -> int:
    return secrets.randbits(31)


def format_choices() -> list[tuple[str, str | Promise]]:
    """Whatever is registered in formats/: a new format changes nothing here."""
    return [(format_.key, _(format_.label)) for format_ in registry.FORMATS]


class Stage(PlaysGame):
    class Scheme(models.TextChoices):
        EQUAL = "equal", _("equal: 11–7–4–2, 10–6–2, 9–3")
        HIG = "hig", _("5–3–2–1, 5–3–1")
        WINS = "wins", _("only the win counts: 1–0–0–0")
        OWN = "own", _("own numbers")

    class Seeding(models.TextChoices):
        RATING = "rating", _("by rating, the rest by lots")
        ENTERED = "entered", _("in the order of entry")
        LOTS = "lots", _("by lots")

    class Takes(models.TextChoices):
        """Who goes on from the stage before; the first takes whoever entered."""

        ALL = "all", _("everybody")
        PLACES = "places", _("the first places")
        CHOICE = "choice", _("whom the organiser chooses")

    class Drawn(models.TextChoices):
        """Who gets which place in a bracket."""

        STANDARD = "standard", _("the best meet as late as possible")
        LOTS = "lots", _("by lots")
        ORDER = "order", _("neighbours by starting numbers, as they were set")

    class TiebreakEdition(models.TextChoices):
        OF_2026 = "2026", _("as FIDE rules since March 2026: a dummy opponent, with limits")
        OF_2024 = "2024", _("as FIDE ruled until February 2026: a dummy opponent without limits")
        BEFORE_2023 = "pre-2023", _("as before 2023: a virtual opponent")
        NONE = "none", _("not at all")

    class SpreadAgainst(models.TextChoices):
        BEST = "best", _("the best of the others")
        MEAN = "mean", _("the mean of the others")

    id = PublicIdField()
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    order = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(_("Name of the stage"), max_length=60, blank=True)
    # Rounds of an event are numbered through: so many were played in the stages before.
    rounds_before = models.PositiveSmallIntegerField(default=0, editable=False)
    begun_at = models.DateTimeField(null=True, blank=True, editable=False)  # its field is set
    # Of one without rounds, before the next begins: no more tables are made.
    closed_at = models.DateTimeField(null=True, blank=True, editable=False)
    # Who was here when its field was set, and who would have gone on by the settings alone;
    # `stands`: what an official let stand although corrected results name others.
    going_on = models.JSONField(default=dict, blank=True, editable=False)
    field_changed = models.BooleanField(default=False, editable=False)  # as last found out
    takes = models.CharField(
        _("From the stage before come"), max_length=6, choices=Takes.choices, default=Takes.PLACES
    )
    takes_places = models.PositiveSmallIntegerField(
        _("Places that go on (of each group)"), default=2, validators=[MinValueValidator(1)]
    )
    takes_next = models.PositiveSmallIntegerField(
        _("Besides, the best of those one place behind, over all groups"), default=0
    )
    plays_own_game = models.BooleanField(_("Another game than in the event"), default=False)
    games_per_match = models.PositiveSmallIntegerField(  # None: as in the event
        _("A match is"), choices=Event.Games.choices, null=True, blank=True
    )
    kind = models.CharField(_("Format"), max_length=20, choices=format_choices, default="tables")
    rounds_planned = models.PositiveSmallIntegerField(
        _("Rounds"), default=4, validators=[MinValueValidator(1), MaxValueValidator(60)]
    )
    seeding = models.CharField(
        _("Starting numbers"), max_length=7, choices=Seeding.choices, default=Seeding.RATING
    )
    # Tables
    table_size = models.PositiveSmallIntegerField(
        _("Preferred table"),
        default=4,
        choices=[(4, _("four players")), (3, _("three players")), (2, _("two players"))],
    )
    keeps_schedule = models.BooleanField(
        _("Use a fixed schedule without repeats where one exists"), default=False
    )
    early_rounds = models.PositiveSmallIntegerField(
        _("Rounds in which club mates are kept apart if possible"), default=2
    )
    leaders_last = models.BooleanField(
        _("In the last round the leaders sit together as far as repeats allow"), default=True
    )
    repeat_weight = models.PositiveSmallIntegerField(
        _("Weight of a repeated meeting"),
        default=12,
        validators=[MinValueValidator(1), MaxValueValidator(50)],
    )
    short_weight = models.PositiveSmallIntegerField(
        _("Weight of one more turn at a short table"),
        default=1,
        validators=[MaxValueValidator(50)],
    )
    two_weight = models.PositiveSmallIntegerField(
        _("A turn at a table of two counts as so many turns"),
        default=2,
        validators=[MinValueValidator(1), MaxValueValidator(5)],
    )
    scheme = models.CharField(
        _("Points by place"), max_length=5, choices=Scheme.choices, default=Scheme.EQUAL
    )
    own_points = models.JSONField(_("Own numbers"), default=dict, blank=True)
    # Groups
    group_size = models.PositiveSmallIntegerField(
        _("Entries in a group"),
        default=4,
        validators=[MinValueValidator(2), MaxValueValidator(24)],
    )
    groups = models.JSONField(default=dict, blank=True, editable=False)  # by entry, once divided
    # Brackets
    bracket_seats = models.PositiveSmallIntegerField(
        _("Entries at a table of the bracket"),
        default=2,
        choices=[(2, _("two")), (3, _("three")), (4, _("four"))],
    )
    bracket_advance = models.PositiveSmallIntegerField(
        _("The best of a table who go on"),
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(3)],
    )
    bracket_drawn = models.CharField(
        _("Places in the bracket"),
        max_length=8,
        choices=Drawn.choices,
        default=Drawn.STANDARD,
    )
    places_played = models.PositiveSmallIntegerField(
        _("Places that are played for"),
        default=4,
        choices=[
            (2, _("the final alone")),
            (4, _("also the third place")),
            (8, _("places up to 8")),
            (16, _("places up to 16")),
            (64, _("all places")),
        ],
    )
    # By match of the bracket: who went on (`passed`) although its result (`order`) names others.
    stood = models.JSONField(default=dict, blank=True, editable=False)
    has_reset = models.BooleanField(
        _("A second final, if the first is lost by who had not lost before"), default=True
    )
    # Without rounds
    least_games = models.PositiveSmallIntegerField(
        _("Games that somebody plays to be ranked by the mean"),
        default=3,
        validators=[MinValueValidator(1), MaxValueValidator(99)],
    )
    best_games = models.PositiveSmallIntegerField(
        _("Best games that count"),
        default=5,
        validators=[MinValueValidator(1), MaxValueValidator(99)],
    )
    plays_until = models.DateField(_("Last day on which games can be begun"), null=True, blank=True)
    longest_wait_min = models.PositiveSmallIntegerField(
        _("Nobody who is ready waits longer than (minutes)"),
        default=5,
        validators=[MinValueValidator(1), MaxValueValidator(60)],
    )
    # Two seats
    is_accelerated = models.BooleanField(_("Accelerated first rounds (Baku)"), default=False)
    is_double = models.BooleanField(_("Everybody meets twice"), default=False)
    win_12 = models.PositiveSmallIntegerField(default=24)
    draw_12 = models.PositiveSmallIntegerField(default=12)
    loss_12 = models.PositiveSmallIntegerField(default=0)
    bye_12 = models.PositiveSmallIntegerField(null=True, blank=True)  # None: as the spec says
    chain = models.JSONField(_("Tiebreaks in order"), default=list)
    tiebreak_edition = models.CharField(
        _("Rounds without a game, in tiebreaks over opponents, count"),
        max_length=8,
        choices=TiebreakEdition.choices,
        default=TiebreakEdition.OF_2026,
    )
    spread_against = models.CharField(
        _("The tiebreak Spread compares with"),
        max_length=4,
        choices=SpreadAgainst.choices,
        default=SpreadAgainst.BEST,
    )
    spread_cap = models.PositiveSmallIntegerField(
        _("Most that one game adds to Spread"), null=True, blank=True
    )
    koya_draws = models.SmallIntegerField(
        _("Limit of Koya, in draws above half of what can be had (below: minus)"),
        default=0,
        validators=[MinValueValidator(-60), MaxValueValidator(60)],
    )
    # Decides every draw of lots; the same seed gives the same pairings.
    seed = models.PositiveIntegerField(default=new_seed, editable=False)
    # By which rules its rounds were paired: an edition, and the first round paired by it.
    editions = models.JSONField(default=dict, editable=False)
    wanted_version = models.PositiveIntegerField(default=0, editable=False)
    published_version = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("stage")
        verbose_name_plural = _("stages")
        ordering = ["event_id", "order"]
        constraints = [models.UniqueConstraint(fields=["event", "order"], name="stage_order_once")]

    def __str__(self) -> str:
        return f"{self.event}: {self.title}"

    @property
    def title(self) -> str:
        """Its name, or how it is played."""
        return str(capfirst(self.name or self.get_kind_display()))

    @property
    def is_first(self) -> bool:
        """People enter it; every other takes its field from the one before."""
        return self.order == 1

    @property
    def has_begun(self) -> bool:
        """Its field is set."""
        return self.event.has_started if self.is_first else self.begun_at is not None

    @property
    def game_here(self) -> GamePlayed:
        return self.game_played if self.plays_own_game else self.event.game_played

    @property
    def games_here(self) -> int:
        """Of a match."""
        return self.games_per_match or self.event.games_per_match

    @cached_property
    def field_size(self) -> int:
        """How many started in it."""
        if not self.is_first:
            return self.places.count()
        return self.event.entries.filter(seed__isnull=False, first_round=1).count()

    def round_name(self, number: int) -> str:
        """Of a round by its number in the event; empty where rounds have no names."""
        if not self.format.has_rounds:
            return gettext("Game %(number)d") % {"number": number}
        if not self.format.has_bracket:
            return ""
        name = self.format.round_name(
            number - self.rounds_before, entries=self.field_size, settings=self.settings
        )
        return gettext(name.text) % name.gaps if name else ""

    @property
    def format(self) -> Format:
        return registry.format_of(self.kind)

    @property
    def settings(self) -> StageSettings:
        """What the format asks about, as plain values."""
        return StageSettings(
            **{field.name: getattr(self, field.name) for field in fields(StageSettings)}
        )


class ChainChange(AppendOnly):
    """A change of the tiebreaks after the start of an event: the public is told, for good."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="chain_changes")
    at = models.DateTimeField(auto_now_add=True)
    by = models.CharField(max_length=20, blank=True)  # an account's id; empty: the service
    after_round = models.PositiveSmallIntegerField()  # the last one that was closed; 0: none
    before = models.JSONField()  # the settings that order the table, by their names
    after = models.JSONField()
    reason = models.CharField(max_length=300)

    class Meta:
        verbose_name = _("change of tiebreaks")
        verbose_name_plural = _("changes of tiebreaks")
        ordering = ["stage_id", "id"]

    def __str__(self) -> str:
        return f"{self.stage}: {self.reason}"


class StageEntry(models.Model):
    """An entry in a stage after the first, and how it came there. Those of the first are all."""

    class Origin(models.TextChoices):
        PLACE = "place", _("by its place")
        BEST_NEXT = "best_next", _("as one of the best behind the places that go on")
        CHOICE = "choice", _("chosen")
        WILD_CARD = "wild_card", _("by a wild card")

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="places")
    entry = models.ForeignKey("Entry", on_delete=models.PROTECT, related_name="stage_places")
    seed = models.PositiveSmallIntegerField()  # starting number in this stage
    origin = models.CharField(max_length=9, choices=Origin.choices, default=Origin.PLACE)
    came_from = models.PositiveSmallIntegerField(default=0)  # place in the stage before; 0: none
    came_group = models.CharField(max_length=8, blank=True)  # its group there

    class Meta:
        verbose_name = _("place in a stage")
        verbose_name_plural = _("places in a stage")
        ordering = ["stage_id", "seed"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="stage_entry_once"),
            models.UniqueConstraint(fields=["stage", "seed"], name="stage_seed_once"),
        ]

    def __str__(self) -> str:
        return f"{self.stage}: {self.seed}"
