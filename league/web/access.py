"""Pages say who may open them; the decision itself is league.permissions'."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django_htmx.middleware import HtmxDetails

from league.permissions import RIGHTS, Actor, actor_of, may

View = Callable[..., HttpResponse]


class PageRequest(HttpRequest):
    """What a permitted view is given: a request that knows its actor, and whether htmx asks."""

    actor: Actor
    htmx: HtmxDetails


def permitted(
    right: str,
    *,
    of: Callable[[str], Any] | None = None,
    hidden: bool = False,
) -> Callable[[View], View]:
    """Open the view to those who have the right.

    `of` fetches the object that the address names; the view is given it in place of the id, and
    the other parts of the address as they are.
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
