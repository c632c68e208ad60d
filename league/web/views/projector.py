"""The big picture for the room: tables, clock and standings, which turn over by themselves."""

from django.http import HttpResponse
from django.shortcuts import render

from league.events.queries.projector import slides_of
from league.models import Event
from league.permissions import referees_event, sees_event
from league.web.access import PageRequest, permitted
from league.web.qr import code_address, qr_svg
from league.web.views.events import event_named
from league.web.views.live import live_part


@permitted(sees_event, of=event_named, hidden=True)
def projector(request: PageRequest, event: Event) -> HttpResponse:
    live = live_part("live-projector", event) if event.status != Event.Status.DRAFT else None
    context = {
        "event": event,
        "live": live,
        "slides": slides_of(event),
        "room_qr": _room_qr(event) if referees_event(request.actor, event) else "",
    }
    return render(request, "projector/show.html", context)


def _room_qr(event: Event) -> str:
    """For a screen that an official has opened: whoever is in the room may scan it."""
    return qr_svg(code_address(event.room_code))
