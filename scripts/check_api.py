"""Compare the description of the API with the copy that is committed: `make check`.

    python -m scripts.check_api            fails where they differ, and says what breaks programs
    python -m scripts.check_api --write    renews the copy, once the API changelog says why

The description itself must be valid OpenAPI.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import django
from openapi_spec_validator import validate

ROOT = Path(__file__).resolve().parent.parent
COPY = ROOT / "docs" / "openapi.json"
_METHODS = ("get", "post", "put", "patch", "delete")

Schema = Mapping[str, Any]


def described() -> dict[str, Any]:
    """As the service tells it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
    django.setup()
    from league.api.description import Description

    return dict(json.loads(json.dumps(Description().get_schema(public=True))))


def as_text(description: Schema) -> str:
    return json.dumps(description, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def breaking(old: Schema, new: Schema) -> Iterator[str]:
    """What a program that was written for the old description may stumble over."""
    for path, item in old["paths"].items():
        for method in (each for each in _METHODS if each in item):
            there = new["paths"].get(path, {}).get(method)
            if there is None:
                yield f"{method.upper()} {path} is gone"
                continue
            yield from _of_parameters(f"{method.upper()} {path}", item[method], there)
    for name, shape in old["components"]["schemas"].items():
        there = new["components"]["schemas"].get(name)
        if there is not None:
            yield from _of_shape(name, shape, there)


def _of_parameters(where: str, old: Schema, new: Schema) -> Iterator[str]:
    known = {(each["in"], each["name"]) for each in new.get("parameters", ())}
    before = {(each["in"], each["name"]) for each in old.get("parameters", ())}
    for _place, name in sorted(before - known):
        yield f"{where}: the parameter {name} is gone"
    for each in new.get("parameters", ()):
        if each.get("required") and (each["in"], each["name"]) not in before:
            yield f"{where}: the parameter {each['name']} is needed now"


def _of_shape(name: str, old: Schema, new: Schema) -> Iterator[str]:
    fields, there = old.get("properties", {}), new.get("properties", {})
    for field in sorted(fields.keys() - there.keys()):
        yield f"{name}: the field {field} is gone"
    for field in sorted(fields.keys() & there.keys()):
        if fields[field].get("type") != there[field].get("type"):
            yield f"{name}: the field {field} has another type"
    if name.endswith("Request"):
        for field in sorted(set(new.get("required", ())) - set(old.get("required", ()))):
            yield f"{name}: the field {field} is needed now"
    for value in sorted(set(old.get("enum", ())) - set(new.get("enum", ())), key=str):
        yield f"{name}: the value {value} is gone"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="renew the copy")
    wants_copy = parser.parse_args().write
    now = described()
    validate(now)
    if wants_copy:
        COPY.write_text(as_text(now))
        return 0
    if COPY.read_text() == as_text(now):
        return 0
    print("docs/openapi.json is not what the service describes.")
    for line in breaking(json.loads(COPY.read_text()), now):
        print(f"breaking: {line}")
    print("Write docs/api-changes.md, then run: python -m scripts.check_api --write")
    return 1


if __name__ == "__main__":
    sys.exit(main())
