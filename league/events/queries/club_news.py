"""What a club's feed tells: events opened, rounds and standings published, events finished.

Made from what is public now: a round that was withdrawn is in it no more. Nobody is named.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from league.models import AuditEntry, Club, Event, Round, Standing
from league.permissions import VISITOR, visible_events

MOST = 50
OPENED, ROUND, STANDINGS, FINISHED = "opened", "round", "standings", "finished"


@dataclass(frozen=True)
class ClubNews:
    kind: str
    event: Event
    at: datetime
    number: int = 0  # of the round
    round_id: str = ""

    @property
    def key(self) -> str:
        """The same for ever, also when it is told anew."""
        return f"{self.event.pk}:{self.kind}" + (f":{self.number}" if self.number else "")


def news_of(club: Club) -> list[ClubNews]:
    """The latest first."""
    events = {event.pk: event for event in visible_events(VISITOR).filter(club=club)}
    news = [*_opened(events), *_finished(events.values()), *_rounds(events), *_standings(events)]
    return sorted(news, key=lambda each: (each.at, each.key), reverse=True)[:MOST]


def _opened(events: dict[str, Event]) -> Iterator[ClubNews]:
    """When it was opened is in the audit alone; one that came otherwise, when it was made."""
    moves = AuditEntry.objects.filter(
        event__in=events, action="move event", details__to=Event.Status.OPEN
    )
    opened = dict(moves.order_by().values_list("event").annotate(Max("at")))
    for pk, event in events.items():
        yield ClubNews(OPENED, event, opened.get(pk, event.created_at))


def _finished(events: Iterable[Event]) -> Iterator[ClubNews]:
    for event in events:
        if event.finished_at:
            yield ClubNews(FINISHED, event, event.finished_at)


def _rounds(events: dict[str, Event]) -> Iterator[ClubNews]:
    published = Round.objects.filter(stage__event__in=events, published_at__isnull=False)
    shown = published.exclude(status=Round.Status.DRAFT).order_by("-published_at")
    columns = ("stage__event", "published_at", "number", "pk")
    for event, at, number, pk in shown.values_list(*columns)[:MOST]:
        yield ClubNews(ROUND, events[event], at, number, pk)


def _standings(events: dict[str, Event]) -> Iterator[ClubNews]:
    """Tables that are complete: those in between are for live pages."""
    tables = Standing.objects.filter(
        stage__event__in=events, is_complete=True, has_results=True, after_round__gt=0
    ).order_by("-computed_at")
    for event, number, at in tables.values_list("stage__event", "after_round", "computed_at")[
        :MOST
    ]:
        yield ClubNews(STANDINGS, events[event], at, number)
