"""What the description says about an operation, while it is asked for.

One truth: what `extend_schema`, filters and pages tell the world is what is taken, and the rest is
refused. Made once per operation and process.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.plumbing import ComponentRegistry
from drf_spectacular.settings import spectacular_settings
from rest_framework.request import Request

_ANY = "/"
_BODIES = ("POST", "PUT", "PATCH")


@dataclass(frozen=True)
class Operation:
    questions: frozenset[str]  # names after the question mark of the address
    has_body: bool


def described(request: Request) -> Operation:
    match = request._request.resolver_match
    assert match is not None
    method = "GET" if request.method == "HEAD" else str(request.method)
    return _described(match.func, method)


@cache
def _described(callback: Any, method: str) -> Operation:
    # It alone holds the schema of the view.
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    view: Any = generator.create_view(callback, method)  # type: ignore[no-untyped-call]
    view.request = spectacular_settings.GET_MOCK_REQUEST(method, _ANY, view, None)
    operation = view.schema.get_operation(_ANY, _ANY, _ANY, method, ComponentRegistry())
    parameters = operation.get("parameters", [])
    return Operation(
        questions=frozenset(each["name"] for each in parameters if each["in"] == "query"),
        has_body=method in _BODIES and view.schema.get_request_serializer() is not None,
    )
