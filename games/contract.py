"""The types that a rule module speaks, and what it promises.

A rule module knows one game. It reads the words of an action, takes a position one action further
or says which rule forbids it, scores the end, and draws. It knows no clock, no files, no names of
people, and no events: points of a league are not its matter.

Failure is a value here, never an exception: `Fault` for a rule that was broken, `Unreadable` for a
text that is no record. Draws from a bag stand in the record, so that a replay is a function.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

from games.pads import Pad, SetUp

SEATS = "ABCD"


def gettext_noop(text: str) -> str:
    """Marks a sentence for translation. Whoever shows it translates the text, then fills it in."""
    return text


@dataclass(frozen=True, slots=True)
class Fault:
    """A broken rule: a stable code, its paragraph, and a sentence with {gaps} to be filled."""

    code: str
    rule: str
    text: str
    gaps: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Words that are not of the form that the record asks for."""

    text: str
    gaps: Mapping[str, object] = field(default_factory=dict)
    code: str = "syntax"
    rule: str = "record 1.3"


@dataclass(frozen=True, slots=True)
class TagFault:
    """A set-up that the game does not allow, at the tag that says so."""

    tag: str
    fault: Fault


class Action(NamedTuple):
    """One line of the log: who, which kind of action, the game's own data, the claim.

    `kind` is a word of the game (`place`, `swap`, `take`, `move`, …); `rack`, `draw`, `left` and
    `pass` mean the same in every game that has them. `what` is compared and hashed as a whole.
    """

    seat: str
    kind: str
    what: tuple[Any, ...] = ()
    claim: Any = None


@dataclass(frozen=True, slots=True)
class Setup:
    """What the tags say, with defaults filled in.

    `own` holds the game's own tags as written, in the order of their lines.
    """

    players: int
    variant: str = "base"
    edition: str = "standard"
    own: Mapping[str, str] = field(default_factory=dict)

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

    def after(self, action: Action) -> "Position":
        """The position one lawful action further; ValueError if it is not lawful."""


class Step(NamedTuple):
    """A lawful action: the position after it, and how its claim compares."""

    position: Any
    claim_fault: Fault | None = None  # what was claimed and what the rules give, if they differ


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
    more: Mapping[str, object] = field(default_factory=dict)  # what else the verdict reports


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


Sheets = Mapping[str, Mapping[str, int]]  # side -> field -> figure


class RuleModule(Protocol):
    """One game's rules. The same promises are tested over every module that is registered."""

    key: str
    name: str
    rules_version: int
    variants: Mapping[str, Sequence[int]]  # variant -> numbers of players it is for
    variant_names: Mapping[str, str]  # variant -> its name in words, marked for translation
    editions: Sequence[str]
    higher_score_wins: bool

    def sides(self, setup: Setup) -> Sequence[tuple[str, ...]]:
        """Who competes: the seats of each side, all sides with equally many, in seat order."""

    def own_tags(self, players: int) -> Sequence[str]:
        """The game's own tags in the order of its canonical form."""

    def required_tags(self, players: int) -> Sequence[str]:
        """Those of them that a record must have."""

    def read_tag(self, tag: str, value: str, *, players: int) -> Unreadable | None:
        """Whether an own tag's value is of the form that is asked for."""

    def default_tag(self, tag: str, setup: Setup) -> str:
        """The canonical value of an own tag that the record does not have."""

    def canonical_tag(self, tag: str, value: str, setup: Setup) -> str:
        """An own tag's value in canonical form."""

    def read(self, seat: str, words: Sequence[str], claim: str | None) -> Action | Unreadable:
        """An action from its words. `claim` is the text after `=`, or None."""

    def write(self, action: Action) -> str | None:
        """The words and claim of an action in canonical form; None for one that is left out."""

    def wrong_tags(self, setup: Setup) -> Sequence[TagFault]:
        """What the game does not allow in its own tags, which are all of their form."""

    def start(self, setup: Setup) -> Position:
        """The position before the first action, of a set-up with nothing wrong."""

    def step(self, position: Any, action: Action) -> Step | Fault:
        """One action further, or the first rule that forbids it."""

    def counts_as_turn(self, action: Action) -> bool:
        """Whether the verdict's `turns` counts this action."""

    def standings(self, position: Any) -> Sequence[SideScore]:
        """How the sides stand, in seat order; final once the position is complete."""

    def tally_fields(self, setup: Setup) -> Sequence[TallyField]:
        """What each side writes down at the end of a game without a record."""

    def figures(self, position: Any) -> Sheets:
        """What the sides would write down as a game stands."""

    def tally(
        self, setup: Setup, sheets: Sheets, *, termination: str = "normal"
    ) -> Sequence[SideScore] | Fault:
        """How the sides stand by their figures, as in `standings`; or what is impossible in them.

        Refused is only what no lawful game can come to; by time, at no moment. The game's own tags
        may be missing, also those that a record must have.
        """

    def lawful(self, position: Any) -> Iterator[Action]:
        """All lawful actions, one at a time, without claims."""

    def why_not(self, position: Any, action: Action) -> Fault | None:
        """The rule that forbids an action, or None."""

    def random_game(self, seed: int, *, players: int | None, variant: str | None) -> str:
        """The record of a random lawful game, played to its end."""

    def league_keys(self, games: Sequence[SideScore]) -> tuple[int, ...]:
        """The game's own tiebreak over a player's games: higher is better."""

    def right_claim(self, position: Any, action: Action, *, after: Any) -> str | None:
        """What a lawful action's claim should say after its `=`; None if it may carry none."""

    def ways(self, position: Any, action: Action) -> Iterator[Way]:
        """The lawful ways to lay what a lawful action lays, itself among them, without claims.

        Of an open hand: whatever it could have laid. None where no points come from laying.
        """

    def draw(
        self,
        position: Any,
        *,
        last: Action | None,
        coordinates: bool,
        attempted: Action | None = None,
    ) -> str:
        """The position as an SVG drawing, the last action outlined.

        `attempted` is marked as one against the rules, on the position before it (games/marks.py);
        any action that can be read is drawn, as far as there is something to show.
        """

    def describe(self, position: Any) -> str:
        """The position in words, for those who do not see the drawing."""

    def pad(self, position: Any, *, last: Action | None) -> Pad:
        """The position as a score sheet shows it, and what can be entered."""

    def hints(self, position: Any, begun: str) -> Sequence[str]:
        """The fields on which a lawful action that begins with these words can go on.

        `begun` are words that a sheet has so far: with a part missing, or a list that may grow.
        """

    def set_up(self, setup: Setup) -> SetUp | None:
        """What a sheet lays out before the first action; None if the game has nothing of that.

        The own tags of the set-up may be missing or in part wrong.
        """

    def shuffled(self, seed: int, *, players: int) -> Mapping[str, str]:
        """Own tags of a set-up dealt at random, to be copied onto the table."""

    def key_names(self, setup: Setup) -> Sequence[str]:
        """What the ranking compares, key by key, in words marked for translation."""
