"""The organiser's console: what needs me now."""

from django.http import HttpResponse
from django.shortcuts import render

from league.models import Event
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.desk.console import console_of
from league.web.desk.desk import NO_CHANGE
from league.web.frames import event_frame


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
