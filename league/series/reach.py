"""What everybody can still reach: bounds that hold whatever the evenings left bring.

Nobody gets less than what is finished gives now, and nobody more than a win in every evening left.
Between these all combinations are thought possible, also those that exclude each other, so that the
bounds are sometimes wider than need be and never too narrow. They are for the evenings that are
planned, and for those who are in the table now: a newcomer may still come between.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from league.series.inputs import Evening, State, Terms
from league.series.table import Table, series_table


@dataclass(frozen=True, slots=True)
class Reach:
    """The most points, and the range of final ranks."""

    least: Fraction
    most: Fraction
    best: int
    worst: int  # among those who are in the table now
    newcomers_may_pass: bool


def evenings_left(evenings: Sequence[Evening], *, terms: Terms) -> int:
    """Those listed that are not finished, and those planned that are not listed yet."""
    unfinished = sum(evening.state is not State.FINISHED for evening in evenings)
    return unfinished + max((terms.planned or 0) - len(evenings), 0)


def reaches(
    table: Table, evenings: Sequence[Evening], *, terms: Terms, guests: frozenset[str]
) -> dict[str, Reach]:
    """By player, for every row of the table."""
    left = evenings_left(evenings, terms=terms)
    if not left:
        return {
            row.player: Reach(row.total, row.total, row.rank, row.rank, newcomers_may_pass=False)
            for row in table.rows
        }
    finished = [evening for evening in evenings if evening.state is State.FINISHED]
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
    return {
        player: Reach(
            least=low,
            most=high,
            best=1 + len(least) - bisect_right(least, high),
            worst=len(most) - bisect_left(most, low),
            newcomers_may_pass=newcomer >= low,
        )
        for player, (low, high) in span.items()
    }


def _span(
    points: Sequence[Fraction], bonus: int, *, left: int, terms: Terms
) -> tuple[Fraction, Fraction]:
    """With nothing more, and with a win in every evening left."""
    wins = [Fraction(terms.most_of_evening)] * left
    return (
        _best_of(points, terms.best) + bonus,
        _best_of([*points, *wins], terms.best) + bonus + terms.bonus * left,
    )


def _best_of(points: Sequence[Fraction], best: int | None) -> Fraction:
    return sum(sorted(points, reverse=True)[:best], Fraction(0))
