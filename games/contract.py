"""What a rule module promises, part by part.

A rule module is a value that knows one game, made of parts: how it is played, its own tags, its
final figures, how it is shown, and games at random. It knows no clock, no files, no names of
people, and no events: points of a league are not its matter. What a small game need not say is in
games/defaults.py, and the values that all speak are in games/values.py.

Draws from a bag stand in the record, so that a replay is a function.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeAlias

from games.pads import NOTHING, Box, Gain, Pad, Said, SetUp, Told
from games.scene import Shape
from games.values import (
    STANDARD,
    Action,
    Advance,
    Fault,
    FiguresBySide,
    Handicap,
    LeagueKey,
    P,
    P_contra,
    Position,
    Scored,
    Setup,
    SideFigures,
    SideScore,
    TagFault,
    TallyField,
    Turns,
    Unreadable,
    Way,
    advanced,
    gettext_noop,
)


class RightClaim(Protocol[P_contra]):
    def __call__(self, position: P_contra, action: Action, *, after: P_contra) -> str | None: ...


class ReadTag(Protocol):
    def __call__(self, tag: str, value: str, *, players: int) -> Unreadable | None: ...


class Tally(Protocol):
    def __call__(
        self, setup: Setup, by_side: Sequence[SideFigures], *, termination: str
    ) -> Sequence[SideScore] | Fault: ...


class ScoresFault(Protocol):
    def __call__(
        self, setup: Setup, scores: Sequence[int], *, ahead: Sequence[bool], termination: str
    ) -> Fault | None: ...


class Draw(Protocol[P_contra]):
    def __call__(
        self,
        position: P_contra,
        *,
        last: Action | None,
        coordinates: bool,
        attempted: Action | None = None,
    ) -> str: ...


class DrawPad(Protocol[P_contra]):
    def __call__(self, position: P_contra, *, last: Action | None) -> Pad: ...


class RandomGame(Protocol):
    def __call__(
        self, seed: int, *, players: int | None, variant: str | None, edition: str = ...
    ) -> str: ...


class RandomTags(Protocol):
    def __call__(self, seed: int, *, players: int, edition: str = ...) -> Mapping[str, str]: ...


def _each_seat(setup: Setup) -> Sequence[tuple[str, ...]]:
    return [(seat,) for seat in setup.seats]


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Generic[P]):
    """How a game is played: the words of its actions, what they do, and how the sides stand."""

    read: Callable[[str, Sequence[str], str | None], Action | Unreadable]
    """An action from its seat, its words and the text of its claim after the `=`, or None."""

    write: Callable[[Action], str | None]
    """The words and claim of an action in canonical form; None for one that is left out."""

    start: Callable[[Setup], P]
    """The position before the first action, of a set-up with nothing wrong."""

    step: Callable[[P, Action], Advance[P] | Fault]
    """One action further, or the first rule that forbids it."""

    lawful: Callable[[P], Iterator[Action]]
    """All lawful actions, one at a time, without claims."""

    standings: Callable[[P], Sequence[SideScore]]
    """How the sides stand, in seat order; final once the position is complete."""

    key_names: Callable[[Setup], Sequence[str]] = lambda setup: (gettext_noop("Points"),)
    """What the ranking compares, key by key, in words marked for translation."""

    sides: Callable[[Setup], Sequence[tuple[str, ...]]] = _each_seat
    """Who competes: the seats of each side, all sides with equally many, in seat order."""

    uncounted: frozenset[str] = frozenset(("rack", "draw", "left"))
    """The kinds of actions that the verdict's `turns` does not count."""

    right_claim: RightClaim[P] = lambda position, action, *, after: None
    """What a lawful action's claim should say after its `=`; None if it may carry none."""

    ways: Callable[[P, Action], Iterator[Way]] = lambda position, action: iter(())
    """The lawful ways to lay what a lawful action lays, itself among them, without claims.

    Of an open hand: whatever it could have laid. None where no points come from laying.
    """

    has_open_hand: Callable[[P, str], bool] = lambda position, seat: False
    """Whether everybody knows what a seat holds."""

    tells_hand: Callable[[Action], bool] = lambda action: False
    """Whether an action only says who holds what, so that a game with closed hands has it not."""

    def why_not(self, position: P, action: Action) -> Fault | None:
        """The rule that forbids an action, or None."""
        outcome = self.step(position, action)
        return outcome if isinstance(outcome, Fault) else None

    def after(self, position: P, action: Action) -> P:
        """The position after a lawful action; ValueError if it is not lawful."""
        return advanced(self.step(position, action))


