"""Pages say who may open them, and by what a phone without an account is known.

The decision itself is league.permissions'.
"""

import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.views import redirect_to_login
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django_htmx.middleware import HtmxDetails

from league.events.queries.zones import zone_of
from league.models import Match
from league.permissions import CODES_KEY, DEVICE_KEY, RIGHTS, Actor, actor_of, may

View = Callable[..., HttpResponseBase]
_CODES_KEPT = 20


class PageRequest(HttpRequest):
    """What a permitted view is given: a request that knows its actor, and whether htmx asks."""

    actor: Actor
    htmx: HtmxDetails
    needs_match: str  # of a refused request: where it would be let in with a code


def permitted(
    right: str, *, of: Callable[[str], Any] | None = None, hidden: bool = False
) -> Callable[[View], View]:
    """Open the view to those who have the right.

    `of` fetches the object that the address names; the view is given it in place of the id, and
    the other parts of the address as they are. The page tells every moment in its time zone.
    `hidden`: to others the object does not exist, rather than being out of bounds.
    """

    assert right in RIGHTS, right

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: PageRequest, pk: str | None = None, **parts: str) -> HttpResponseBase:
            request.actor = actor_of(request)
            subject = of(pk) if of and pk is not None else None
            if not may(request.actor, right, subject):
                request.needs_match = _match_of(right, subject)
                return _refuse(request, hidden=hidden)
            with timezone.override(zone_of(subject) or timezone.get_current_timezone()):
                return view(request, subject, **parts) if of else view(request, **parts)

        guarded.permission = right  # type: ignore[attr-defined]
        return guarded

    return decorate


def open_to_all(view: View) -> View:
    """For what is answered before anybody asks who is there (`middleware.Impersonal`)."""
    view.permission = "visit"  # type: ignore[attr-defined]
    return view


def visitor_of(request: HttpRequest) -> Actor:
    """Who asks for what is answered so early; the session is read here and now."""
    for early in (SessionMiddleware, AuthenticationMiddleware):
        early(lambda _request: HttpResponse()).process_request(request)
    return actor_of(request)


def _refuse(request: PageRequest, *, hidden: bool) -> HttpResponse:
    """Somebody who sends a form was shown it: what is hidden from others is not from them."""
    if hidden and (request.actor.user or request.method in ("GET", "HEAD")):
        raise Http404
    if request.actor.user is None:
        return redirect_to_login(request.get_full_path())
    raise PermissionDenied


def _match_of(right: str, subject: Any) -> str:
    """The match at which a phone without an account would have the right."""
    if not RIGHTS[right].is_at_table:
        return ""
    match = subject if isinstance(subject, Match) else getattr(subject, "match", None)
    return match.pk if match else ""


def known_phone(request: PageRequest) -> Actor:
    """The actor with a device of its own, made up when it is first needed."""
    if not request.session.get(DEVICE_KEY):
        request.session[DEVICE_KEY] = secrets.token_urlsafe(12)
    request.actor = actor_of(request)
    return request.actor


def keep_code(request: PageRequest, code: str) -> None:
    """The newest is the last one."""
    others = [kept for kept in codes_kept(request) if kept != code]
    request.session[CODES_KEY] = [*others, code][-_CODES_KEPT:]
    known_phone(request)


def codes_kept(request: PageRequest) -> list[str]:
    return list(request.session.get(CODES_KEY, ()))
