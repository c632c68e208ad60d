"""The record of what stands on a sheet, whether or not the game is over."""

from games.replay import written
from league.sheets.checks import OnSheet


def record_now(page: OnSheet) -> str | None:
    """None: points are written by hand from the start, or nothing is laid out yet."""
    if page.game is None:
        return None
    if page.ledger.is_by_time:
        return written(page.game.replay, termination="time")
    is_done = page.game.position.is_complete
    return written(page.game.replay, termination="normal" if is_done else "abandoned")
