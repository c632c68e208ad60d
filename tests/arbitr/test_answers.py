"""The types of the client are held against the description of the API."""

from typing import Any, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest
from drf_spectacular.generators import SchemaGenerator

from arbitr import answers

# Where the description calls it otherwise.
NAMES = {
    "Home": "EventHome",
    "Page": "PaginatedEventList",
    "Submission": "SubmissionInFull",
}
PLAIN: dict[Any, str] = {int: "integer", str: "string", bool: "boolean"}
TYPES = [each for each in vars(answers).values() if is_typeddict(each)]


@pytest.fixture(scope="module")
def schemas() -> dict[str, Any]:
    described = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]
    found: dict[str, Any] = described["components"]["schemas"]
    return found


@pytest.mark.parametrize("answer", TYPES, ids=lambda answer: answer.__name__)
def test_every_field_is_answered_as_it_is_typed(answer: Any, schemas: dict[str, Any]) -> None:
    schema = schemas[NAMES.get(answer.__name__, answer.__name__)]
    for name, kind in get_type_hints(answer).items():
        assert name in schema["properties"], f"{answer.__name__} has no {name}"
        assert fits(kind, schema["properties"][name], schemas), (name, schema["properties"][name])


def fits(kind: Any, described: dict[str, Any], schemas: dict[str, Any]) -> bool:
    described = resolved(described, schemas)
    if kind is Any or "type" not in described:
        return True  # any JSON
    origin = get_origin(kind)
    if origin is list:
        return described["type"] == "array" and fits(get_args(kind)[0], described["items"], schemas)
    if origin is dict:
        return described["type"] == "object"
    if origin is Union or str(origin) == "<class 'types.UnionType'>":
        options = [each for each in get_args(kind) if each is not type(None)]
        may_be_none = type(None) in get_args(kind)
        certain = {**described, "nullable": False}
        return may_be_none == is_nullable(described) and any(
            fits(each, certain, schemas) for each in options
        )
    if is_typeddict(kind):
        return described["type"] == "object" and set(get_type_hints(kind)) <= set(
            described["properties"]
        )
    return described["type"] == PLAIN[kind] and not is_nullable(described)


def resolved(described: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    """The schema that is meant, with whether it may be null."""
    options = described.get("allOf") or described.get("oneOf") or [described]
    found = dict(options[0])
    if "$ref" in found:
        found = dict(schemas[found["$ref"].rsplit("/", 1)[1]])
    return {**found, "nullable": is_nullable(described) or is_nullable(found)}


def is_nullable(described: dict[str, Any]) -> bool:
    return bool(described.get("nullable"))
