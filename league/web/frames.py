"""What every page of an event shows around its content: the event, its tabs, who looks at it."""

from typing import Any

from django.urls import reverse

from league.models import Event
from league.permissions import may
from league.web.access import PageRequest


def event_frame(request: PageRequest, event: Event, *, tab: str) -> dict[str, Any]:
    is_official = may(request.actor, "see_as_official", event)
    return {
        "event": event,
        "tab": tab,
        "is_official": is_official,
        "is_organiser": is_official and may(request.actor, "run_event", event),
        "events_url": reverse("events"),
    }
