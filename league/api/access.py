"""Who calls, and what they may: tokens, and the right that a view names.

A token that lacks a scope is told which, before anything that it sent is judged.

DRF imports this module by a setting before its own views are there: nothing here imports them.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from league.accounts import note_use, token_with_secret
from league.events.queries.zones import zone_of
from league.models import ApiToken, Scope, User
from league.models.user import PERSONAL_SCOPES
from league.permissions import Actor, actor_of, may
from league.throttle import address_of

if TYPE_CHECKING:
    from rest_framework.views import APIView


def caller_of(request: Request) -> str:
    """Whom a limit or a client key is for."""
    if isinstance(request.auth, ApiToken):
        return f"token:{request.auth.pk}"
    if request.user.is_authenticated:
        return f"user:{request.user.pk}"
    return address_of(request._request)


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer arb_…`: a program acting for the person whose token it holds."""

    keyword = "Bearer"

    def authenticate(self, request: Request) -> tuple[User | AnonymousUser, ApiToken] | None:
        scheme, _space, secret = get_authorization_header(request).partition(b" ")
        if scheme.lower() != self.keyword.lower().encode():
            return None
        token = token_with_secret(secret.strip().decode("ascii", "replace"))
        if token is None:
            raise AuthenticationFailed(_("This token is unknown, expired or revoked."))
        note_use(token)
        return (AnonymousUser() if token.event_id else token.user), token

    def authenticate_header(self, request: Request) -> str:
        return self.keyword


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class MissingScope(PermissionDenied):
    """The person may do this, and the token may not."""

    default_code = "missing_scope"

    def __init__(self, scope: Scope) -> None:
        super().__init__(_("This token lacks the scope “%(scope)s”.") % {"scope": scope.value})
        self.scope = scope


class Permitted(BasePermission):
    """Each view names a right of league.permissions per action; the rest is shut."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        if not hasattr(view, (request.method or "").lower()):
            return True  # there is nothing to permit: the answer is 405
        right = right_of(view, request.method)
        actor = actor_of(request)
        if right is None:
            return False
        if request.method in SAFE_METHODS and not actor.has_scope(Scope.READ):
            raise MissingScope(Scope.READ)
        return bool(getattr(view, "detail", False)) or _may(actor, right)

    def has_object_permission(self, request: Request, view: "APIView", obj: Any) -> bool:
        right = right_of(view, request.method)
        if zone := zone_of(obj):
            timezone.activate(zone)  # until the next request, which says its own
        return right is not None and _may(actor_of(request), right, obj)


def _may(actor: Actor, right: str, obj: Any = None) -> bool:
    """Refused with the name of a scope, if that is all that the token lacks."""
    if may(actor, right, obj, over_api=True):
        return True
    for scope in PERSONAL_SCOPES if actor.scopes is not None else ():
        wider = replace(actor, scopes=(actor.scopes or frozenset()) | {scope})
        if may(wider, right, obj, over_api=True):
            raise MissingScope(scope)
    return False


def right_of(view: "APIView", method: str | None) -> str | None:
    named: dict[str, str] = getattr(view, "permissions", {})
    return named.get(getattr(view, "action", None) or (method or "").lower())
