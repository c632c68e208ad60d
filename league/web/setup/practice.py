"""Rehearsing an event with sample players: begun, filled with results, wiped."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_POST

from league.demo.services.practice import make_up_results, start_practice
from league.events.services.removal import wipe_practice
from league.models import Event
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.errors import refusals_to


@permitted("start_practice", of=event_named)
@require_POST
def start(request: PageRequest, event: Event) -> HttpResponse:
    """Leads into the rehearsal, also where it was begun before."""
    with refusals_to(request):
        rehearsal, is_new = start_practice(event, actor=request.actor)
        if is_new:
            said = _("Sample players are here, and round 1 is being drawn. Try everything.")
            messages.success(request, said)
        return redirect("console", rehearsal.pk)
    return redirect("event-settings", event.pk)


@permitted("make_up_results", of=event_named)
@require_POST
def results(request: PageRequest, event: Event) -> HttpResponse:
    with refusals_to(request):
        number = make_up_results(event, actor=request.actor)
        said = ngettext(
            "A result was made up for %(number)d table.",
            "Results were made up for %(number)d tables.",
            number,
        )
        messages.success(request, said % {"number": number})
    return redirect("desk" if request.POST.get("back") == "desk" else "console", event.pk)


@permitted("wipe_practice", of=event_named)
@require_POST
def wipe(request: PageRequest, event: Event) -> HttpResponse:
    """Back to the event that was rehearsed, where it is still there."""
    with refusals_to(request):
        wipe_practice(event, actor=request.actor)
        messages.success(request, _("The practice is wiped. Your event is as it was."))
        origin = Event.objects.filter(pk=event.practice_of).first()
        return redirect("console", origin.pk) if origin else redirect("home")
    return redirect("console", event.pk)
