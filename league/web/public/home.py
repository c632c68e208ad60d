"""Pages that belong to no area: home, language, the design page, a venue's address."""

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST
from django.views.i18n import set_language as django_set_language

from league.accounts import choose_language
from league.clubs.queries import clubs_run_by, clubs_with_counts, players_shown
from league.events.queries.event_lists import coming_events
from league.models import Club
from league.web.access import PageRequest, permitted
from league.web.public.pictures import games_pictured
from league.web.public.visitor import open_seats_of
from league.web.qr import qr_svg

_SHOWN = 6


@permitted("visit")
def home(request: PageRequest) -> HttpResponse:
    user = request.actor.user
    return render(
        request,
        "home.html",
        {
            "events": coming_events(request.actor)[:_SHOWN],
            "clubs": clubs_with_counts()[:_SHOWN],
            "my_clubs": clubs_run_by(user) if user else [],
            "my_seats": open_seats_of(user) if user else [],
            "games": games_pictured(),
            "counts": {
                "clubs": Club.objects.count(),
                "players": players_shown().count(),
                "events": coming_events(request.actor).count(),
            },
        },
    )


@permitted("visit")
@require_POST
def set_language(request: PageRequest) -> HttpResponse:
    language = request.POST.get("language", "")
    if request.actor.user and language in dict(settings.LANGUAGES):
        choose_language(request.actor.user, actor=request.actor, language=language)
    return django_set_language(request)


@permitted("visit")
def design(request: PageRequest) -> HttpResponse:
    return render(request, "design.html")


@permitted("visit")
def venue(request: PageRequest) -> HttpResponse:
    """The address of this room's service, for the projector and the door."""
    if settings.MODE != "venue":
        raise Http404
    return render(
        request,
        "venue.html",
        {"address": settings.SITE_URL, "qr_svg": qr_svg(settings.SITE_URL)},
    )
