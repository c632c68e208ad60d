"""Standings as cross tables: everybody against everybody, or round by round."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from league.events.queries.standings import RowShown, StandingsTable
from league.standings.field import Cell


@dataclass(frozen=True)
class CrossRow:
    """A row of a cross table: against each of the others, every meeting; None: oneself."""

    shown: RowShown
    against: tuple[tuple[Cell, ...] | None, ...]


@dataclass(frozen=True)
class RoundCell:
    """A round of an entry, the others at the table by their ranks."""

    cell: Cell
    others: tuple[int, ...]


@dataclass(frozen=True)
class RoundsRow:
    shown: RowShown
    rounds: tuple[RoundCell, ...]
    missing: range = range(0)  # columns that others have filled, where there are no rounds


def cross_tables(table: StandingsTable) -> dict[str, list[CrossRow]]:
    """One for each group, by its name; without groups one for all, without a name."""
    groups = groupby(table.rows, lambda shown: shown.row.group)
    return {group: _cross_table(list(members)) for group, members in groups}


def _cross_table(members: Sequence[RowShown]) -> list[CrossRow]:
    """Everybody against everybody, in the order of the standings."""
    order = [shown.row.entry for shown in members]
    rows = []
    for shown in members:
        met: dict[str, list[Cell]] = defaultdict(list)
        for cell in shown.cells:
            for other in cell.opponents:
                met[other].append(cell)
        against = (
            None if other == shown.row.entry else tuple(met.get(other, ())) for other in order
        )
        rows.append(CrossRow(shown, tuple(against)))
    return rows


def table_by_rounds(table: StandingsTable, *, ranks: dict[str, int]) -> list[RoundsRow]:
    """Whom each met in which round, in the order of the standings. `ranks`: of all entries."""
    return [
        RoundsRow(
            shown,
            tuple(
                RoundCell(cell, tuple(ranks[other] for other in cell.opponents if other in ranks))
                for cell in shown.cells
            ),
        )
        for shown in table.rows
    ]
