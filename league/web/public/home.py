"""Pages of the service as a whole: home, language, design, a venue's address, the app."""

import json
from functools import cache

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import set_language as django_set_language

from games.registry import GAMES, rules_of
from league.accounts import choose_language
from league.clubs.queries import clubs_run_by, clubs_with_counts, players_shown
from league.events.queries.events import coming_events
from league.events.queries.events_run import my_events
from league.models import Club
from league.permissions import may
from league.web.access import PageRequest, permitted
from league.web.addresses import PublicIdConverter, qr_svg
from league.web.public.mine import is_known, my_day

_SHOWN = 6
_KEPT_S = 3600
_NO_CHANGE = 204
_BACKGROUND, _THEME = "#f8f6f2", "#0c5a62"


@cache
def games_pictured() -> list[tuple[str, str, str]]:
    """Key, name, and the static file; empty if a game has none."""
    known = filter(None, map(rules_of, GAMES))
    return [(rules.key, rules.name, _picture(rules.key)) for rules in known]


def _picture(key: str) -> str:
    file = f"games/{key}/picture.svg"
    return file if finders.find(file) else ""


@permitted("visit")
def home(request: PageRequest) -> HttpResponse:
    """For everybody; those who are known are told first what waits for them."""
    user = request.actor.user
    clubs = list(clubs_run_by(user)) if user else []
    context = {
        "day": my_day(request.actor),
        "my_events": my_events(user, clubs=clubs) if user else None,
        "events": coming_events(request.actor)[:_SHOWN],
        "clubs": clubs_with_counts().exclude(pk__in=[club.pk for club in clubs])[:_SHOWN],
        "my_clubs": clubs,
        "may_open_club": not clubs and may(request.actor, "open_club"),
        "games": games_pictured(),
        "counts": {
            "clubs": Club.objects.count(),
            "players": players_shown().count(),
            "events": coming_events(request.actor).count(),
        },
    }
    return _kept_by_nobody(request, render(request, "public/home.html", context))


@permitted("visit")
@require_safe
def home_now(request: PageRequest) -> HttpResponse:
    """The own part alone; nothing where nothing has changed since it was made."""
    day = my_day(request.actor)
    if request.GET.get("seen") == day.seen:
        return HttpResponse(status=_NO_CHANGE)
    return _kept_by_nobody(request, render(request, "public/_my_day.html", {"day": day}))


def _kept_by_nobody(request: PageRequest, response: HttpResponse) -> HttpResponse:
    """A page with something of one's own: on a shared phone, Back would show it to the next."""
    if is_known(request.actor):
        response["Cache-Control"] = "private, no-store"
    return response


@permitted("visit")
@require_POST
def set_language(request: PageRequest) -> HttpResponse:
    language = request.POST.get("language", "")
    if request.actor.user and language in dict(settings.LANGUAGES):
        choose_language(request.actor.user, actor=request.actor, language=language)
    return django_set_language(request)


@permitted("visit")
def design(request: PageRequest) -> HttpResponse:
    return render(request, "public/design.html")


@permitted("visit")
def venue(request: PageRequest) -> HttpResponse:
    """The address of this room's service, for the projector and the door."""
    if settings.MODE != "venue":
        raise Http404
    return render(
        request,
        "public/venue.html",
        {"address": settings.SITE_URL, "qr_svg": qr_svg(settings.SITE_URL)},
    )


@permitted("visit")
@require_safe
def manifest(request: PageRequest, language: str) -> HttpResponse:
    """Browsers ask for it without cookies: the language stands in the address."""
    with translation.override(language):
        about = {
            "id": "/",
            "name": _("Arbitr: board games"),
            "short_name": "Arbitr",
            "description": _("Tournaments, leagues and score sheets for board games."),
            "lang": language,
            "start_url": reverse("home"),
            "scope": "/",
            "display": "standalone",
            "background_color": _BACKGROUND,
            "theme_color": _THEME,
            "icons": [
                _icon("app/icon-192.png", "192x192"),
                _icon("app/icon-512.png", "512x512"),
                _icon("app/maskable-512.png", "512x512", purpose="maskable"),
                _icon("mark.svg", "any", kind="image/svg+xml"),
            ],
            "shortcuts": [{"name": _("Score sheet"), "url": reverse("practice")}],
        }
    response = JsonResponse(about, content_type="application/manifest+json")
    response["Cache-Control"] = f"public, max-age={_KEPT_S}"
    return response


def _icon(
    file: str, sizes: str, *, kind: str = "image/png", purpose: str = "any"
) -> dict[str, str]:
    return {"src": static(f"arbitr/{file}"), "sizes": sizes, "type": kind, "purpose": purpose}


@permitted("visit")
@require_safe
def worker(request: PageRequest) -> HttpResponse:
    """At the root, because a worker looks after the addresses below its own. Never kept: a browser
    notices a new version by other words here.
    """
    known = {
        "version": settings.VERSION,
        "files": settings.STATIC_URL,
        "sheet": f"^{reverse('practice')}{PublicIdConverter.regex}/$",
        "home": reverse("home"),
        "logOut": reverse("account_logout"),
    }
    script = static("arbitr/worker.js")
    text = f"const ARBITR = {json.dumps(known)};\nimportScripts({json.dumps(script)});\n"
    response = HttpResponse(text, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response
