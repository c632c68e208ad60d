"""The desk of an event: what goes along with its archive, read and checked."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from league.archive.queries.archives import plain
from league.archive.queries.column_values import checked
from league.archive.rows import ArchiveContent
from league.archive.schema import GAME
from league.archive.taken import DESK, YOUNGER, Taken
from league.events import wrap_up_rules
from league.models import (
    Announcement,
    Category,
    Entry,
    Event,
    Player,
    Prize,
    PrizeDecision,
    Remark,
    Round,
    Ruling,
    StageGame,
)

_MODELS: Mapping[str, Any] = {
    "categories": Category,
    "prizes": Prize,
    "decisions": PrizeDecision,
    "announcements": Announcement,
    "entries": Entry,
    "players": Player,
    "stage_games": StageGame,
    "clocks": Round,
    "remarks": Remark,
}
_NOT_COLUMNS = {("categories", "entries"), ("decisions", "entries"), ("prizes", "category")}
_NOT_COLUMNS |= {("decisions", "category"), ("entries", "id"), ("players", "id")}
# Rows of the archive that rows of the desk name.
_NAMED = {"stage_games": ("stage", "stages"), "clocks": ("round", "rounds")}
_NAMED |= {"remarks": ("ruling", "rulings")}
_OF_EVENT = dict.fromkeys(("categories", "prizes", "decisions", "announcements"), "event")
_OF_EVENT |= {"stage_games": "stage__event"}
_NOT_COLUMNS |= {(name, column) for name, (column, _kind) in _NAMED.items()}


def desk_of(event: Event) -> dict[str, Any]:
    """What organisers need to go on that is no part of the archive; one query for each list."""
    entries = Entry.objects.filter(event=event).exclude(status=Entry.Status.APPLIED)
    players = {pk for pair in entries.values_list("player", "partner") for pk in pair if pk}
    rounds = Round.objects.filter(stage__event=event).exclude(status=Round.Status.DRAFT)
    rulings = Ruling.objects.filter(match__event=event, remark__isnull=False)
    rows: dict[str, Any] = {
        "categories": Category.objects.filter(event=event).prefetch_related("entries"),
        "prizes": Prize.objects.filter(event=event),
        "decisions": PrizeDecision.objects.filter(event=event),
        "announcements": Announcement.objects.filter(event=event),
        "entries": entries,
        "players": Player.objects.filter(pk__in=players),
        "stage_games": StageGame.objects.filter(stage__event=event),
        "clocks": rounds.filter(clock_started_at__isnull=False),
        "remarks": rulings.exclude(remark__private="").select_related("remark"),
    }
    desk = {name: sorted(map(_READ[name], found), key=_by_id) for name, found in rows.items()}
    there = {name: read for name, read in desk.items() if read or name not in YOUNGER}
    return {**there, "wrap_up": event.wrap_up}


def _by_id(row: Mapping[str, Any]) -> str:
    """Of itself, or of the row that it is about."""
    return str(next(row[name] for name in ("id", "round", "ruling") if name in row))


def _columns(*names: str) -> Any:
    def read(row: Any) -> dict[str, Any]:
        return {"id": row.pk, **{name: plain(getattr(row, name)) for name in names}}

    return read


def _category(row: Category) -> dict[str, Any]:
    read = _columns("name", "order", "is_shown", "born_from", "born_to")(row)
    return {**read, "entries": sorted(entry.pk for entry in row.entries.all())}


_READ: Mapping[str, Any] = {
    "categories": _category,
    "prizes": lambda row: _columns("place", "what", "order")(row) | {"category": row.category_id},
    "decisions": lambda row: (
        _columns("how", "entries", "decided_at")(row) | {"category": row.category_id}
    ),
    "announcements": _columns("text", "sent_at"),
    "entries": _columns("paid", "queued_at", "checked_in_at"),
    "players": _columns("privacy"),
    "stage_games": lambda row: _columns(*GAME, "boards")(row) | {"stage": row.stage_id},
    "clocks": lambda row: {
        "round": row.pk,
        "clock_started_at": plain(row.clock_started_at),
        "clock_paused_at": plain(row.clock_paused_at),
        "clock_added_s": row.clock_added_s,
    },
    "remarks": lambda row: {"ruling": row.pk, "private": row.remark.private},
}


def desk_faults(taken: Taken, content: ArchiveContent) -> Iterator[str]:
    """Values that no column holds, and rows that another event has or that are not there."""
    for name, columns in DESK.items():
        for row in taken.desk.get(name, ()):
            for column in columns:
                if (name, column) not in _NOT_COLUMNS and not _fits(name, column, row[column]):
                    yield _no_such(f"desk, {name}, {_by_id(row)}, {column}")
            if not all(isinstance(entry, str) for entry in row.get("entries", ())):
                yield _no_such(f"desk, {name}, {_by_id(row)}, entries")
    if not are_marks(taken.desk["wrap_up"]):
        yield _no_such("desk, wrap_up")
    for name, event in _OF_EVENT.items():
        ids = [row["id"] for row in taken.desk.get(name, ())]
        others = _MODELS[name].objects.filter(pk__in=ids).exclude(**{event: content.event["id"]})
        if others.exists():
            yield _("Rows of another event here have the same ids: %(kind)s.") % {"kind": name}
    yield from _not_there(taken, content)


def _not_there(taken: Taken, content: ArchiveContent) -> Iterator[str]:
    for name, (column, kind) in _NAMED.items():
        named = {row[column] for row in taken.desk.get(name, ())}
        if named - content.by_id[kind].keys():
            yield _no_such(f"desk, {name}, {column}")
    known = {row["id"] for row in taken.desk["categories"]}
    of_category = (*taken.desk["prizes"], *taken.desk["decisions"])
    if {row["category"] for row in of_category} - known - {None}:
        yield _no_such("desk, category")


def are_marks(wrap_up: Mapping[str, Any]) -> bool:
    """Which steps after the last round are done or skipped."""
    known = (wrap_up_rules.ORDER, wrap_up_rules.STATES)
    return all(step in known[0] and state in known[1] for step, state in wrap_up.items())


def _no_such(what: str) -> str:
    return _("%(what)s has a value that cannot be.") % {"what": what[:120]}


def _fits(name: str, column: str, value: Any) -> bool:
    try:
        checked(_MODELS[name]._meta.get_field(column), value)
    except (ValidationError, TypeError, ValueError, ArithmeticError):
        return False
    return True
