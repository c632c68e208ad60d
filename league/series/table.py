"""The table of a series: what each evening brings, which evenings count for whom, and the order.

A place in an evening's final table becomes points of the series; why one row stands above another
is the first thing in which the two differ.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

from league.series.inputs import SCALED_TO, Evening, EveningSide, Guests, SeriesTerms

NOWHERE = 10**6  # stands for no place, behind every real one


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
    results: dict[str, EveningResult] = {}
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
        results.update(dict.fromkeys(side.players, result))
    return results


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
    in_total = {e.id: results[e.id][player] for e in came if terms.counts(e)}
    counted = counted_results(in_total, best=terms.best)
    bonus = terms.bonus * len(in_total)
    ended = [evening for evening in evenings if terms.counts(evening)]
    last = results[ended[-1].id].get(player) if ended else None
    return SeriesRow(
        rank=0,
        player=player,
        total=sum((in_total[evening].points for evening in counted), Fraction(bonus)),
        bonus=bonus,
        cells=tuple(
            EveningCell(e.id, results[e.id][player], _use(e, terms=terms, counted=counted))
            for e in came
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
