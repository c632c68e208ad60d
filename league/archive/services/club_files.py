"""A club written into one file, to be moved to another server.

Event by event into a file on the disk, so that memory holds one of them at a time. The rows of the
club come last and name the events that were written. What was changed meanwhile so that the parts
no longer fit is found before anybody gets the file.
"""

import weakref
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from django.utils.translation import gettext as _, gettext_noop

from league import throttle
from league.archive.canonical import canonical
from league.archive.club_file import NAME, Told, event_file
from league.archive.club_schema import IN_EVENTS, ids_in, row_faults_of
from league.archive.queries.archives import archive_of
from league.archive.queries.club_rows import club_document, events_moved
from league.archive.schema import faults_of
from league.audit import log_action
from league.errors import LeagueError, Stale
from league.models import Club, Event
from league.permissions import Actor
from league.standings.services import compute_standings

_FIXED = (1980, 1, 1, 0, 0, 0)  # the same content is the same zip
_MIB = 1024 * 1024


class FileParts:
    """What is left of a file, part by part; closed once nobody wants more, also before the first.

    A generator that nobody has begun would leave it open.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self.close = weakref.finalize(self, file.close)

    def __iter__(self) -> Iterator[bytes]:
        while part := self.file.read(_MIB):
            yield part
        self.close()


def take_club(club: Club, *, actor: Actor, source: str = "") -> FileParts:
    """The file, to be sent; it is gone from the disk when it is closed."""
    throttle.count("club-file", who=club.pk)
    file = TemporaryFile()  # noqa: SIM115  whoever sends it closes it
    try:
        _write_and_log(club, file, actor=actor, source=source)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return FileParts(file)


def write_club_to(
    club: Club, path: Path, *, actor: Actor, source: str = "", told: Told | None = None
) -> int:
    """How many events are in it. No half file stays where something went wrong."""
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("wb") as file:
            events = _write_and_log(club, file, actor=actor, source=source, told=told)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return events


def _write_and_log(
    club: Club, file: IO[bytes], *, actor: Actor, source: str, told: Told | None = None
) -> int:
    events = write_club(club, file, source=source, told=told)
    log_action(actor, gettext_noop("take the club along"), club, events=events)
    return events


def write_club(club: Club, file: IO[bytes], *, source: str = "", told: Told | None = None) -> int:
    """How many events were written."""
    digests: dict[str, str] = {}
    ids: dict[str, set[str]] = {name: set() for name in IN_EVENTS}
    events = list(events_moved(club).order_by("created_at", "pk").values_list("pk", flat=True))
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for done, pk in enumerate(events):
            if told:
                told(done, len(events))
            document = _event_document(pk, source=source)
            for kind in IN_EVENTS:
                ids[kind] |= ids_in(document["content"][kind])
            digests[pk] = _pack(packed, event_file(pk), document)
        document = club_document(club, digests=digests, source=source)
        if next(row_faults_of(document["rows"], ids), None):
            raise Stale(_("The club was changed while it was read. Try again in a moment."))
        _pack(packed, NAME, document)
    if told:
        told(len(events), len(events))
    return len(events)


def _event_document(pk: str, *, source: str) -> dict[str, Any]:
    event = Event.objects.select_related("club").get(pk=pk)
    for stage in event.stages.all():
        compute_standings(stage.pk)
    document = archive_of(event, in_full=True, source=source, in_any_state=True)
    if fault := next(faults_of(document), None):
        raise LeagueError(
            _("The event %(name)s cannot be taken along: %(where)s.")
            % {"name": event.name, "where": f"{fault.where}, {fault.field}"}
        )
    return document


def _pack(packed: zipfile.ZipFile, name: str, document: dict[str, Any]) -> str:
    written = canonical(document).encode()
    packed.writestr(zipfile.ZipInfo(name, _FIXED), written, zipfile.ZIP_DEFLATED)
    return sha256(written).hexdigest()
