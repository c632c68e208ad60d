"""Why a row of the standings stands where it stands: its rounds, its neighbours, its tiebreaks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _, ngettext

from league.events.queries.deciding import KeysBeside, met_compared, totals_compared
from league.events.queries.standings import Column, Names, RowShown, Value, column_of, row_shown
from league.events.queries.tiebreak_texts import meetings_told, value_written
from league.models import Entry, Match, MatchGame, Round, Stage, Standing
from league.prepositions import spoken
from league.standings.field import Cell
from league.standings.parts import Explanation, ValuePart
from league.standings.points import written_12
from league.standings.queries import (
    explanations,
    lean_rows,
    order_of,
    published_cells,
    published_standing,
)
from league.standings.table import POINTS, parted_by
from league.standings.tiebreaks import TIEBREAKS

_AROUND = 8  # rows to either side: ties that are told by name are shorter


@dataclass(frozen=True)
class GameBehind:
    """A table behind a number: where to see its result, and its record."""

    match: str
    table: int
    grade: str  # how sure the result is, once it is accepted
    records: tuple[str, ...] = ()  # the versions that count, which have a record


@dataclass(frozen=True)
class RoundExplained:
    """What a round was for an entry."""

    cell: Cell
    title: str  # what the round is called, or the game
    played: GameBehind | None
    opponents: tuple[tuple[str, str], ...]  # id and name


@dataclass(frozen=True)
class PartExplained:
    """What one opponent, round or game brings to a value, in words."""

    part: ValuePart
    text: str
    cut: str  # why it does not count; empty: it does
    played: GameBehind | None


@dataclass(frozen=True)
class TiebreakExplained:
    """A value opened into what it is made of."""

    column: Column
    value: Value
    told: str  # the value as people read it
    how: str  # how the parts make the value
    parts: tuple[PartExplained, ...]
    explanation: Explanation
    decides: bool = False  # it parts the row from a neighbour


@dataclass(frozen=True)
class Neighbour:
    """Who stands next to a row, and in what the two differ."""

    entry: str
    name: str
    rank: int
    key: str  # POINTS or a tiebreak's; empty: they share the rank
    by: str = ""  # the tiebreak's label
    theirs: Value = ()
    own: Value = ()
    theirs_told: str = ""  # as people read them
    own_told: str = ""
    compared: tuple[KeysBeside, ...] = ()  # what decided, in the game's own pictures

    @property
    def orders_alone(self) -> bool:
        """By what orders the table in place of points."""
        return bool(self.key) and self.key != POINTS and TIEBREAKS[self.key].instead_of_points


@dataclass(frozen=True)
class RowExplained:
    """An entry's row round by round, and why it stands where it stands."""

    shown: RowShown
    after_round: int
    rounds: tuple[RoundExplained, ...]
    tiebreaks: tuple[TiebreakExplained, ...]
    above: Neighbour | None
    below: Neighbour | None
    has_rounds: bool = True

    @property
    def is_current(self) -> bool:
        """The table has what the results give now. If not, a newer one is on its way."""
        values = self.shown.row.values
        return all(t.value == values.get(t.column.key, t.value) for t in self.tiebreaks)


def row_explained(
    entry: Entry,
    *,
    stage: Stage,
    names: Names,
    after_round: int | None = None,
    keys: Sequence[str] | None = None,
) -> RowExplained | None:
    """Nothing for an entry that is not in the standings. `keys`: other tiebreaks than its own."""
    standing = published_standing(stage, after_round=after_round)
    at = order_of(standing).positions().get(entry.pk) if standing else None
    if standing is None or at is None:
        return None
    columns = [column_of(TIEBREAKS[key]) for key in (stage.chain if keys is None else keys)]
    rows = _rows_near(stage, standing, at, columns=columns, names=names)
    cells = published_cells(stage, entries=[entry.pk], up_to=standing.after_round)
    above, below = (
        _neighbour(rows[beside], rows[at], stage=stage, cells=cells.get(entry.pk, ()))
        if beside in rows
        else None
        for beside in (at - 1, at + 1)
    )
    explained = explanations(
        stage,
        entry=entry.pk,
        after_round=standing.after_round,
        keys=[column.key for column in columns],
    )
    behind = _tables_behind(cells.get(entry.pk, ()), explained)
    explainer = _Explainer(names, behind, stage)
    deciding = {beside.key for beside in (above, below) if beside}
    return RowExplained(
        shown=rows[at],
        after_round=standing.after_round,
        rounds=tuple(map(explainer.round, cells.get(entry.pk, ()))),
        tiebreaks=tuple(
            explainer.tiebreak(column, explanation, shown=rows[at], decides=column.key in deciding)
            for column, explanation in zip(columns, explained, strict=True)
        ),
        above=above,
        below=below,
        has_rounds=stage.format.has_rounds,
    )


