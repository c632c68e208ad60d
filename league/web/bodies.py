"""How large a request may be: 256 KiB, and more where a view says that files or records come."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse

View = TypeVar("View", bound=Callable[..., Any])
_MARK = "takes_large_bodies"  # on a view, or on the class of the API's views


def large_bodies(view: View) -> View:
    setattr(view, _MARK, True)
    return view


def limit_of(view: Callable[..., Any]) -> int:
    is_large = getattr(view, _MARK, False) or getattr(getattr(view, "cls", None), _MARK, False)
    return settings.LARGEST_BODY if is_large else settings.USUAL_BODY


class BodyLimits:
    """Refuses before anything of the body is read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> None:
        announced = request.META.get("CONTENT_LENGTH") or "0"
        if not announced.isdecimal() or int(announced[:12]) > limit_of(view):
            raise RequestDataTooBig
