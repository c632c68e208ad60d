"""The version that live pages compare: raised by whatever changes what the public sees."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache import cache
from django.db import transaction
from django.db.models import Count, F, QuerySet, Sum
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from league.errors import PlayedElsewhere
from league.jobs import enqueue
from league.models import Club, Event, Handover, Job

_NOTHING = 0  # no event has this version
_CACHED_S = 1  # many phones ask at once; none sees anything later than this


@contextmanager
def changing_event(event_id: str, *, even_away: bool = False) -> Iterator[Event]:
    """A short transaction that holds the event's row, so that officials take turns.

    Refused while another computer runs the event. `even_away`: for what follows from the rows, and
    for bringing them back. What is over is looked at again afterwards: whatever changed in it is
    sealed anew.
    """
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event_id)
        if not even_away:
            check_here(event)
        yield event
        mark_changed(event_id)
        if event.is_over and not event.is_practice:
            enqueue(Job.Kind.SEAL_EVENT, object_id=event_id)  # if its content is another by now


def check_here(event: Event) -> None:
    """Says who has the event, and since when."""
    if event.away_since is None:
        return
    who = Handover.objects.filter(event=event, ended_at=None).values_list("who", flat=True).first()
    text = _("This event is with “%(who)s” since %(since)s. Nothing of it is changed here.")
    since = date_format(localtime(event.away_since), "SHORT_DATETIME_FORMAT")
    raise PlayedElsewhere(text % {"who": who or "?", "since": since})


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


def public_version(event_id: str) -> int | None:
    """The same for anyone on the Internet; None: there is nothing for them to see."""
    key = f"live-public:{event_id}"
    version: int | None = cache.get(key)
    if version is None:
        public = _public(Event.objects.filter(pk=event_id))
        version = public.values_list("live_version", flat=True).first() or _NOTHING
        cache.set(key, version, _CACHED_S)
    return None if version == _NOTHING else version


def club_version(club: Club) -> str:
    """Another one whenever a public event of the club is another one, or the club itself."""
    key = f"live-club:{club.pk}"
    version: str | None = cache.get(key)
    if version is None:
        told = _public(club.events.order_by()).aggregate(Count("pk"), Sum("live_version"))
        version = f"{club.version}.{told['pk__count']}.{told['live_version__sum'] or 0}"
        cache.set(key, version, _CACHED_S)
    return version


def _public(events: QuerySet[Event]) -> QuerySet[Event]:
    return events.filter(wiped_at=None, practice_of="").exclude(status=Event.Status.DRAFT)
