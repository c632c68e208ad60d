"""What an event has to take out as tables: standings, cross table, who plays where, results,
entries.

By public names; officials may ask for full ones (`names=full`). What a page narrows (after which
round, a club, a category, a search), its table narrows by the same words.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _, pgettext

from league.events.queries import standings as shown_standings
from league.events.queries.cross_tables import RoundsRow, cross_tables, table_by_rounds
from league.events.queries.entries import entry_names, listed_entries
from league.events.queries.public import public_rounds
from league.events.queries.stages import (
    final_order,
    rounds_with_tables,
    stage_with_round,
    stages_begun,
)
from league.events.queries.standings import RowShown, StandingsTable
from league.events.queries.tables import RoundShown, cells_of, rounds_shown
from league.exchange.data_table import (
    CellValue,
    DataColumn,
    DataTable,
    file_name,
    filled,
    number,
    score_in,
    text,
)
from league.exchange.queries.statistics_tables import event_statistics_table
from league.formats.contract import Overview
from league.models import Entry, Event, Result, Round, Stage
from league.models.columns import number_in
from league.permissions import Actor, may
from league.standings.field import Cell
from league.standings.inputs import RoundOutcome
from league.standings.points import WHOLE, written_12
from league.standings.queries import published_cells

FULL = "full"
_TO_THE_PUBLIC = (*Entry.TAKING_A_PLACE, Entry.Status.WAITLISTED)


@dataclass(frozen=True)
class TableAsked:
    """Who takes out a table, and what was said about it, by the words of addresses."""

    reader: Actor
    wanted: Mapping[str, str]

    def is_in_full(self, event: Event) -> bool:
        return self.wanted.get("names") == FULL and may(self.reader, "see_as_official", event)

    def names(self, event: Event) -> dict[str, str]:
        """Full ones without the notes of a club: what is taken away is passed on."""
        return entry_names(event, in_full=self.is_in_full(event))


def standings_table(event: Event, asked: TableAsked) -> DataTable:
    stage, table = _standings(event, asked)
    chain = tuple(_tiebreak(at, table) for at in range(len(table.columns)))
    columns = [_rank(), *_group(stage), _name(), _points(), *(column for column, _cell in chain)]
    if table.shows_possible:
        columns += [number("best", _("Best rank")), number("worst", _("Worst rank"))]
    rows = [
        (
            *(row.place, *([row.row.group] if stage.groups else ()), row.name),
            *(_whole(row.row.points_12), *(cell(row) for _column, cell in chain)),
            *((row.row.best, row.row.worst) if table.shows_possible else ()),
        )
        for row in table.rows
    ]
    after = str(table.after_round) if table.choice.after_round else ""
    return _table(event, asked, _("Standings"), columns=columns, rows=rows, part=after)


def overall_table(event: Event, asked: TableAsked) -> DataTable:
    names = asked.names(event)
    stages = {stage.order: stage.title for stage in stages_begun(event)}
    columns = [_rank(), _name(), text("stage", _("Came to"))]
    rows = [
        (final.place, names[final.entry], stages[final.came_to]) for final in final_order(event)
    ]
    return _table(event, asked, _("Over all stages"), columns=columns, rows=rows)


def cross_table(event: Event, asked: TableAsked) -> DataTable:
    """Everybody against everybody where all meet; otherwise round by round."""
    stage, table = _standings(event, asked)
    table = shown_standings.with_rounds(table, stage=stage)
    if stage.format.overview is Overview.CROSS_TABLE:
        columns, rows = _everybody(stage, table)
    else:
        columns, rows = _by_rounds(stage, table)
    return _table(event, asked, _("Cross table"), columns=columns, rows=rows)


def pairings_table(event: Event, asked: TableAsked) -> DataTable:
    """One row for each table, and for everybody who sits out: of a round, or of all."""
    rounds = _rounds(event, asked)
    widest = max((len(table.sides) for each in rounds for table in each.tables), default=2)
    columns = [
        *_of_round(),
        number("table", _("Table")),
        *(text(f"seat_{at}", _("Player %(number)d") % {"number": at}) for at in _upto(widest)),
        text("note", _("Note")),
    ]
    rows = [row for each in rounds for row in _pairings(each, widest=widest)]
    return _table(event, asked, _("Pairings"), columns=columns, rows=rows, part=_round_in(asked))


def results_table(event: Event, asked: TableAsked) -> DataTable:
    """One row for each entry at a table."""
    rounds = _rounds(event, asked)
    sides = [side for each in rounds for table in each.tables for side in table.sides]
    games = max((len(side.scores) for side in sides), default=1) or 1
    scores = (
        [number("score", _("Score"))]
        if games == 1
        else [number(f"score_{at}", _("Game %(number)d") % {"number": at}) for at in _upto(games)]
    )
    columns = [
        *_of_round(),
        number("table", _("Table")),
        *(text("seat", _("Seat")), _name(), *scores),
        *(number("place", _("Place")), _points(), text("state", _("State"))),
        text("evidence", _("Evidence")),
    ]
    rows = [row for each in rounds for row in _results(each, games=games)]
    return _table(event, asked, _("Results"), columns=columns, rows=rows, part=_round_in(asked))


def entries_table(event: Event, asked: TableAsked) -> DataTable:
    """For officials with what the desk knows of them."""
    in_full = asked.is_in_full(event)
    statuses = Entry.Status.values if in_full else _TO_THE_PUBLIC
    listed = listed_entries(
        event,
        in_full=in_full,
        statuses=statuses,
        matching=asked.wanted.get("q", "")[:60],
        with_categories=True,
    )
    columns = [_name(), text("club", _("Club")), text("categories", _("Categories"))]
    columns.append(text("status", _("Status")))
    if in_full:
        columns += [number("seed", _("Starting number")), number("rating", _("Rating"))]
    rows = [
        (
            row.name,
            row.entry.player.club.name if row.entry.player.club else "",
            ", ".join(category.name for category in row.categories),
            row.entry.get_status_display(),
            *((row.entry.seed, row.entry.rating) if in_full else ()),
        )
        for row in listed
    ]
    return _table(event, asked, _("Entries"), columns=columns, rows=rows)


def statistics_table(event: Event, asked: TableAsked) -> DataTable:
    return event_statistics_table(event, asked.wanted)


EventTable = Callable[[Event, TableAsked], DataTable]
EVENT_TABLES: Mapping[str, EventTable] = {
    "standings": standings_table,
    "overall": overall_table,
    "cross": cross_table,
    "pairings": pairings_table,
    "results": results_table,
    "entries": entries_table,
    "statistics": statistics_table,
}


def _table(
    event: Event,
    asked: TableAsked,
    title: str,
    *,
    columns: Sequence[DataColumn],
    rows: Sequence[Sequence[CellValue]],
    part: str = "",
) -> DataTable:
    return DataTable(
        name=file_name(event.name, title, part),
        title=f"{event.name}: {title}",
        columns=tuple(columns),
        rows=rows,
        is_personal=asked.is_in_full(event) or not event.is_public,
    )


def _standings(event: Event, asked: TableAsked) -> tuple[Stage, StandingsTable]:
    stage = stage_with_round(stages_begun(event), number_in(asked.wanted.get("after", "")))
    rounds = rounds_with_tables(event)
    choice = shown_standings.table_chosen(event, stage, rounds=rounds, wanted=asked.wanted)
    names = asked.names(event)
    table = shown_standings.table_page(stage, names=names, choice=choice, per_page=None)
    return stage, table


def _tiebreak(at: int, table: StandingsTable) -> tuple[DataColumn, Callable[[RowShown], CellValue]]:
    """One number to a row is a number; what is several, or is told in words, is text."""
    shown = table.columns[at]
    is_number = shown.key != "DE" and all(len(row.values[at]) <= 1 for row in table.rows)
    if not is_number:
        return text(shown.key, shown.label), lambda row: row.told(shown.key)
    return number(shown.key, shown.label), lambda row: next(map(Fraction, row.values[at]), None)


def _everybody(
    stage: Stage, table: StandingsTable
) -> tuple[list[DataColumn], list[Sequence[CellValue]]]:
    groups = cross_tables(table)
    widest = max(map(len, groups.values()), default=0)
    columns = [_rank(), *_group(stage), _name()]
    columns += [number(f"against_{at}", str(at)) for at in _upto(widest)]
    columns.append(_points())
    rows: list[Sequence[CellValue]] = []
    for group, members in groups.items():
        for at, row in enumerate(members, start=1):
            met = [_met(cells) for cells in row.against]
            met += [None] * (widest - len(met))
            points = _whole(row.shown.row.points_12)
            of_group = [group] if stage.groups else []
            rows.append((at, *of_group, row.shown.name, *met, points))
    return columns, rows


def _met(cells: Sequence[Cell] | None) -> CellValue:
    """Points against somebody: a number for one meeting, else what people read."""
    if cells is None:
        return "×"
    if len(cells) == 1 and cells[0].outcome is not RoundOutcome.PENDING and cells[0].match:
        return f"{written_12(cells[0].points_12)}*" if cells[0].is_forfeit else _points_of(cells[0])
    return " ".join(
        "…"
        if cell.outcome is RoundOutcome.PENDING
        else f"{written_12(cell.points_12)}{'*' if cell.is_forfeit or not cell.match else ''}"
        for cell in cells
    )


def _by_rounds(
    stage: Stage, table: StandingsTable
) -> tuple[list[DataColumn], list[Sequence[CellValue]]]:
    """Two columns for a round: the points, and the ranks of the others at the table."""
    rows = table_by_rounds(table, ranks=shown_standings.ranks_in(stage))
    longest = max((len(row.rounds) for row in rows), default=0)
    columns = [_rank(), *_group(stage), _name(), _points()]
    for at in _numbers(stage, rows, longest=longest):
        said = _("Round %(number)d") % {"number": at}
        against = _("Round %(number)d: against") % {"number": at}
        columns += [number(f"round_{at}", said), text(f"round_{at}_against", against)]
    return columns, [
        (
            *(row.shown.row.rank, *([row.shown.row.group] if stage.groups else ())),
            *(row.shown.name, _whole(row.shown.row.points_12)),
            *(
                value
                for each in row.rounds
                for value in (_points_of(each.cell), " ".join(map(str, each.others)))
            ),
            *(None for _missing in range(2 * (longest - len(row.rounds)))),
        )
        for row in rows
    ]


def _points_of(cell: Cell) -> Fraction | None:
    return None if cell.outcome is RoundOutcome.PENDING else _whole(cell.points_12)


def _numbers(stage: Stage, rows: Sequence[RoundsRow], *, longest: int) -> Sequence[int]:
    """Of rounds; where there are none, of everybody's own games."""
    if rows and stage.format.has_rounds:
        return [each.cell.round for each in rows[0].rounds]
    return range(1, longest + 1)


