"""Check-in: by the desk, at the door, or by the players themselves."""

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.audit.services import log_action
from league.errors import LeagueError
from league.events.queries.entries import check_in_opens_at
from league.events.services.arrival import arrive, leave_as_if_never_here
from league.events.services.entries import check_open, locked
from league.live.services import changing_event
from league.models import Entry, Event, Round
from league.permissions import Actor


def check_in(entry: Entry, *, actor: Actor) -> Entry:
    """By the desk. Once the event runs, whoever comes is a late entry."""
    with changing_event(entry.event_id) as event:
        return _check_in(event, entry, actor=actor)


def check_in_oneself(entry: Entry, *, actor: Actor, is_at_door: bool) -> Entry:
    """By the player: at the door while the event is open, elsewhere within the time window."""
    with changing_event(entry.event_id) as event:
        if event.status != Event.Status.OPEN:
            raise LeagueError(_("The event has started. Come to the desk, they let you in."))
        opens_at = check_in_opens_at(event)
        if not is_at_door and opens_at is None:
            raise LeagueError(_("At this event the desk checks people in."))
        if not is_at_door and opens_at is not None and timezone.now() < opens_at:
            raise LeagueError(
                _("Check-in opens at %(time)s.")
                % {"time": time_format(timezone.localtime(opens_at), "H:i")}
            )
        return _check_in(event, entry, actor=actor)


def undo_check_in(entry: Entry, *, actor: Actor) -> Entry:
    with changing_event(entry.event_id) as event:
        check_open(event)
        stored = locked(entry)
        if stored.status != Entry.Status.CHECKED_IN:
            raise LeagueError(_("This entry is not checked in."))
        if stored.seats.exclude(round__status=Round.Status.DRAFT).exists():
            raise LeagueError(
                _("This entry was seated already. Mark it absent, or withdraw it instead.")
            )
        leave_as_if_never_here(event, stored)
        log_action(actor, gettext_noop("undo check-in"), stored)
    return stored


def check_in_all(event: Event, *, actor: Actor) -> int:
    """Everybody who is registered; how many that were."""
    with changing_event(event.pk) as stored:
        check_open(stored)
        expected = stored.entries.filter(status=Entry.Status.REGISTERED).order_by("created_at")
        for entry in expected:
            arrive(stored, entry)
        if expected:
            log_action(
                actor, gettext_noop("check in everyone"), stored, entries=[e.pk for e in expected]
            )
    return len(expected)


def _check_in(event: Event, entry: Entry, *, actor: Actor) -> Entry:
    check_open(event)
    stored = locked(entry)
    if stored.status == Entry.Status.CHECKED_IN:
        return stored  # a second tap
    if stored.status != Entry.Status.REGISTERED:
        raise LeagueError(
            _("Only registered entries can be checked in. This one is: %(status)s.")
            % {"status": stored.get_status_display()}
        )
    arrive(event, stored)
    log_action(actor, gettext_noop("check in"), stored)
    return stored
