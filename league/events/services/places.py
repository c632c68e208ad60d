"""Places in an event: how many are left, and who moves up from the waiting list.

Part of the transactions of the services beside it, which hold the event's row.
"""

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.audit.services import record
from league.errors import LeagueError
from league.models import Entry, Event
from league.notices.services import write_mail
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
        record(actor, gettext_noop("move up from the waiting list"), entry)
        _tell(event, entry)
    return moving


def _tell(event: Event, entry: Entry) -> None:
    user = entry.player.user
    if user is None or not user.email:
        return
    with translation.override(user.language or event.language):
        gaps = {"event": event.name, "address": settings.SITE_URL + event.get_absolute_url()}
        write_mail(
            recipient=user.email,
            subject=_("You have a place: %(event)s") % gaps,
            body=_(
                "A place became free, and you moved up from the waiting list of “%(event)s”.\n"
                "If you cannot come, withdraw on its page, so that somebody else can play:\n"
                "%(address)s\n"
            )
            % gaps,
        )
