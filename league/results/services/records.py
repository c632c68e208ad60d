"""What is kept of the text of a record, whoever gives it: checked, without names and comments."""

from django.utils.translation import gettext as _

from games.anonymous import Kept, keep, with_tag
from games.record import MAX_BYTES
from league.errors import LeagueError
from league.results.reading import is_text


def kept_record(text: str, *, is_by_time: bool = False) -> Kept:
    """What is to be stored. Refused is what no record can be."""
    if not is_text(text):
        raise LeagueError(_("This is no text of a record."))
    if len(text.encode()) > MAX_BYTES:
        limit = {"limit": MAX_BYTES // 1024}
        raise LeagueError(_("The record is larger than %(limit)d KiB.") % limit)
    return keep(text, is_by_time=is_by_time)


def ended_by_time(kept: str) -> str:
    """The record, with the tag that says that time was called."""
    return with_tag(kept, "Termination", "time")
