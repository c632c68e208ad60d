"""Carved."""

from collections.abc import Mapping

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from league.events.queries.events import entry_names
from league.events.queries.public import (
    match_shown,
    met_at,
)
from league.models import Event, Match, Round
from league.sheets.queries import has_sheets
from league.web.access import PageRequest, permitted
from league.web.addresses import match_named
from league.web.frames import event_frame
from league.web.live import fragment, live_part
from league.web.reasons import reasons
from league.web.sheet_files import styles_of
from league.web.table.history_shown import history_of
from league.web.table.match import board_part
from league.web.table.results import what_now
from league.web.table.seats import seats_shown, seats_step


@fragment("events/_match_live.html")
def live_match(event: Event, match: str) -> Mapping[str, object]:
    matches = event.matches.select_related("event", "round__stage__event")
    found = get_object_or_404(matches.exclude(round__status=Round.Status.DRAFT), pk=match)
    names = entry_names(event)
    return {
        "shown": match_shown(found, names=names),
        "history": history_of(found, names=names),
        "round": found.round,
        "seats_step": seats_step(found),
    }


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
