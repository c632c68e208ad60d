"""What stands in the file of a whole club besides the archives of its events.

The page docs/developers/archive.md tells it in words; a test compares the two. Rows of the club
refer to one another and to rows in the archives: both are checked by these lists.
"""

from collections.abc import Container, Iterator, Mapping
from typing import Any

from games.values import gettext_noop
from league.archive.schema import (
    BOOL,
    GAME,
    INT,
    INT_OR_NONE,
    LIST,
    MAP,
    MOMENT,
    MOMENT_OR_NONE,
    TEXT,
    FieldKind,
    RowKind,
    SchemaFault,
    id_of,
    kind_faults,
    row_faults,
)

SCHEMA = "arbitr.club/1"
PARTS: Mapping[str, FieldKind] = {
    "schema": TEXT,
    "about": MAP,
    "club": MAP,
    "rows": MAP,
    "digests": MAP,
}
DIGESTED = ("about", "club", "rows")
ABOUT = {"made_at": MOMENT, "made_by": TEXT, "source": TEXT}
CLUB = {
    "id": id_of(),
    "name": TEXT,
    "town": TEXT,
    "country": TEXT,
    "time_zone": TEXT,
    "about": TEXT,
    "website": TEXT,
    "frame_origins": LIST,
    "keeps_notes": BOOL,
    "created_at": MOMENT,
}
# What the rows of a club may name in the archives of its events.
IN_EVENTS = ("entries", "stages", "rounds", "matches", "rulings")
MEMBER, GUEST, VISITOR = PLACES = ("member", "guest", "visitor")
_TEXT_OR_NONE, _MAP_OR_NONE = FieldKind("text", is_null=True), FieldKind("map", is_null=True)

CLUB_KINDS = (
    RowKind("boxes", ("game",), {"game": TEXT, "edition": TEXT, "tags": MAP, "set_at": MOMENT}),
    RowKind(
        "players",
        ("id",),
        {
            "id": id_of(),
            "full_name": TEXT,
            "privacy": TEXT,
            "place": TEXT,
            "erased_at": MOMENT_OR_NONE,
            "created_at": MOMENT,
        },
    ),
    RowKind(
        "notes",
        ("player",),
        {"player": id_of("players"), "birth_year": INT_OR_NONE, "text": TEXT, "changed_at": MOMENT},
    ),
    RowKind(
        "events",
        ("id",),
        {
            "id": id_of(),
            "digest": TEXT,
            "created_at": MOMENT,
            "wrap_up": MAP,
            "imported": _MAP_OR_NONE,
        },
    ),
    RowKind(
        "categories",
        ("id",),
        {
            "id": id_of(),
            "event": id_of("events"),
            "name": TEXT,
            "order": INT,
            "is_shown": BOOL,
            "born_from": INT_OR_NONE,
            "born_to": INT_OR_NONE,
        },
    ),
    RowKind(
        "prizes",
        ("id",),
        {
            "id": id_of(),
            "event": id_of("events"),
            "category": id_of("categories", is_null=True),
            "place": INT,
            "what": TEXT,
            "order": INT,
        },
    ),
    RowKind(
        "prize_decisions",
        ("id",),
        {
            "id": id_of(),
            "event": id_of("events"),
            "category": id_of("categories", is_null=True),
            "how": TEXT,
            "entries": LIST,
            "decided_at": MOMENT,
        },
    ),
    RowKind(
        "announcements",
        ("id",),
        {
            "id": id_of(),
            "event": id_of("events"),
            "text": TEXT,
            "mailed": INT,
            "sent_at": MOMENT,
        },
    ),
    RowKind(
        "stage_games",
        ("id",),
        {"id": id_of(), "stage": id_of("stages"), **GAME, "boards": INT_OR_NONE},
    ),
    RowKind(
        "entry_details",
        ("entry",),
        {
            "entry": id_of("entries"),
            "paid": _TEXT_OR_NONE,
            "queued_at": MOMENT,
            "checked_in_at": MOMENT_OR_NONE,
            "categories": LIST,
        },
    ),
    RowKind(
        "applications",
        ("id",),
        {
            "id": id_of(),
            "event": id_of("events"),
            "player": id_of("players"),
            "partner": id_of("players", is_null=True),
            "team_name": TEXT,
            "rating": INT_OR_NONE,
            "queued_at": MOMENT,
            "created_at": MOMENT,
        },
    ),
    RowKind(
        "clocks",
        ("round",),
        {
            "round": id_of("rounds"),
            "clock_started_at": MOMENT,
            "clock_paused_at": MOMENT_OR_NONE,
            "clock_added_s": INT,
        },
    ),
    RowKind("remarks", ("ruling",), {"ruling": id_of("rulings"), "private": TEXT}),
    RowKind(
        "series",
        ("id",),
        {
            "id": id_of(),
            "name": TEXT,
            "about": TEXT,
            "status": TEXT,
            "scheme": TEXT,
            "own_points": LIST,
            "best": INT_OR_NONE,
            "planned": INT_OR_NONE,
            "bonus": INT,
            "guests": TEXT,
            "counts_running": BOOL,
            "created_at": MOMENT,
        },
    ),
    RowKind(
        "evenings",
        ("series", "event"),
        {"series": id_of("series"), "event": id_of("events"), "order": INT},
    ),
    RowKind(
        "series_guests",
        ("series", "player"),
        {"series": id_of("series"), "player": id_of("players"), "is_guest": BOOL},
    ),
    RowKind(
        "seasons",
        ("id",),
        {
            "id": id_of(),
            "previous": id_of("seasons", is_null=True),
            "name": TEXT,
            "status": TEXT,
            **GAME,
            "format": TEXT,
            "rounds_planned": INT,
            "time_zone": TEXT,
            "language": TEXT,
            "movers": INT_OR_NONE,
            "has_play_offs": BOOL,
            "reminder_days": INT,
            "created_at": MOMENT,
            "updated_at": MOMENT,
        },
    ),
    RowKind(
        "divisions",
        ("season", "order"),
        {
            "id": id_of(),
            "season": id_of("seasons"),
            "order": INT,
            "name": TEXT,
            "event": id_of("events"),
        },
    ),
    RowKind(
        "round_dates",
        ("season", "number"),
        {"season": id_of("seasons"), "number": INT, "starts_on": TEXT, "due_on": TEXT},
    ),
    RowKind(
        "postponements",
        ("match", "number"),
        {
            "id": id_of(),
            "match": id_of("matches"),
            "number": INT,
            "kind": TEXT,
            "play_on": TEXT,
            "entry": id_of("entries", is_null=True),
            "at": MOMENT,
        },
    ),
    RowKind(
        "reminders",
        ("match", "kind", "due_on"),
        {"match": id_of("matches"), "kind": TEXT, "due_on": TEXT, "at": MOMENT},
    ),
    RowKind(
        "play_offs",
        ("division",),
        {
            "division": id_of("divisions"),
            "holder": id_of("entries"),
            "challenger": id_of("entries"),
            "winner": id_of("entries", is_null=True),
            "event": id_of("events", is_null=True),
        },
    ),
    RowKind(
        "leaves",
        ("season", "entry"),
        {"season": id_of("seasons"), "entry": id_of("entries"), "kind": TEXT, "order": INT},
    ),
)
BY_NAME = {kind.name: kind for kind in CLUB_KINDS}

