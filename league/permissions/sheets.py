"""Score sheets: of a match the table's, of practice whoever has its code or its address."""

from league.models import Sheet
from league.permissions.actors import Actor
from league.permissions.events import sees_match
from league.permissions.tables import acts_at_match


def writes_sheet(actor: Actor, sheet: Sheet) -> bool:
    """Whoever plays the match, and officials; for practice, whoever has read the sheet's code."""
    if sheet.match is None:
        return sheet.code in actor.codes
    return acts_at_match(actor, sheet.match)


def sees_sheet(actor: Actor, sheet: Sheet) -> bool:
    """A practice sheet is for whoever has its address. Of a match, while it is played, the table's.

    Spectators follow the board on the match's page, as its event allows.
    """
    if sheet.match is None or writes_sheet(actor, sheet):
        return True
    return sheet.submission_id is not None and sees_match(actor, sheet.match)
