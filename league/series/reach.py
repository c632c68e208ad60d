"""What everybody can still reach: bounds that hold whatever the evenings left bring.

Nobody gets less than what is finished gives now, and nobody more than a win in every evening left.
Several together get no more than the best places of these evenings, so that not all who could pass
somebody can do so at once. Otherwise combinations are thought possible that exclude each other: the
bounds are sometimes wider than need be and never too narrow. They are for the evenings that are
planned, and for those who are in the table now: a newcomer may still come between.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import lcm

from league.series.inputs import Evening, EveningState, SeriesTerms
from league.series.table import SeriesTable, series_table

MOST_IN_TEAM = 2  # who get the points of a place in full, each of them


@dataclass(frozen=True, slots=True)
class SeriesReach:
    """The most points, and the range of final ranks."""

    least: Fraction
    most: Fraction
    best: int
    worst: int  # among those who are in the table now
    newcomers_may_pass: bool

    @property
    def is_sure_of_first(self) -> bool:
        """Nobody can end above any more, not even somebody new."""
        return self.worst == 1 and not self.newcomers_may_pass


def evenings_left(evenings: Sequence[Evening], *, terms: SeriesTerms) -> int:
    """Those listed that are not finished, and those planned that are not listed yet."""
    unfinished = sum(evening.state is not EveningState.FINISHED for evening in evenings)
    return unfinished + max((terms.planned or 0) - len(evenings), 0)


def reaches(
    table: SeriesTable, evenings: Sequence[Evening], *, terms: SeriesTerms, guests: frozenset[str]
) -> dict[str, SeriesReach]:
    """By player, for every row of the table."""
    left = evenings_left(evenings, terms=terms)
    if not left:
        return {
            row.player: SeriesReach(
                row.total, row.total, row.rank, row.rank, newcomers_may_pass=False
            )
            for row in table.rows
        }
    finished = [evening for evening in evenings if evening.state is EveningState.FINISHED]
    so_far = {
        row.player: ([cell.result.points for cell in row.cells], row.bonus)
        for row in series_table(finished, terms=terms, guests=guests).rows
    }
    span = {
        row.player: _span(*so_far.get(row.player, ([], 0)), left=left, terms=terms)
        for row in table.rows
    }
    _nothing, newcomer = _span([], 0, left=left, terms=terms)
    least = sorted(low for low, _high in span.values())
    most = sorted(high for _low, high in span.values())
    passing = Passing.of(least, left=left, terms=terms)
    return {
        player: SeriesReach(
            least=low,
            most=high,
            best=1 + len(least) - bisect_right(least, high),
            worst=passing.at_once(low, among=len(most) - bisect_left(most, low)),
            newcomers_may_pass=newcomer >= low,
        )
        for player, (low, high) in span.items()
    }


@dataclass(frozen=True, slots=True)
class Passing:
    """How many can pass somebody, given that they share the places of the evenings left.

    In whole parts of a point, since these are added up for everybody.
    """

    parts: int  # of a point
    least: tuple[int, ...]  # what they have for certain, the most first
    together: tuple[int, ...]  # what so many, from none on, can get from places at most
    bonus: int  # what one gets by coming to all evenings left

    @classmethod
    def of(cls, least: Sequence[Fraction], *, left: int, terms: SeriesTerms) -> "Passing":
        parts = lcm(*(share.denominator for share in least))
        evening = _most_together(len(least), terms=terms)
        return cls(
            parts=parts,
            least=tuple(sorted((int(share * parts) for share in least), reverse=True)),
            together=tuple(left * points * parts for points in evening),
            bonus=left * terms.bonus * parts,
        )

    def at_once(self, low: Fraction, *, among: int) -> int:
        """How many can end with `low` or more, those who have just that for certain included.

        Those who have most need least. Each further one needs more, and finds less left to get.
        """
        goal, needed = int(low * self.parts) - self.bonus, 0
        for others in range(among):
            needed += max(goal - self.least[others], 0)
            if needed > self.together[others]:
                return others
        return among


def _span(
    points: Sequence[Fraction], bonus: int, *, left: int, terms: SeriesTerms
) -> tuple[Fraction, Fraction]:
    """With nothing more, and with a win in every evening left."""
    wins = [Fraction(terms.most_of_evening)] * left
    return (
        _best_of(points, terms.best) + bonus,
        _best_of([*points, *wins], terms.best) + bonus + terms.bonus * left,
    )


def _best_of(points: Sequence[Fraction], best: int | None) -> Fraction:
    return sum(sorted(points, reverse=True)[:best], Fraction(0))


def _most_together(players: int, *, terms: SeriesTerms) -> list[int]:
    """What so many players, from none on, can get at most in one evening, the bonus apart."""
    if terms.by_place is None:  # those with the most get all, however many they are
        return [terms.most_of_evening * number for number in range(players + 1)]
    places = sorted(terms.by_place, reverse=True)
    taken = [points for points in places for _ in range(MOST_IN_TEAM)][:players]
    return list(accumulate(taken + [0] * (players - len(taken)), initial=0))
