"""The sheet that a version of a result came from, for whoever reads the version."""

from dataclasses import dataclass

from league.models import Sheet, Submission
from league.sheets.queries import on_sheet
from league.sheets.queries.state import finding_of


@dataclass(frozen=True)
class SheetSaid:
    """How the sheet was kept."""

    pk: str
    kind: str  # check, full: the help that was on; let_stand; plain
    finding: str = ""  # what the rules say against that which the table let stand


def sheet_said(submission: Submission) -> SheetSaid | None:
    """None: it was handed in without one."""
    sheet: Sheet | None = getattr(submission, "sheet", None)
    if sheet is None:
        return None
    if sheet.way == Sheet.Way.PLAIN:
        return SheetSaid(sheet.pk, "plain")
    page = on_sheet(sheet)
    if page.ledger.let_stand is None:
        return SheetSaid(sheet.pk, sheet.help)
    return SheetSaid(sheet.pk, "let_stand", finding_of(page))
