"""Live parts of public pages, and the projector: tables, clock and standings for the room,
cut into pages that are readable from its back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import TypeVar

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.events.queries.brackets import bracket_in
from league.events.queries.entries import entries_step, public_names
from league.events.queries.events import is_played_out
from league.events.queries.explanations import row_explained
from league.events.queries.forfeits import ForfeitShown
from league.events.queries.public import (
    EventNow,
    announcements_of,
    event_now,
    round_shown,
)
from league.events.queries.stages import (
    OverallRow,
    rounds_with_tables,
    stage_of_entry,
    stage_with_round,
    stages_begun,
)
from league.events.queries.standings import RowShown, table_chosen, table_page
from league.events.queries.tables import RoundShown, SittingOut, TableShown
from league.models import Call, Entry, Event, Round
from league.models.columns import number_in
from league.permissions import may
from league.statistics.queries import proved_in
from league.web.access import PageRequest, permitted
from league.web.addresses import code_address, event_named, qr_svg
from league.web.bracket_pages import screens_of
from league.web.brackets import part_name, picture_of, words_of
from league.web.live import fragment, live_part

# At 1920 by 1080 a line is 76 px high, so that its letters are read from 8 m on a 2 m wide picture.
LINES = 10
MOST_ROWS = 400  # of the standings: more would not come round again before they are old
WIDE_TABLE = 2  # of more sides than this, a table takes the whole width

T = TypeVar("T")


@dataclass(frozen=True)
class Slide:
    """One page; of its lists only the one of its kind is filled."""

    kind: str  # tables, bracket, standings, overall, coming, waiting, empty
    round: Round | None = None
    is_wide: bool = False  # one column instead of two
    tables: Sequence[TableShown] = ()
    sitting_out: Sequence[SittingOut] = ()
    forfeits: Sequence[ForfeitShown] = ()
    rows: Sequence[RowShown] = ()
    overall: Sequence[OverallRow] = ()
    tops: frozenset[str] = frozenset()  # whose row is the first of a column
    left_out: int = 0  # rows of the standings for which there is no page
    names: Sequence[str] = ()
    picture: str = ""  # of a bracket
    title: str = ""  # of its part
    number: int = 1  # of `total` pages of this kind
    total: int = 1


@dataclass(frozen=True)
class Slides:
    now: EventNow
    pages: list[Slide] = field(default_factory=list)
    calling: Sequence[int] = ()  # tables that wait for an official, where the event shows it

    @property
    def has_rounds(self) -> bool:
        return self.now.stage.format.has_rounds

    @property
    def begins_itself(self) -> bool:
        """Nobody is seated: people begin games themselves."""
        return self.now.stage.format.starts_own_games

    @property
    def clocks(self) -> list[Round]:
        return [shown.round for shown in self.now.playing if shown.round.length_s is not None]


def slides_of(event: Event) -> Slides:
    """Tables while people look for them; then tables and standings in turn."""
    now = event_now(event, rows=MOST_ROWS)
    pages = [page for shown in now.playing for page in _table_pages(shown)]
    if not any(shown.round.awaits_clock for shown in now.playing):
        bracket = bracket_slides(now)
        pages += bracket
        if now.overall:
            pages += _overall_pages(now)
        elif not bracket or now.is_played_out:
            pages += _standing_pages(now)
    if not now.event.has_started:
        pages += _coming_pages(now)
    pages += _waiting_pages(now)
    return Slides(now, pages or [Slide("empty")], _calling(event))


def _calling(event: Event) -> list[int]:
    if not event.shows_calls:
        return []
    calls = Call.objects.filter(match__event=event, ended_at=None)
    return list(calls.order_by("at", "pk").values_list("match__table", flat=True))


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
            forfeits=shown.forfeits,
            number=number,
            total=len(parts),
        )
        for number, part in enumerate(parts, start=1)
    ]


def _standing_pages(now: EventNow) -> list[Slide]:
    if now.table is None or not now.table.has_results:
        return []
    left_out = now.table.size - len(now.table.rows)
    parts = _cut(_columns(now.table.rows), 2)
    return [
        Slide(
            "standings",
            rows=[shown for column in part for shown in column],
            tops=frozenset(column[0].row.entry for column in part),
            number=number,
            total=len(parts),
            left_out=left_out,
        )
        for number, part in enumerate(parts, start=1)
    ]


def _overall_pages(now: EventNow) -> list[Slide]:
    """The order over all stages, once all are played."""
    parts = _cut(now.overall, 2 * LINES)
    return [
        Slide("overall", overall=part, number=number, total=len(parts))
        for number, part in enumerate(parts, start=1)
    ]


def _columns(rows: Sequence[RowShown]) -> list[Sequence[RowShown]]:
    """A group has a line for its name, and is not parted unless it is longer than a column."""
    columns: list[list[RowShown]] = []
    left = 0
    for group, members in groupby(rows, lambda shown: shown.row.group):
        head = 1 if group else 0
        for part in _cut(list(members), LINES - head):
            if head + len(part) > left:
                columns.append([])
                left = LINES
            columns[-1] += part
            left -= head + len(part)
    return list(columns)


def bracket_slides(now: EventNow) -> list[Slide]:
    """The whole in small, where it has to be, and then what is still open large enough to read."""
    shown = bracket_in(now.stage, names=now.names) if now.rounds.shown else None
    if shown is None:
        return []
    words = words_of(shown)
    sheets = screens_of(shown.boxes)
    return [
        Slide(
            "bracket",
            picture=picture_of(shown, words, sheet=sheet),
            title=part_name(sheet.part, has_losers=shown.has_losers),
            number=number,
            total=len(sheets),
        )
        for number, sheet in enumerate(sheets, start=1)
    ]


def _coming_pages(now: EventNow) -> list[Slide]:
    parts = _cut([listed.name for listed in now.coming], 3 * LINES)
    return [
        Slide("coming", names=part, number=number, total=len(parts))
        for number, part in enumerate(parts, start=1)
    ]


def _waiting_pages(now: EventNow) -> list[Slide]:
    """Who is ready in an open evening; on the page of the tables, where there is one."""
    parts = _cut([one.name for one in now.waiting], 3 * LINES)
    return [
        Slide("waiting", names=part, number=number, total=len(parts))
        for number, part in enumerate(parts, start=1)
    ]


def _cut(rows: Sequence[T], size: int) -> list[Sequence[T]]:
    return [rows[start : start + size] for start in range(0, len(rows), size)]


@permitted("see_event", of=event_named, hidden=True)
def projector(request: PageRequest, event: Event) -> HttpResponse:
    """In the event's language, whoever opens it: the room reads it."""
    with translation.override(event.language):
        live = live_part("live-projector", event) if event.status != Event.Status.DRAFT else None
        context = {
            "event": event,
            "live": live,
            "slides": slides_of(event),
            "room": _room(event) if may(request.actor, "show_room_code", event) else None,
        }
        return render(request, "public/projector/show.html", context)


