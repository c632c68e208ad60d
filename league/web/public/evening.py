"""An open evening on a phone: I am ready, not now, and what I would play."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.events.services.evening import say_pause, say_ready
from league.models import Entry, Match
from league.web.access import PageRequest, permitted
from league.web.errors import refusals_to
from league.web.public.standings import entry_named


@permitted("say_ready", of=entry_named)
@require_POST
def ready(request: PageRequest, entry: Entry) -> HttpResponse:
    """Wishes are sent where there is a choice; a tap on a name in the list has none."""
    wishes = request.POST.getlist("game") if "has_wishes" in request.POST else None
    with refusals_to(request):
        if request.POST.get("do") == "pause":
            say_pause(entry, actor=request.actor)
        else:
            say_ready(entry, actor=request.actor, wishes=wishes)
            _tell(request, entry)
    if request.POST.get("back") == "find":
        return redirect("event-find", entry.event_id)
    return redirect("event", entry.event_id)


def _tell(request: PageRequest, entry: Entry) -> None:
    """At once, whoever was seated by the tap itself."""
    match = Match.objects.filter(seats__entry=entry, is_open=True).first()
    if match is not None:
        messages.success(request, _("Go to table %(table)d.") % {"table": match.table})
