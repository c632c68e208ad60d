"""Who may read answers from a page of another website: everybody, what everybody may read.

Only GET and HEAD without a token and without a session. Credentials are never allowed, so that
no other website ever acts for, or reads as, somebody who is logged in here.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

_SHARED = ("/api/v1/", "/api/schema/", "/feeds/")
_METHODS = ("GET", "HEAD")
# What a page may send besides what it always may.
_HEADERS = "Accept-Language, If-None-Match, X-Request-ID"
_READABLE = "ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-ID"
_KEPT_S = 24 * 3600


def is_preflight(request: HttpRequest) -> bool:
    """Whether a browser asks for leave before a page of another website sends something."""
    is_asked = "Access-Control-Request-Method" in request.headers
    return request.method == "OPTIONS" and is_asked and request.path_info.startswith(_SHARED)


class PublicReads:
    """Stands around the limits: a page may also read that it has asked too often."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(_SHARED):
            return self.get_response(request)
        response = self.get_response(request)
        if request.method in _METHODS:
            patch_vary_headers(response, ("Authorization", "Cookie"))
            if _is_anonymous(request):
                response["Access-Control-Allow-Origin"] = "*"
                response["Access-Control-Expose-Headers"] = _READABLE
        return response


class Preflights:
    """Stands within the limits, so that these answers tell them, too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not is_preflight(request):
            return self.get_response(request)
        return _preflight(request.headers["Access-Control-Request-Method"])


def _preflight(wanted: str) -> HttpResponse:
    """Whether a page may send a request of this kind."""
    response = HttpResponse(status=204)
    patch_vary_headers(response, ("Access-Control-Request-Method",))
    if wanted in _METHODS:
        response["Access-Control-Allow-Origin"] = "*"
        response["Access-Control-Allow-Methods"] = ", ".join(_METHODS)
        response["Access-Control-Allow-Headers"] = _HEADERS
        response["Access-Control-Max-Age"] = str(_KEPT_S)
    return response


def _is_anonymous(request: HttpRequest) -> bool:
    has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
    return not has_session and "Authorization" not in request.headers
