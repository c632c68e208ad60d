"""What lists and maps of an archive hold, and what must not be there twice.

`league.archive.schema` says of which type a field is; here its inside is looked at, so that nothing
that a stranger wrote gets as far as a table or a page in a form that no archive has.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from games.values import gettext_noop
from league.archive.schema import BY_NAME, KINDS, OTHER_TYPE, TWICE, RowOf, SchemaFault
from league.results.sides import claims_of

Shape: TypeAlias = Callable[[Any], bool]

_STUMBLES = (LookupError, TypeError, ValueError, AttributeError)


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _list(inner: Shape) -> Shape:
    return lambda value: isinstance(value, list) and all(map(inner, value))


def _row(*inner: Shape) -> Shape:
    """A list of so many, each of its own shape."""
    return lambda value: (
        isinstance(value, list)
        and len(value) == len(inner)
        and all(fits(each) for fits, each in zip(inner, value, strict=True))
    )


def _map(inner: Shape) -> Shape:
    return lambda value: isinstance(value, dict) and all(map(inner, value.values()))


def _fields(needed: Mapping[str, Shape], others: Mapping[str, Shape] | None = None) -> Shape:
    """A map with these names, and perhaps the others, and no more."""
    known = {**needed, **(others or {})}
    return lambda value: (
        isinstance(value, dict)
        and needed.keys() <= value.keys() <= known.keys()
        and all(known[name](each) for name, each in value.items())
    )


def _claims(value: Any) -> bool:
    try:
        claims_of(value)
    except _STUMBLES:
        return False
    return True


_PLAYERS: Shape = lambda value: _list(_text)(value) and 1 <= len(set(value)) == len(value) <= 2  # noqa: E731
_REMARKS = _list(_fields({"code": _text, "entries": _list(_text), "gaps": _map(_whole)}))
_ENTRY = _fields(
    {"name": _text, "entered_at": _text, "players": _PLAYERS},
    {"team_name": _text},
)
_PARTS: Mapping[tuple[str, str], Shape] = {
    ("people", "event"): _fields({"name": _text}, {"about": _text, "place": _text}),
    ("people", "club"): _map(_text),
    ("people", "stages"): _map(_text),
    ("people", "players"): _map(_text),
    ("people", "seats"): _map(_text),
    ("people", "reasons"): _map(_text),
    ("setup", "bye_requests"): _list(_row(_text, _whole, _text)),
    ("setup", "kept_apart"): _list(_row(_text, _text)),
}
_SETTINGS: Mapping[str, Shape] = {
    "chain": _list(_text),
    "groups": _map(_text),
    "own_points": _map(_list(_whole)),
    "editions": _map(_whole),
    "stood": _map(_fields({"order": _list(_text), "passed": _list(_text)})),
}
_COLUMNS: Mapping[tuple[str, str], Shape] = {
    ("rounds", "remarks"): _REMARKS,
    ("rounds", "ahead"): _list(_list(_list(_text))),
    ("rounds", "allowances"): _list(_text),
    ("matches", "remarks"): _REMARKS,
    ("submissions", "seating"): _map(_text),
    ("submissions", "claims"): _claims,
    ("results", "sides"): _list(_map(lambda _value: True)),
}
# What a row must not share with another of its kind, besides what rows are sorted by.
_ONCE: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "entries": (("seed",),),
    "stage_entries": (("stage", "entry"),),
    "matches": (("round", "table"),),
    "confirmations": (("seat", "digest"),),
    "dissents": (("seat", "result"),),
}


def shape_faults(document: Mapping[str, Any]) -> Iterator[SchemaFault]:
    """Of a document whose fields are of the types that the schema says."""
    for (part, name), fits in _PARTS.items():
        if not fits(document[part][name]):
            yield SchemaFault(part, name, OTHER_TYPE)
    for entry, told in document["people"]["entries"].items():
        if not _ENTRY(told):
            yield SchemaFault(f"people/entries/{entry}"[:80], "", OTHER_TYPE)
    content = document["content"]
    if not _map(_map(_text))(content["event"]["box_tags"]):
        yield SchemaFault("event", "box_tags", OTHER_TYPE)
    for stage in content["stages"]:
        yield from _of_settings(BY_NAME["stages"].named(stage), stage["settings"])
    for change in content["chain_changes"]:
        for side in ("before", "after"):
            yield from _of_settings(BY_NAME["chain_changes"].named(change), change[side])
    for (kind, name), fits in _COLUMNS.items():
        for row in content[kind]:
            if not fits(row[name]):
                yield SchemaFault(BY_NAME[kind].named(row)[:80], name, OTHER_TYPE)
    yield from _repeated(content)


def _of_settings(where: str, settings: RowOf) -> Iterator[SchemaFault]:
    for name, fits in _SETTINGS.items():
        if name in settings and not fits(settings[name]):
            yield SchemaFault(where, name, OTHER_TYPE)


def _repeated(content: Mapping[str, Any]) -> Iterator[SchemaFault]:
    seen: dict[tuple[str, str], set[Any]] = {}
    for kind in KINDS:
        for row in content.get(kind.name, ()):
            for names in (*_ONCE.get(kind.name, ()), *((("id",),) if "id" in row else ())):
                told = tuple(row[name] for name in names)
                table = "seats" if kind.name == "left_seats" else kind.name
                known = seen.setdefault((table, "/".join(names)), set())
                if None not in told and told in known:
                    yield SchemaFault(kind.named(row)[:80], names[-1], TWICE)
                known.add(told)


def people_faults(document: Mapping[str, Any]) -> Iterator[SchemaFault]:
    """Everybody in the content is among the people, once where one can be only once."""
    content, people = document["content"], document["people"]
    seats = [row for kind in ("seats", "left_seats") for row in content.get(kind, ())]
    if {row["id"] for row in seats} != people["seats"].keys():
        yield SchemaFault("people", "seats", NOT_ALL)
    if {row["id"] for row in content["entries"]} != people["entries"].keys():
        yield SchemaFault("people", "entries", NOT_ALL)
    named = [*people["seats"].values()]
    named += [player for entry in people["entries"].values() for player in entry["players"]]
    if set(named) - people["players"].keys():
        yield SchemaFault("people", "players", NOT_ALL)
    firsts = [entry["players"][0] for entry in people["entries"].values()]
    if len(set(firsts)) < len(firsts):
        yield SchemaFault("people", "entries", TWICE)
    rounds = {row["id"]: row["round"] for row in content["matches"]}
    sitting = [(rounds[row["match"]], people["seats"].get(row["id"])) for row in content["seats"]]
    if len(set(sitting)) < len(sitting):
        yield SchemaFault("people", "seats", TWICE)
    for name, wishes in (("bye_requests", 2), ("kept_apart", 2)):
        told = [tuple(wish[:wishes]) for wish in document["setup"][name]]
        if len(set(told)) < len(told):
            yield SchemaFault("setup", name, TWICE)


NOT_ALL = gettext_noop("does not name exactly those who are in the content")
