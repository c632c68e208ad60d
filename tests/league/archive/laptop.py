"""A laptop for tests: what is played on it is rolled back here, and its file stays."""

from collections.abc import Callable
from typing import Any

from django.db import transaction

from league.archive.canonical import canonical
from league.archive.import_plan import ArchivePlan
from league.archive.queries.imports import archive_sent
from league.archive.queries.taken import file_back, file_out
from league.archive.services.handovers import key_for
from league.models import Event, EventHome, Handover

ADDRESS = "https://home.example"


def file_of(handover: Handover) -> dict[str, Any]:
    event = Event.objects.get(pk=handover.event_id)
    return file_out(event, handover=handover, address=ADDRESS, key=key_for(handover))


def played_elsewhere(
    handover: Handover, play: Callable[[Event], object], *, is_last: bool = True
) -> dict[str, Any]:
    """The file with which the event comes back after something was played."""
    event = Event.objects.get(pk=handover.event_id)
    with transaction.atomic():
        Event.objects.filter(pk=event.pk).update(away_since=None)
        EventHome.objects.create(event=event, handover=handover.pk, address=ADDRESS, key="k")
        play(Event.objects.get(pk=event.pk))
        document = file_back(Event.objects.get(pk=event.pk), is_last=is_last)
        transaction.set_rollback(True)
    return document


def plan_from(document: dict[str, Any]) -> ArchivePlan:
    return archive_sent(canonical(document).encode())
