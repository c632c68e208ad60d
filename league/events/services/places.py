"""Places in an event: how many are left, and who moves up from the waiting list.

Part of the transactions of the services beside it, which hold the event's row.
"""

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.audit.services import log_action
from league.errors import LeagueError
from league.events.services.mails import tell_of_place
from league.models import Entry, Event
from league.permissions import Actor


def free_places(event: Event) -> int | None:
    """None: as many as may come."""
    if event.entry_limit is None:
        return None
    taken = event.entries.filter(status__in=Entry.TAKING_A_PLACE).count()
    return max(0, event.entry_limit - taken)


def take_place(event: Event, entry: Entry) -> None:
    """Registered while there is room, else at the end of the waiting list, if there is one."""
    if free_places(event) != 0:
        entry.status = Entry.Status.REGISTERED
    elif event.has_waiting_list:
        entry.status = Entry.Status.WAITLISTED
        entry.queued_at = timezone.now()
    else:
        raise LeagueError(
            _("All places are taken, and there is no waiting list. Raise the limit to make room.")
        )


def fill_places(event: Event, *, actor: Actor) -> list[Entry]:
    """The first of the waiting list take the places that are free."""
    if not (event.takes_entries or event.status == Event.Status.DRAFT):
        return []
    waiting = event.entries.filter(status=Entry.Status.WAITLISTED).order_by("queued_at", "pk")
    moving = list(waiting.select_related("player__user")[: free_places(event)])
    for entry in moving:
        entry.status = Entry.Status.REGISTERED
        entry.save(update_fields=["status"])
        log_action(actor, gettext_noop("move up from the waiting list"), entry)
        tell_of_place(event, entry)
    return moving
