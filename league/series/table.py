"""The table of a series: which evenings count for whom, the totals, and the order.

A pure function of the evenings and the terms. The order: more points; then more counted first
places, second places and so on; then the better place in the last evening that counts; then a
shared rank.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

from league.series.inputs import Evening, Guests, SeriesTerms
from league.series.points import EveningResult, evening_results

NOWHERE = 10**6  # stands for no place, behind every real one


class Use(StrEnum):
    """What becomes of a result."""

    COUNTED = "counted"
    DROPPED = "dropped"  # others were better, and only so many count
    WAITING = "waiting"  # of an evening that is still being played


@dataclass(frozen=True, slots=True)
class EveningCell:
    """An evening of a player."""

    evening: str
    result: EveningResult
    use: Use

    @property
    def counts(self) -> bool:
        return self.use is Use.COUNTED


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """A player in the table."""

    rank: int  # shared: 1, 2, 2, 4; 0: a guest, who has none
    player: str
    total: Fraction
    bonus: int
    cells: tuple[EveningCell, ...]  # in the order of the evenings, those that one came to
    last: int  # place in the last evening that counts, or NOWHERE

    @property
    def counted_places(self) -> tuple[int, ...]:
        return tuple(sorted(cell.result.place for cell in self.cells if cell.counts))

    @property
    def order(self) -> tuple[Fraction, tuple[int, ...], int]:
        """The lower comes first. More firsts, then more seconds, …: as sorted places compare."""
        return -self.total, (*self.counted_places, NOWHERE), self.last


@dataclass(frozen=True, slots=True)
class SeriesTable:
    rows: tuple[SeriesRow, ...]
    guests: tuple[SeriesRow, ...] = ()  # kept out of the table, with what they scored


def series_table(
    evenings: Sequence[Evening], *, terms: SeriesTerms, guests: frozenset[str]
) -> SeriesTable:
    """Everybody who came to an evening that counts. Equal rows stand in the order of ids."""
    results = {
        evening.id: evening_results(evening.sides, terms=terms, guests=guests)
        for evening in evenings
    }
    counting = [evening.id for evening in evenings if terms.counts(evening)]
    known = {player for evening in counting for player in results[evening]}
    rows = {player: _row(player, evenings, results, terms=terms) for player in sorted(known)}
    inside = [
        row for player, row in rows.items() if terms.guests is Guests.COUNT or player not in guests
    ]
    # Where the others move up, guests have no place, and so nothing to show.
    outside = [
        row for player, row in rows.items() if terms.guests is Guests.APART and player in guests
    ]
    return SeriesTable(_ranked(inside), tuple(sorted(outside, key=lambda row: row.order)))


def counted_results(results: Mapping[str, EveningResult], *, best: int | None) -> set[str]:
    """The evenings that count: most points; of equal ones the better place, then the later one."""
    listed = list(results)
    by_worth = sorted(
        listed,
        key=lambda evening: (
            -results[evening].points,
            results[evening].place,
            -listed.index(evening),
        ),
    )
    return set(by_worth[:best])


def _row(
    player: str,
    evenings: Sequence[Evening],
    results: Mapping[str, Mapping[str, EveningResult]],
    *,
    terms: SeriesTerms,
) -> SeriesRow:
    came = [evening for evening in evenings if player in results[evening.id]]
    in_total = {each.id: results[each.id][player] for each in came if terms.counts(each)}
    counted = counted_results(in_total, best=terms.best)
    bonus = terms.bonus * len(in_total)
    ended = [evening for evening in evenings if terms.counts(evening)]
    last = results[ended[-1].id].get(player) if ended else None
    return SeriesRow(
        rank=0,
        player=player,
        total=sum((in_total[each].points for each in counted), Fraction(bonus)),
        bonus=bonus,
        cells=tuple(
            EveningCell(each.id, results[each.id][player], _use(each, terms=terms, counted=counted))
            for each in came
        ),
        last=last.place if last else NOWHERE,
    )


def _use(evening: Evening, *, terms: SeriesTerms, counted: set[str]) -> Use:
    if not terms.counts(evening):
        return Use.WAITING
    return Use.COUNTED if evening.id in counted else Use.DROPPED


def _ranked(rows: Iterable[SeriesRow]) -> tuple[SeriesRow, ...]:
    ranked: list[SeriesRow] = []
    for _order, equal in groupby(sorted(rows, key=lambda row: row.order), lambda row: row.order):
        rank = len(ranked) + 1
        ranked += [
            SeriesRow(rank, row.player, row.total, row.bonus, row.cells, row.last) for row in equal
        ]
    return tuple(ranked)
