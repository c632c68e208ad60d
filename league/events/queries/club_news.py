"""What a club's feed tells: events opened, rounds and standings published, events finished.

Made from what is public now: a round that was withdrawn is in it no more. Nobody is named. Where
people play without rounds, every table would be news: such an event is opened and finished.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from league.formats.registry import FORMATS
from league.models import AuditEntry, Club, Event, Round, Stage, Standing
from league.permissions import VISITOR, visible_events

MOST = 50
OPENED, ROUND, STANDINGS, FINISHED = "opened", "round", "standings", "finished"


@dataclass(frozen=True)
class ClubNews:
    kind: str
    event: Event
    at: datetime
    round: Round | None = None

    @property
    def key(self) -> str:
        """The same for ever, also when it is told anew."""
        return f"{self.event.pk}:{self.kind}" + (f":{self.round.number}" if self.round else "")


def news_of(club: Club) -> list[ClubNews]:
    """The latest first."""
    events = {event.pk: event for event in visible_events(VISITOR).filter(club=club)}
    stages = _with_rounds(events)
    news = [*_opened(events), *_finished(events.values()), *_rounds(stages), *_standings(stages)]
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


def _rounds(stages: Mapping[str, Stage]) -> Iterator[ClubNews]:
    published = Round.objects.filter(stage__in=stages, published_at__isnull=False)
    shown = published.exclude(status=Round.Status.DRAFT).order_by("-published_at")
    for round_ in shown[:MOST]:
        round_.stage = stages[round_.stage_id]
        if round_.published_at:
            yield ClubNews(ROUND, round_.stage.event, round_.published_at, round_)


def _standings(stages: Mapping[str, Stage]) -> Iterator[ClubNews]:
    """Tables that are complete: those in between are for live pages."""
    tables = Standing.objects.filter(
        stage__in=stages, is_complete=True, has_results=True, after_round__gt=0
    ).order_by("-computed_at")
    for pk, number, at in tables.values_list("stage", "after_round", "computed_at")[:MOST]:
        stage = stages[pk]
        yield ClubNews(STANDINGS, stage.event, at, Round(stage=stage, number=number))


def _with_rounds(events: Mapping[str, Event]) -> dict[str, Stage]:
    kinds = [format_.key for format_ in FORMATS if format_.has_rounds]
    stages = {stage.pk: stage for stage in Stage.objects.filter(event__in=events, kind__in=kinds)}
    for stage in stages.values():
        stage.event = events[stage.event_id]
    return stages
