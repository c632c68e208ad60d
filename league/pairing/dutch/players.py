"""Who is to be paired, as the rules of pairing see them: score, number, colours, floats.

Decided here: C.04.3 articles 1 and 2, of one player. Left to others: of two together.
"""

from dataclasses import dataclass
from enum import Enum, IntEnum

from league.pairing.dutch.position import PastKind, PastRound, Position


class Strength(IntEnum):
    """How much a player is due a colour."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


class Float(Enum):
    """Whether somebody met a player of another score in a round."""

    DOWN = "down"
    UP = "up"


@dataclass(frozen=True, slots=True, eq=False)
class PairingPlayer:
    """Somebody to be paired. `place` counts them by score and number, from 0."""

    number: int
    place: int
    pairing_number: int  # counted over those who are paired: odd or even decides a first colour
    points: int
    score: int  # points with virtual ones
    colours: tuple[bool, ...]  # of the games played, the oldest first; True: white
    is_topscorer: bool
    may_have_bye: bool
    floats: tuple[Float | None, Float | None]  # of the last round and of the one before
    met: frozenset[int]
    difference: int  # games with white less games with black
    wants: bool | None  # True: white; None: whatever comes
    strength: Strength
    doubled: bool | None  # the colour of the last two games, if it was one

    @property
    def games(self) -> int:
        return len(self.colours)

    @property
    def is_absolute(self) -> bool:
        return self.strength is Strength.ABSOLUTE


def players_of(position: Position) -> list[PairingPlayer]:
    """Everybody to be paired, by score and number (1.2)."""
    scores = _Scores(position)
    numbers = _pairing_numbers(position)
    here = [number for number in numbers if number not in position.away]
    here.sort(key=lambda number: (-scores.before(number, round_number=position.round), number))
    return [
        _player(position, number, place=place, pairing_number=numbers[number], scores=scores)
        for place, number in enumerate(here)
    ]


def _pairing_numbers(position: Position) -> dict[int, int]:
    """1, 2, 3 … of those who are paired now or were before (1.1): no others have a number yet."""
    paired = [
        number
        for number, turns in enumerate(position.histories, start=1)
        if number not in position.away
        or number in position.seated
        or any(turn.kind.is_paired for turn in turns)
    ]
    return {number: counted for counted, number in enumerate(paired, start=1)}


class _Scores:
    """Points before each round, with the virtual ones of that round."""

    def __init__(self, position: Position) -> None:
        self.virtual = position.virtual
        self.points = [self._running(position, turns) for turns in position.histories]

    @staticmethod
    def _running(position: Position, turns: tuple[PastRound, ...]) -> list[int]:
        sums = [0]
        for turn in turns:
            sums.append(sums[-1] + position.worth.of(turn.kind))
        return sums

    def real(self, number: int, *, round_number: int) -> int:
        return self.points[number - 1][round_number - 1]

    def before(self, number: int, *, round_number: int) -> int:
        virtual = self.virtual.get(number, ())[round_number - 1 : round_number]
        return self.real(number, round_number=round_number) + sum(virtual)


def _player(
    position: Position, number: int, *, place: int, pairing_number: int, scores: _Scores
) -> PairingPlayer:
    turns = position.histories[number - 1]
    played = [turn for turn in turns if turn.kind.is_played]
    colours = tuple(turn.is_white for turn in played)
    score = scores.before(number, round_number=position.round)
    difference = 2 * sum(colours) - len(colours)
    doubled = colours[-1] if colours[-2:] in {(True, True), (False, False)} else None
    wants, strength = _preference(colours, difference=difference, doubled=doubled)
    is_last = position.round == position.rounds_planned
    return PairingPlayer(
        number=number,
        place=place,
        pairing_number=pairing_number,
        points=scores.real(number, round_number=position.round),
        score=score,
        colours=colours,
        is_topscorer=is_last and 2 * score > (position.round - 1) * position.worth.win,
        may_have_bye=not any(turn.kind.bars_bye for turn in turns),
        floats=(
            _float(position, number, rounds_ago=1, scores=scores),
            _float(position, number, rounds_ago=2, scores=scores),
        ),
        met=frozenset(turn.opponent for turn in played),
        difference=difference,
        wants=wants,
        strength=strength,
        doubled=doubled,
    )


def _preference(
    colours: tuple[bool, ...], *, difference: int, doubled: bool | None
) -> tuple[bool | None, Strength]:
    """The colour that somebody is due, and how much (1.7)."""
    if abs(difference) > 1:
        return difference < 0, Strength.ABSOLUTE
    if doubled is not None:
        return not doubled, Strength.ABSOLUTE
    if difference:
        return difference < 0, Strength.STRONG
    if colours:
        return not colours[-1], Strength.MILD
    return None, Strength.NONE


def _float(position: Position, number: int, *, rounds_ago: int, scores: _Scores) -> Float | None:
    """By the scores before that round (1.4); unplayed, what brought more than a loss is down."""
    round_number = position.round - rounds_ago
    if round_number < 1:
        return None
    turn = position.histories[number - 1][round_number - 1]
    if not turn.kind.is_played:
        gained = position.worth.of(turn.kind) > position.worth.loss
        return Float.DOWN if gained or turn.kind is PastKind.PAIRING_BYE else None
    own = scores.before(number, round_number=round_number)
    other = scores.before(turn.opponent, round_number=round_number)
    if own == other:
        return None
    return Float.DOWN if own > other else Float.UP
