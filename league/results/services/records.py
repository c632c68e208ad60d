"""What is kept of the text of a record, whoever gives it: checked, without names and comments."""

from django.utils.translation import gettext as _

from games.record import MAX_BYTES, Record, digest, read
from league.errors import LeagueError
from league.results.keeping import keep, with_tag
from league.results.reading import is_text


def kept_record(text: str) -> str:
    """The text to store. Refused is what no record can be."""
    if not is_text(text):
        raise LeagueError(_("This is no text of a record."))
    if len(text.encode()) > MAX_BYTES:
        limit = {"limit": MAX_BYTES // 1024}
        raise LeagueError(_("The record is larger than %(limit)d KiB.") % limit)
    return keep(text).text


def ended_by_time(kept: str) -> str:
    """The record, with the tag that says that time was called."""
    return with_tag(kept, "Termination", "time")


def digest_of_record(kept: str) -> str:
    """Of the game that a record tells; empty where there is none that can be read."""
    found = read(kept.encode()) if kept else None
    return digest(found) if isinstance(found, Record) else ""
