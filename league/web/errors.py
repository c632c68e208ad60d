"""What a person is told when something is refused or fails.

`Refusals` is for a page that goes on and says what a service refused. The answers below are for
what happens outside any view: a page in our look, or a problem document under /api/.
"""

from collections.abc import Callable
from types import TracebackType
from typing import Self

from django import forms
from django.contrib import messages
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from league.config.logs import request_id
from league.errors import PROBLEM_TYPE, LeagueError, problem
from league.web.held import HELD_KEY, hold, is_part, unknown_now


class Refusals:
    """Within it, what a service refuses does not end the view: it is told, and the view goes on.

    `but` is let through, to the page that shows it alone.
    """

    def __init__(
        self,
        tell: Callable[[LeagueError], None] | None = None,
        *,
        but: type[LeagueError] | tuple[()] = (),
    ) -> None:
        self.error: LeagueError | None = None
        self._tell = tell
        self._but = but

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if not isinstance(error, LeagueError) or isinstance(error, self._but):
            return False
        self.error = error
        if self._tell is not None:
            self._tell(error)
        return True

    def __bool__(self) -> bool:
        return self.error is not None

    def __str__(self) -> str:
        return str(self.error.message) if self.error else ""

    @property
    def status(self) -> int:
        return self.error.status if self.error else 200


def refusals_to(request: HttpRequest) -> Refusals:
    """Told at the top of the page that comes next."""
    return Refusals(lambda error: messages.error(request, str(error.message)))


def refusals_on(
    form: forms.BaseForm,
    field: str | None = None,
    *,
    is_named: bool = False,
    but: type[LeagueError] | tuple[()] = (),
) -> Refusals:
    """Told on the form, which keeps what was typed: at the field, else above all of them.

    `is_named`: at the field that the error names, if the form has it.
    """

    def tell(error: LeagueError) -> None:
        named = getattr(error, "field", None) if is_named else None
        form.add_error(named if named in form.fields else field, str(error.message))

    return Refusals(tell, but=but)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig):
        return _answer(request, 413, "too-large", _("This is larger than the service takes."))
    return _answer(request, 400, "bad-request", _("The request makes no sense here."))


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _answer(request, 403, "forbidden", _("You may not do this."))


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _answer(request, 404, "not-found", _("There is nothing at this address."))


def server_error(request: HttpRequest) -> HttpResponse:
    return _answer(request, 500, "server-error", _("Something broke on our side."))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form of ours whose mark is too old is kept, and sent with a new one; once."""
    ours = f"{request.scheme}://{request.get_host()}"
    if request.headers.get("Origin") == ours:
        if is_part(request):
            return unknown_now(request)
        kept = hold(request, is_token_old=True) if not request.POST.get(HELD_KEY) else None
        if kept:
            return kept
    return render(request, "403_csrf.html", status=403)


def _answer(request: HttpRequest, status: int, code: str, detail: str) -> HttpResponse:
    current = request_id.get()
    if request.path.startswith("/api/"):
        document = problem(status, code=code, detail=detail, request_id=current)
        return JsonResponse(document, status=status, content_type=PROBLEM_TYPE)
    return render(request, f"{status}.html", {"request_id": current}, status=status)
