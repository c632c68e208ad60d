"""How often programs may ask, and what every answer tells them about it.

Every request counts, also those that are refused. One that asks whether something has changed
counts as unchanged, ten times as cheap; where it turns out to be changed, it counts in full, too.
So does a browser's question for leave. The live version is counted apart, for a whole hall.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import translation
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from league.api.access import caller_of
from league.api.cors import is_preflight
from league.config.logs import request_id
from league.errors import PROBLEM_TYPE, TooMany, problem
from league.throttle import RateUse, address_of, measure

_NOT_MODIFIED = 304


def count_request(request: Request) -> None:
    """By token, else by account, else by address; a wrong token is a stranger's."""
    http = request._request
    try:
        http.api_caller = caller_of(request)  # type: ignore[attr-defined]
    except AuthenticationFailed:
        _counted(http, rate="api", who=address_of(http))
        raise
    asks_again = request.method in SAFE_METHODS and "If-None-Match" in request.headers
    rate = "api-unchanged" if asks_again else "api"
    use = _counted(http, rate=rate, who=http.api_caller)  # type: ignore[attr-defined]
    if use.is_over:
        raise TooMany(retry_after_s=use.resets_in_s)


def count_live(request: Request) -> None:
    """By address: nobody is asked who they are."""
    use = _counted(request._request, rate="api-live", who=address_of(request._request))
    if use.is_over:
        raise TooMany(retry_after_s=use.resets_in_s)


def _counted(request: HttpRequest, *, rate: str, who: str) -> RateUse:
    use = measure(rate, who=who)
    request.api_use = use  # type: ignore[attr-defined]
    return use


class RateLimits:
    """Stands around all that answers without a view, such as redirects and unchanged answers.

    Only then is it known what a request was.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not request.path_info.startswith("/api/"):
            return response
        use: RateUse | None = getattr(request, "api_use", None)
        if use is None:  # the description, a redirect, or an address at which there is nothing
            rate = "api-unchanged" if is_preflight(request) else "api"
            use = _counted(request, rate=rate, who=address_of(request))
        elif use.rate == "api-unchanged" and not _is_cheap(response, use):
            use = _counted(request, rate="api", who=request.api_caller)  # type: ignore[attr-defined]
        return with_headers(_refusal(request, use) if use.is_over else response, use)


def _is_cheap(response: HttpResponse, use: RateUse) -> bool:
    return use.is_over or response.status_code == _NOT_MODIFIED


def with_headers(response: HttpResponse, use: RateUse) -> HttpResponse:
    """As the draft “RateLimit header fields for HTTP” of the IETF has them."""
    response["RateLimit-Policy"] = f'"{use.rate}";q={use.limit};w={use.period_s}'
    response["RateLimit"] = f'"{use.rate}";r={use.left};t={use.resets_in_s}'
    return response


def _refusal(request: HttpRequest, use: RateUse) -> HttpResponse:
    error = TooMany(retry_after_s=use.resets_in_s)
    asked = translation.get_language_from_request(request)
    with translation.override(getattr(request, "LANGUAGE_CODE", asked)):
        document = problem(
            error.status, code=error.code, detail=error.message, request_id=request_id.get()
        )
    response = JsonResponse(document, status=error.status, content_type=PROBLEM_TYPE)
    response["Retry-After"] = str(error.retry_after_s)
    return response
