"""Every format between two computers: out of one in the middle of play, on in the other, and back.

The other computer is a transaction that is rolled back: nothing of the event is in this database
until a file brings it. Chance plays, with late ones, leavers and forfeits.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from typing import Any

import pytest
from django.db import transaction

from league.archive.import_plan import TakeAs
from league.archive.queries.archives import content_digest
from league.archive.queries.returns import return_plan
from league.archive.queries.taken import file_back
from league.archive.services.handovers import take_along
from league.archive.services.imports import import_archive
from league.archive.services.returns import bring_back
from league.archive.services.seals import event_archive
from league.archive.verification import ArchiveReport, SealState, verified
from league.demo.services.simulation import EventPlan, SimulatedEvent, simulate_event
from league.events.queries.recheck import differences
from league.events.services import evening as open_evening, stages
from league.formats.contract import Format
from league.formats.registry import FORMATS, format_of
from league.models import Entry, Event, Match, RatedGame, RatingChange, Stage, StageEntry
from league.permissions import SERVICE
from league.ratings.services import compute_ratings
from league.standings.services import compute_standings
from tests.factories import make_club
from tests.factories.events import played_round, running_event
from tests.league.archive.laptop import plan_from, played_elsewhere

# The databases give the same rows to a file, as test_club_round_trip and test_handovers show.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
every_format = pytest.mark.parametrize("format_", FORMATS, ids=lambda format_: format_.key)


@dataclass
class Travelling:
    """A way to play that takes the event out after each piece of it."""

    files: list[dict[str, Any]] = field(default_factory=list)

    def __call__(self, evening: SimulatedEvent, plan: EventPlan) -> None:
        evening.enter(plan.entries)
        evening.start()
        for _piece in _played(evening, plan):
            self.take_out(evening.event, is_last=False)

    def take_out(self, event: Event, *, is_last: bool) -> None:
        self.files.append(file_back(Event.objects.get(pk=event.pk), is_last=is_last))


def _played(evening: SimulatedEvent, plan: EventPlan) -> Iterator[None]:
    format_ = format_of(plan.kind)
    for number in range(1, plan.rounds + 1):
        if format_.starts_own_games:
            evening.play_alone(1)
        elif not format_.has_rounds:
            _sit_down(evening, number)
        else:
            evening.come_and_go(number)
            if not evening.play_round(with_records=True):
                return
        yield
        if format_.takes_late_entries:
            evening.enter(1)


def _sit_down(evening: SimulatedEvent, number: int) -> None:
    """At an open evening: everybody is ready, and plays where there is a table."""
    at = evening.event.starts_at + timedelta(hours=number)
    here = evening.event.entries.filter(status=Entry.Status.CHECKED_IN).select_related("event")
    open_evening.say_ready_only(list(here), actor=SERVICE, at=at)
    made = open_evening.make_tables(evening.stage, at=at + timedelta(minutes=10))
    tables = Match.objects.filter(pk__in=[match.pk for match in made])
    evening.enter_results(tables.select_related("event", "round__stage__event"))


@cache
def travelled(kind: str) -> list[dict[str, Any]]:
    """Files of an event from a laptop: after each of three pieces of it, and when it is over."""
    way = Travelling()
    with transaction.atomic():
        plan = EventPlan(kind, entries=9, rounds=3, seed=5)
        event = simulate_event(plan, without_rounds=way)
        way.take_out(event, is_last=True)
        transaction.set_rollback(True)
    assert not Event.objects.exists()
    return way.files


def is_sound(event: Event, file: dict[str, Any]) -> ArchiveReport:
    """The same content, tables and people, and an archive that verifies."""
    for stage in event.stages.all():
        compute_standings(stage.pk)
    assert content_digest(event) == file["archive"]["digests"]["content"]
    assert list(differences(event)) == []
    again = event_archive(event, in_full=True)
    assert again["standings"] == file["archive"]["standings"]
    assert again["people"]["players"] == file["archive"]["people"]["players"]
    report = verified(again)
    assert list(map(str, report.findings)) == []
    return report


@every_format
def test_event_in_play_goes_to_another_computer_and_comes_back(format_: Format) -> None:
    first, *later = travelled(format_.key)
    plan = plan_from(first)
    club = make_club()

    event, _is_new = import_archive(club, plan, way=TakeAs.SHOWN, actor=SERVICE)
    is_sound(event, first)
    for file in later:
        seen = return_plan(event, plan_from(file))
        assert [conflict.text for conflict in seen.conflicts] == []
        bring_back(event, plan_from(file), actor=SERVICE, is_last=file is later[-1])
        event = Event.objects.get(pk=event.pk)
        report = is_sound(event, file)
    assert (event.status, event.away_since) == ("finished", None)
    assert (report.seal, report.results > 3) == (SealState.LOGGED, True)
    assert report.tables > 2 if format_.has_rounds else report.tables == 1


@every_format
def test_event_that_is_over_counts_where_it_is_brought(format_: Format) -> None:
    *_before, last = travelled(format_.key)
    plan = plan_from(last)
    assert plan.ways == (TakeAs.RUNNING, TakeAs.READ_ONLY, TakeAs.SHOWN)

    event, _is_new = import_archive(make_club(), plan, way=TakeAs.RUNNING, actor=SERVICE)

    is_sound(event, last)
    for game in RatedGame.objects.all():
        compute_ratings(game.pk)
    is_rated = RatingChange.objects.filter(match__event=event).exists()
    assert (event.status, is_rated) == ("finished", not format_.starts_own_games)


def test_next_stage_is_begun_on_the_other_computer() -> None:
    groups = running_event(8, stage={"kind": "swiss", "rounds_planned": 2})
    values = {"kind": "knockout", "name": "Finals", "takes": "places", "takes_places": 4}
    stages.add_stage(groups.event, actor=SERVICE, values=values)
    played_round(groups)
    played_round(groups)
    handover = take_along(groups.event, actor=SERVICE, who="Laptop")

    def finals(there: Event) -> None:
        final = Stage.objects.select_related("event").get(event=there, order=2)
        stages.begin_stage(final, actor=SERVICE)
        played_round(Stage.objects.select_related("event").get(pk=final.pk))
        played_round(Stage.objects.select_related("event").get(pk=final.pk))

    file = played_elsewhere(handover, finals)
    seen = return_plan(groups.event, plan_from(file))
    assert ([each.text for each in seen.conflicts], seen.counts()["rounds"]) == ([], 2)
    bring_back(groups.event, plan_from(file), actor=SERVICE, is_last=True)
    is_sound(Event.objects.get(pk=groups.event_id), file)
    assert StageEntry.objects.filter(stage__event=groups.event, stage__order=2).count() == 4
