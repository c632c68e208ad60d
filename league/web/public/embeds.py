"""Pages for the frames of other websites: standings, tables, bracket, next events, a replay.

They are answered before anybody asks who is there (`league.web.middleware.Impersonal`): no cookie
is read or set, the language is in the address, and names are those that the public sees. A browser
shows them in pages of the origins that the club has named, and in our own; nothing else of ours is
shown in a frame at all.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotFound
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from league.events.queries import replays
from league.events.queries.entries import public_names
from league.events.queries.events import coming_events, is_played_out
from league.events.queries.public import public_rounds, round_shown
from league.events.queries.stages import stages_begun
from league.events.queries.standings import TableChoice, table_page
from league.live import club_version
from league.models import Club, Event, Submission
from league.models.columns import number_in
from league.permissions import VISITOR, may
from league.standings.stored import PAGE_ROWS
from league.web.access import open_to_all
from league.web.addresses import club_named, event_named, submission_named
from league.web.embeds import ROWS, THEMES, framed_by
from league.web.games import packed
from league.web.live import fragment, live_part
from league.web.public.bracket import bracket_contents

EVENTS_SHOWN = 10
_KEPT_S = 86_400
Contents = Mapping[str, Any]
View = Callable[..., HttpResponseBase]


def _embed(
    template: str, *, of: Callable[[str], Any], club_of: Callable[[Any], Club]
) -> Callable[[Callable[..., Contents]], View]:
    """A view of such a page; the function gives what it shows of the row, or Http404."""

    def decorate(contents: Callable[..., Contents]) -> View:
        @open_to_all
        @require_safe
        def view(request: HttpRequest, language: str, pk: str) -> HttpResponse:
            with translation.override(language):
                try:
                    row = of(pk)
                    club = club_of(row)
                    zone = getattr(row, "time_zone", "") or club.zone
                    with timezone.override(ZoneInfo(zone)):
                        shown = contents(row, asked=request.GET.dict())
                        page = {**shown, "club": club, "theme": _theme(request)}
                        return _framed(render_to_string(template, page), club)
                except Http404:
                    return _nothing()

        return view

    return decorate


def _theme(request: HttpRequest) -> str:
    """Empty: that of the visitor's device."""
    theme = request.GET.get("theme", "")
    return theme if theme in THEMES else ""


def _framed(html: str, club: Club) -> HttpResponse:
    response = HttpResponse(html)
    response["Cache-Control"] = "public, max-age=1"
    return framed_by(response, origins=club.frame_origins)


def _nothing() -> HttpResponse:
    """The same whether there is nothing, or nothing for the public."""
    response = HttpResponseNotFound(render_to_string("public/embeds/nothing.html"))
    response["X-Frame-Options"] = "DENY"
    return response


def _public_event(pk: str) -> Event:
    event = event_named(pk)
    if not may(VISITOR, "see_event", event):
        raise Http404
    return event


def _public_submission(pk: str) -> Submission:
    submission = submission_named(pk)
    if not submission.record or not may(VISITOR, "see_submission", submission):
        raise Http404
    return submission


def _club_of_event(event: Event) -> Club:
    return event.club


def _club_of_submission(submission: Submission) -> Club:
    return submission.match.event.club


@_embed("public/embeds/standings.html", of=_public_event, club_of=_club_of_event)
def embed_standings(event: Event, *, asked: Mapping[str, str]) -> Contents:
    live = live_part("live-embed-standings", event)
    rows = number_in(asked.get("rows", ""))
    if rows in ROWS:
        live["url"] += f"?rows={rows}"
    return {"event": event, "live": live, **_standings(event, rows=rows)}


@fragment("public/embeds/_standings_live.html", asks=True)
def live_embed_standings(event: Event, *, asked: Mapping[str, str]) -> Contents:
    return _standings(_still_public(event), rows=number_in(asked.get("rows", "")))


def _standings(event: Event, *, rows: int | None) -> Contents:
    stage = stages_begun(event)[-1]
    per_page = rows if rows in ROWS else PAGE_ROWS
    choice = TableChoice()
    table = table_page(stage, names=public_names(event), choice=choice, per_page=per_page)
    played_out = partial(is_played_out, event)  # asked where it is told
    return {"table": table, "stage": stage, "is_played_out": played_out}


