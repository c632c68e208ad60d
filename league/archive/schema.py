"""What stands in an archive: its parts, the kinds of rows, their fields, and who refers to whom.

The page docs/developers/archive.md tells it in words; a test compares the two. Writing, reading and
checking all go by these lists, so that a field is named once.
"""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from games.values import gettext_noop

SCHEMA = "arbitr.event/1"
SEAL_SCHEMA = "arbitr.seal/1"
PROOF_SCHEMA = "arbitr.proof/1"
PARTS = ("about", "content", "digests", "log", "people", "schema", "setup", "standings")
DIGESTED = ("about", "content", "log", "people", "setup", "standings")

RowOf: TypeAlias = Mapping[str, Any]


class FieldKind(NamedTuple):
    type: str  # id, text, int, bool, moment, map, list
    is_null: bool = False
    refers: str = ""  # the kind whose rows it names


def id_of(refers: str = "", *, is_null: bool = False) -> FieldKind:
    return FieldKind("id", is_null, refers)


TEXT, INT, BOOL, MOMENT = (
    FieldKind("text"),
    FieldKind("int"),
    FieldKind("bool"),
    FieldKind("moment"),
)
MAP, LIST = FieldKind("map"), FieldKind("list")
INT_OR_NONE, MOMENT_OR_NONE = FieldKind("int", is_null=True), FieldKind("moment", is_null=True)
GAME = {
    "game": TEXT,
    "variant": TEXT,
    "edition": TEXT,
    "other_name": TEXT,
    "other_least": INT,
    "other_most": INT,
    "other_scoring": TEXT,
}
_SEAT = {"id": id_of(), "match": id_of("matches"), "entry": id_of("entries"), "letter": TEXT}


@dataclass(frozen=True)
class RowKind:
    """Rows of one kind: a list in the content, sorted by what tells them apart."""

    name: str
    key: tuple[str, ...]
    columns: Mapping[str, FieldKind]
    is_younger: bool = False  # than the schema: there only if it has rows, so that old seals keep

    def key_of(self, row: RowOf) -> tuple[Any, ...]:
        return tuple(row[name] for name in self.key)

    def named(self, row: RowOf) -> str:
        """As digests and findings call a row."""
        return f"{self.name}/{'/'.join(str(part) for part in self.key_of(row))}"


EVENT = {
    "id": id_of(),
    **GAME,
    "box_tags": MAP,
    "games_per_match": INT,
    "records": TEXT,
    "records_where": TEXT,
    "records_tables": INT,
    "confirmation": TEXT,
    "confirms_at_table": BOOL,
    "counts_forfeits": BOOL,
    "late_entry": TEXT,
    "starts_at": MOMENT,
    "time_zone": TEXT,
}

