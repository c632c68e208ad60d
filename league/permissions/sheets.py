"""Score sheets: of a match the table's, of practice whoever has its code or its address."""

from league.models import Match, Sheet
from league.permissions.actors import Actor, signed_in
from league.permissions.events import referees, sees_match
from league.permissions.tables import acts_at_match, takes_seat


def opens_sheet(actor: Actor, match: Match) -> bool:
    """Whoever plays or may say that they do, and officials."""
    return takes_seat(actor, match) or referees(actor, match)


def writes_sheet(actor: Actor, sheet: Sheet) -> bool:
    """Whoever plays the match, and officials; for practice, whoever has read the sheet's code."""
    if sheet.match is None:
        return sheet.code in actor.codes
    return acts_at_match(actor, sheet.match)


def keeps_sheet(actor: Actor, sheet: Sheet) -> bool:
    """Over the API only people with an account write for a match; for practice, its code does."""
    return writes_sheet(actor, sheet) and (sheet.match is None or signed_in(actor))


def may_keep_sheet(actor: Actor, sheet: Sheet) -> bool:
    """As `keeps_sheet`, as long as nobody was asked for the code of a practice sheet."""
    return sheet.match is None or keeps_sheet(actor, sheet)


def keeps_sheets_of(actor: Actor, match: Match) -> bool:
    """Over the API: lists and opens the score sheets of a match."""
    return signed_in(actor) and acts_at_match(actor, match)


def sees_sheet(actor: Actor, sheet: Sheet) -> bool:
    """A practice sheet is for whoever has its address. Of a match, while it is played, the table's.

    Spectators follow the board on the match's page, as its event allows.
    """
    if sheet.match is None or writes_sheet(actor, sheet):
        return True
    return sheet.submission_id is not None and sees_match(actor, sheet.match)
