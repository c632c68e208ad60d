"""Files that go to another computer and come back, and who has which event."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from league.archive.canonical import digest_of, row_digest
from league.archive.queries.archives import archive_of, content_of
from league.archive.queries.desk import desk_of
from league.archive.schema import KINDS
from league.archive.taken import taken_file
from league.errors import LeagueError
from league.models import Event, EventHome, Handover
from league.standings.services import compute_standings


def base_of(event: Event) -> tuple[str, dict[str, str]]:
    """The digest of the content, and those of its rows, by which a later change is found."""
    content = content_of(event)
    rows = {"event": row_digest(content["event"])}
    for kind in KINDS:
        rows |= {kind.named(row): row_digest(row) for row in content.get(kind.name, ())}
    return digest_of(content), rows


def file_out(event: Event, *, handover: Handover, address: str, key: str) -> dict[str, Any]:
    """For the computer that takes the event along."""
    told = {"id": handover.pk, "is_last": False, "address": address, "key": key}
    return _file(event, handover={**told, "who": handover.who}, source=address)


def file_back(event: Event, *, is_last: bool, source: str = "", who: str = "") -> dict[str, Any]:
    """For the service where the event is at home, or will be shown. It has no key in it."""
    home = EventHome.objects.filter(event=event).first()
    told = {"id": home.handover if home else "", "is_last": is_last, "address": "", "key": ""}
    return _file(event, handover={**told, "who": who[:80]}, source=source)


def _file(event: Event, *, handover: Mapping[str, Any], source: str) -> dict[str, Any]:
    for stage in event.stages.all():
        compute_standings(stage.pk)
    stored = Event.objects.select_related("club").get(pk=event.pk)
    archive = archive_of(stored, in_full=True, source=source, in_any_state=True)
    return taken_file(archive, desk=desk_of(stored), handover=handover)


def open_handover(event: Event) -> Handover:
    """That by which the event is away now."""
    found = Handover.objects.filter(event=event, ended_at=None).first()
    if found is None:
        raise LeagueError(_("This event is with nobody else."))
    return found


def handovers_of(event: Event) -> Sequence[Handover]:
    """The newest first."""
    return list(event.handovers.select_related("by"))
