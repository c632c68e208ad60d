"""A table calls an official by one tap, sees that one is coming, and can take the call back."""

from django.http import HttpResponse
from django.shortcuts import redirect, render

from league.errors import Stale
from league.models import Match
from league.results.services.calls import call_official, cancel_call
from league.throttle import count
from league.web.access import PageRequest, permitted
from league.web.addresses import match_named
from league.web.calls import call_shown
from league.web.errors import Refusals, refusals_to


@permitted("call_official", of=match_named)
def match_call(request: PageRequest, match: Match) -> HttpResponse:
    """The part of a page alone; asked for again while somebody is waited for."""
    if request.method == "POST" and not request.htmx:
        with refusals_to(request):
            _step(request, match)
        return redirect("match", match.pk)
    with Refusals() as refused:
        if request.method == "POST":
            _step(request, match)
    context = {"call": call_shown(match, request.actor), "refused": str(refused)}
    return render(request, "_call.html", context)


def _step(request: PageRequest, match: Match) -> None:
    count("call", who=f"match:{match.pk}")
    step = {"call": call_official, "cancel": cancel_call}.get(request.POST.get("do", ""))
    if step is None:
        raise Stale
    step(match, actor=request.actor)
