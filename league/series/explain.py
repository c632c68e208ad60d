"""Why one row of a series stands above another: the first thing in which the two differ."""

from dataclasses import dataclass
from enum import StrEnum

from league.series.table import NOWHERE, SeriesRow


class By(StrEnum):
    POINTS = "points"
    PLACES = "places"
    LAST = "last"
    NOTHING = "nothing"  # they share the rank


@dataclass(frozen=True, slots=True)
class Parted:
    """`place`: the one that the upper row counts more often."""

    by: By
    place: int = 0
    upper: int = 0  # how often, or the place in the last evening; 0: was not there
    lower: int = 0


def parted_by(upper: SeriesRow, lower: SeriesRow) -> Parted:
    if upper.total != lower.total:
        return Parted(By.POINTS)
    theirs, own = upper.counted_places, lower.counted_places
    for place in sorted({*theirs, *own}):
        if theirs.count(place) != own.count(place):
            return Parted(By.PLACES, place, theirs.count(place), own.count(place))
    if upper.last != lower.last:
        return Parted(By.LAST, upper=_place(upper.last), lower=_place(lower.last))
    return Parted(By.NOTHING)


def _place(last: int) -> int:
    return 0 if last == NOWHERE else last
