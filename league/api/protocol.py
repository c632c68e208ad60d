"""What goes in and out: bodies of a bounded size, lists in pages, errors as problem documents.

DRF imports this module by a setting before its own views are there: nothing here imports them.
"""

from collections.abc import Mapping
from io import BytesIO
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions, serializers
from rest_framework.pagination import PageNumberPagination
from rest_framework.parsers import BaseParser, JSONParser as DrfJSONParser
from rest_framework.response import Response

from league.config.logs import request_id
from league.errors import PROBLEM_TYPE, LeagueError, TooMany, WrongFigure, problem
from league.events.services.game_fit import WrongSetting


class ProblemSerializer(serializers.Serializer):
    """The shape, for the schema."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField()
    request_id = serializers.CharField()
    errors = serializers.DictField(required=False)  # type: ignore[assignment]


def as_problem(error: Exception, context: dict[str, Any]) -> Response | None:
    """Every error as a document of RFC 9457. None lets a bug through to the log and the 500."""
    headers: dict[str, str] = {}
    errors: Any = None
    if isinstance(error, LeagueError):
        status, code, detail = error.status, error.code, str(error.message)
        if isinstance(error, WrongSetting):
            errors = {error.field: [detail]}
        if isinstance(error, WrongFigure):
            errors = {"figures": [detail]}
        if isinstance(error, TooMany):
            headers["Retry-After"] = str(error.retry_after_s)
    elif isinstance(error, Http404):
        status, code, detail = 404, "not-found", _("There is nothing at this address.")
    elif isinstance(error, PermissionDenied):
        status, code, detail = 403, "forbidden", _("You may not do this.")
    elif isinstance(error, RequestDataTooBig):
        status, code, detail = 413, "too-large", _("The request is too large.")
    elif isinstance(error, exceptions.ValidationError):
        status, code, detail = 400, "invalid", _("Some of the values cannot be taken.")
        errors = error.detail if isinstance(error.detail, dict) else {"": error.detail}
    elif isinstance(error, exceptions.APIException):
        status, detail = error.status_code, str(error.detail)
        code = error.default_code.replace("_", "-")
        headers = _headers(error)
    else:
        return None
    document = problem(status, code=code, detail=detail, errors=errors, request_id=request_id.get())
    return Response(document, status=status, headers=headers, content_type=PROBLEM_TYPE)


def _headers(error: exceptions.APIException) -> dict[str, str]:
    challenge = getattr(error, "auth_header", None)
    return {"WWW-Authenticate": challenge} if challenge else {}


class JSONParser(DrfJSONParser):
    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        body = _body(stream)
        return super().parse(BytesIO(body), media_type, parser_context)


class RecordParser(BaseParser):
    """A record as it was sent: whether its bytes are text is for the rules to say."""

    media_type = "text/plain"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, bytes]:
        return {"record": _body(stream)}


def _body(stream: IO[Any]) -> bytes:
    """Of a bounded size: DRF reads the stream past Django's own limit."""
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    body: bytes = stream.read(limit + 1)
    if len(body) > limit:
        raise RequestDataTooBig
    return body


class Pages(PageNumberPagination):
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200
