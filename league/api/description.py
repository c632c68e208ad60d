"""What is true of every operation, added to the OpenAPI description as a whole.

Client keys of what is sent, fields that are not known, headers of answers, and links from an answer
to what can be asked next. The text is English whoever asks: programs and diffs read it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils import translation
from drf_spectacular.generators import SchemaGenerator

from league.api.frame import CLIENT_KEY
from league.api.rows import ID_OR_EMPTY_PATTERN, ID_PATTERN
from league.api.schema import KEY, KEY_SAYS, NEEDS_KEY

Schema = dict[str, Any]
Links = dict[str, Mapping[str, str]]  # by operation: its parameters, and where each of them stands
Part = tuple[str, str, str]  # the address of several, the component of one, where one stands
_REF = "#/components/schemas/"
_JSON = "application/json"
_BODIES = ("post", "put", "patch")
_KEY_ALONE = "ClientKeyRequest"
_KEY = {**KEY, "description": KEY_SAYS}
_HEADERS = {
    "RateLimit": ("How many requests are left, and for how many seconds", True),
    "RateLimit-Policy": ("How many requests there are in how many seconds", True),
    "X-Request-ID": ("Names the request when you ask for help", True),
    "ETag": ("Send it back as If-None-Match: an unchanged answer is a 304", False),
    "Retry-After": ("For how many seconds to wait, where it is too much or too early", False),
}
_EVERYWHERE = ("RateLimit", "RateLimit-Policy", "X-Request-ID")
_ID_FILTERS = ("club",)


class Description(SchemaGenerator):
    """The whole description, in English."""

    def get_schema(self, request: Any = None, public: bool = False) -> Schema:  # noqa: FBT001, FBT002
        with translation.override("en"):
            described: Schema = super().get_schema(request, public)  # type: ignore[no-untyped-call]
            return described


def complete(result: Schema, **kwargs: Any) -> Schema:
    """The hook of drf-spectacular."""
    _add_keys(result)
    _close_bodies(result)
    _add_patterns(result)
    _drop_defaults(result)
    _add_headers(result)
    _add_links(result)
    return result


def operations(result: Schema) -> Iterator[tuple[str, str, Schema]]:
    for path, item in result["paths"].items():
        for method, operation in item.items():
            yield path, method, operation


def _components(result: Schema) -> dict[str, Schema]:
    components: dict[str, Schema] = result["components"]["schemas"]
    return components


def _body_of(operation: Schema) -> str:
    """The name of the component that is sent as JSON; empty: there is none."""
    content = operation.get("requestBody", {}).get("content", {})
    return str(content.get(_JSON, {}).get("schema", {}).get("$ref", "")).removeprefix(_REF)


def _add_keys(result: Schema) -> None:
    """To all that is sent by POST. What is also sent otherwise gets a component of its own."""
    components = _components(result)
    otherwise = {_body_of(each) for _path, how, each in operations(result) if how != "post"}
    for _path, method, operation in operations(result):
        if method != "post":
            continue
        is_needed = operation.pop(NEEDS_KEY, False)
        name = _body_of(operation)
        if not name and "requestBody" in operation:
            continue  # a file, whose key stands in the address
        if not name:
            name = _KEY_ALONE
            components.setdefault(name, {"type": "object", "properties": {}})
            operation["requestBody"] = {"content": {_JSON: {"schema": {"$ref": _REF + name}}}}
        elif name in otherwise:
            components[f"Posted{name}"] = {**components[name]}
            name = f"Posted{name}"
            operation["requestBody"]["content"][_JSON]["schema"]["$ref"] = _REF + name
        shape = components[name]
        shape["properties"] = {**shape.get("properties", {}), CLIENT_KEY: _KEY}
        if is_needed:
            shape["required"] = sorted({*shape.get("required", ()), CLIENT_KEY})
            operation["requestBody"]["required"] = True


def _close_bodies(result: Schema) -> None:
    """What is sent may have no other fields; also within."""
    components = _components(result)
    waiting = {_body_of(operation) for _path, _method, operation in operations(result)} - {""}
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        seen.add(name)
        shape = components[name]
        if shape.get("properties") is not None:
            shape["additionalProperties"] = False
        waiting |= set(_named_in(shape)) - seen


def _named_in(shape: Any) -> Iterator[str]:
    if isinstance(shape, dict):
        if str(shape.get("$ref", "")).startswith(_REF):
            yield shape["$ref"].removeprefix(_REF)
        for inner in shape.values():
            yield from _named_in(inner)
    elif isinstance(shape, list):
        for inner in shape:
            yield from _named_in(inner)


def _add_patterns(result: Schema) -> None:
    """Ids in addresses: what is a text there and nothing else. An empty filter narrows nothing."""
    for _path, _method, operation in operations(result):
        for parameter in operation.get("parameters", ()):
            is_id = parameter["in"] == "path" and parameter["name"] not in ("game", "code")
            if parameter["schema"] != {"type": "string"}:
                continue
            if is_id:
                parameter["schema"]["pattern"] = ID_PATTERN
            elif parameter["name"] in _ID_FILTERS:
                parameter["schema"]["pattern"] = ID_OR_EMPTY_PATTERN


def _drop_defaults(shape: Any) -> None:
    """An empty text that stands for one that was not sent is no value that could be sent."""
    if isinstance(shape, dict):
        if shape.get("default") == "" and shape.keys() & {"minLength", "allOf", "oneOf", "enum"}:
            del shape["default"]
        for inner in shape.values():
            _drop_defaults(inner)
    elif isinstance(shape, list):
        for inner in shape:
            _drop_defaults(inner)


def _add_headers(result: Schema) -> None:
    result["components"]["headers"] = {
        name: {"description": text, "required": is_sure, "schema": {"type": "string"}}
        for name, (text, is_sure) in _HEADERS.items()
    }
    for _path, method, operation in operations(result):
        if method == "get":
            operation["responses"]["304"] = {
                "description": "Unchanged since the ETag that was sent"
            }
        for status, response in operation["responses"].items():
            extra = {"default": ("Retry-After",), "200": ("ETag",)}.get(status, ())
            names = (*_EVERYWHERE, *(extra if method == "get" or status == "default" else ()))
            told = {name: {"$ref": f"#/components/headers/{name}"} for name in names}
            response["headers"] = {**told, **response.get("headers", {})}


def _add_links(result: Schema) -> None:
    """To the row that an answer is about; from one that is made, read or listed, to all below it;
    and to what is done with one of several that stand below a row.
    """
    rows = {
        _answer_of(operation, "200"): (path, operation["operationId"])
        for path, method, operation in operations(result)
        if method == "get" and path.endswith("/{id}")
    }
    for path, _method, operation in operations(result):
        for status in ("200", "201"):
            wanted = _links_of(result, rows, path, operation, status=status)
            wanted.pop(operation["operationId"], None)
            if wanted:
                operation["responses"][status]["links"] = {
                    each: {"operationId": each, "parameters": wanted[each]}
                    for each in sorted(wanted)
                }


def _links_of(
    result: Schema,
    rows: Mapping[str, tuple[str, str]],
    path: str,
    operation: Schema,
    *,
    status: str,
) -> Links:
    """`rows`: the address of a row, and the operation that reads it, by its component."""
    name, at = _told_by(result, _answer_of(operation, status))
    if name in rows:
        base, own = rows[name]
        is_whole = status == "201" or at or operation["operationId"] == own
        below = _operations_at(result, base) if is_whole else ()
        row = {"id": f"$response.body#{at}/id"}
        parts = _parts_within(result, base, name, at=at)
        return dict.fromkeys((own, *below), row) | _to_parts(result, parts, row=row)
    if name and "/{id}" in path:
        base = path.partition("/{id}")[0] + "/{id}"
        parts = [(path, name, at), *_parts_within(result, base, name, at=at)]
        return _to_parts(result, parts, row={"id": "$request.path.id"})
    return {}


def _told_by(result: Schema, answer: str) -> tuple[str, str]:
    """The component of a row, or of the first of a list, and where in the answer it stands."""
    if not answer.startswith("Paginated"):
        return answer, ""
    return _items_of(_components(result)[answer]["properties"]["results"]), "/results/0"


def _items_of(shape: Schema) -> str:
    return str(shape.get("items", {}).get("$ref", "")).removeprefix(_REF)


def _operations_at(result: Schema, path: str) -> list[str]:
    """There, and below without naming another row."""
    return [
        operation["operationId"]
        for other, _method, operation in operations(result)
        if f"{other}/".startswith(f"{path}/") and "{" not in other.removeprefix(path)
    ]


def _parts_within(result: Schema, base: str, name: str, *, at: str) -> list[Part]:
    """The lists in a row, which are named as their addresses end."""
    fields = _components(result)[name].get("properties", {})
    return [
        (f"{base}/{each.replace('_', '-')}", _items_of(shape), f"{at}/{each}/0")
        for each, shape in fields.items()
        if _items_of(shape)
    ]


def _to_parts(result: Schema, parts: Sequence[Part], *, row: Mapping[str, str]) -> Links:
    """To all that stands below a row and names one of its parts."""
    found: Links = {}
    for address, name, at in parts:
        for path, _method, operation in operations(result):
            parameter, _, rest = path.removeprefix(f"{address}/{{").partition("}")
            if not path.startswith(f"{address}/{{") or "{" in rest:
                continue
            if field := _field_for(result, name, operation, parameter):
                told = {**row, parameter: f"$response.body#{at}/{field}"}
                found[operation["operationId"]] = told
    return found


def _field_for(result: Schema, name: str, operation: Schema, parameter: str) -> str:
    """Which field of a row is meant by a parameter of an address; empty: none is."""
    asked = next(each for each in operation["parameters"] if each["name"] == parameter)["schema"]
    fields = _components(result)[name].get("properties", {})
    for field in ("id", parameter):
        shape = fields.get(field, {})
        if (shape.get("type"), shape.get("pattern")) == (asked["type"], asked.get("pattern")):
            return field
    return ""


def _answer_of(operation: Schema, status: str) -> str:
    content = operation["responses"].get(status, {}).get("content", {})
    return str(content.get(_JSON, {}).get("schema", {}).get("$ref", "")).removeprefix(_REF)