def _rows_near(
    stage: Stage, standing: Standing, at: int, *, columns: Sequence[Column], names: Names
) -> dict[int, RowShown]:
    """The row and those beside it, by their places in the table."""
    around = range(max(0, at - _AROUND), min(standing.size, at + _AROUND + 1))
    rows = dict(zip(around, lean_rows(standing, positions=around), strict=True))
    met = meetings_told(
        list(rows.values()), stage=stage, names=names, after_round=standing.after_round
    )
    return {
        place: row_shown(rows[place], columns=columns, names=names, met=met)
        for place in (at - 1, at, at + 1)
        if place in rows
    }


def _neighbour(
    other: RowShown, own: RowShown, *, stage: Stage, cells: Sequence[Cell]
) -> Neighbour | None:
    """Nothing where another group begins. `cells`: what each round gave to the row."""
    if other.row.group != own.row.group:
        return None
    upper, lower = (other, own) if other.row.rank < own.row.rank else (own, other)
    key = parted_by(upper.row.with_rounds(()), lower.row.with_rounds(()))
    told = written_12 if key == POINTS else None
    return Neighbour(
        entry=other.row.entry,
        name=other.name,
        rank=other.row.rank,
        key=key,
        by=_(TIEBREAKS[key].label) if key and key != POINTS else "",
        theirs=other.row.values.get(key, ()),
        own=own.row.values.get(key, ()),
        theirs_told=told(other.row.points_12) if told else other.told(key),
        own_told=told(own.row.points_12) if told else own.told(key),
        compared=_compared(key, other, own, stage=stage, cells=cells),
    )


def _compared(
    key: str, other: RowShown, own: RowShown, *, stage: Stage, cells: Sequence[Cell]
) -> tuple[KeysBeside, ...]:
    if key == "GAME":
        return totals_compared(stage, other.row.values.get(key, ()), own.row.values.get(key, ()))
    if key != "DE":
        return ()
    met = [cell.match for cell in cells if other.row.entry in cell.opponents and cell.match]
    return met_compared(met, own=own.row.entry, other=other.row.entry)


def _tables_behind(cells: Iterable[Cell], reasons: Iterable[Explanation]) -> dict[str, GameBehind]:
    """The tables that are named in rounds or in values, by two queries."""
    parts = (part for reason in reasons for part in reason.parts)
    named = {cell.match for cell in cells} | {part.match for part in parts}
    matches = {match for match in named if match}
    records: dict[str, list[str]] = {match: [] for match in matches}
    counting = MatchGame.objects.filter(match__in=matches, result__submission__record__gt="")
    for match, submission in counting.order_by("number").values_list("match", "result__submission"):
        records[match].append(submission)
    return {
        match: GameBehind(match, table, grade, tuple(records[match]))
        for match, table, grade in Match.objects.filter(pk__in=matches).values_list(
            "pk", "table", "grade"
        )
    }


@dataclass(frozen=True)
class _Explainer:
    """Puts explanations into words, with names and the tables behind them."""

    names: Names
    tables: Mapping[str, GameBehind]
    stage: Stage

    def round(self, cell: Cell) -> RoundExplained:
        opponents = tuple((other, self.names[other]) for other in cell.opponents)
        title = Round(stage=self.stage, number=cell.round).title
        return RoundExplained(cell, title, self.tables.get(cell.match or ""), opponents)

    def tiebreak(
        self, column: Column, explanation: Explanation, *, shown: RowShown, decides: bool
    ) -> TiebreakExplained:
        return TiebreakExplained(
            column=column,
            value=explanation.value,
            told=shown.told(column.key) or value_written(explanation.value),
            how=_(explanation.words) % {"divisor": explanation.divisor},
            parts=tuple(map(self._part, explanation.parts)),
            explanation=explanation,
            decides=decides,
        )

    def _part(self, part: ValuePart) -> PartExplained:
        gaps = {
            **{name: value_written((value,)) for name, value in part.gaps.items()},
            "amount": value_written(part.amount),
            "round": part.round,
            "opponent": self.names.get(part.opponent or "", ""),
        }
        counted = part.counted_words
        words = ngettext(*counted) if counted else _(part.words)
        if part.why.of_game and not self.stage.format.has_rounds:
            words = _(part.why.of_game)
        cut = _(part.cut_words) if part.cut_words else ""
        return PartExplained(part, spoken(words % gaps), cut, self.tables.get(part.match or ""))
