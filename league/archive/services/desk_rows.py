"""Categories, prizes, fees and announcements written as the other computer has them.

Part of the caller's transaction; the values were checked before.
"""

from collections.abc import Mapping
from typing import Any

from league.archive.services.row_writer import RowWriter, values_of
from league.models import (
    Announcement,
    Category,
    Entry,
    Event,
    Prize,
    PrizeDecision,
    Round,
    StageGame,
)

_NO_CLOCK = {"clock_started_at": None, "clock_paused_at": None, "clock_added_s": 0}


def write_desk(rows: RowWriter, desk: Mapping[str, Any]) -> None:
    event, entries = rows.event, rows.content.by_id["entries"]
    PrizeDecision.objects.filter(event=event).delete()
    Prize.objects.filter(event=event).delete()
    Category.objects.filter(event=event).delete()
    for row in desk["categories"]:
        category = Category(event=event, **_columns(Category, row, but=("entries",)))
        category.save(force_insert=True)
        category.entries.set([pk for pk in row["entries"] if pk in entries])
    for row in desk["prizes"]:
        values = _columns(Prize, row, but=("category",))
        Prize(event=event, category_id=row["category"], **values).save(force_insert=True)
    for row in desk["decisions"]:
        values = _columns(PrizeDecision, row, but=("category",))
        made = PrizeDecision(event=event, category_id=row["category"], **values)
        made.save_base(raw=True, force_insert=True)  # when it was decided stays as it was
    known = set(Announcement.objects.filter(event=event).values_list("pk", flat=True))
    for row in desk["announcements"]:
        if row["id"] not in known:
            told = Announcement(event=event, **_columns(Announcement, row))
            told.save_base(raw=True, force_insert=True)
    for row in desk["entries"]:
        Entry.objects.filter(pk=row["id"], event=event).update(**_columns(Entry, row, but=("id",)))
    _write_games(rows, desk)
    Event.objects.filter(pk=event.pk).update(wrap_up=desk["wrap_up"])
    event.wrap_up = dict(desk["wrap_up"])


def _write_games(rows: RowWriter, desk: Mapping[str, Any]) -> None:
    """What is played at an open evening, and the clocks of rounds."""
    StageGame.objects.filter(stage__event=rows.event).delete()
    for row in desk.get("stage_games", ()):
        values = _columns(StageGame, row, but=("stage",))
        StageGame(stage_id=row["stage"], **values).save(force_insert=True)
    clocks = {row["round"]: row for row in desk.get("clocks", ())}
    for pk in rows.content.by_id["rounds"]:
        told = _columns(Round, clocks[pk], but=("round",)) if pk in clocks else _NO_CLOCK
        Round.objects.filter(pk=pk).exclude(**told).update(**told)


def _columns(model: Any, row: Mapping[str, Any], *, but: tuple[str, ...] = ()) -> dict[str, Any]:
    return values_of(model, {name: value for name, value in row.items() if name not in but})
