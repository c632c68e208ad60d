"""Where a game turned: who took the lead and when, and the turn that changed most."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

Worths = Sequence[int]  # of the sides, more being better


@dataclass(frozen=True, slots=True)
class Turning:
    """A move after which a side stands better."""

    move: int
    side: int
    points: int  # by which it leads then; of a swing, by which it gained on the best of the others


@dataclass(frozen=True, slots=True)
class Course:
    """Of a game alone or without points there is none."""

    leads: tuple[Turning, ...] = ()  # each time that another side than before is ahead alone
    swing: Turning | None = None  # the greatest; of equal ones the first


def course_of(worths: Sequence[Worths]) -> Course:
    """Of the sides at the start and after each move."""
    if len(worths) < 2 or len(worths[0]) < 2:
        return Course()
    margins = [_margins(row) for row in worths]
    return Course(tuple(_leads(margins)), _swing(margins))


def _margins(worths: Worths) -> list[int]:
    """By how much each side is ahead of the best of the others."""
    return [
        own - max(other for at, other in enumerate(worths) if at != side)
        for side, own in enumerate(worths)
    ]


def _leads(margins: Sequence[Sequence[int]]) -> Iterator[Turning]:
    """The first to lead takes the lead from nobody."""
    leader = None
    for move, row in enumerate(margins):
        ahead = max(range(len(row)), key=row.__getitem__)
        if row[ahead] <= 0 or ahead == leader:
            continue
        if leader is not None:
            yield Turning(move, ahead, row[ahead])
        leader = ahead


def _swing(margins: Sequence[Sequence[int]]) -> Turning | None:
    swings = [
        Turning(move, side, now - was)
        for move, (before, after) in enumerate(pairwise(margins), start=1)
        for side, (was, now) in enumerate(zip(before, after, strict=True))
    ]
    greatest = max(swings, key=lambda swing: swing.points)
    return greatest if greatest.points > 0 else None
