"""An event as everybody sees it: its page, rounds and tables."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from league.events.queries.at_table import what_now
from league.events.queries.entries import entry_names
from league.events.queries.history import history_of
from league.events.queries.public import (
    event_now,
    match_shown,
    met_at,
    public_rounds,
    tables_by_name,
    verified_in,
)
from league.events.queries.reasons import reasons
from league.events.queries.rules import rules_changes, rules_in_words
from league.events.queries.seats import seats_shown, seats_step
from league.events.queries.visitor import next_step
from league.models import Event, Match, Round
from league.permissions import may
from league.series.queries.series import series_of_event
from league.sheets.queries import has_sheets
from league.web.access import PageRequest, permitted
from league.web.event_frame import event_frame
from league.web.sheet_files import styles_of
from league.web.views.board_live import board_part
from league.web.views.events import event_named
from league.web.views.live import live_part, round_contents


def round_named(pk: str) -> Round:
    return get_object_or_404(Round.objects.select_related("stage__event__club"), pk=pk)


def match_named(pk: str) -> Match:
    return get_object_or_404(
        Match.objects.select_related("event__club", "event__division", "round__stage__event"),
        pk=pk,
    )


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


@permitted("see_match", of=match_named, hidden=True)
def match(request: PageRequest, match: Match) -> HttpResponse:
    live = live_part("live-match", match.event, match=match.pk) if match.event.has_started else None
    names = entry_names(match.event)
    shown = match_shown(match, names=names)
    people = met_at(shown, given=match.round)
    frame = event_frame(request, match.event, tab="event")
    context = {
        **frame,
        "heading": _("Table %(number)d") % {"number": match.table},
        "live": live,
        "round": match.round,
        "shown": shown,
        "seats": seats_shown(match, request.actor, is_official=frame["is_official"]),
        "seats_step": seats_step(match),
        "has_sheets": has_sheets(match.round.game_here),
        "styles": styles_of(match.round.game_here.key),
        "board": board_part(match) if _is_watched(match) else None,
        "now": what_now(match, request.actor, names=names),
        "history": history_of(match, names=names),
        "people": people,
        "reasons": reasons(match, people, round_=match.round, names=names, is_public=True),
    }
    return render(request, "events/match.html", context)


def _is_watched(match: Match) -> bool:
    """Whether there may be a board to look at, now or in a moment."""
    return match.is_open and match.event.shows_boards and has_sheets(match.round.game_here)
