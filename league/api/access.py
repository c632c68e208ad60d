"""A limit per token, per account, or per address for the unknown; counted exactly."""

from typing import TYPE_CHECKING, Any

from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from league.models import ApiToken
from league.throttle import address_of, count

if TYPE_CHECKING:
    from rest_framework.views import APIView as Base
else:
    Base = object


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
