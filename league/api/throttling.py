"""A limit per token, per account, or per address for the unknown; counted exactly."""

from typing import TYPE_CHECKING

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from league.models import ApiToken
from league.throttle import count

if TYPE_CHECKING:  # the views import this module by a setting
    from rest_framework.views import APIView


class PerCaller(BaseThrottle):
    def allow_request(self, request: Request, view: "APIView") -> bool:
        count("api", who=_caller(request))
        return True


def _caller(request: Request) -> str:
    if isinstance(request.auth, ApiToken):
        return f"token:{request.auth.pk}"
    if request.user.is_authenticated:
        return f"user:{request.user.pk}"
    try:
        return f"address:{get_adapter().get_client_ip(request)}"
    except PermissionDenied:  # a server that names no address, such as one behind a socket file
        return "address:unknown"
