"""The big picture for the room: tables, clock and standings, which turn over by themselves."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.models import Event
from league.permissions import may
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.live import live_part
from league.web.public.live import slides_of
from league.web.qr import code_address, qr_svg


@permitted("see_event", of=event_named, hidden=True)
def projector(request: PageRequest, event: Event) -> HttpResponse:
    live = live_part("live-projector", event) if event.status != Event.Status.DRAFT else None
    context = {
        "event": event,
        "live": live,
        "slides": slides_of(event),
        "room": _room(event) if may(request.actor, "show_room_code", event) else None,
    }
    return render(request, "projector/show.html", context)


@permitted("show_room_code", of=event_named)
@require_safe
@never_cache
def projector_room(request: PageRequest, event: Event) -> HttpResponse:
    """The panel alone, fetched again by a screen that an official has opened."""
    return render(request, "projector/_room.html", {"room": _room(event)})


def _room(event: Event) -> dict[str, str]:
    """Whoever is in the room may scan it; the live part, which is public, does not hold it."""
    address = code_address(event.room_code)
    before, code, after = address.partition("://")[2].rpartition(event.room_code)
    return {"place": before, "code": code + after, "qr": qr_svg(address)}
