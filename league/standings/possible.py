"""Possible final ranks: the best and the worst that each entry can still reach.

The bounds are sound and simple. An entry can gain at most a win in every match that it still has
and in every round to come, and at least nothing; where the rounds to come are known, only in the
matches that it has there. Those who surely end with more points are above; those who can still end
with as many may be. Near the end of a schedule for two, every way it can go is looked at: of two
who still meet, not both win. They never widen as results come in, since a result only takes away
from what is possible; they do when a result is corrected, a round is added, or somebody enters or
comes back. Once everything is played, they are the rank itself.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain as chained, product

from league.standings.field import Cell, Field
from league.standings.inputs import RoundOutcome
from league.standings.points import Scheme
from league.standings.table import table_of

_MOST_MATCHES = 6  # of which every way is looked at: 4096 ways
Pair = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Possible:
    """Ranks, both included."""

    best: int
    worst: int

    @property
    def is_settled(self) -> bool:
        return self.best == self.worst


@dataclass(frozen=True, slots=True)
class RoundAhead:
    """A round that is known before it is drawn."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Reach:
    """The points that an entry can end with."""

    least_12: int
    most_12: int


def possible_ranks(
    field: Field,
    *,
    rounds_planned: int,
    chain: Sequence[str] = (),
    gone: frozenset[str] = frozenset(),
    ahead: Sequence[RoundAhead] | None = None,
) -> dict[str, Possible]:
    """By entry. `gone`: those who withdrew and play no more rounds; `ahead`: the rounds to come."""
    to_come = max(rounds_planned - len(field.numbers), 0)
    cells = (cell for row in field.cells.values() for cell in row)
    is_open = to_come or any(cell.outcome is RoundOutcome.PENDING for cell in cells)
    if not is_open:
        rows = table_of(field, chain=chain)
        return {row.entry: Possible(row.rank, row.rank) for row in rows}
    known = ahead if to_come else ()
    matches = None if known is None else _open_matches(field, known)
    if matches is not None:
        return _every_way(field, matches, _byes_12(field.scheme, known or ()))
    possible: dict[str, Possible] = {}
    for members in _groups(field):
        if field.scheme.is_solo:  # a score has no limit
            possible |= dict.fromkeys(members, Possible(1, len(members)))
        else:
            gains = _gains(field.scheme, members, known, to_come=to_come, gone=gone)
            possible |= _ranks({entry: _reach(field, entry, gains[entry]) for entry in members})
    return possible


def _open_matches(field: Field, ahead: Sequence[RoundAhead]) -> list[Pair] | None:
    """Of two each, those under way and those to come; None: too many, or of more than two."""
    if field.scheme.draw_12 is None:
        return None
    pending = {
        (cell.round, cell.match): (entry, *cell.opponents)
        for entry, row in field.cells.items()
        for cell in row
        if cell.outcome is RoundOutcome.PENDING
    }
    matches = [*pending.values(), *chained.from_iterable(round_.tables for round_ in ahead)]
    is_told = len(matches) <= _MOST_MATCHES and all(len(match) == 2 for match in matches)
    return matches if is_told else None


def _every_way(
    field: Field, matches: Sequence[Pair], byes_12: Mapping[str, int]
) -> dict[str, Possible]:
    """Each match may be won by one, drawn, or lost by both who do not come."""
    scheme = field.scheme
    (win_12, loss_12), draw_12 = scheme.row_12(2), scheme.draw_12 or 0
    ends = {(win_12, loss_12), (loss_12, win_12), (draw_12, draw_12), (win_12, 0), (0, win_12)}
    base = {entry: p + byes_12.get(entry, 0) for entry, p in field.points_12.items()}
    best = dict.fromkeys(base, len(base))
    worst = dict.fromkeys(base, 1)
    for way in product((*ends, (0, 0)), repeat=len(matches)):
        points = dict(base)
        for (first, second), (own_12, other_12) in zip(matches, way, strict=True):
            points[first] += own_12
            points[second] += other_12
        for members in _groups(field):
            ranks = _ranks({entry: _Reach(points[entry], points[entry]) for entry in members})
            for entry, rank in ranks.items():
                best[entry] = min(best[entry], rank.best)
                worst[entry] = max(worst[entry], rank.worst)
    return {entry: Possible(best[entry], worst[entry]) for entry in base}


def _byes_12(scheme: Scheme, ahead: Sequence[RoundAhead]) -> dict[str, int]:
    byes = [entry for round_ in ahead for entry in round_.byes]
    return {entry: scheme.bye_12 * byes.count(entry) for entry in byes}


def _gains(
    scheme: Scheme,
    members: Sequence[str],
    ahead: Sequence[RoundAhead] | None,
    *,
    to_come: int,
    gone: frozenset[str],
) -> dict[str, _Reach]:
    """What the rounds to come bring, at least and at most."""
    if ahead is None:
        most_12 = to_come * _most_12(scheme)
        return {entry: _Reach(0, 0 if entry in gone else most_12) for entry in members}
    byes_12 = _byes_12(scheme, ahead)
    wins_12 = dict.fromkeys(members, 0)
    for table in chained.from_iterable(round_.tables for round_ in ahead):
        for entry in table:
            wins_12[entry] += scheme.win_12(len(table))
    sure = {entry: byes_12.get(entry, 0) for entry in members}
    return {entry: _Reach(sure[entry], sure[entry] + wins_12[entry]) for entry in members}


def _groups(field: Field) -> Iterator[list[str]]:
    groups: dict[str, list[str]] = {}
    for entry in field.inputs.entries:
        groups.setdefault(entry.group, []).append(entry.id)
    yield from groups.values()


def _reach(field: Field, entry: str, gain: _Reach) -> _Reach:
    now_12 = field.points_12[entry]
    open_12 = sum(_open_12(cell, field.scheme) for cell in field.cells[entry])
    return _Reach(now_12 + gain.least_12, now_12 + open_12 + gain.most_12)


def _open_12(cell: Cell, scheme: Scheme) -> int:
    """What a match can still bring."""
    is_open = cell.outcome is RoundOutcome.PENDING
    return scheme.win_12(1 + len(cell.opponents)) if is_open else 0


def _most_12(scheme: Scheme) -> int:
    """The most that one round can bring, at whatever table, or by sitting out."""
    wins = [row[0] for row in scheme.rows_12]
    return max(*wins, scheme.bye_12, scheme.half_bye_12)


def _ranks(reaches: Mapping[str, _Reach]) -> dict[str, Possible]:
    least = sorted(reach.least_12 for reach in reaches.values())
    most = sorted(reach.most_12 for reach in reaches.values())
    number = len(reaches)
    return {
        entry: Possible(
            best=1 + number - bisect_right(least, reach.most_12),
            worst=number - bisect_left(most, reach.least_12),  # itself among them
        )
        for entry, reach in reaches.items()
    }
