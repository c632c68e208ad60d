"""The console: one next step, and what waits besides."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from league.events.services.clock import start_clock
from league.models import ByeRequest, Entry, Event, Job, Official, Round, Stage
from league.permissions import SERVICE
from league.web.desk.console import console_of
from tests.conftest import OpenPage
from tests.factories import make_event, make_user
from tests.factories.events import (
    drawn_round,
    enter,
    make_entries,
    played_round,
    published_round,
    running_event,
)
from tests.league.web.desk.test_desk import address, run

pytestmark = pytest.mark.django_db


def shown(client: Client, stage: Stage) -> str:
    return client.get(address("console", stage)).content.decode()


def next_of(stage: Stage) -> str:
    return console_of(Event.objects.get(pk=stage.event_id), reader=SERVICE).next


def test_steps_of_an_evening_come_one_after_another() -> None:
    stage = running_event(8, stage={"rounds_planned": 1})
    seen = [next_of(stage)]
    one = drawn_round(stage)
    Round.objects.update(draw=Round.Draw.WANTED)
    seen.append(next_of(stage))
    Round.objects.all().delete()
    one = drawn_round(stage)
    seen.append(next_of(stage))
    Round.objects.all().delete()
    one = published_round(stage)
    seen.append(next_of(stage))
    start_clock(one, actor=SERVICE)
    seen.append(next_of(stage))
    for match in one.matches.all():
        enter(match, 4, 3, 2, 1)
    seen.append(next_of(stage))
    Round.objects.update(status=Round.Status.CLOSED)
    seen.append(next_of(stage))
    assert seen == ["draft", "draft_wanted", "draft_drawn", "clock", "enter", "close", "move"]


def test_event_that_is_open_checks_people_in_and_then_starts() -> None:
    event = make_event()
    make_entries(event, 3, status=Entry.Status.REGISTERED)
    stage = Stage.objects.get(event=event)
    assert next_of(stage) == "check_in"
    Entry.objects.filter(seed__lte=2).update(status=Entry.Status.CHECKED_IN)
    assert next_of(stage) == "check_in"
    Event.objects.update(starts_at=timezone.now() - timedelta(minutes=1))
    assert next_of(stage) == "move"


def test_page_has_one_primary_action(client: Client) -> None:
    stage = run(client)
    assert "Draft round 1" in shown(client, stage)
    assert shown(client, stage).count("button primary") == 1
    one = published_round(stage)
    assert "Start the clock of round 1" in shown(client, stage)
    assert shown(client, stage).count("button primary") == 1
    start_clock(one, actor=SERVICE)
    assert "The results of tables 1, 2 are missing." in shown(client, stage)
    assert shown(client, stage).count("button primary") == 1


def test_start_is_for_organisers(client: Client) -> None:
    event = make_event()
    make_entries(event, 3)
    Entry.objects.update(seed=None)
    stage = Stage.objects.get(event=event)
    users = {role: make_user() for role in Official.Role}
    for role, user in users.items():
        Official.objects.create(event=event, user=user, role=role)
    client.force_login(users[Official.Role.ARBITER])
    assert "Only organisers may take this step." in shown(client, stage)
    client.force_login(users[Official.Role.ORGANISER])
    assert "Start the event</button>" in shown(client, stage)
    sent = {"to": "running", "version": event.version, "back": "console"}
    response = client.post(address("event-move", stage), sent)
    assert response.headers["Location"] == address("console", stage)
    assert "Draft round 1" in shown(client, stage)


def test_everything_else_that_waits_is_listed(client: Client) -> None:
    stage = run(client, 12)
    make_entries(stage.event, 2, status=Entry.Status.APPLIED)
    make_entries(stage.event, 1, status=Entry.Status.REGISTERED)
    Entry.objects.exclude(status=Entry.Status.CHECKED_IN).update(seed=None)
    first = published_round(stage)
    for match in first.matches.exclude(table=2):
        enter(match, 4, 3, 2, 1)
    published_round(stage)
    ByeRequest.objects.create(entry=Entry.objects.get(seed=1), round_number=3)
    Job.objects.create(
        kind=Job.Kind.COMPUTE_STANDINGS,
        object_id=stage.pk,
        state=Job.State.PARKED,
        reason="OperationalError: disk full",
    )
    content = shown(client, stage)
    for text in (
        "2 people wait for approval",
        "1 person is registered and not here",
        "1 person is away in the next round",
        "Table 2 of round 1 is late",
        "OperationalError: disk full",
    ):
        assert text in content


def test_nothing_waits_where_nothing_does(client: Client) -> None:
    assert "Nothing else." in shown(client, run(client))


def test_table_is_late_when_time_is_up(client: Client) -> None:
    stage = run(client)
    one = published_round(stage)
    Round.objects.update(length_s=60, clock_started_at=timezone.now() - timedelta(minutes=10))
    one.matches.filter(table=1).update(added_s=600)
    [state] = console_of(stage.event, reader=SERVICE).playing
    assert (state.missing, state.late) == ([1, 2], [2])


def test_piece_is_empty_while_nothing_changes(client: Client) -> None:
    stage = run(client)
    where = address("console-live", stage)
    version = Event.objects.values_list("live_version", flat=True).get()
    assert client.get(where, {"seen": f"{version}-draft-0-0"}).status_code == 204
    drawn_round(stage)
    content = client.get(where, {"seen": f"{version}-draft-0-0"}).content.decode()
    assert "Round 1 is drawn" in content
    assert "<html" not in content


@pytest.mark.parametrize("entries", [8, 40])
def test_console_takes_few_queries(client: Client, open_page: OpenPage, entries: int) -> None:
    stage = run(client, entries)
    played_round(stage)
    published_round(stage)
    open_page(address("console", stage), queries=23, shows="Start the clock of round 2")