@dataclass(frozen=True, slots=True, kw_only=True)
class Tags:
    """The tags that a game's records have of their own; without anything, none."""

    names: Callable[[int], Sequence[str]] = lambda players: ()
    """By the number of players, in the order of the canonical form."""

    required: Callable[[int], Sequence[str]] = lambda players: ()
    """Those of them that a record must have."""

    read: ReadTag = lambda tag, value, *, players: None
    """Whether a value is of the form that is asked for."""

    default: Callable[[str, Setup], str | None] = lambda tag, setup: ""
    """The canonical value of a tag that the record does not have; None: it is left out."""

    canonical: Callable[[str, str, Setup], str | None] = lambda tag, value, setup: value
    """A value in canonical form; None: the tag is left out, for it says what goes without it."""

    wrong: Callable[[Setup], Sequence[TagFault]] = lambda setup: ()
    """What the game does not allow in its own tags, which are all of their form."""

    handicap: Callable[[int], Handicap | None] = lambda players: None
    """By the number of players; None: the game has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalFigures(Generic[P]):
    """What each side writes down at the end of a game without a record."""

    fields: Callable[[Setup], Sequence[TallyField]]
    """Which figures."""

    of: Callable[[P], FiguresBySide]
    """What the sides would write down as a game stands."""

    tally: Tally
    """How the sides stand by their figures, as in `standings`; or what is impossible in them.

    Figures come in the order of the sides, whole and within their bounds (games/tallies.py).
    Refused is only what no lawful game can come to; by time, at no moment. The game's own tags may
    be missing, also those that a record must have.
    """

    score: Callable[[Setup], TallyField]
    """Which figure is the score: what is asked for where nothing but the score is known."""

    example: Callable[[Setup], Sequence[int]]
    """A score for each side that a game may end with: what a filled-in form may look like."""

    scores_fault: ScoresFault = lambda setup, scores, *, ahead, termination: None
    """What is impossible in scores alone that are within their bounds.

    `ahead`: who stands above others with the same score, because more was compared.
    """

    turns: Turns | None = None
    """How points are kept turn by turn; None: any change within the bounds of the figures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Looks(Generic[P]):
    """What people see of a game."""

    describe: Callable[[P], Sequence[Said]]
    """The position in sentences, for those who do not see the drawing."""

    draw: Draw[P]
    """The position as an SVG drawing, the last action outlined.

    `attempted` is marked as one against the rules, on the position before it (games/marks.py);
    any action that can be read is drawn, as far as there is something to show.
    """

    draw_better: Callable[[P, Way], str] = lambda position, way: ""
    """Where other pieces would have brought more: a ghost with its points, to be laid over the
    drawing of a position of the same game. A game whose `ways` are none draws none.
    """

    tell: Callable[[Action], Told]
    """An action as people say it to each other, without its seat; the notation stands beside."""

    pad: DrawPad[P]
    """The position as a score sheet shows it, and what can be entered."""

    hints: Callable[[P, str], Sequence[str]] = lambda position, begun: ()
    """The fields on which a lawful action that begins with these words can go on.

    The words are those that a sheet has so far: with a part missing, or a list that may grow.
    """

    box: Callable[[Setup], Box] | None = None
    """What lies in the box of the set-up's edition; None: nothing that could look otherwise."""

    set_up: Callable[[Setup], SetUp | None] = lambda setup: None
    """What a sheet lays out before the first action; None if the game has nothing of that.

    The own tags of the set-up may be missing or in part wrong.
    """

    points: Callable[[str], Sequence[Gain]] = lambda text: (Gain(text),)
    """Points as a claim says them, one by one."""

    reckon: Callable[[P, Action, P], Said] = lambda before, action, after: NOTHING
    """How a lawful action came by its points, for the table: 11 × 2 + 3 = 25. Nothing: they speak
    for themselves. Where there are no claims, what it brought: “+1: red”."""

    signs: Callable[[], Sequence[Shape]] = lambda: ()
    """Small enough for a line of text: each a `symbol` with its name as id; in static/signs.svg."""

    key_signs: Callable[[P, SideScore], Sequence[str]] = lambda position, side: ()
    """The names of the signs that the keys of a side stand for, one each, or none: its colours."""

    input_texts: Mapping[str, str | Said] = field(default_factory=dict)
    """What the game's own way of input says, marked for translation; keys begin with the game's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomPlay:
    """Games at random, the same by the same seed."""

    game: RandomGame
    """The record of a random lawful game, played to its end."""

    tags: RandomTags = lambda seed, *, players, edition=STANDARD: {}
    """Own tags of a set-up dealt at random, to be copied onto the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleModule(Generic[P]):
    """One game's rules. The same promises are tested over every module that is registered."""

    key: str
    name: str
    variants: Mapping[str, Sequence[int]]  # variant -> numbers of players it is for
    variant_names: Mapping[str, str]  # variant -> its name in words, marked for translation
    editions: Sequence[str]
    rules_version: int
    higher_score_wins: bool
    league_keys: Callable[[Scored], tuple[int, ...]]
    """What a game brings to the game's own tiebreak over a player's games: higher is better."""
    best_keys: frozenset[int]
    """Which of them, by their places, count by the best game; the others add up."""
    league_key_names: Callable[[Setup], Sequence[LeagueKey]]
    play: Play[P]
    tags: Tags
    figures: FinalFigures[P]
    looks: Looks[P]
    random_play: RandomPlay


# Of any game. Its positions are the game's own: one game's never go to the rules of another.
Rules: TypeAlias = RuleModule[Position]
