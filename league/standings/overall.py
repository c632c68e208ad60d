"""The order over all stages of an event: whoever came further stands above whoever did not."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class InTable(Protocol):
    """As much of a row as is asked for; a table is given best first."""

    @property
    def entry(self) -> str: ...
    @property
    def place(self) -> int: ...


@dataclass(frozen=True, slots=True)
class FinalPlace:
    place: int  # shared by those whom no stage told apart
    entry: str
    came_to: int  # the stage in which it was decided, from 1 on


def final_places(tables: Sequence[Sequence[InTable]]) -> list[FinalPlace]:
    """`tables`: of the last stage, the one before it, and so on.

    Those of equal places share one, also where they were equal in different groups.
    """
    placed: list[FinalPlace] = []
    done: set[str] = set()
    for at, table in enumerate(tables):
        left = [row for row in table if row.entry not in done]
        above = len(placed)
        for row in sorted(left, key=lambda row: row.place):
            place = above + 1 + sum(other.place < row.place for other in left)
            placed.append(FinalPlace(place, row.entry, len(tables) - at))
        done |= {row.entry for row in left}
    return placed
