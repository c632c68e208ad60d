"""What a series is counted from: the final tables of its evenings, and the terms of the series.

Plain values, filled by queries. Nobody has a name here: players, entries and evenings are known by
their ids.
"""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

CLASSIC = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
SCALED_TO = 100


class EveningState(StrEnum):
    """How far an evening has come."""

    FINISHED = "finished"
    RUNNING = "running"
    TO_COME = "to_come"


class Guests(StrEnum):
    """What becomes of those who are guests of the club that runs the series."""

    COUNT = "count"  # they are in the table like everybody else
    APART = "apart"  # out of the table; the places they took stay taken
    MOVE_UP = "move_up"  # out of the table; the others move up in each evening


@dataclass(frozen=True, slots=True)
class EveningSide:
    """An entry in the table of an evening: a player, or a team."""

    entry: str
    players: tuple[str, ...]
    rank: int  # shared: 1, 2, 2, 4
    points: Fraction = Fraction(0)  # of the evening's own table
    came: bool = True  # sat at a table at least once


@dataclass(frozen=True, slots=True)
class Evening:
    """An event of the series, in the order in which the series lists them."""

    id: str
    state: EveningState = EveningState.FINISHED
    sides: tuple[EveningSide, ...] = ()
    game: str = ""


@dataclass(frozen=True, slots=True)
class SeriesTerms:
    """How a series is counted."""

    by_place: tuple[int, ...] | None = CLASSIC  # None: the evening's own points, scaled
    best: int | None = None  # so many evenings count; None: all
    bonus: int = 0  # for each evening that one came to
    guests: Guests = Guests.COUNT
    counts_running: bool = False
    planned: int | None = None  # evenings in all, also those not listed yet

    @property
    def most_of_evening(self) -> int:
        """More than this no evening brings, the bonus apart."""
        return SCALED_TO if self.by_place is None else max(self.by_place, default=0)

    def counts(self, evening: Evening) -> bool:
        """Whether it is in the totals already."""
        return evening.state is EveningState.FINISHED or (
            self.counts_running and evening.state is EveningState.RUNNING
        )
