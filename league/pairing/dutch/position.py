"""A round to be paired, as the engine is given it: plain numbers, nobody's name.

Decided here: what a past round can have been, and what each of these was worth. Points are whole
numbers of one unit, whatever the unit is, so that score groups are exact. White is the entrant
that starts.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple


class PastKind(StrEnum):
    """What a past round was for an entrant; the letters are those of tournament reports."""

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    PAIRING_BYE = "U"
    HALF_BYE = "H"
    FULL_BYE = "F"
    ZERO_BYE = "Z"  # also: absent, not yet entered, withdrawn

    __hash__ = str.__hash__  # that of enums is written in Python

    @property
    def is_played(self) -> bool:
        return self in _PLAYED

    @property
    def is_paired(self) -> bool:
        """Whether the entrant was there when that round was paired."""
        return self in _PAIRED

    @property
    def bars_bye(self) -> bool:
        """Whether the points of a win were had without playing, or a bye of any worth."""
        return self in _BARRING


_PLAYED = frozenset({PastKind.WIN, PastKind.DRAW, PastKind.LOSS})
_PAIRED = _PLAYED | {PastKind.FORFEIT_WIN, PastKind.FORFEIT_LOSS, PastKind.PAIRING_BYE}
_BARRING = frozenset({PastKind.PAIRING_BYE, PastKind.FULL_BYE, PastKind.FORFEIT_WIN})


class PastRound(NamedTuple):
    """A past round of one entrant: whom it met and whether it started, or neither."""

    kind: PastKind
    opponent: int = 0
    is_white: bool = False


@dataclass(frozen=True, slots=True)
class Worth:
    """What a round brings, in one unit for all."""

    win: int = 2
    draw: int = 1
    loss: int = 0
    bye: int = 2  # of the pairing
    forfeit_loss: int = 0
    zero: int = 0

    def of(self, kind: PastKind) -> int:
        match kind:
            case PastKind.WIN | PastKind.FORFEIT_WIN | PastKind.FULL_BYE:
                return self.win
            case PastKind.DRAW | PastKind.HALF_BYE:
                return self.draw
            case PastKind.LOSS:
                return self.loss
            case PastKind.PAIRING_BYE:
                return self.bye
            case PastKind.FORFEIT_LOSS:
                return self.forfeit_loss
            case PastKind.ZERO_BYE:
                return self.zero


Virtual = Mapping[int, Sequence[int]]  # virtual points of a number, by round from the first on


def baku(entrants: int, *, rounds: int, worth: Worth) -> Virtual:
    """C.04.5.1: the upper half, made even, has a win more in the first rounds, then a draw more.

    `entrants`: how many there were before round 1. Who comes later does not move the border.
    """
    accelerated = -(-rounds // 2)
    whole = -(-accelerated // 2)
    points = (worth.win,) * whole + (worth.draw,) * (accelerated - whole)
    return dict.fromkeys(range(1, baku_group(entrants) + 1), points)


def baku_group(entrants: int) -> int:
    """How many first numbers are accelerated: half of them, made even."""
    return 2 * -(-entrants // 4)


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that the pairing of a round depends on."""

    round: int
    rounds_planned: int
    histories: tuple[tuple[PastRound, ...], ...]  # of number 1 first; a turn for each past round
    first_is_white: bool = True  # what the first number gets, drawn by lot before round 1
    worth: Worth = field(default_factory=Worth)
    away: Collection[int] = frozenset()  # not to be paired in this round
    seated: Collection[int] = frozenset()  # of these: who sits at a table made by hand
    apart: Collection[Collection[int]] = ()  # groups no two of which may meet
    virtual: Virtual = field(default_factory=dict)