@_embed("public/embeds/pairings.html", of=_public_event, club_of=_club_of_event)
def embed_pairings(event: Event, *, asked: Mapping[str, str]) -> Contents:
    return {"event": event, "live": live_part("live-embed-pairings", event), **_pairings(event)}


@fragment("public/embeds/_pairings_live.html")
def live_embed_pairings(event: Event) -> Contents:
    return _pairings(_still_public(event))


def _pairings(event: Event) -> Contents:
    """The rounds that are played; between rounds the last one."""
    stages = stages_begun(event)
    rounds = public_rounds(*stages)
    chosen = rounds.playing or (rounds.closed[-1:] if event.has_started else ())
    names = public_names(event) if chosen else {}
    return {
        "rounds": [round_shown(round_, names=names) for round_ in chosen],
        "has_rounds": stages[-1].format.has_rounds,
    }


@_embed("public/embeds/bracket.html", of=_public_event, club_of=_club_of_event)
def embed_bracket(event: Event, *, asked: Mapping[str, str]) -> Contents:
    live = live_part("live-bracket", event)
    numbers = {name: number_in(asked.get(name, "")) for name in ("stage", "round")}
    if chosen := urlencode({name: number for name, number in numbers.items() if number}):
        live["url"] += f"?{chosen}"
    return {"event": event, "live": live, **bracket_contents(event, asked=asked)}


@_embed("public/embeds/events.html", of=club_named, club_of=lambda club: club)
def embed_events(club: Club, *, asked: Mapping[str, str]) -> Contents:
    live = {
        "url": reverse("live-club-events", args=[translation.get_language()[:2], club.pk]),
        "etag": _events_tag(club),
    }
    return {"live": live, **_events(club)}


@open_to_all
@require_safe
def live_club_events(request: HttpRequest, language: str, pk: str) -> HttpResponse:
    """What `league.web.live.fragment` is for an event, for the events of a club."""
    club = get_object_or_404(Club, pk=pk)
    with translation.override(language), timezone.override(ZoneInfo(club.zone)):
        etag = _events_tag(club)
        response = get_conditional_response(request, etag=etag)
        if response is None:
            shown = {"club": club, **_events(club)}
            response = HttpResponse(render_to_string("public/embeds/_events_live.html", shown))
    response["ETag"] = etag
    response["Cache-Control"] = "public, max-age=1"
    return response


def _events_tag(club: Club) -> str:
    language = translation.get_language()[:2]
    return f'W/"{club_version(club)}-{language}-{settings.VERSION}"'


def _events(club: Club) -> Contents:
    return {"events": list(coming_events(VISITOR).filter(club=club)[:EVENTS_SHOWN])}


@_embed("public/embeds/replay.html", of=_public_submission, club_of=_club_of_submission)
def embed_replay(submission: Submission, *, asked: Mapping[str, str]) -> Contents:
    event = submission.match.event
    names = public_names(event)
    language = translation.get_language()[:2]
    return {
        "event": event,
        "submission": submission,
        "replay": replays.replay_shown(
            submission.record,
            names={letter: names[entry] for letter, entry in submission.seating.items()},
            move=number_in(asked.get("move", "")),
        ),
        "drawings": reverse("embed-drawings", args=[language, submission.pk, 0]),
        "drawings_tag": replays.drawings_tag(submission.record),
    }


@open_to_all
@require_safe
def embed_drawings(request: HttpRequest, language: str, pk: str, number: int) -> HttpResponse:
    """Several boards at once, as `submission_drawings` gives them, without looking who asks."""
    with translation.override(language):
        try:
            record = _public_submission(pk).record
            etag = f'"{replays.drawings_tag(record)}-{number}"'
            response = get_conditional_response(request, etag=etag)
            if response is None:
                response = packed(request, record, number=number)
        except Http404:
            return HttpResponseNotFound()
    response["ETag"] = etag
    response["Cache-Control"] = f"public, max-age={_KEPT_S}"
    return response


def _still_public(event: Event) -> Event:
    """A rehearsal has live parts for its own phones; none of them is for a website."""
    if not event.is_public:
        raise Http404
    return event
