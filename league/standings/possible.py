"""Possible final ranks: the best and the worst that each entry can still reach.

The bounds are sound and simple. An entry can gain at most a win in every match that it still has
and in every round to come, and at least nothing. Those who surely end with more points are
above; those who can still end with as many may be. They never widen as results come in, since a
result only takes away from what is possible; they do when a result is corrected, a round is added,
or somebody enters or comes back. Once everything is played, they are the rank itself.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from league.standings.field import Cell, Field
from league.standings.inputs import RoundOutcome
from league.standings.points import Scheme
from league.standings.table import table_of


@dataclass(frozen=True, slots=True)
class Possible:
    """Ranks, both included."""

    best: int
    worst: int

    @property
    def is_settled(self) -> bool:
        return self.best == self.worst


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
) -> dict[str, Possible]:
    """By entry. `gone`: those who withdrew and play no more rounds."""
    to_come = max(rounds_planned - len(field.numbers), 0)
    cells = (cell for row in field.cells.values() for cell in row)
    is_open = to_come or any(cell.outcome is RoundOutcome.PENDING for cell in cells)
    if not is_open:
        rows = table_of(field, chain=chain)
        return {row.entry: Possible(row.rank, row.rank) for row in rows}
    possible: dict[str, Possible] = {}
    for members in _groups(field):
        if field.scheme.is_solo:  # a score has no limit
            possible |= dict.fromkeys(members, Possible(1, len(members)))
        else:
            reaches = {
                entry: _reach(field, entry, 0 if entry in gone else to_come) for entry in members
            }
            possible |= _ranks(reaches)
    return possible


def _groups(field: Field) -> Iterator[list[str]]:
    groups: dict[str, list[str]] = {}
    for entry in field.inputs.entries:
        groups.setdefault(entry.group, []).append(entry.id)
    yield from groups.values()


def _reach(field: Field, entry: str, to_come: int) -> _Reach:
    least_12 = field.points_12[entry]
    open_12 = sum(_open_12(cell, field.scheme) for cell in field.cells[entry])
    return _Reach(least_12, least_12 + open_12 + to_come * _most_12(field.scheme))


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
