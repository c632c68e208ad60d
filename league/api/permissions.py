"""Each API view names a right of league.permissions per action; the rest is shut."""

from typing import TYPE_CHECKING, Any

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from league.models import Scope
from league.permissions import actor_of, may

if TYPE_CHECKING:  # the views import this module by a setting
    from rest_framework.views import APIView


class Permitted(BasePermission):
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
        return right is not None and may(actor_of(request), right, obj, over_api=True)


def right_of(view: "APIView", method: str | None) -> str | None:
    named: dict[str, str] = getattr(view, "permissions", {})
    return named.get(getattr(view, "action", None) or (method or "").lower())