@permitted("show_room_code", of=event_named)
@require_safe
@never_cache
def projector_room(request: PageRequest, event: Event) -> HttpResponse:
    """The panel alone, fetched again by a screen that an official has opened."""
    with translation.override(event.language):
        return render(request, "public/projector/_room.html", {"room": _room(event)})


def _room(event: Event) -> dict[str, str]:
    """Only those in the room may scan it: the live part, which is public, does not hold it."""
    address = code_address(event.room_code)
    before, code, after = address.partition("://")[2].rpartition(event.room_code)
    return {"place": before, "code": code + after, "qr": qr_svg(address)}


@fragment("public/events/_event_live.html")
def live_event(event: Event) -> Mapping[str, object]:
    return {
        "now": event_now(event),
        "proved": proved_in(event),
        "announcements": announcements_of(event),
    }


@fragment("public/events/_round_live.html")
def live_round(event: Event, number: int) -> Mapping[str, object]:
    rounds = Round.objects.select_related("stage__event").filter(stage__event=event)
    round_ = get_object_or_404(rounds, number=number)
    if round_.status == Round.Status.DRAFT and not round_.withdrawn_at:
        raise Http404
    return round_contents(round_)


def round_contents(round_: Round) -> Mapping[str, object]:
    """A withdrawn round has only that to tell."""
    is_public = round_.status != Round.Status.DRAFT
    return {"round": round_, "shown": round_shown(round_) if is_public else None}


@fragment("_clock.html")
def live_clock(event: Event, number: int) -> Mapping[str, object]:
    """The clock alone, for a page that is about something else."""
    rounds = Round.objects.filter(stage__event=event).exclude(status=Round.Status.DRAFT)
    return {"round": get_object_or_404(rounds, number=number)}


@fragment("public/standings/_table_live.html", asks=True)
def live_standings(event: Event, *, asked: Mapping[str, str]) -> Mapping[str, object]:
    """A page of them, as `table_chosen` reads the address."""
    stage = stage_with_round(stages_begun(event), number_in(asked.get("after", "")))
    choice = table_chosen(event, stage, rounds=rounds_with_tables(event), wanted=asked)
    table = table_page(stage, names=public_names(event), choice=choice)
    played_out = partial(is_played_out, event)  # asked where it is told
    return {"table": table, "proved": proved_in(event), "is_played_out": played_out}


@fragment("public/standings/_row_live.html")
def live_row(event: Event, entry: str, after: int) -> Mapping[str, object]:
    """Why a row of the standings stands where it stands."""
    entered = get_object_or_404(Entry.objects.exclude(status=Entry.Status.APPLIED), pk=entry)
    if entered.event_id != event.pk:
        raise Http404
    entered.event = event
    stage = stage_of_entry(entered, after or None)
    names = public_names(event)
    return {"explained": row_explained(entered, stage=stage, names=names, after_round=after)}


@fragment("public/projector/_slides_live.html")
def live_projector(event: Event) -> Mapping[str, object]:
    return {"slides": slides_of(event)}


@fragment("public/entries/_entries_live.html")
def live_entries(event: Event) -> Mapping[str, object]:
    """Says that an entry of the event has changed, and not which."""
    return {"step": entries_step(event)}