KINDS = (
    RowKind("stages", ("order",), {"id": id_of(), "order": INT, "kind": TEXT, "settings": MAP}),
    RowKind(
        "entries",
        ("id",),
        {
            "id": id_of(),
            "status": TEXT,
            "rating": INT_OR_NONE,
            "seed": INT_OR_NONE,
            "first_round": INT,
        },
    ),
    RowKind(
        "stage_entries",
        ("stage", "seed"),
        {
            "stage": id_of("stages"),
            "entry": id_of("entries"),
            "seed": INT,
            "origin": TEXT,
            "came_from": INT,
            "came_group": TEXT,
        },
    ),
    RowKind(
        "chain_changes",
        ("stage", "at"),
        {
            "stage": id_of("stages"),
            "at": MOMENT,
            "after_round": INT,
            "before": MAP,
            "after": MAP,
            "reason": TEXT,
        },
    ),
    RowKind(
        "rounds",
        ("number",),
        {
            "id": id_of(),
            "stage": id_of("stages"),
            "number": INT,
            "status": TEXT,
            "seed": INT,
            "is_edited": BOOL,
            "remarks": LIST,
            "ahead": LIST,
            "allowances": LIST,
            "plays_own_game": BOOL,
            **GAME,
            "length_s": INT_OR_NONE,
            "published_at": MOMENT_OR_NONE,
            "closed_at": MOMENT_OR_NONE,
        },
    ),
    RowKind(
        "matches",
        ("id",),
        {
            "id": id_of(),
            "round": id_of("rounds"),
            "table": INT,
            "slot": TEXT,
            "is_locked": BOOL,
            "remarks": LIST,
            "added_s": INT,
        },
    ),
    RowKind("seats", ("match", "letter"), _SEAT),
    RowKind("left_seats", ("match", "letter", "id"), _SEAT, is_younger=True),
    RowKind(
        "byes",
        ("round", "entry"),
        {"round": id_of("rounds"), "entry": id_of("entries"), "kind": TEXT},
    ),
    RowKind(
        "submissions",
        ("match", "number", "id"),
        {
            "id": id_of(),
            "match": id_of("matches"),
            "game": INT,
            "number": INT,
            "by": TEXT,
            "seat": id_of("seats", is_null=True),
            "phone": TEXT,
            "how": TEXT,
            "basis": id_of("submissions", is_null=True),
            "at": MOMENT,
            "seating": MAP,
            "claims": MAP,
            "termination": TEXT,
            "record": TEXT,
            "record_digest": TEXT,
            "digest": TEXT,
            "is_from_sheet": BOOL,
        },
    ),
    RowKind(
        "verifications",
        ("submission", "rules_version"),
        {
            "id": id_of(),
            "submission": id_of("submissions"),
            "rules_version": INT,
            "outcome": TEXT,
            "reason": TEXT,
            "verdict": MAP,
            "at": MOMENT,
        },
    ),
    RowKind(
        "confirmations",
        ("submission", "number", "id"),
        {
            "id": id_of(),
            "submission": id_of("submissions"),
            "seat": id_of("seats"),
            "number": INT,
            "digest": TEXT,
            "how": TEXT,
            "phone": TEXT,
            "at": MOMENT,
        },
    ),
    RowKind(
        "rulings",
        ("match", "number", "id"),
        {
            "id": id_of(),
            "match": id_of("matches"),
            "game": INT,
            "number": INT,
            "kind": TEXT,
            "submission": id_of("submissions", is_null=True),
            "at": MOMENT,
        },
    ),
    RowKind(
        "results",
        ("match", "number"),
        {
            "id": id_of(),
            "match": id_of("matches"),
            "game": INT,
            "number": INT,
            "submission": id_of("submissions", is_null=True),
            "ruling": id_of("rulings", is_null=True),
            "ground": TEXT,
            "grade": TEXT,
            "at": MOMENT,
            "sides": LIST,
            "rules_version": INT_OR_NONE,
        },
    ),
    RowKind(
        "dissents",
        ("submission", "number", "id"),
        {
            "id": id_of(),
            "submission": id_of("submissions"),
            "result": id_of("results", is_null=True),
            "seat": id_of("seats"),
            "number": INT,
            "digest": TEXT,
            "how": TEXT,
            "phone": TEXT,
            "at": MOMENT,
        },
    ),
    RowKind(
        "games",
        ("match", "number"),
        {
            "match": id_of("matches"),
            "number": INT,
            "result": id_of("results", is_null=True),
            "acts_void_to": INT,
            "contests_kept_to": INT,
        },
    ),
    RowKind(
        "seals",
        ("number",),
        {
            "id": id_of(),
            "number": INT,
            "digest": TEXT,
            "ruling": id_of("rulings", is_null=True),
            "at": MOMENT,
        },
    ),
)
BY_NAME = {kind.name: kind for kind in KINDS}

_PYTHON: Mapping[str, type] = {
    "id": str,
    "text": str,
    "moment": str,
    "int": int,
    "bool": bool,
    "map": dict,
    "list": list,
}


class SchemaFault(NamedTuple):
    """Something that is not as the schema has it."""

    where: str  # a row, or a part of the document
    field: str
    text: str


_MISSING = gettext_noop("is missing")
UNKNOWN = gettext_noop("is unknown to this version of Arbitr")
OTHER_TYPE = gettext_noop("is of another type than the schema says")
TWICE = gettext_noop("is there twice")
_UNSORTED = gettext_noop("is not in its place")
_NOBODY = gettext_noop("refers to something that is not in the file")
EMPTY = gettext_noop("is left out of an archive where it is empty")


