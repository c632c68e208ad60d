"""Taps at the same moment in an open evening, on PostgreSQL: a table is made once."""

from functools import partial

import pytest

from league.events.services import evening
from league.models import Entry, Match, Readiness, Seat, Stage
from league.permissions import SERVICE
from tests.factories.events import running_event
from tests.league.test_concurrency import at_once

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]


def five_of_whom_three_are_ready() -> Stage:
    stage = running_event(5, stage={"kind": "open", "chain": ["MIN", "MEAN"]})
    for entry in stage.event.entries.order_by("seed")[:3]:
        evening.say_ready_only([entry], actor=SERVICE)
    return stage


def last_two_tap(stage: Stage) -> None:
    late = Entry.objects.filter(event=stage.event_id, seed__gte=4).select_related("event")
    at_once(*(partial(evening.say_ready, entry, actor=SERVICE) for entry in late))


def test_two_taps_at_once_make_one_table_and_nobody_sits_twice() -> None:
    for _ in range(3):
        stage = five_of_whom_three_are_ready()
        last_two_tap(stage)
        seated = list(Seat.objects.filter(match__event=stage.event_id).values_list("entry"))
        assert len(seated) == len(set(seated))
        tables = Match.objects.filter(event=stage.event_id)
        assert tables.count() == 1
        waiting = Readiness.objects.filter(stage=stage, since__isnull=False).count()
        assert len(seated) + waiting == 5


def test_same_people_seated_by_two_officials_at_once_sit_once() -> None:
    stage = five_of_whom_three_are_ready()
    entries = list(stage.event.entries.order_by("seed").values_list("pk", flat=True)[:3])
    seat = partial(evening.make_table_now, stage.event, actor=SERVICE, game="")
    made = at_once(partial(seat, entries=entries), partial(seat, entries=entries[::-1]))
    refused = [answer for answer in made if isinstance(answer, Exception)]
    assert len(refused) == 1  # both wanted the same people: one was told that they sit already
