"""What search engines may list: pages of clubs and events, never of people unless they chose it.

A page is not listed unless it is named here, so that no new page about people is by mistake.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.models import Player
from league.web.access import PageRequest, permitted
from league.web.middleware import GetResponse

# By the name of the route. Lists that are of people alone (standings, members, ratings) are not.
LISTED = frozenset(
    (
        *("home", "clubs", "club", "events", "event", "all-series", "series"),
        *("club-seasons", "season", "statistics", "statistics-game", "event-statistics"),
        *("practice", "viewer", "seal-log", "robots"),
    )
)
# What crawlers need not ask for at all. Not here: pages whose `noindex` they are to read.
CLOSED = (
    *("/accounts/", "/again/", "/session/", "/me/", "/invitation/", "/calendars/"),
    *("/admin/", "/api/", "/operations/", "/health/", "/live/"),
    *("/c/", "/door/", "/papers/", "/seats/", "/webhooks/", "/rounds/*/print/"),
    *("/matches/*/rule/", "/clubs/*/events/", "/clubs/*/admins/", "/clubs/*/website/"),
    *(
        f"/events/*/{room}/"
        for room in (
            *("announcements", "apart", "categories", "check-in", "clone", "codes", "console"),
            *("desk", "desk-tokens", "discard", "fees", "games", "move", "officials", "paper"),
            *("people", "practice", "print", "prizes", "report", "results", "settings", "stages"),
            *("website", "wrap-up"),
        )
    ),
)
HEADER = "X-Robots-Tag"


class Robots:
    """Says on every answer that may not be listed that it may not."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != 200 or not may_be_listed(request):
            response.headers.setdefault(HEADER, "noindex")
        return response


def may_be_listed(request: HttpRequest) -> bool:
    match = request.resolver_match
    is_named = match is not None and match.url_name in LISTED
    return is_named or getattr(request, "is_of_findable", False)


def is_page_of(request: HttpRequest, player: Player) -> None:
    """The page is about this player, who may have chosen to be found."""
    findable = player.user is not None and player.user.is_findable
    request.is_of_findable = findable  # type: ignore[attr-defined]


@permitted("visit")
def robots(request: PageRequest) -> HttpResponse:
    return render(request, "robots.txt", {"closed": CLOSED}, content_type="text/plain")