def faults_of(document: Any) -> Iterator[SchemaFault]:
    """Everything that is not as the schema has it, from the outside inwards."""
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        told = document.get("schema") if isinstance(document, dict) else None
        yield SchemaFault("schema", str(told)[:40], UNKNOWN)
        return
    outer = dict.fromkeys(PARTS, MAP) | {"schema": TEXT, "log": FieldKind("map", is_null=True)}
    yield from row_faults("", document, outer)
    for part in ("about", "people", "setup", "standings"):
        if isinstance(document.get(part), dict):
            yield from row_faults(part, document[part], FREE_PARTS[part])
    content = document.get("content")
    if isinstance(content, dict):
        yield from _of_content(content)


FREE_PARTS: Mapping[str, Mapping[str, FieldKind]] = {
    "about": {
        "made_at": MOMENT,
        "made_by": TEXT,
        "source": TEXT,
        "names": TEXT,
        "status": TEXT,
        "finished_at": MOMENT_OR_NONE,
        "standings_edition": INT,
    },
    "people": {
        "event": MAP,
        "club": MAP,
        "stages": MAP,
        "entries": MAP,
        "players": MAP,
        "seats": MAP,
        "reasons": MAP,
    },
    "setup": {"event": MAP, "bye_requests": LIST, "kept_apart": LIST},
    "standings": {"tables": LIST, "rounds": LIST},
}


def _of_content(content: RowOf) -> Iterator[SchemaFault]:
    there = [kind for kind in KINDS if kind.name in content or not kind.is_younger]
    lists = {kind.name: LIST for kind in there}
    yield from row_faults("content", content, lists | {"event": MAP})
    event = content.get("event")
    if isinstance(event, dict):
        yield from row_faults("event", event, EVENT)
    ids = {kind.name: set(_ids(content.get(kind.name))) for kind in KINDS}
    ids["seats"] |= ids["left_seats"]  # what was handed in from a seat stays, whoever sits there
    for kind in there:
        rows = content.get(kind.name)
        if rows == [] and kind.is_younger:
            yield SchemaFault("content", kind.name, EMPTY)
        if isinstance(rows, list):
            yield from kind_faults(kind, rows, ids)


def _ids(rows: Any) -> Iterator[str]:
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict) and isinstance(row.get("id"), str):
            yield row["id"]


def kind_faults(
    kind: RowKind, rows: list[Any], ids: Mapping[str, Container[str]]
) -> Iterator[SchemaFault]:
    """Of rows of one kind; `ids`: what may be referred to."""
    before: tuple[Any, ...] | None = None
    for at, row in enumerate(rows):
        where = f"{kind.name}[{at}]"
        if not isinstance(row, dict):
            yield SchemaFault(where, "", OTHER_TYPE)
            continue
        wrong = list(row_faults(where, row, kind.columns))
        yield from wrong
        if wrong:
            continue
        key = kind.key_of(row)
        if before is not None and key <= before:
            yield SchemaFault(where, kind.key[-1], TWICE if key == before else _UNSORTED)
        before = key
        for name, column in kind.columns.items():
            if column.refers and row[name] is not None and row[name] not in ids[column.refers]:
                yield SchemaFault(where, name, _NOBODY)


def row_faults(where: str, row: RowOf, columns: Mapping[str, FieldKind]) -> Iterator[SchemaFault]:
    """Of one row, or of a part of a document."""
    for name in sorted(columns.keys() | row.keys()):
        if name not in row:
            yield SchemaFault(where, name, _MISSING)
        elif name not in columns:
            yield SchemaFault(where, name[:80], UNKNOWN)
        elif not _is_of(row[name], columns[name]):
            yield SchemaFault(where, name, OTHER_TYPE)


def _is_of(value: Any, column: FieldKind) -> bool:
    if value is None:
        return column.is_null
    if isinstance(value, bool):
        return column.type == "bool"
    return isinstance(value, _PYTHON[column.type])
