"""What a program that was written for one description of the API may stumble over in another.

Each change names a word: the address, field, parameter, value or shape that it is about. The list
of changes of the API must have it, in an entry of its newest section that is marked breaking.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

METHODS = ("get", "post", "put", "patch", "delete")
_BREAKING = "- **Breaking:**"
_CODE = re.compile(r"`([^`]+)`")
_REF = "#/components/schemas/"
_PREFIX = "/api/v1"

Schema = Mapping[str, Any]


@dataclass(frozen=True)
class Change:
    word: str
    text: str

    def __str__(self) -> str:
        return self.text


def breaking(old: Schema, new: Schema) -> Iterator[Change]:
    for path, item in old["paths"].items():
        for method in (each for each in METHODS if each in item):
            where = f"{method.upper()} {path}"
            there = new["paths"].get(path, {}).get(method)
            if there is None:
                yield _at(where, " is gone")
                continue
            yield from _of_parameters(where, item[method], there)
            yield from _of_body(where, item[method], there)
            yield from _of_answers(where, item[method], there)
    shapes = new["components"]["schemas"]
    for name, shape in old["components"]["schemas"].items():
        if name not in shapes:
            yield Change(name, f"the shape {name} is gone")
            continue
        yield from _of_shape(name, shape, shapes[name])


def unmentioned(changes: Iterator[Change], told: str) -> list[Change]:
    """Those whose word stands in no breaking entry of the newest section of the list."""
    newest = told.partition("\n## ")[2].partition("\n## ")[0]
    entries = [line for line in newest.splitlines() if line.startswith(_BREAKING)]
    named = {code for entry in entries for code in _CODE.findall(entry)}
    words = named | {word for code in named for word in re.findall(r"[\w-]+", code)}
    return [change for change in changes if change.word not in words]


def _at(where: str, what: str) -> Change:
    method, path = where.split()
    return Change(f"{method} {path.removeprefix(_PREFIX)}", f"{where}{what}")


def _of_parameters(where: str, old: Schema, new: Schema) -> Iterator[Change]:
    before, now = _parameters(old), _parameters(new)
    for (_place, name), each in sorted(before.items()):
        there = now.get((_place, name))
        if there is None:
            yield Change(name, f"{where}: the parameter {name} is gone")
            continue
        yield from _of_value(
            name, f"{where}: the parameter {name}", each["schema"], there["schema"]
        )
    for key, each in sorted(now.items()):
        if each.get("required") and not before.get(key, {}).get("required"):
            yield Change(key[1], f"{where}: the parameter {key[1]} is needed now")


def _parameters(operation: Schema) -> dict[tuple[str, str], Schema]:
    return {(each["in"], each["name"]): each for each in operation.get("parameters", ())}


def _of_body(where: str, old: Schema, new: Schema) -> Iterator[Change]:
    before, now = old.get("requestBody", {}), new.get("requestBody", {})
    if now.get("required") and not before.get("required"):
        yield _at(where, " needs a body now")
    if before and not now:
        yield _at(where, " takes no body any more")
    elif before:
        yield from _of_content(where, "the body", before["content"], now["content"])


def _of_answers(where: str, old: Schema, new: Schema) -> Iterator[Change]:
    for status, answer in old["responses"].items():
        there = new["responses"].get(status)
        if there is None:
            yield _at(where, f" does not answer {status} any more")
            continue
        content = answer.get("content", {})
        yield from _of_content(where, f"the answer {status}", content, there.get("content", {}))


def _of_content(where: str, what: str, old: Schema, new: Schema) -> Iterator[Change]:
    for kind in sorted(old.keys() - new.keys()):
        yield _at(where, f": {what} is not {kind} any more")
    for kind in sorted(old.keys() & new.keys()):
        if _kind(old[kind].get("schema", {})) != _kind(new[kind].get("schema", {})):
            yield _at(where, f": {what} has another shape")


def _of_shape(name: str, old: Schema, new: Schema) -> Iterator[Change]:
    yield from _of_value(name, name, old, new)
    fields, there = old.get("properties", {}), new.get("properties", {})
    for field in sorted(fields.keys() - there.keys()):
        yield Change(field, f"{name}: the field {field} is gone")
    for field in sorted(fields.keys() & there.keys()):
        yield from _of_value(field, f"{name}: the field {field}", fields[field], there[field])
    needed, needed_before = set(new.get("required", ())), set(old.get("required", ()))
    if name.endswith("Request"):
        for field in sorted(needed - needed_before):
            yield Change(field, f"{name}: the field {field} is needed now")
        return
    for field in sorted((needed_before - needed) & there.keys()):
        yield Change(field, f"{name}: the field {field} may be missing now")
    for field in sorted(fields.keys() & there.keys()):
        if there[field].get("nullable") and not fields[field].get("nullable"):
            yield Change(field, f"{name}: the field {field} may be null now")


def _of_value(word: str, what: str, old: Schema, new: Schema) -> Iterator[Change]:
    if _kind(old) != _kind(new):
        yield Change(word, f"{what} has another type")
    for value in sorted(
        set(old.get("enum", ())) - set(new.get("enum", old.get("enum", ()))), key=str
    ):
        yield Change(str(value), f"{what}: the value {value} is gone")
    if "enum" in new and "enum" not in old:
        yield Change(word, f"{what} takes certain values only")


def _kind(value: Schema) -> object:
    """What decides how it is read: its type, the shape that it refers to, and so within."""
    refers = [
        each["$ref"].removeprefix(_REF)
        for each in (value, *value.get("allOf", ()), *value.get("oneOf", ()))
        if "$ref" in each
    ]
    inner = {
        part: _kind(value[part]) for part in ("items", "additionalProperties") if _is(value, part)
    }
    return value.get("type"), refers, inner


def _is(value: Schema, part: str) -> bool:
    return isinstance(value.get(part), Mapping)
