"""An event as everybody sees it: its page, rounds and tables."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from league.events.queries.event_lists import events_shown
from league.events.queries.public import (
    event_now,
    public_rounds,
    tables_by_name,
    verified_in,
)
from league.models import Event, Round
from league.permissions import may
from league.series.queries.series import series_of_event
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named, round_named
from league.web.frames import event_frame
from league.web.live import live_part
from league.web.paging import page_of
from league.web.public.live_fragments import round_contents
from league.web.public.visitor import next_step
from league.web.rules import rules_changes, rules_in_words


@permitted("see_event", of=event_named, hidden=True)
def event(request: PageRequest, event: Event) -> HttpResponse:
    """The one link to share."""
    live = live_part("live-event", event) if event.status != Event.Status.DRAFT else None
    now = event_now(event)
    frame = event_frame(request, event, tab="event")
    context = {
        **frame,
        "live": live,
        "now": now,
        "verified": verified_in(event),
        "step": next_step(now, request.actor),
        "chapters": rules_in_words(event, now.stage),
        "all_series": list(series_of_event(event)),
        "changes": rules_changes(event, now.stage) if event.has_started else [],
        "seals": event.seals.select_related("ruling__remark") if event.finished_at else [],
        "officials": event.official_set.select_related("user") if frame["is_official"] else [],
    }
    return render(request, "events/detail.html", context)


@permitted("see_event", of=event_named, hidden=True)
def event_next(request: PageRequest, event: Event) -> HttpResponse:
    """The visitor's next step alone, fetched again when it may have become another one."""
    step = next_step(event_now(event), request.actor)
    return render(
        request,
        "events/_next_step.html",
        {"event": event, "step": step, "is_official": may(request.actor, "see_as_official", event)},
    )


@permitted("see_event", of=event_named, hidden=True)
def find(request: PageRequest, event: Event) -> HttpResponse:
    """A few letters of a name give the table."""
    words = request.GET.get("q", "").strip()[:60]
    now = event_now(event)
    context = {
        **event_frame(request, event, tab="find"),
        "heading": _("Find my table"),
        "words": words,
        "is_in_room": event.room_code in request.actor.codes,
        "found": tables_by_name(event, now.playing, matching=words),
        "rounds": now.rounds,
    }
    is_part = request.headers.get("HX-Request") == "true"
    response = render(request, "events/_found.html" if is_part else "events/find.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@permitted("see_round", of=round_named, hidden=True)
def one_round(request: PageRequest, given: Round) -> HttpResponse:
    event = given.stage.event
    context = {
        **event_frame(request, event, tab="event"),
        "heading": _("Round %(number)d") % {"number": given.number},
        "live": live_part("live-round", event, number=given.number),
        "rounds": public_rounds(given.stage),
        **round_contents(given),
    }
    return render(request, "events/round.html", context)


@permitted("visit")
def events(request: PageRequest) -> HttpResponse:
    user = request.actor.user
    context = {
        "page_obj": page_of(events_shown(request.actor), request),
        "may_open": user is not None and user.clubs_run.exists(),
    }
    return render(request, "events/list.html", context)
