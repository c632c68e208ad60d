"""What one evening brings: a place in its final table becomes points of the series.

A place that several share brings each of them the mean of the places they take together, as an
exact fraction. A team's points go to each of its players in full. Who never sat at a table has no
result, though the place stays taken.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from league.series.inputs import SCALED_TO, EveningSide, Guests, SeriesTerms


@dataclass(frozen=True, slots=True)
class EveningResult:
    """What an evening was for a player."""

    entry: str
    place: int
    shared_by: int  # entries on this place, the own one among them
    of: int  # entries in the table
    own: Fraction  # points of the evening itself
    points: Fraction  # of the series


def evening_results(
    sides: Sequence[EveningSide], *, terms: SeriesTerms, guests: frozenset[str]
) -> dict[str, EveningResult]:
    """By player. Somebody who is in two teams of an evening has the better one's result."""
    ranked = _without_guests(sides, guests) if terms.guests is Guests.MOVE_UP else sides
    sharing = Counter(side.rank for side in ranked)
    places = {rank: 1 + sum(n for r, n in sharing.items() if r < rank) for rank in sharing}
    if terms.guests is not Guests.MOVE_UP:
        places = {rank: rank for rank in sharing}  # as the evening's own table has them
    top = max((side.points for side in ranked if side.came), default=Fraction(0))
    found: dict[str, EveningResult] = {}
    for side in sorted(ranked, key=lambda side: (-side.rank, side.entry)):
        if not side.came:
            continue
        place, shared_by = places[side.rank], sharing[side.rank]
        points = (
            scaled(side.points, top=top)
            if terms.by_place is None
            else shared_points(terms.by_place, place=place, shared_by=shared_by)
        )
        result = EveningResult(side.entry, place, shared_by, len(ranked), side.points, points)
        found.update(dict.fromkeys(side.players, result))
    return found


def shared_points(numbers: Sequence[int], *, place: int, shared_by: int) -> Fraction:
    """The mean of the places that are taken together; a place without a number brings nothing."""
    taken = numbers[place - 1 : place - 1 + shared_by]
    return Fraction(sum(taken), shared_by)


def scaled(points: Fraction, *, top: Fraction) -> Fraction:
    """A hundred for the most points of the evening, the others in proportion."""
    return max(points, Fraction(0)) * SCALED_TO / top if top > 0 else Fraction(0)


def _without_guests(sides: Sequence[EveningSide], guests: frozenset[str]) -> list[EveningSide]:
    """A team stays while one of its players is no guest."""
    return [side for side in sides if not guests.issuperset(side.players)]
