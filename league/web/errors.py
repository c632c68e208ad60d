"""Error answers outside any view: a page in our look, or a problem document under /api/."""

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from league.config.logs import request_id
from league.errors import PROBLEM_TYPE, problem


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
    return render(request, "403_csrf.html", status=403)


def _answer(request: HttpRequest, status: int, code: str, detail: str) -> HttpResponse:
    current = request_id.get()
    if request.path.startswith("/api/"):
        document = problem(status, code=code, detail=detail, request_id=current)
        return JsonResponse(document, status=status, content_type=PROBLEM_TYPE)
    return render(request, f"{status}.html", {"request_id": current}, status=status)
