"""What goes in and out: bodies of a bounded size, lists in pages, errors as problem documents.

DRF imports this module by a setting before its own views are there: nothing here imports them.
"""

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import DataError
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions, serializers
from rest_framework.pagination import PageNumberPagination
from rest_framework.parsers import BaseParser, JSONParser as DrfJSONParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.json import strict_constant
from rest_framework.utils.urls import replace_query_param

from league.api.access import MissingScope
from league.config.logs import request_id
from league.errors import PROBLEM_TYPE, LeagueError, TooMany, WrongFigure, problem
from league.events.services.game_fit import WrongSetting

MOST_LEVELS = 32  # of a body in JSON; no endpoint needs more than ten
MOST_PAGES = 100_000
_NAME_SHOWN = 60
MOST_DIGITS = 18  # of a whole number: what 64 bits hold in any case


class ProblemSerializer(serializers.Serializer):
    """The shape, for the schema."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField()
    request_id = serializers.CharField()
    errors = serializers.DictField(required=False)  # type: ignore[assignment]
    row = serializers.IntegerField(
        required=False, help_text="Which of several that were sent at once, from 0"
    )
    scope = serializers.CharField(required=False, help_text="That the token lacks")


def as_problem(error: Exception, context: dict[str, Any]) -> Response | None:
    """Every error as a document of RFC 9457. None lets a bug through to the log and the 500."""
    headers: dict[str, str] = {}
    errors: Any = None
    extra: dict[str, object] = {}
    if isinstance(error, LeagueError):
        status, code, detail = error.status, error.code, str(error.message)
        if error.row is not None:
            errors, extra = {str(error.row): [detail]}, {"row": error.row}
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
    elif isinstance(error, DataError):
        status, code, detail = 400, "invalid", _("Some of the values cannot be accepted.")
    elif isinstance(error, exceptions.ValidationError):
        status, code, detail = 400, "invalid", _("Some of the values cannot be accepted.")
        errors = error.detail if isinstance(error.detail, dict) else {"": error.detail}
    elif isinstance(error, exceptions.APIException):
        status, detail = error.status_code, str(error.detail)
        code = error.default_code.replace("_", "-")
        headers = _headers(error)
        extra = {"scope": error.scope.value} if isinstance(error, MissingScope) else {}
    else:
        return None
    document = problem(status, code=code, detail=detail, errors=errors, request_id=request_id.get())
    return Response(document | extra, status=status, headers=headers, content_type=PROBLEM_TYPE)


def _headers(error: exceptions.APIException) -> dict[str, str]:
    challenge = getattr(error, "auth_header", None)
    if isinstance(error, MissingScope):  # RFC 6750, 3.1
        challenge = f'Bearer error="insufficient_scope", scope="{error.scope.value}"'
    return {"WWW-Authenticate": challenge} if challenge else {}


class JSONParser(DrfJSONParser):
    """JSON of a bounded size and depth, with numbers that a database can hold."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            data = json.loads(
                _body(stream),
                object_pairs_hook=_once_each,
                parse_int=_whole,
                parse_float=_finite,
                parse_constant=strict_constant,
            )
        except RecursionError:
            raise _nested_too_deeply() from None
        except ValueError as error:
            raise exceptions.ParseError(_("This is not JSON: %(why)s") % {"why": error}) from None
        if not _is_flat_enough(data):
            raise _nested_too_deeply()
        return data


def _once_each(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Of two values of one name one would be passed over."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        counted = Counter(name for name, _value in pairs)
        name = counted.most_common(1)[0][0][:_NAME_SHOWN]
        raise ValueError(_("the field “%(name)s” stands in it twice.") % {"name": name})
    return fields


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(_("a number has more than %(most)d digits.") % {"most": MOST_DIGITS})
    return int(digits)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(_("a number is too large."))
    return number


def _is_flat_enough(data: Any) -> bool:
    """Level by level: a walk that calls itself would be the fault that it looks for."""
    level = [data]
    for _depth in range(MOST_LEVELS):
        level = [inner for outer in level for inner in _parts(outer)]
        if not level:
            return True
    return False


def _parts(data: Any) -> Iterable[Any]:
    if isinstance(data, dict):
        return data.values()
    return data if isinstance(data, list) else ()


def _nested_too_deeply() -> exceptions.ParseError:
    return exceptions.ParseError(
        _("This is nested too deeply: %(most)d levels at most.") % {"most": MOST_LEVELS}
    )


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


class FileParser(BaseParser):
    """A file as it was sent, of any kind."""

    media_type = "application/octet-stream"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, bytes]:
        return {"file": _body(stream, limit=settings.LARGEST_BODY)}


def _body(stream: IO[Any], *, limit: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE) -> bytes:
    """Of a bounded size: DRF reads the stream past Django's own limit."""
    body: bytes = stream.read(limit + 1)
    if len(body) > limit:
        raise RequestDataTooBig
    return body


class Pages(PageNumberPagination):
    """The one shape of lists. A page that cannot be is refused, not replaced by another."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200

    def get_page_size(self, request: Request) -> int:
        return self._number(request, self.page_size_query_param, most=self.max_page_size) or 50

    def get_page_number(self, request: Request, paginator: Any) -> int:
        return self._number(request, self.page_query_param, most=MOST_PAGES) or 1

    @staticmethod
    def _number(request: Request, name: str, *, most: int) -> int | None:
        if name not in request.query_params:
            return None
        field = serializers.IntegerField(min_value=1, max_value=most)
        try:
            return int(field.run_validation(request.query_params[name]))
        except exceptions.ValidationError as error:
            raise exceptions.ValidationError({name: error.detail}) from None

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        return [
            _page_parameter("page", "Which page, from 1", most=MOST_PAGES),
            _page_parameter("page_size", "How many on a page; 50 if not said", most=200),
        ]


def links_beside(request: Request, *, page: int, pages: int) -> dict[str, str | None]:
    """`next` and `previous` of a list that says more than its rows, as `Pages` has them."""

    def link(wanted: int) -> str | None:
        address = request.build_absolute_uri()
        return replace_query_param(address, "page", wanted) if 1 <= wanted <= pages else None

    return {"next": link(page + 1), "previous": link(page - 1)}


def _page_parameter(name: str, description: str, *, most: int) -> dict[str, Any]:
    schema = {"type": "integer", "minimum": 1, "maximum": most}
    return {
        "name": name,
        "in": "query",
        "required": False,
        "description": description,
        "schema": schema,
    }
