"""What a scanned code stands for: a table of a club, a match, a room, or a practice sheet."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.events.queries.public import open_matches_at
from league.models import Club, Event, Match, Round, Sheet, TableCode

_OFFERED = 8


@dataclass(frozen=True)
class TablePlace:
    """A table of a club, with the matches that are played there now."""

    club: Club
    table: int
    matches: Sequence[Match]


Place = TablePlace | Match | Event | Sheet


def place_of(code: str) -> Place | None:
    """None: unknown, or renewed since. Of a match that was withdrawn, its event."""
    if card := TableCode.objects.select_related("club").filter(code=code).first():
        return TablePlace(card.club, card.table, open_matches_at(card.club, table=card.table))
    public = Match.objects.exclude(event__status=Event.Status.DRAFT)
    if match := public.select_related("event", "round").filter(code=code).first():
        return match.event if match.round.status == Round.Status.DRAFT else match
    if event := Event.objects.exclude(status=Event.Status.DRAFT).filter(room_code=code).first():
        return event
    return Sheet.objects.filter(match=None, code=code).first()


def running_events() -> list[Event]:
    """Where somebody without a code may look for the own table; the latest first."""
    running = Event.objects.filter(status=Event.Status.RUNNING)
    return list(running.order_by("-starts_at")[:_OFFERED])
