"""An event on paper: everything that an organiser needs to go on without a computer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.template.loader import render_to_string
from django.utils import timezone, translation

from league.events.queries.events import Listed, listed_entries
from league.events.queries.public import EventNow, event_now
from league.events.queries.standings import with_rounds
from league.events.queries.tables import RoundShown
from league.models import Entry, Event

TEMPLATE = "print/paper.html"
BLANK_SLIPS = 8
SEATS = 4
_ENTERED = (*Entry.TAKING_A_PLACE, Entry.Status.WAITLISTED, Entry.Status.WITHDRAWN)


@dataclass(frozen=True)
class Slip:
    """A piece of paper for a table to write its result on; empty: to be filled in by hand."""

    round: int | None
    table: int | None
    sides: Sequence[tuple[str, str]]  # letters of the seats, and the name
    code: str = ""  # by which players come to their match
    qr: str = ""  # the same, drawn


@dataclass(frozen=True)
class Paper:
    now: EventNow
    entries: list[Listed]
    slips: list[Slip]
    made_at: datetime


def paper_of(event: Event) -> Paper:
    """Names as the public sees them: paper lies about, and is kept."""
    now = event_now(event, rows=None)
    if now.table:
        now = replace(now, table=with_rounds(now.table, stage=now.stage))
    open_slips = [slip for shown in now.playing for slip in slips_of(shown) if slip.table]
    return Paper(
        now=now,
        entries=listed_entries(event, in_full=False, statuses=_ENTERED),
        slips=[*open_slips, *blank_slips(BLANK_SLIPS)],
        made_at=timezone.now(),
    )


def slips_of(shown: RoundShown) -> list[Slip]:
    """For the tables that still play."""
    return [
        Slip(
            shown.round.number,
            table.match.table,
            [(side.letters, side.name) for side in table.sides],
            code=table.match.code,
        )
        for table in shown.tables
        if table.match.is_open
    ]


def blank_slips(number: int) -> list[Slip]:
    return [Slip(None, None, [("", "")] * SEATS)] * number


def paper_page(event: Event) -> str:
    """One page that needs nothing else: no style sheet, no script, no picture."""
    with translation.override(event.language):
        return render_to_string(TEMPLATE, {"event": event, "paper": paper_of(event)})
