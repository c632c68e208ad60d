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


class PublicReads:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(_SHARED):
            return self.get_response(request)
        wanted = request.headers.get("Access-Control-Request-Method")
        if request.method == "OPTIONS" and wanted is not None:
            return _preflight(wanted)
        response = self.get_response(request)
        if request.method in _METHODS:
            patch_vary_headers(response, ("Authorization", "Cookie"))
            if _is_anonymous(request):
                response["Access-Control-Allow-Origin"] = "*"
                response["Access-Control-Expose-Headers"] = _READABLE
        return response


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
