"""What somebody sends after their session is gone: nothing of it is lost.

A part of a page (htmx, a script) is answered by 401, and the page asks to log in where it is
(`again.js`). A form is kept in the new session of the same browser, and sent once its sender is
known again (`league.web.account.again`). Passwords are not kept; files are asked for again.
"""

import time
from dataclasses import asdict, dataclass, field
from typing import Self

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.crypto import salted_hmac

from league.errors import TooMany
from league.throttle import address_of, count

HELD_KEY = "held"  # in the session; in a form: it comes from there
MATCH_HEADER = "X-At-Match"
_KEPT_S = 3600
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


@dataclass(frozen=True)
class HeldForm:
    """`match`: where a phone without an account would be known by a code."""

    address: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    files: list[tuple[str, str]] = field(default_factory=list)  # field, name of the file
    match: str = ""
    is_token_old: bool = False  # who sent it may be known: only the form was too old
    until: float = 0

    @classmethod
    def of(cls, request: HttpRequest, *, is_token_old: bool) -> Self:
        return cls(
            address=request.get_full_path(),
            fields=[
                (name, value)
                for name, values in request.POST.lists()
                for value in values
                if name not in ("csrfmiddlewaretoken", HELD_KEY) and "password" not in name
            ],
            files=[(name, str(getattr(file, "name", ""))) for name, file in request.FILES.items()],
            match=getattr(request, "needs_match", ""),
            is_token_old=is_token_old,
            until=time.time() + _KEPT_S,
        )

    @classmethod
    def in_session(cls, request: HttpRequest) -> Self | None:
        held = request.session.get(HELD_KEY)
        found = cls(**held) if held else None
        return found if found and found.until > time.time() else None


def who_asks(request: HttpRequest) -> str:
    """By which a page knows whether the account is still the one that it was made for."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return ""
    return salted_hmac("league.who", user.pk).hexdigest()[:16]


def is_part(request: HttpRequest) -> bool:
    """Asked for by a script, which puts the answer into a page."""
    asks = ("HX-Request", "X-Requested-With")
    is_script = any(name in request.headers for name in asks)
    return is_script or request.content_type == "application/json"


def unknown_now(request: HttpRequest) -> HttpResponse:
    """To a part of a page: who asks is not known any more."""
    match = getattr(request, "needs_match", "")
    return HttpResponse(status=401, headers={MATCH_HEADER: match} if match else {})


def hold(request: HttpRequest, *, is_token_old: bool = False) -> HttpResponse | None:
    """Keep the form and lead to the page that sends it; None: there were too many."""
    try:
        count("held", who=address_of(request))
    except TooMany:
        return None
    request.session[HELD_KEY] = asdict(HeldForm.of(request, is_token_old=is_token_old))
    return redirect("held")


def is_sent_to_log_in(response: HttpResponse) -> bool:
    """Without a page to go on to, it is a step of logging in itself."""
    path, _, query = response.headers.get("Location", "").partition("?")
    doors = (reverse(settings.LOGIN_URL), reverse("admin:login"))
    return response.status_code == 302 and path in doors and "next=" in query


def is_form(request: HttpRequest) -> bool:
    return request.method == "POST" and request.content_type in _FORMS


def let_go(request: HttpRequest) -> None:
    """The form that was held is on its way."""
    if request.POST.get(HELD_KEY):
        request.session.pop(HELD_KEY, None)
