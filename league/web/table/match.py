"""The page of a table: who sits there, what is played, the board for spectators.

The board is the same for everybody, and as late as the event wants. Where a sheet is, only its
table knows: its address does not stand in here.
"""

from collections.abc import Mapping

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotFound
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.events.queries.entries import entry_names
from league.events.queries.public import match_shown, met_at
from league.events.queries.watched_boards import watched, watched_version
from league.live import live_version
from league.models import Event, Match, Round
from league.sheets.queries import has_sheets
from league.web.access import PageRequest, permitted
from league.web.addresses import match_named
from league.web.calls import call_shown
from league.web.frames import event_frame
from league.web.games import styles_of
from league.web.live import fragment, live_part
from league.web.remarks import reasons
from league.web.table.history import history_of
from league.web.table.results import what_now
from league.web.table.seats import seats_shown, seats_step

_BOARD_KEPT_S = 60
_TEMPLATE = "table/_board_live.html"


@require_safe
def live_board(request: HttpRequest, language: str, pk: str, match: str) -> HttpResponse:
    try:
        etag = _board_etag(pk, match, language=language)
        response = get_conditional_response(request, etag=etag)
        if response is None:
            with translation.override(language):
                response = HttpResponse(_kept(pk, match, etag=etag))
    except (Event.DoesNotExist, Http404):
        return HttpResponseNotFound()
    response["ETag"] = etag
    response["Cache-Control"] = "public, max-age=1"
    return response


live_board.permission = "visit"  # type: ignore[attr-defined]


def board_part(match: Match) -> dict[str, str]:
    """For the page that it stands in: where to ask, and what it has already."""
    language = translation.get_language()[:2]
    parts = {"language": language, "pk": match.event_id, "match": match.pk}
    etag = _board_etag(match.event_id, match.pk, language=language)
    return {
        "url": reverse("live-board", kwargs=parts),
        "etag": etag,
        "html": _kept(match.event_id, match.pk, etag=etag),
    }


def _kept(event: str, match: str, *, etag: str) -> str:
    """Built once for all who look on."""
    key = f"board:{match}:{etag}"
    html: str | None = cache.get(key)
    if html is None:
        html = _board_drawn(event, match)
        cache.set(key, html, _BOARD_KEPT_S)
    return html


def _board_drawn(event: str, match: str) -> str:
    public = Match.objects.exclude(round__status=Round.Status.DRAFT)
    public = public.exclude(event__status=Event.Status.DRAFT).filter(event__wiped_at=None)
    row = get_object_or_404(public.select_related("event"), pk=match, event=event)
    shown = watched(match, names=entry_names(row.event))
    return render_to_string(_TEMPLATE, {"watched": shown}) if shown else ""


def _board_etag(event: str, match: str, *, language: str) -> str:
    version = f"{live_version(event)}-{watched_version(match)}"
    return f'W/"{version}-{language}-{settings.VERSION}"'


@fragment("table/_match_live.html")
def live_match(event: Event, match: str) -> Mapping[str, object]:
    matches = event.matches.select_related("event", "round__stage__event")
    row = get_object_or_404(matches.exclude(round__status=Round.Status.DRAFT), pk=match)
    names = entry_names(event)
    return {
        "shown": match_shown(row, names=names),
        "history": history_of(row, names=names),
        "round": row.round,
        "seats_step": seats_step(row),
    }


@permitted("see_match", of=match_named, hidden=True)
def match(request: PageRequest, match: Match) -> HttpResponse:
    live = live_part("live-match", match.event, match=match.pk) if match.event.has_started else None
    names = entry_names(match.event)
    shown = match_shown(match, names=names)
    people = met_at(shown, round_=match.round)
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
        "call": call_shown(match, request.actor),
        "history": history_of(match, names=names),
        "people": people,
        "reasons": reasons(match, people, round_=match.round, names=names, is_public=True),
    }
    return render(request, "table/match.html", context)


def _is_watched(match: Match) -> bool:
    """Whether there may be a board to look at, now or in a moment."""
    return match.is_open and match.event.shows_boards and has_sheets(match.round.game_here)
