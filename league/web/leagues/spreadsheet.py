"""A table of a series as rows of text, for spreadsheets."""

from fractions import Fraction

from django.utils.translation import gettext as _, pgettext

from league.series.queries.shown import SeriesRowShown, SeriesShown
from league.series.table import EveningCell, Use
from league.standings.parts import exact


def rows_of_text(shown: SeriesShown) -> list[list[str]]:
    """Numbers are exact: 43, or 64/3. What is dropped stands in brackets, what waits has a ?."""
    evenings = [f"{column.number}. {column.event.name}" for column in shown.columns]
    head = [
        _("Rank"),
        pgettext("of a person", "Name"),
        _("Total"),
        *evenings,
        _("Points for coming"),
    ]
    if shown.left:
        head += [_("At most"), _("Best rank"), _("Worst rank")]
    return [head, *(_row(row, shown) for row in shown.everybody)]


def _row(entry: SeriesRowShown, shown: SeriesShown) -> list[str]:
    row = entry.row
    texts = [
        str(row.rank) if row.rank else _("guest"),
        entry.name,
        _written(row.total),
        *(_cell(cell) for _column, cell in entry.pairs),
        str(row.bonus),
    ]
    if shown.left and entry.reach:
        texts += [_written(entry.reach.most), str(entry.reach.best), str(entry.reach.worst)]
    return texts


def _cell(cell: EveningCell | None) -> str:
    if cell is None:
        return ""
    points = _written(cell.result.points)
    return {Use.COUNTED: points, Use.DROPPED: f"({points})", Use.WAITING: f"{points} ?"}[cell.use]


def _written(number: Fraction) -> str:
    return str(exact(number))
