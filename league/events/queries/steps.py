"""The last steps at the desk, as audit entries tell them: what, who, when, and whether undoable."""

from dataclasses import dataclass

from league.events.services.undo import why_not_undone
from league.models import AuditEntry, Event, Match, User
from league.permissions import Actor

SHOWN = 10
# What people at the tables do is not the desk's to take back, and there is much of it.
OF_PLAYERS = ("take seat", "leave seat", "hand over seat", "hand in", "confirm", "see flag")


@dataclass(frozen=True)
class DeskStep:
    entry: AuditEntry
    by: str  # how the account is shown; empty: the service, or a visitor
    table: int | None  # which table it was about
    round: int | None
    status: str  # to which an event was moved; empty: another step
    hindrance: str | None  # why it cannot be undone; None: it can


def last_steps(event: Event, *, actor: Actor) -> list[DeskStep]:
    """`actor`: who asks, and may undo some of them."""
    steps = AuditEntry.objects.filter(event=event.pk).exclude(action__in=OF_PLAYERS)
    entries = list(steps[:SHOWN])
    hindrances = why_not_undone(entries, asker=actor, event=event)
    people = User.objects.in_bulk({entry.actor for entry in entries if entry.actor})
    matches = Match.objects.select_related("round").in_bulk(
        {entry.object_id for entry in entries if entry.object_kind == "match"}
    )
    return [
        DeskStep(
            entry=entry,
            by=str(people.get(entry.actor, "")),
            table=matches[entry.object_id].table if entry.object_id in matches else None,
            round=_round(entry, matches),
            status=str(Event.Status(to).label) if (to := entry.details.get("to")) else "",
            hindrance=hindrance,
        )
        for entry, hindrance in zip(entries, hindrances, strict=True)
    ]


def _round(entry: AuditEntry, matches: dict[str, Match]) -> int | None:
    if entry.object_id in matches:
        return matches[entry.object_id].round.number
    number: int | None = entry.details.get("number")
    return number
