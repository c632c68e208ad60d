"""Pages say who may open them, and by what a phone without an account is known.

The decision itself is league.permissions'.
"""

import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django_htmx.middleware import HtmxDetails

from league.events.queries.zones import zone_of
from league.permissions import CODES_KEY, DEVICE_KEY, RIGHTS, Actor, actor_of, may

View = Callable[..., HttpResponse]
_CODES_KEPT = 20


class PageRequest(HttpRequest):
    """What a permitted view is given: a request that knows its actor, and whether htmx asks."""

    actor: Actor
    htmx: HtmxDetails


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
        def guarded(request: PageRequest, pk: str | None = None, **parts: str) -> HttpResponse:
            request.actor = actor_of(request)
            subject = of(pk) if of and pk is not None else None
            if not may(request.actor, right, subject):
                return _refuse(request, hidden=hidden)
            with timezone.override(zone_of(subject) or timezone.get_current_timezone()):
                return view(request, subject, **parts) if of else view(request, **parts)

        guarded.permission = right  # type: ignore[attr-defined]
        return guarded

    return decorate


def _refuse(request: PageRequest, *, hidden: bool) -> HttpResponse:
    if hidden:
        raise Http404
    if request.actor.user is None:
        return redirect_to_login(request.get_full_path())
    raise PermissionDenied


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
