"""Why a row of the standings stands where it stands: its rounds, its neighbours, its tiebreaks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.events.queries.standings import (
    Column,
    Names,
    RowShown,
    Value,
    columns_of,
    row_shown,
)
from league.models import Entry, Stage
from league.standings.explain import parted_by
from league.standings.field import Cell
from league.standings.queries import lean_rows, order_of, published, published_cells


@dataclass(frozen=True)
class Neighbour:
    """Who stands next to a row, and in what the two differ."""

    entry: str
    name: str
    rank: int
    by: str  # POINTS or a column's label; empty: they share the rank
    theirs: Value = ()
    own: Value = ()


@dataclass(frozen=True)
class RoundExplained:
    """What a round was for an entry."""

    cell: Cell
    table: int | None
    opponents: tuple[tuple[str, str], ...]  # id and name
    grade: str = ""  # how sure the result is, once it is accepted


@dataclass(frozen=True)
class RowExplained:
    """An entry's row round by round, and why it stands where it stands."""

    shown: RowShown
    after_round: int
    rounds: tuple[RoundExplained, ...]
    tiebreaks: tuple[tuple[Column, Value], ...]
    above: Neighbour | None
    below: Neighbour | None


def row_explained(
    entry: Entry, *, stage: Stage, names: Names, after_round: int | None = None
) -> RowExplained | None:
    """Nothing for an entry that is not in the standings."""
    standing = published(stage, after_round=after_round)
    at = order_of(standing).positions().get(entry.pk) if standing else None
    if standing is None or at is None:
        return None
    near = [each for each in (at - 1, at, at + 1) if 0 <= each < standing.size]
    columns = columns_of(stage)
    rows = {
        place: row_shown(row, columns=columns, names=names)
        for place, row in zip(near, lean_rows(standing, positions=near), strict=True)
    }
    shown = rows[at]
    cells = published_cells(stage, entries=[entry.pk], up_to=standing.after_round)
    return RowExplained(
        shown=shown,
        after_round=standing.after_round,
        rounds=_rounds_explained(entry, cells.get(entry.pk, ()), names=names),
        tiebreaks=tuple(zip(columns, shown.values, strict=True)),
        above=_neighbour(rows[at - 1], shown, columns) if at - 1 in rows else None,
        below=_neighbour(rows[at + 1], shown, columns) if at + 1 in rows else None,
    )


def _rounds_explained(
    entry: Entry, cells: Sequence[Cell], *, names: Names
) -> tuple[RoundExplained, ...]:
    matches = {
        match: (table, grade)
        for match, table, grade in entry.event.matches.filter(seats__entry=entry).values_list(
            "pk", "table", "grade"
        )
    }
    return tuple(_round_explained(cell, matches, names) for cell in cells)


def _round_explained(
    cell: Cell, matches: Mapping[str, tuple[int, str]], names: Names
) -> RoundExplained:
    opponents = tuple((other, names[other]) for other in cell.opponents)
    table, grade = matches.get(cell.match or "", (None, ""))
    return RoundExplained(cell, table, opponents, grade)


def _neighbour(other: RowShown, own: RowShown, columns: Sequence[Column]) -> Neighbour:
    upper, lower = (other, own) if other.row.rank < own.row.rank else (own, other)
    key = parted_by(upper.row.with_rounds(()), lower.row.with_rounds(()))
    label = {column.key: column.label for column in columns}.get(key, key)
    return Neighbour(
        entry=other.row.entry,
        name=other.name,
        rank=other.row.rank,
        by=label,
        theirs=other.row.values.get(key, ()),
        own=own.row.values.get(key, ()),
    )
