"""A stored sheet as the pure modules know it."""

from collections.abc import Sequence
from datetime import datetime

from games.contract import Setup
from games.registry import rules_of
from league.models import Sheet
from league.sheets.checks import Frame, OnSheet
from league.sheets.ledger import Act


def frame_of(sheet: Sheet) -> Frame:
    return Frame(
        rules=rules_of(sheet.game),
        setup=Setup(
            sheet.players, variant=sheet.variant or "base", edition=sheet.edition or "standard"
        ),
        is_plain=sheet.way == Sheet.Way.PLAIN,
        is_discreet=sheet.help == Sheet.Help.CHECK,
        is_closed=sheet.closed_at is not None,
    )


def on_sheet(sheet: Sheet, *, until: datetime | None = None) -> OnSheet:
    """With everything written on it; or all that was written before a moment."""
    return OnSheet(frame_of(sheet), tuple(acts_of(sheet, until=until)))


def acts_of(sheet: Sheet, *, until: datetime | None = None) -> Sequence[Act]:
    acts = sheet.acts.order_by("number")
    if until is not None:
        acts = acts.filter(at__lte=until)
    rows = acts.values_list("number", "kind", "seat", "text", "target")
    return [Act(*row) for row in rows]
