"""The organiser's console: what needs me now."""

from django.http import HttpResponse
from django.shortcuts import render

from league.events.queries.console import console_of
from league.models import Event
from league.web.access import PageRequest, permitted
from league.web.converters import event_named
from league.web.event_frame import event_frame
from league.web.views.desk import NO_CHANGE


@permitted("watch_console", of=event_named)
def console(request: PageRequest, event: Event) -> HttpResponse:
    context = {"console": console_of(event), **event_frame(request, event, tab="console")}
    return render(request, "desk/console.html", context)


@permitted("watch_console", of=event_named)
def console_live(request: PageRequest, event: Event) -> HttpResponse:
    """A piece of the page; nothing where nothing has changed since it was made."""
    shown = console_of(event)
    if request.GET.get("seen") == shown.seen:
        return HttpResponse(status=NO_CHANGE)
    context = {"console": shown, **event_frame(request, event, tab="console")}
    return render(request, "desk/_console.html", context)
