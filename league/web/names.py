"""By which names a page shows the people of an event."""

from league.events.queries.entries import entry_names
from league.events.queries.namesakes import official_names
from league.models import Event
from league.permissions import may
from league.web.access import PageRequest

FULL = "full"


def wants_full_names(request: PageRequest, event: Event) -> bool:
    """Officials may ask for them, by `?names=full`: for the desk, not for the wall."""
    asked = request.GET.get("names") == FULL
    return asked and may(request.actor, "see_as_official", event)


def names_asked(request: PageRequest, event: Event) -> dict[str, str]:
    if wants_full_names(request, event):
        return official_names(event, reader=request.actor)
    return entry_names(event)
