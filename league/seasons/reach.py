"""The places that everybody can still end at, best and worst.

Decided here: a range that is true whatever happens, and that results only ever narrow. Each match
to come is worth to each side from nothing to a win, as if all were won or lost apart from each
other; equal points may be parted by tiebreaks either way until nothing is left to play.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PointsAhead:
    """An entry's points now, and what its rounds to come may bring."""

    points_12: int
    least_12: int = 0  # byes to come are sure
    most_12: int = 0


@dataclass(frozen=True, slots=True)
class PlacesInReach:
    best: int
    worst: int


def reaches(outlooks: Mapping[str, PointsAhead]) -> dict[str, PlacesInReach]:
    """The range of final ranks of each entry while something is left to play."""
    floor = {entry: each.points_12 + each.least_12 for entry, each in outlooks.items()}
    ceiling = {entry: each.points_12 + each.most_12 for entry, each in outlooks.items()}
    return {
        entry: PlacesInReach(
            best=1 + sum(floor[other] > ceiling[entry] for other in outlooks if other != entry),
            worst=1 + sum(ceiling[other] >= floor[entry] for other in outlooks if other != entry),
        )
        for entry in outlooks
    }
