"""What every request passes through: id, impersonal answers, viewer, default deny, errors."""

import logging
import re
import secrets
from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.core.handlers.exception import convert_exception_to_response
from django.db import DatabaseError, DataError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.response import SimpleTemplateResponse
from django.urls import resolve
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers

from league.config.logs import request_id
from league.errors import LeagueError, TooMany
from league.models import User
from league.models.time_zones import time_zones
from league.web.errors import bad_request
from league.web.held import hold, is_form, is_part, is_sent_to_log_in, let_go, unknown_now, who_asks

GetResponse = Callable[[HttpRequest], HttpResponse]
logger = logging.getLogger("league.request")

_IMPERSONAL = re.compile(
    r"/live/|/embed/|/feeds/|/health/(live|ready)\Z|/api/v1/events/[^/]+/live\Z"
)
_LANGUAGE = re.compile(rf"/(?:live|embed|feeds)/({'|'.join(dict(settings.LANGUAGES))})/")
_GIVEN_ID = re.compile(r"[\w-]{8,40}")
# Views of libraries. They guard themselves; tests/league/test_permission_matrix.py asserts each.
_GUARDED_BY_LIBRARY = (
    "allauth.",
    "django.contrib.admin.",
    "django.contrib.auth.",
    "django.views.static",
    "drf_spectacular.",
)


class _Middleware:
    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)


class RequestId(_Middleware):
    """Gives the request an id, puts it on log lines and the answer, and logs the request."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        sent = request.headers.get("X-Request-ID", "")
        current = sent if _GIVEN_ID.fullmatch(sent) else secrets.token_hex(8)
        token = request_id.set(current)
        try:
            response = self.get_response(request)
            logger.info(
                "%s %s %d",
                request.method,
                request.path,
                response.status_code,
                extra={"method": request.method, "status": response.status_code},
            )
        finally:
            request_id.reset(token)
        response["X-Request-ID"] = current
        return response


class Impersonal(_Middleware):
    """Answers live parts, pages for frames, feeds and probes before anybody asks who is there.

    They are the same for everybody and asked for all the time: no session, no account, no
    language but the one in the address. So none of what follows is needed, and caches may share.
    Nor is the host looked at: none of these answers names it, and probes know only an address.
    Refusals speak the language of the address, too, and without one the service's own; only
    programs of the API say theirs. Never that of whoever was answered before.
    """

    def __init__(self, get_response: GetResponse) -> None:
        super().__init__(get_response)
        # Within the language: Django answers what is raised outside of it.
        self._answered: GetResponse = convert_exception_to_response(_answered)  # type: ignore[assignment]

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not _IMPERSONAL.match(request.path_info):
            return self.get_response(request)
        is_api = request.path_info.startswith("/api/")
        named = _LANGUAGE.match(request.path_info)
        language = named[1] if named else settings.LANGUAGE_CODE
        if is_api:
            language = translation.get_language_from_request(request)
        with translation.override(language):
            response: HttpResponse = self._answered(request)
        if is_api and response.status_code >= HTTPStatus.BAD_REQUEST:
            patch_vary_headers(response, ("Accept-Language",))
        return response


def _answered(request: HttpRequest) -> HttpResponse:
    view, args, kwargs = resolve(request.path_info)
    if not says_who_may(view):
        raise PermissionDenied
    response: HttpResponse = view(request, *args, **kwargs)
    return response.render() if isinstance(response, SimpleTemplateResponse) else response


class Viewer(_Middleware):
    """The viewer's time zone, and the account's language where no cookie says otherwise."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = self._user(request)
        zone = getattr(user, "time_zone", "") or unquote(request.COOKIES.get("tz", ""))
        if zone in time_zones():
            timezone.activate(ZoneInfo(zone))
        else:
            timezone.deactivate()
        request.reader_zone = timezone.get_current_timezone()  # type: ignore[attr-defined]
        language = getattr(user, "language", "")
        if language and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
            translation.activate(language)
            request.LANGUAGE_CODE = language
        return self.get_response(request)

    @staticmethod
    def _user(request: HttpRequest) -> User | AnonymousUser:
        """Nobody known while the database is away, so that health pages can say so."""
        try:
            return request.user if request.user.is_authenticated else AnonymousUser()
        except DatabaseError:
            logger.exception("who asks cannot be read")
            request.user = AnonymousUser()
            return request.user


class KnownAgain(_Middleware):
    """Those whose session is gone are asked who they are where they are (`league.web.held`)."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not is_sent_to_log_in(response):
            if is_form(request):
                let_go(request)
            return response
        if is_part(request):
            return unknown_now(request)
        return (hold(request) if is_form(request) else None) or response


class NoStore(_Middleware):
    """What is made for an account is kept by no browser: on a shared computer, Back would show it.

    A program with a token may keep it, and asks whether it has changed: no browser shows it again.
    The one decision for all pages; what says by itself how long it is kept is left alone.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if who_asks(request) and "Cache-Control" not in response.headers:
            is_program = "Authorization" in request.headers
            response["Cache-Control"] = "private, " + ("no-cache" if is_program else "no-store")
        return response


class DefaultDeny(_Middleware):
    """Refuses a view of ours that does not say who may open it."""

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> None:
        if not says_who_may(view):
            logger.error("view %s.%s names no permission", view.__module__, view.__qualname__)
            raise PermissionDenied


class Errors(_Middleware):
    """Shows a LeagueError to the person as it is; the API has its own way (league.api.protocol).

    A value that no column holds, such as a text with a NUL in it, is its sender's mistake.
    """

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, DataError):
            logger.warning("what the database does not hold: %s", error)
            return bad_request(request, error)
        if not isinstance(error, LeagueError):
            return None
        response = render(request, "error.html", {"message": error.message}, status=error.status)
        if isinstance(error, TooMany):
            response["Retry-After"] = str(error.retry_after_s)
        return response


def says_who_may(view: Callable[..., Any]) -> bool:
    view_class = getattr(view, "cls", None) or getattr(view, "view_class", None)
    return (
        hasattr(view, "permission")
        or hasattr(view_class, "permissions")
        or view.__module__.startswith(_GUARDED_BY_LIBRARY)
    )
