"""The board of a table for spectators: the same for everybody, and as late as the event wants.

Where a sheet is, only its table knows: its address does not stand in here.
"""

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotFound
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from league.events.queries.events import entry_names
from league.events.queries.watched_boards import watched, watched_version
from league.live import live_version
from league.models import Event, Match, Round

_BOARD_KEPT_S = 60
_TEMPLATE = "events/_board_live.html"


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
    public = public.exclude(event__status=Event.Status.DRAFT)
    found = get_object_or_404(public.select_related("event"), pk=match, event=event)
    shown = watched(match, names=entry_names(found.event))
    return render_to_string(_TEMPLATE, {"watched": shown}) if shown else ""


def _board_etag(event: str, match: str, *, language: str) -> str:
    version = f"{live_version(event)}-{watched_version(match)}"
    return f'W/"{version}-{language}-{settings.VERSION}"'
