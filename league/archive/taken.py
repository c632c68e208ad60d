"""The file with which an event goes to another computer and back: its archive, and what goes along.

The archive is what everybody may have, and stays as it is. Beside it stands the *desk*: categories,
prizes, fees and whatever else organisers need to go on, for officials alone; and the *handover*: to
which taking along the file belongs, and on its way out the address and the key for the way back.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games.values import gettext_noop
from league.archive.canonical import digest_of
from league.archive.schema import (
    BOOL,
    EMPTY,
    GAME,
    INT,
    INT_OR_NONE,
    LIST,
    MAP,
    MOMENT,
    MOMENT_OR_NONE,
    OTHER_TYPE,
    TEXT,
    UNKNOWN,
    FieldKind,
    SchemaFault,
    row_faults,
)

TAKEN_SCHEMA = "arbitr.taken/1"
_TEXT_OR_NONE = FieldKind("text", is_null=True)

# Lists of the desk: what the rows of each have.
DESK: Mapping[str, Mapping[str, FieldKind]] = {
    "categories": {
        "id": TEXT,
        "name": TEXT,
        "order": INT,
        "is_shown": BOOL,
        "born_from": INT_OR_NONE,
        "born_to": INT_OR_NONE,
        "entries": LIST,
    },
    "prizes": {"id": TEXT, "category": _TEXT_OR_NONE, "place": INT, "what": TEXT, "order": INT},
    "decisions": {
        "id": TEXT,
        "category": _TEXT_OR_NONE,
        "how": TEXT,
        "entries": LIST,
        "decided_at": MOMENT,
    },
    "announcements": {"id": TEXT, "text": TEXT, "sent_at": MOMENT},
    "entries": {
        "id": TEXT,
        "paid": _TEXT_OR_NONE,
        "queued_at": MOMENT,
        "checked_in_at": MOMENT_OR_NONE,
    },
    "players": {"id": TEXT, "privacy": TEXT},
    "stage_games": {"id": TEXT, "stage": TEXT, **GAME, "boards": INT_OR_NONE},
    "clocks": {
        "round": TEXT,
        "clock_started_at": MOMENT,
        "clock_paused_at": MOMENT_OR_NONE,
        "clock_added_s": INT,
    },
    "remarks": {"ruling": TEXT, "private": TEXT},
}
YOUNGER = frozenset({"stage_games", "clocks", "remarks"})  # there only if they have rows
_HANDOVER_PART = {"id": TEXT, "is_last": BOOL, "address": TEXT, "key": TEXT, "who": TEXT}
_OUTER = {
    "schema": TEXT,
    "archive": MAP,
    "desk": MAP,
    "handover": MAP,
    "digests": MAP,
}
_CHANGED = gettext_noop("is not what its digest says: it was changed after the file was made")


@dataclass(frozen=True)
class Taken:
    """What came along with an archive."""

    desk: Mapping[str, Any]
    handover: Mapping[str, Any]

    @property
    def key(self) -> str:
        """For the way back; empty in a file that is on it."""
        return str(self.handover["key"])

    @property
    def is_last(self) -> bool:
        """The event is over there, or goes on where it is brought."""
        return bool(self.handover["is_last"])


def taken_file(
    archive: Mapping[str, Any], *, desk: Mapping[str, Any], handover: Mapping[str, Any]
) -> dict[str, Any]:
    digests = {"desk": digest_of(desk), "handover": digest_of(handover)}
    return {
        "schema": TAKEN_SCHEMA,
        "archive": archive,
        "desk": desk,
        "handover": handover,
        "digests": digests,
    }


def is_taken_file(document: Any) -> bool:
    schema = document.get("schema") if isinstance(document, dict) else None
    return isinstance(schema, str) and schema.startswith("arbitr.taken/")


def taken_faults(document: Mapping[str, Any]) -> Iterator[SchemaFault]:
    """What is not as it should be around the archive."""
    if document["schema"] != TAKEN_SCHEMA:
        yield SchemaFault("schema", str(document["schema"])[:40], UNKNOWN)
        return
    wrong = list(row_faults("", document, _OUTER))
    if wrong:
        yield from wrong
        return
    for part in ("desk", "handover"):
        if document["digests"].get(part) != digest_of(document[part]):
            yield SchemaFault(part, "", _CHANGED)
    yield from row_faults("handover", document["handover"], _HANDOVER_PART)
    yield from _of_desk(document["desk"])


def _of_desk(desk: Mapping[str, Any]) -> Iterator[SchemaFault]:
    there = [name for name in DESK if name in desk or name not in YOUNGER]
    yield from row_faults("desk", desk, dict.fromkeys(there, LIST) | {"wrap_up": MAP})
    for name, columns in DESK.items():
        rows = desk.get(name)
        if rows == [] and name in YOUNGER:
            yield SchemaFault("desk", name, EMPTY)
        for at, row in enumerate(rows if isinstance(rows, list) else ()):
            where = f"desk/{name}[{at}]"
            if not isinstance(row, dict):
                yield SchemaFault(where, "", OTHER_TYPE)
                continue
            yield from row_faults(where, row, columns)
