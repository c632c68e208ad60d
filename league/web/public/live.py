"""What a projector shows, cut into pages that are readable from the back of the room."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from league.events.queries.public import EventNow, event_now
from league.events.queries.standings import RowShown
from league.events.queries.tables import RoundShown, SittingOut, TableShown
from league.models import Event, Round

# At 1920 by 1080 a line is 76 px high, so that its letters are read from 8 m on a 2 m wide picture.
LINES = 10
MOST_ROWS = 400  # of the standings: more would not come round again before they are old
WIDE_TABLE = 2  # of more sides than this, a table takes the whole width

T = TypeVar("T")


@dataclass(frozen=True)
class Slide:
    """One page; of its lists only the one of its kind is filled."""

    kind: str  # tables, standings, coming, empty
    round: Round | None = None
    is_wide: bool = False  # one column instead of two
    tables: Sequence[TableShown] = ()
    sitting_out: Sequence[SittingOut] = ()
    rows: Sequence[RowShown] = ()
    left_out: int = 0  # rows of the standings for which there is no page
    names: Sequence[str] = ()
    number: int = 1  # of `total` pages of this kind
    total: int = 1


@dataclass(frozen=True)
class Slides:
    now: EventNow
    pages: list[Slide] = field(default_factory=list)

    @property
    def clocks(self) -> list[Round]:
        return [shown.round for shown in self.now.playing if shown.round.length_s is not None]


def slides_of(event: Event) -> Slides:
    """Tables while people look for them; then tables and standings in turn."""
    now = event_now(event, rows=MOST_ROWS)
    pages = [page for shown in now.playing for page in _table_pages(shown)]
    if not any(is_being_seated(shown.round) for shown in now.playing):
        pages += _standing_pages(now)
    if not now.event.has_started:
        pages += _coming_pages(now)
    return Slides(now, pages or [Slide("empty")])


def is_being_seated(given: Round) -> bool:
    """Its clock waits for everybody to sit."""
    return given.length_s is not None and given.clock_started_at is None


def _table_pages(shown: RoundShown) -> list[Slide]:
    is_wide = any(len(table.sides) > WIDE_TABLE for table in shown.tables)
    parts = _cut(shown.tables, LINES if is_wide else 2 * LINES)
    return [
        Slide(
            "tables",
            round=shown.round,
            is_wide=is_wide,
            tables=part,
            sitting_out=shown.sitting_out,
            number=number,
            total=len(parts),
        )
        for number, part in enumerate(parts, start=1)
    ]


def _standing_pages(now: EventNow) -> list[Slide]:
    if now.table is None or not now.table.has_results:
        return []
    left_out = now.table.size - len(now.table.rows)
    parts = _cut(now.table.rows, 2 * LINES)
    return [
        Slide("standings", rows=part, number=number, total=len(parts), left_out=left_out)
        for number, part in enumerate(parts, start=1)
    ]


def _coming_pages(now: EventNow) -> list[Slide]:
    parts = _cut([listed.name for listed in now.coming], 3 * LINES)
    return [
        Slide("coming", names=part, number=number, total=len(parts))
        for number, part in enumerate(parts, start=1)
    ]


def _cut(rows: Sequence[T], size: int) -> list[Sequence[T]]:
    return [rows[start : start + size] for start in range(0, len(rows), size)]
