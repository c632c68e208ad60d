"""The desk of an event: what goes along with its archive, read and checked."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from league.archive.queries.archives import plain
from league.archive.queries.column_values import checked
from league.archive.taken import DESK, Taken
from league.models import (
    Announcement,
    Category,
    Entry,
    Event,
    Player,
    Prize,
    PrizeDecision,
)

_MODELS: Mapping[str, Any] = {
    "categories": Category,
    "prizes": Prize,
    "decisions": PrizeDecision,
    "announcements": Announcement,
    "entries": Entry,
    "players": Player,
}
_NOT_COLUMNS = {("categories", "entries"), ("decisions", "entries"), ("prizes", "category")}
_NOT_COLUMNS |= {("decisions", "category")} | {(name, "id") for name in DESK}


def desk_of(event: Event) -> dict[str, Any]:
    """What organisers need to go on that is no part of the archive; one query for each list."""
    entries = Entry.objects.filter(event=event).exclude(status=Entry.Status.APPLIED)
    players = {pk for pair in entries.values_list("player", "partner") for pk in pair if pk}
    rows: dict[str, Any] = {
        "categories": Category.objects.filter(event=event).prefetch_related("entries"),
        "prizes": Prize.objects.filter(event=event),
        "decisions": PrizeDecision.objects.filter(event=event),
        "announcements": Announcement.objects.filter(event=event),
        "entries": entries,
        "players": Player.objects.filter(pk__in=players),
    }
    desk = {name: sorted(map(_READ[name], found), key=_by_id) for name, found in rows.items()}
    return {**desk, "wrap_up": event.wrap_up}


def _by_id(row: Mapping[str, Any]) -> str:
    return str(row["id"])


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
}


def desk_faults(taken: Taken, event_id: str) -> Iterator[str]:
    """Values that no column holds, and rows that another event has."""
    for name, columns in DESK.items():
        for row in taken.desk[name]:
            for column in columns:
                if (name, column) not in _NOT_COLUMNS and not _fits(name, column, row[column]):
                    yield _("%(what)s has a value that cannot be.") % {
                        "what": f"desk, {name}, {row['id']}, {column}"[:120]
                    }
    for name in ("categories", "prizes", "decisions", "announcements"):
        ids = [row["id"] for row in taken.desk[name]]
        if _MODELS[name].objects.filter(pk__in=ids).exclude(event=event_id).exists():
            yield _("Rows of another event here have the same ids: %(kind)s.") % {"kind": name}
    known = {row["id"] for row in taken.desk["categories"]}
    named = {row["category"] for row in (*taken.desk["prizes"], *taken.desk["decisions"])}
    if named - known - {None}:
        yield _("%(what)s has a value that cannot be.") % {"what": "desk, category"}


def _fits(name: str, column: str, value: Any) -> bool:
    try:
        checked(_MODELS[name]._meta.get_field(column), value)
    except (ValidationError, TypeError, ValueError, ArithmeticError):
        return False
    return True