_NO_CLUB_FILE = gettext_noop("is unknown to this version of Arbitr")
_NOBODY = gettext_noop("refers to something that is not in the file")
_NO_PLACE = gettext_noop("is neither member, guest nor visitor")


def form_faults(document: Any) -> list[SchemaFault]:
    """Parts that are missing, unknown or of another type. Nothing: its rows can be read."""
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        told = document.get("schema") if isinstance(document, dict) else None
        return [SchemaFault("schema", str(told)[:40], _NO_CLUB_FILE)]
    if faults := list(row_faults("", document, PARTS)):
        return faults
    faults = [*row_faults("about", document["about"], ABOUT)]
    faults += row_faults("club", document["club"], CLUB)
    kinds = {kind.name: LIST for kind in CLUB_KINDS}
    return faults + list(row_faults("rows", document["rows"], kinds))


def ids_in(rows: Any) -> set[str]:
    """Of the rows of one kind; those that are no rows are named elsewhere."""
    return {row["id"] for row in rows if isinstance(row, dict) and isinstance(row.get("id"), str)}


def row_faults_of(
    rows: Mapping[str, Any], in_events: Mapping[str, Container[str]]
) -> Iterator[SchemaFault]:
    """`in_events`: the ids of rows in the archives, by kind. All rows fit: their lists, too."""
    ids: dict[str, Container[str]] = {kind.name: ids_in(rows[kind.name]) for kind in CLUB_KINDS}
    ids |= in_events
    is_whole = True
    for kind in CLUB_KINDS:
        for fault in kind_faults(kind, rows[kind.name], ids):
            is_whole = False
            yield fault
    if is_whole:
        yield from _faults_inside(rows, ids)


def _faults_inside(
    rows: Mapping[str, Any], ids: Mapping[str, Container[str]]
) -> Iterator[SchemaFault]:
    for row in rows["players"]:
        if row["place"] not in PLACES:
            yield SchemaFault(f"players/{row['id']}", "place", _NO_PLACE)
    for kind, column, refers in (
        ("entry_details", "categories", "categories"),
        ("prize_decisions", "entries", "entries"),
    ):
        for row in rows[kind]:
            named = row[column]
            if not all(isinstance(one, str) and one in ids[refers] for one in named):
                yield SchemaFault(f"{kind}/{row.get('id', row.get('entry'))}", column, _NOBODY)
