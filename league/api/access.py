"""Who calls, and what they may: tokens, the predicate that a view names, limits, client keys.

DRF imports this module by a setting before its own views are there: nothing here imports them.
"""

import hashlib
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from league.accounts import note_use, token_with_secret
from league.events.queries.zones import zone_of
from league.models import ApiToken, Scope, User
from league.permissions import actor_of, may
from league.throttle import address_of, count

if TYPE_CHECKING:
    from rest_framework.views import APIView

    Base = APIView
else:
    Base = object

MOST_CHARACTERS = 64  # of a client key
_STORED_CHARACTERS = 40


class CountedView(Base):
    """Counts every request, also those that are refused: DRF's own throttles come after."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        try:
            caller = caller_of(request)
        except AuthenticationFailed:
            count("api", who=address_of(request._request))
            raise
        count("api", who=caller)
        super().initial(request, *args, **kwargs)


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

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _space, secret = get_authorization_header(request).partition(b" ")
        if scheme.lower() != self.keyword.lower().encode():
            return None
        token = token_with_secret(secret.strip().decode("ascii", "replace"))
        if token is None:
            raise AuthenticationFailed(_("This token is unknown, expired or revoked."))
        note_use(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return self.keyword


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class Permitted(BasePermission):
    """Each view names a predicate of league.permissions per action; the rest is shut."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        if not hasattr(view, (request.method or "").lower()):
            return True  # there is nothing to permit: the answer is 405
        right = right_of(view, request.method)
        actor = actor_of(request)
        if right is None or (request.method in SAFE_METHODS and not actor.has_scope(Scope.READ)):
            return False
        return bool(getattr(view, "detail", False)) or may(actor, right, over_api=True)

    def has_object_permission(self, request: Request, view: "APIView", obj: Any) -> bool:
        right = right_of(view, request.method)
        if zone := zone_of(obj):
            timezone.activate(zone)  # until the next request, which says its own
        return right is not None and may(actor_of(request), right, obj, over_api=True)


def right_of(view: "APIView", method: str | None) -> str | None:
    named: dict[str, str] = getattr(view, "permissions", {})
    return named.get(getattr(view, "action", None) or (method or "").lower())


def stored_key(request: Request, key: str) -> str:
    """A client key as it is stored beside those that phones make: each token has its own."""
    if not key:
        return ""
    own = f"{caller_of(request)}:{key}"
    return hashlib.sha256(own.encode()).hexdigest()[:_STORED_CHARACTERS]
