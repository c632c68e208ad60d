"""The evenings of a series: added, opened anew from the last one, put in order, taken out."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.audit.services import log_action
from league.errors import LeagueError
from league.events.services.settings import clone_event
from league.models import Event, Series, SeriesEvent
from league.models.series import MOST_EVENINGS
from league.permissions import Actor, may
from league.series.queries.series import last_own_event
from league.series.services.changing import changing_series


def add_evening(series: Series, *, actor: Actor, event: Event) -> None:
    """At the end. An event of another club only by somebody who runs that event, too."""
    with changing_series(series) as stored:
        if event.club_id != stored.club_id and not may(actor, "run_event", event):
            raise LeagueError(
                _("This event is another club’s. Only somebody who runs it can add it here.")
            )
        evenings = stored.evenings
        if evenings.filter(event=event).exists():
            raise LeagueError(_("This event is in the series already."))
        if evenings.count() >= MOST_EVENINGS:
            raise LeagueError(
                _("A series has at most %(most)d evenings.") % {"most": MOST_EVENINGS}
            )
        last = evenings.aggregate(last=Max("order"))["last"] or 0
        evenings.create(event=event, order=last + 1)
        log_action(actor, gettext_noop("add evening to series"), stored, event=event.pk)


def open_next_evening(series: Series, *, actor: Actor, name: str, starts_at: datetime) -> Event:
    """A draft with the settings and officials of the last evening, at the end of the series."""
    last = last_own_event(series)
    if last is None:
        raise LeagueError(_("There is no evening to copy yet. Add one first."))
    with transaction.atomic():
        event = clone_event(last, actor=actor, name=name, starts_at=starts_at)
        add_evening(series, actor=actor, event=event)
    return event


def move_evening(series: Series, *, actor: Actor, event_id: str, by: int) -> None:
    """So many places earlier (−1) or later (1) in the order of the series."""
    with changing_series(series) as stored:
        evenings = list(stored.evenings.order_by("order", "pk"))
        at = _position(evenings, event_id)
        moved = evenings.pop(at)
        evenings.insert(max(at + by, 0), moved)
        _renumber(evenings)
        log_action(actor, gettext_noop("move evening of series"), stored, event=event_id, by=by)


def remove_evening(series: Series, *, actor: Actor, event_id: str) -> None:
    """Out of the series; the event itself stays as it is, and can be added again."""
    with changing_series(series) as stored:
        evenings = list(stored.evenings.order_by("order", "pk"))
        evenings.pop(_position(evenings, event_id)).delete()
        _renumber(evenings)
        log_action(actor, gettext_noop("remove evening from series"), stored, event=event_id)


def _position(evenings: list[SeriesEvent], event_id: str) -> int:
    for at, evening in enumerate(evenings):
        if evening.event_id == event_id:
            return at
    raise LeagueError(_("This event is not in the series any more."))


def _renumber(evenings: list[SeriesEvent]) -> None:
    for order, evening in enumerate(evenings, start=1):
        evening.order = order
    SeriesEvent.objects.bulk_update(evenings, ["order"])