def _rounds(event: Event, asked: TableAsked) -> list[RoundShown]:
    """Those that are public, with their tables; one if one was asked for."""
    wanted = number_in(asked.wanted.get("round", ""))
    names = asked.names(event)
    shown: list[RoundShown] = []
    for stage in stages_begun(event):
        rounds = [round_ for round_ in _public(stage) if wanted in (None, round_.number)]
        cells = cells_of(published_cells(stage)) if rounds else {}
        shown += rounds_shown(rounds, event=event, names=names, cells=cells)
    return shown


def _public(stage: Stage) -> Sequence[Round]:
    """Where every table is a round by itself, all of them."""
    if stage.format.has_rounds:
        return public_rounds(stage).shown
    rounds = list(stage.rounds.exclude(status=Round.Status.DRAFT).order_by("number"))
    for round_ in rounds:
        round_.stage = stage  # read already
    return rounds


def _round_in(asked: TableAsked) -> str:
    return str(number_in(asked.wanted.get("round", "")) or "")


def _pairings(shown: RoundShown, *, widest: int) -> Iterator[Sequence[CellValue]]:
    of_round = (shown.round.number, shown.round.title)
    for table in shown.tables:
        names = [side.name for side in table.sides]
        group = _("Group %(group)s") % {"group": table.group} if table.group else ""
        yield (*of_round, table.match.table, *filled(names, widest), group)
    for forfeit in (each for each in shown.forfeits if each.winner):
        yield (*of_round, None, *filled([forfeit.name], widest), _("wins by forfeit"))
    for out in shown.sitting_out:
        yield (*of_round, None, *filled([out.name], widest), out.why)


def _results(shown: RoundShown, *, games: int) -> Iterator[Sequence[CellValue]]:
    of_round = (shown.round.number, shown.round.title)
    for table in shown.tables:
        state = table.match.get_state_display()
        grade = table.match.grade
        evidence = str(Result.Grade(grade).label) if grade else ""
        for side in table.sides:
            yield (
                *(*of_round, table.match.table, side.letters, side.name),
                *filled([score_in(score) for score in side.scores], games),
                *(side.place, None if side.points_12 is None else _whole(side.points_12)),
                *(state, evidence),
            )


def _upto(size: int) -> range:
    return range(1, size + 1)


def _whole(points_12: int) -> Fraction:
    return Fraction(points_12, WHOLE)


def _rank() -> DataColumn:
    return number("rank", _("Rank"))


def _name() -> DataColumn:
    return text("name", pgettext("of a person", "Name"))


def _points() -> DataColumn:
    return number("points", _("Points"))


def _group(stage: Stage) -> list[DataColumn]:
    return [text("group", _("Group"))] if stage.groups else []


def _of_round() -> tuple[DataColumn, DataColumn]:
    return number("round", _("Round")), text("round_name", _("Name of the round"))
