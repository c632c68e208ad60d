"""What a format answers: one object for each way to play a stage of an event.

A format says how many sit at a table, how many rounds there are, who meets whom and why, what a
match is worth, who may come late, and how all of it is told. It is made of the algorithms of
`league.pairing` and the schemes of `league.standings`, and knows no database and nobody's name.
What it leaves open here has the answer that most formats give.

Texts are English with %(gaps), marked for translation.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from typing import Protocol

from games.values import gettext_noop
from league.pairing.cost import Situation
from league.pairing.field import Entrant, NoPairing, Pairing, TableDrawn
from league.pairing.outlook import RoundTables
from league.pairing.remarks import judged
from league.pairing.sizes import SizeMix, SizeRules, mix_around
from league.standings.bracket import BracketCourse, Seeded
from league.standings.chances.open_play import RoundAhead
from league.standings.inputs import RoundOutcome
from league.standings.points import Scheme, duel, written_12
from league.standings.tiebreak import Seats

Progress = Callable[[float], None]
Values = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Sentence:
    text: str
    gaps: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SettingFault:
    """A setting of a stage that does not go with the others, and why."""

    field: str
    why: Sentence


@dataclass(frozen=True, slots=True)
class Template:
    """A ready-made event. Values are those of the columns of an event and of its stages."""

    key: str
    name: str
    summary: str
    event: Values = field(default_factory=dict)
    stage: Values = field(default_factory=dict)
    later: tuple[Values, ...] = ()  # stages after the first
    order: int = 100  # among all templates, the smallest first

    @property
    def fixes_game(self) -> bool:
        """It is made for one game; otherwise the organiser says which."""
        return "game" in self.event


@dataclass(frozen=True, slots=True)
class StageSettings:
    """As much of a stage as formats ask about, by the names of its columns."""

    rounds_planned: int = 4
    seed: int = 0  # decides what is drawn by lots once for all rounds
    table_size: int = 4
    keeps_schedule: bool = False
    early_rounds: int = 2
    repeat_weight: int = 12
    short_weight: int = 1
    two_weight: int = 2
    leaders_last: bool = True
    scheme: str = "equal"
    own_points: Mapping[str, Sequence[int]] = field(default_factory=dict)  # by table size
    is_accelerated: bool = False
    is_double: bool = False
    win_12: int = 24
    draw_12: int = 12
    loss_12: int = 0
    bye_12: int | None = None  # None: as the scheme says
    editions: Mapping[str, int] = field(default_factory=dict)  # the first round paired by each
    group_size: int = 4
    bracket_seats: int = 2
    bracket_advance: int = 1
    bracket_drawn: str = "standard"  # or lots, order
    places_played: int = 4
    has_reset: bool = True
    groups: Mapping[str, str] = field(default_factory=dict)  # by entry, once the field is divided
    least_games: int = 3  # that somebody plays to be ranked by the mean, where there are no rounds
    best_games: int = 5  # that count where the best ones do
    plays_until: date | None = None  # the last day on which a game can be begun; None: any day
    longest_wait_min: int = 5  # of somebody who is ready, in an open evening
    chain: Sequence[str] = ()  # of tiebreaks: without rounds, it says which games count


@dataclass(frozen=True)
class RoundTerms:
    """A round to be drawn. Plain values: it is drawn in another process."""

    situation: Situation  # entries to be paired, and what was before
    settings: StageSettings
    sizes: SizeRules
    seed: int = 0  # of this draw
    locked: tuple[TableDrawn, ...] = ()
    allowances: frozenset[str] = frozenset()  # allow_repeats, drop_keep_apart
    outcomes: Mapping[tuple[int, str], RoundOutcome] = field(default_factory=dict)  # of two seats
    others: tuple[Entrant, ...] = ()  # away or withdrawn; they keep their numbers
    coming: tuple[tuple[Entrant, ...], ...] = ()  # who is expected in each of the later rounds
    earlier: tuple[RoundTables, ...] = ()  # as planned before: this round, then the later ones
    starters: int = 0  # how many had a starting number before round 1
    bracket: Seeded | None = None  # of those who started, where there is one
    course: BracketCourse | None = None  # what was drawn and decided in it

    @property
    def mix(self) -> SizeMix:
        """How many tables of which size, the locked ones among them."""
        locked = tuple(len(table.entries) for table in self.locked)
        return mix_around(len(self.situation.entrants), locked=locked, rules=self.sizes)


class GameAtTable(Protocol):
    """As much of a game as formats ask about: how many entries may meet."""

    @property
    def least_entries(self) -> int: ...
    @property
    def most_entries(self) -> int: ...


class SeatedEntry(Protocol):
    """Somebody at a table that is to be explained."""

    @property
    def points_12(self) -> int: ...
    @property
    def seed(self) -> int: ...
    @property
    def group(self) -> str: ...  # empty where there are none


@dataclass(frozen=True, slots=True)
class Caution:
    """Something that organisers should know before the start, and another format for it."""

    why: Sentence
    offer: str  # the key of the format
    effect: Sentence  # of changing to it


class Overview(StrEnum):
    """How all results of a stage are shown on one page."""

    BY_ROUNDS = "by_rounds"
    CROSS_TABLE = "cross_table"  # everybody against everybody
    BRACKET = "bracket"  # who meets whom is known from the start, but for who wins


class Format(ABC):
    """A way to play. It keeps nothing between questions, and is sent to the process that draws."""

    key: str
    label: str
    table_sizes: range  # how many entries may meet in a match
    # Settings of a stage that mean something here, besides those that all formats have.
    settings: frozenset[str]
    usual_chain: tuple[str, ...]  # of tiebreaks
    templates: tuple[Template, ...]  # for new events; the first is the usual one

    opening: str = ""  # why people meet in round 1, while nobody has points
    # Of a draft that is as good as can be, and what comes after the last round.
    nothing_given_up: str = gettext_noop("Nothing was given up: no repeats.")
    after_last: str = gettext_noop("Finish the event, or plan more rounds in its settings.")
    # Why a game does not fit, and the same in short; empty where every game fits.
    misfit: str = ""
    seats_in_words: str = ""
    no_late_entries: str = ""  # why nobody may join once it plays; empty: they may
    no_half_point_byes: str = ""  # why nobody may ask for one; empty: they may
    absence_in_words: str = ""  # what it costs to be away from a round; empty: its points alone
    length_follows_field: bool = False  # the number of entries decides, not what was planned
    avoids_repeats: bool = True  # whether it is worth telling that nobody met before
    all_meet: bool = False  # at the end everybody has met everybody
    forfeits_are_games: bool = False  # for tiebreaks over opponents
    has_groups: bool = False  # people meet within their group, and are ranked there
    strikes_leavers: bool = False  # who leaves before half of the schedule leaves the table
    overview: Overview = Overview.BY_ROUNDS
    report_system: str = ""  # as a tournament report (TRF) calls it; empty: there is none
    edition: str = ""  # of the rules that it pairs by; empty: they have none
    has_bracket: bool = False
    has_rounds: bool = True  # not: tables are made one at a time (without_rounds.py)
    starts_own_games: bool = False  # players begin games themselves, and join at any time

    def system_reported(self, settings: StageSettings) -> str:
        """`report_system`, where two meet at every table; empty: there is no report."""
        return self.report_system

    def report_code(self, settings: StageSettings) -> str:
        """The same in FIDE's code of kinds of tournaments (TRF-2026, 192); empty: it has none."""
        return ""

    @property
    def seats(self) -> Seats:
        """What tiebreaks need to know about the tables."""
        return Seats.TWO if max(self.table_sizes) == 2 else Seats.TABLES

    @property
    def takes_late_entries(self) -> bool:
        return not self.no_late_entries

    @property
    def takes_half_point_byes(self) -> bool:
        return not self.no_half_point_byes

    def can_seat(self, game: GameAtTable) -> bool:
        return any(
            size in self.table_sizes for size in range(game.least_entries, game.most_entries + 1)
        )

    @abstractmethod
    def sizes(self, settings: StageSettings, *, game: GameAtTable, boards: int | None) -> SizeRules:
        """The tables that a round may have."""

    def rounds_for(self, entries: int, *, settings: StageSettings) -> int:
        """How many rounds it takes."""
        return settings.rounds_planned

    def groups_for(self, entries: int, *, settings: StageSettings) -> int:
        """How many tables of standings so many entries have, each with a first place."""
        return 1

    def first_meetings(
        self, entries: Sequence[str], *, settings: StageSettings
    ) -> tuple[tuple[int, ...], ...]:
        """Starting numbers of those who sit together first; empty where that is not known yet.

        `entries` are in the order of these numbers.
        """
        return ()

    def numbers_decide(self, settings: StageSettings) -> bool:
        """Whether other starting numbers would change who meets first."""
        return False

    def counts_earlier_stages(self, settings: StageSettings) -> bool:
        """Whether who met in an earlier stage has met here, too."""
        return False

    def on_earlier_stages(self, settings: StageSettings) -> str:
        """What becomes of meetings in the stages before, for players; empty: nothing."""
        return gettext_noop("Those who met in an earlier stage may meet again as if they had not.")

    def draw(self, terms: RoundTerms, *, progress: Progress | None = None) -> Pairing | NoPairing:
        """The pairing of a round, or why there is none; the same terms always give the same."""
        if "drop_keep_apart" in terms.allowances:
            terms = replace(terms, situation=replace(terms.situation, forbidden=frozenset()))
        if terms.sizes.most == 1:
            return _alone(terms)
        return self.pair(terms, progress=progress)

    @abstractmethod
    def pair(self, terms: RoundTerms, *, progress: Progress | None = None) -> Pairing | NoPairing:
        """Tables and byes of a round in which people meet."""

    def judged(self, pairing: Pairing, *, terms: RoundTerms) -> Pairing:
        """A draft that was changed by hand, with the remarks that it deserves."""
        return judged(pairing, situation=terms.situation)[0]

    def gathers_leaders(self, number: int, *, settings: StageSettings) -> bool:
        """Whether those in front are to sit together in this round."""
        return False

    def planned_round(
        self,
        number: int,
        *,
        entrants: tuple[Entrant, ...],
        left: frozenset[str],
        settings: StageSettings,
    ) -> Pairing | None:
        """A round as it is known before the start; None: it is drawn when its time comes.

        `left`: entries that withdrew since; nobody is seated with them.
        """
        return None

    def schedule_after(
        self,
        number: int,
        *,
        entries: Sequence[str],
        left: frozenset[str],
        settings: StageSettings,
    ) -> tuple[RoundAhead, ...] | None:
        """Who still meets whom; None: that is not known. `entries` by their starting numbers."""
        return None

    def bracket(self, entries: Sequence[str], *, settings: StageSettings) -> Seeded | None:
        """The bracket of those who start, by their starting numbers; None: there is none."""
        return None

    def round_name(self, number: int, *, entries: int, settings: StageSettings) -> Sentence | None:
        """What a round of the stage is called among so many; None: by its number alone."""
        return None

    def division(
        self,
        entrants: Sequence[Entrant],
        *,
        apart: Collection[Collection[str]],
        met: Collection[Collection[str]] = (),
        settings: StageSettings,
    ) -> dict[str, str]:
        """The group of each entry, where there are groups.

        `apart`: who is kept apart above all; `met`: who sat together in an earlier stage.
        """
        return {}

    def caution(self, entries: int, *, settings: StageSettings) -> Caution | None:
        """What to think about before so many start; None: nothing."""
        return None

    def reason(
        self,
        people: Sequence[SeatedEntry],
        *,
        round_number: int,
        slot: str = "",
        entries: int = 0,
        settings: StageSettings | None = None,
    ) -> Sentence:
        """Why these people meet. Gaps are figures, never names.

        `slot`, `entries` and `settings` are told where there is a bracket: the match in it, and
        how many started.
        """
        if round_number == 1:
            return Sentence(self.opening)
        points = sorted(person.points_12 for person in people)
        low, high = written_12(points[0]), written_12(points[-1])
        if low == high:
            return Sentence(
                gettext_noop("Everybody here has the same points: %(points)s."), {"points": low}
            )
        return Sentence(
            gettext_noop("From %(low)s to %(high)s points: as close as the other rules allow."),
            {"low": low, "high": high},
        )

    @abstractmethod
    def scheme(self, settings: StageSettings, *, game: GameAtTable) -> Scheme:
        """What places, draws and byes are worth."""

    def chain_for(self, game: GameAtTable) -> tuple[str, ...]:
        """The usual tiebreaks. Alone it is the score; equal ones share the rank."""
        return () if game.most_entries == 1 else self.usual_chain

    def faults(self, settings: StageSettings, *, game: GameAtTable) -> Iterator[SettingFault]:
        """What does not go together, the gravest first."""
        if not self.can_seat(game):
            yield SettingFault("kind", Sentence(self.misfit))
        if not settings.loss_12 <= settings.draw_12 <= settings.win_12:
            text = gettext_noop("A draw is worth at most a win, and at least a loss.")
            yield SettingFault("draw_12", Sentence(text))

    def unreached(self, settings: StageSettings, *, game: GameAtTable) -> Sentence | None:
        """Why the points set here do not reach to the largest table of a game; None: they do."""
        return None

    @abstractmethod
    def words(self, settings: StageSettings, *, game: GameAtTable) -> Iterator[Sentence]:
        """Its rules, for players."""


class FormatForTwo(Format):
    """What all formats have in common in which two sit at a table."""

    table_sizes = range(2, 3)
    settings = frozenset({"win_12", "draw_12", "loss_12", "bye_12"})
    misfit = gettext_noop("This format is for two at a table, and the game is not. Choose tables.")
    seats_in_words = gettext_noop("In this event two sit at a table.")

    def sizes(self, settings: StageSettings, *, game: GameAtTable, boards: int | None) -> SizeRules:
        """Everybody plays, however many boards there are."""
        return SizeRules(prefer=2, least=2, most=2)

    def scheme(self, settings: StageSettings, *, game: GameAtTable) -> Scheme:
        return duel(
            win_12=settings.win_12,
            draw_12=settings.draw_12,
            loss_12=settings.loss_12,
            bye_12=settings.bye_12,
        )


def _alone(terms: RoundTerms) -> Pairing:
    """A solo game: everybody plays at a table of their own."""
    entrants = sorted(terms.situation.entrants, key=lambda entrant: entrant.seed)
    return Pairing(tuple(TableDrawn((entrant.id,)) for entrant in entrants))
