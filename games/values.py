"""The values that rule modules and their callers speak: actions, set-ups, faults, scores, figures.

Failure is a value here, never an exception: `Fault` for a rule that was broken, `Unreadable` for a
text that is no record. Sentences are marked for translation; whoever shows them translates.
"""

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from games.pads import PointPad, Said

SEATS = "ABCD"
STANDARD = "standard"  # the edition of a record that names none


def gettext_noop(text: str) -> str:
    """Marks a sentence for translation. Whoever shows it translates the text, then fills it in."""
    return text


def pgettext(context: str, text: str) -> Said:
    """Marks a word that other languages translate by what it is about."""
    return Said(text, context=context)


def ngettext(one: str, many: str, count: int) -> Said:
    """Marks words that other languages inflect by their number, which fills the gap {count}."""
    return Said(one, {"count": count}, many=many)


@dataclass(frozen=True, slots=True)
class Fault:
    """A broken rule: a stable code, its paragraph, and a sentence with {gaps} to be filled."""

    code: str
    rule: str
    text: str
    gaps: Mapping[str, object] = dataclasses.field(default_factory=dict)
    discreet: str = ""  # the sentence without what helps the player, where it holds such a thing
    side: str = ""  # of final figures: the side that it is about,
    field: str = ""  # and the figure


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Words that are not of the form that the record asks for."""

    text: str
    gaps: Mapping[str, object] = dataclasses.field(default_factory=dict)
    code: str = "syntax"
    rule: str = "record 1.3"


@dataclass(frozen=True, slots=True)
class TagFault:
    """A set-up that the game does not allow, at the tag that says so."""

    tag: str
    fault: Fault


class Handicap(NamedTuple):
    """A tag with a number for every seat, which a table may agree on: `A=8 B=12`.

    Not all that is offered goes together: the game's tags say what does.
    """

    tag: str
    least: int
    most: int
    usual: int  # of each, where nothing is agreed on
    order: str  # the tag of another order, one letter of a seat for each of these: `AABAB…`


class Action(NamedTuple):
    """One line of the log: who, which kind of action, the game's own data, the claim.

    `kind` is a word of the game (`place`, `swap`, `take`, `move`, …); `rack`, `draw`, `left` and
    `pass` mean the same in every game that has them. `what` is compared and hashed as a whole.
    """

    seat: str
    kind: str
    what: tuple[Any, ...] = ()
    claim: Any = None


# Of a tuple that is made for every line, straight from here: calling the class takes twice as long.
new_action = Action.__new__


@dataclass(frozen=True, slots=True)
class Setup:
    """What the tags say, with defaults filled in.

    `own` holds the game's own tags as written, in the order of their lines.
    """

    players: int
    variant: str = "base"
    edition: str = STANDARD
    own: Mapping[str, str] = dataclasses.field(default_factory=dict)

    @property
    def seats(self) -> str:
        return SEATS[: self.players]


class Position(Protocol):
    """A game as it stands. Positions do not change: undoing is keeping the one before."""

    @property
    def setup(self) -> Setup: ...

    @property
    def turn(self) -> str:
        """Whose action is due; empty when the game is over under the rules."""

    @property
    def is_over(self) -> bool:
        """Over under the rules; some games still wait for the hands that are left."""

    @property
    def is_complete(self) -> bool:
        """Over, and everything is known that the result needs."""


P = TypeVar("P", bound=Position)
P_contra = TypeVar("P_contra", bound=Position, contravariant=True)


# A lawful action: the position after it; and what was claimed and what the rules give, if they
# differ. A bare pair, since one is made for every action of every record.
Advance: TypeAlias = tuple[P, Fault | None]


def advanced(outcome: Advance[P] | Fault) -> P:
    """The position after an action that has to be lawful; ValueError if it is not."""
    if isinstance(outcome, Fault):
        raise ValueError(outcome.text.format(**outcome.gaps))
    return outcome[0]


class Way(NamedTuple):
    """A lawful way to lay pieces, and the points that it brings on the board."""

    action: Action
    points: int


@dataclass(frozen=True, slots=True)
class SideScore:
    """Who competes and how they stand: higher keys are better."""

    side: str
    seats: tuple[str, ...]
    score: int
    keys: tuple[int, ...]
    more: Mapping[str, object] = dataclasses.field(default_factory=dict)  # for the verdict


class Scored(Protocol):
    """As much of how a side stands as keys over several games look at."""

    @property
    def score(self) -> int: ...

    @property
    def keys(self) -> tuple[int, ...]: ...

    @property
    def more(self) -> Mapping[str, object]: ...


class LeagueKey(NamedTuple):
    """What a key over all games is called."""

    name: str  # marked for translation
    sign: str = ""  # a picture of the game's own


@dataclass(frozen=True, slots=True)
class TallyField:
    """A figure that a side writes down at the end of a game without a record.

    A tick is 1 for at most one side, and 0 or left out for the others. One that is required stands
    at exactly one side of a game that ended normally; by time, nobody need have it.
    """

    name: str  # stable: small letters and underscores
    label: str  # marked for translation
    least: int
    most: int
    kind: Literal["number", "tick"]
    is_required: bool
    rule: str  # the paragraph that bounds it
    symbol: str = ""  # what the game's drawings call the colour or sign that goes with it


SideFigures = Mapping[str, int]  # field -> figure
FiguresBySide = Mapping[str, SideFigures]


class PointTurn(NamedTuple):
    """What a turn brought, where nothing but points is kept: by side, the change of its figures."""

    seat: str
    changes: Mapping[str, SideFigures]


@dataclass(frozen=True, slots=True)
class PointsKept:
    """A game of which nothing but points is kept."""

    setup: Setup
    figures: FiguresBySide
    turn: str  # who is due; the table may say otherwise. Empty: by its figures the game is over
    more: Mapping[str, int] = dataclasses.field(default_factory=dict)  # what the rules remember


@dataclass(frozen=True, slots=True, kw_only=True)
class Turns:
    """Points kept turn by turn: refused is only what no turn of a lawful game can bring."""

    start: Callable[[Setup], PointsKept]
    """Before the first turn. The game's own tags may be missing."""

    step: Callable[[PointsKept, PointTurn], PointsKept | Fault]
    """One turn further, of whichever seat; its figures are known ones of sides that play."""

    pad: Callable[[PointsKept, str], PointPad]
    """What a seat can have brought, ready to be tapped."""
