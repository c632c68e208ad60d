"""Standings as readers see them: with names, columns in words, and why a row is where it is."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.models import Entry, Stage
from league.standings.explain import parted_by
from league.standings.field import Cell
from league.standings.inputs import RoundOutcome
from league.standings.queries import published_rows, rounds_with_standings
from league.standings.table import Exact, Row
from league.standings.tiebreaks import Tiebreak, tiebreaks_of

Names = Mapping[str, str]
Value = tuple[Exact, ...]


@dataclass(frozen=True)
class Column:
    """A tiebreak of the event's chain in the reader's language."""

    key: str
    label: str
    words: str


@dataclass(frozen=True)
class RowShown:
    row: Row
    name: str

    @property
    def values(self) -> list[Value]:
        return list(self.row.values.values())


@dataclass(frozen=True)
class Table:
    """Standings after a round, as they were published."""

    columns: tuple[Column, ...]
    rows: tuple[RowShown, ...]
    after_round: int  # 0: nothing was played yet

    @property
    def is_complete(self) -> bool:
        """No table is still being played."""
        cells = (cell for shown in self.rows for cell in shown.row.cells)
        return all(cell.outcome is not RoundOutcome.PENDING for cell in cells)

    @property
    def has_results(self) -> bool:
        """Some table has ended; before that everybody has nothing, but for byes."""
        cells = (cell for shown in self.rows for cell in shown.row.cells)
        return any(cell.match and cell.outcome is not RoundOutcome.PENDING for cell in cells)


@dataclass(frozen=True)
class Above:
    """Who stands next above a row, and in what the two differ."""

    name: str
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
    rounds: tuple[RoundExplained, ...]
    tiebreaks: tuple[tuple[Column, Value], ...]
    above: Above | None


@dataclass(frozen=True)
class CrossRow:
    """A row of a cross table: against each of the others, every meeting; None: oneself."""

    shown: RowShown
    against: tuple[tuple[Cell, ...] | None, ...]


def table_after(stage: Stage, *, names: Names, after_round: int | None = None) -> Table:
    """The standings after a round, or the latest ones."""
    rows = published_rows(stage, after_round=after_round)
    return Table(
        columns=columns_of(stage),
        rows=tuple(RowShown(row, names[row.entry]) for row in rows if row.entry in names),
        after_round=max((cell.round for row in rows for cell in row.cells), default=0),
    )


def columns_of(stage: Stage) -> tuple[Column, ...]:
    return tuple(map(_column, tiebreaks_of(stage.chain)))


def chosen_round(stage: Stage, wanted: str) -> int | None:
    """The round after which a reader wants the standings; None: the latest."""
    known = rounds_with_standings(stage)
    return int(wanted) if wanted.isdecimal() and int(wanted) in known else None


def row_explained(
    entry: Entry, *, stage: Stage, names: Names, after_round: int | None = None
) -> RowExplained | None:
    """Nothing for an entry that is not in the standings."""
    table = table_after(stage, names=names, after_round=after_round)
    at = next((n for n, each in enumerate(table.rows) if each.row.entry == entry.pk), None)
    if at is None:
        return None
    shown = table.rows[at]
    matches = {
        match: (table, grade)
        for match, table, grade in entry.event.matches.filter(seats__entry=entry).values_list(
            "pk", "table", "grade"
        )
    }
    return RowExplained(
        shown=shown,
        rounds=tuple(_round_explained(cell, matches, names) for cell in shown.row.cells),
        tiebreaks=tuple(zip(table.columns, shown.values, strict=True)),
        above=_above(table.rows[at - 1], shown, table.columns) if at else None,
    )


def cross_table(table: Table) -> list[CrossRow]:
    """Everybody against everybody, in the order of the standings."""
    order = [shown.row.entry for shown in table.rows]
    rows = []
    for shown in table.rows:
        met: dict[str, list[Cell]] = defaultdict(list)
        for cell in shown.row.cells:
            for other in cell.opponents:
                met[other].append(cell)
        against = (
            None if other == shown.row.entry else tuple(met.get(other, ())) for other in order
        )
        rows.append(CrossRow(shown, tuple(against)))
    return rows


def _round_explained(
    cell: Cell, matches: Mapping[str, tuple[int, str]], names: Names
) -> RoundExplained:
    opponents = tuple((other, names[other]) for other in cell.opponents)
    table, grade = matches.get(cell.match or "", (None, ""))
    return RoundExplained(cell, table, opponents, grade)


def _above(upper: RowShown, lower: RowShown, columns: Sequence[Column]) -> Above:
    key = parted_by(upper.row, lower.row)
    label = {column.key: column.label for column in columns}.get(key, key)
    values = (each.row.values.get(key, ()) for each in (upper, lower))
    return Above(upper.name, label, *values)


def _column(tiebreak: Tiebreak) -> Column:
    return Column(tiebreak.key, _(tiebreak.label), _(tiebreak.words))
