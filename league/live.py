"""The version that live pages compare: raised by whatever changes what the public sees."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache import cache
from django.db import transaction
from django.db.models import F

from league.models import Event

_CACHED_S = 1  # many phones ask at once; none sees anything later than this


@contextmanager
def changing_event(event_id: str) -> Iterator[Event]:
    """A short transaction that holds the event's row, so that officials take turns."""
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event_id)
        yield event
        mark_changed(event_id)


def mark_changed(event_id: str) -> None:
    """Part of the caller's transaction."""
    Event.objects.filter(pk=event_id).update(live_version=F("live_version") + 1)


def live_version(event_id: str) -> int:
    """What a live page asks before anything else: has something changed?"""
    key = f"live:{event_id}"
    version: int | None = cache.get(key)
    if version is None:
        version = Event.objects.values_list("live_version", flat=True).get(pk=event_id)
        cache.set(key, version, _CACHED_S)
    return version
