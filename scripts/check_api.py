"""Compare the description of the API with the copy that is committed: `make check`.

    python -m scripts.check_api            fails where they differ, and says what breaks programs
    python -m scripts.check_api --write    renews the copy, once docs/api-changes.md names in a
                                           breaking entry whatever breaks programs

The description itself must be valid OpenAPI, say how ids look, and describe every operation and
every filter.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import django
from openapi_spec_validator import validate

from scripts.api_changes import METHODS, Change, Schema, breaking, unmentioned

ROOT = Path(__file__).resolve().parent.parent
COPY = ROOT / "docs" / "openapi.json"
CHANGES = ROOT / "docs" / "api-changes.md"
ID_PATTERN = "[23456789bcdfghjkmnpqrstvwxyz]{10}"
# Called as ids are, and are none.
NO_IDS = {
    "Step.id",  # a number in the audit trail
    "GET /api/v1/events/{id}/files/{table} category",  # its name
    "GET /api/v1/events/{id}/standings category",
}
MANY_THINGS = {"game", "code"}  # keys of rules and of errors, or ids where an address needs one


def described() -> dict[str, Any]:
    """As the service tells it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
    django.setup()
    from league.api.description import Description

    return dict(json.loads(json.dumps(Description().get_schema(public=True))))


def as_text(description: Schema) -> str:
    return json.dumps(description, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def faults(description: Schema) -> Iterator[str]:
    """What programs and people need to be told, and are not."""
    fields = list(_fields(description))
    ids = {(name, is_list) for _where, name, is_list, value in fields if _is_id(value)}
    for where, name, is_list, value in fields:
        is_called_so = (name, is_list) in ids and value.get("type") == "string"
        is_bare = not value.keys() & {"pattern", "enum", "format"}
        is_meant = name == "id" or (is_called_so and name not in MANY_THINGS)
        if is_meant and is_bare and where not in NO_IDS:
            yield f"{where} is an id without a pattern"
    for where, operation in _operations(description):
        if not operation.get("description", "").strip():
            yield f"{where} is not described"
        for each in operation.get("parameters", ()):
            if each["in"] == "query" and not each.get("description"):
                yield f"{where}: the parameter {each['name']} is not described"
        if any(schema.get("type") == "array" for schema in _answers(operation)):
            yield f"{where} answers with a bare list"


def _is_id(value: Schema) -> bool:
    return ID_PATTERN in value.get("pattern", "")


def _operations(description: Schema) -> Iterator[tuple[str, Schema]]:
    for path, item in description["paths"].items():
        for method in (each for each in METHODS if each in item):
            yield f"{method.upper()} {path}", item[method]


def _answers(operation: Schema) -> Iterator[Schema]:
    for answer in operation["responses"].values():
        for content in answer.get("content", {}).values():
            yield content.get("schema", {})


def _fields(description: Schema) -> Iterator[tuple[str, str, bool, Schema]]:
    """Everything with a name: where, its name, whether it is a list, what one value is."""
    for shape, schema in description["components"]["schemas"].items():
        for name, value in schema.get("properties", {}).items():
            is_list = value.get("type") == "array"
            yield f"{shape}.{name}", name, is_list, value["items"] if is_list else value
    for where, operation in _operations(description):
        for each in operation.get("parameters", ()):
            yield f"{where} {each['name']}", each["name"], False, each["schema"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="renew the copy")
    wants_copy = parser.parse_args().write
    now = described()
    validate(now)
    if found := list(faults(now)):
        print("\n".join(found))
        return 1
    if COPY.read_text() == as_text(now):
        return 0
    changes = list(breaking(json.loads(COPY.read_text()), now))
    for change in changes:
        print(f"breaking: {change}")
    return _write(now, changes) if wants_copy else _refuse()


def _refuse() -> int:
    print("docs/openapi.json is not what the service describes.")
    print("Write docs/api-changes.md, then run: python -m scripts.check_api --write")
    return 1


def _write(now: Schema, changes: list[Change]) -> int:
    if missing := unmentioned(iter(changes), CHANGES.read_text()):
        print("docs/api-changes.md names no breaking change, in its newest section, of:")
        print("\n".join(f"  `{word}`" for word in sorted({each.word for each in missing})))
        return 1
    COPY.write_text(as_text(now))
    return 0


if __name__ == "__main__":
    sys.exit(main())
