"""Check-in, absences and byes."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.errors import LeagueError
from league.events.services.check_in import (
    cancel_bye,
    check_in,
    check_in_all,
    check_in_oneself,
    mark_absent,
    request_bye,
    undo_check_in,
)
from league.events.services.entries import withdraw_entry
from league.models import ByeRequest, Entry, Event, Round, Stage
from league.permissions import SERVICE
from tests.league.events.rows import byes_of, entered, make_round, organised_event, statuses

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return organised_event()


@pytest.fixture
def entry(event: Event) -> Entry:
    return entered(event, "Jana Nováková")[0]


def test_check_in_by_the_desk_and_back(entry: Entry) -> None:
    found = check_in(entry, actor=SERVICE)
    assert (found.status, found.checked_in_at is not None) == ("checked_in", True)
    found = undo_check_in(entry, actor=SERVICE)
    assert (found.status, found.checked_in_at) == ("registered", None)


def test_check_in_twice_is_one(entry: Entry) -> None:
    first = check_in(entry, actor=SERVICE).checked_in_at
    assert check_in(entry, actor=SERVICE).checked_in_at == first


def test_check_in_of_somebody_who_waits_is_refused(entry: Entry) -> None:
    withdraw_entry(entry, actor=SERVICE)
    with pytest.raises(LeagueError, match="withdrawn"):
        check_in(entry, actor=SERVICE)


def test_check_in_of_everyone_leaves_the_waiting_list_alone(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(entry_limit=2)
    entered(event, "A A", "B B", "C C")
    assert check_in_all(event, actor=SERVICE) == 2
    assert statuses(event) == {"A A": "checked_in", "B B": "checked_in", "C C": "waitlisted"}


@pytest.mark.parametrize(
    ("opens_min", "starts_in_min", "is_at_door", "refusal"),
    [
        (60, 30, False, ""),
        (60, 90, False, "Check-in opens at"),
        (None, 30, False, "the desk checks people in"),
        (60, 90, True, ""),
        (None, 30, True, ""),
    ],
)
def test_check_in_by_the_player_keeps_the_time_window(
    event: Event,
    entry: Entry,
    opens_min: int | None,
    starts_in_min: int,
    is_at_door: bool,
    refusal: str,
) -> None:
    starts_at = timezone.now() + timedelta(minutes=starts_in_min)
    Event.objects.filter(pk=event.pk).update(starts_at=starts_at, check_in_opens_min=opens_min)
    if refusal:
        with pytest.raises(LeagueError, match=refusal):
            check_in_oneself(entry, actor=SERVICE, is_at_door=is_at_door)
    else:
        found = check_in_oneself(entry, actor=SERVICE, is_at_door=is_at_door)
        assert found.status == "checked_in"


def test_check_in_by_the_player_ends_with_the_start(event: Event, entry: Entry) -> None:
    Event.objects.filter(pk=event.pk).update(status="running")
    with pytest.raises(LeagueError, match="Come to the desk"):
        check_in_oneself(entry, actor=SERVICE, is_at_door=True)


def test_check_in_after_the_start_is_a_late_entry_and_can_be_undone(
    event: Event, entry: Entry
) -> None:
    Event.objects.filter(pk=event.pk).update(status="running")
    make_round(event, 1, Round.Status.PUBLISHED)
    found = check_in(entry, actor=SERVICE)
    assert (found.seed, found.first_round, byes_of(entry)) == (1, 2, [(1, "zero")])

    found = undo_check_in(entry, actor=SERVICE)

    assert (found.seed, found.first_round, byes_of(entry)) == (None, 1, [])


def test_check_in_cannot_be_undone_once_seated(event: Event, entry: Entry) -> None:
    check_in(entry, actor=SERVICE)
    Event.objects.filter(pk=event.pk).update(status="running")
    make_round(event, 1, Round.Status.PUBLISHED, seated=[entry])
    with pytest.raises(LeagueError, match="already been seated"):
        undo_check_in(entry, actor=SERVICE)


def wishes() -> list[tuple[int, str]]:
    return list(ByeRequest.objects.values_list("round_number", "kind"))


def test_byes_are_asked_for_and_cancelled(entry: Entry) -> None:
    request_bye(entry, actor=SERVICE, round_number=2)
    assert wishes() == [(2, "half")]
    cancel_bye(entry, actor=SERVICE, round_number=2)
    assert wishes() == []


def test_byes_with_half_a_point_are_limited_and_others_are_not(entry: Entry) -> None:
    request_bye(entry, actor=SERVICE, round_number=2)
    request_bye(entry, actor=SERVICE, round_number=2)  # the same wish again
    with pytest.raises(LeagueError, match="No more half-point byes"):
        request_bye(entry, actor=SERVICE, round_number=3)
    request_bye(entry, actor=SERVICE, round_number=3, kind="zero")
    assert wishes() == [(2, "half"), (3, "zero")]


def test_byes_in_the_last_round_need_the_events_leave(event: Event, entry: Entry) -> None:
    with pytest.raises(LeagueError, match="last round"):
        request_bye(entry, actor=SERVICE, round_number=4)
    Event.objects.filter(pk=event.pk).update(bye_in_last_round=True)
    request_bye(entry, actor=SERVICE, round_number=4)
    assert wishes() == [(4, "half")]


def test_byes_of_rounds_that_are_paired_or_do_not_exist_are_refused(
    event: Event, entry: Entry
) -> None:
    make_round(event, 1, Round.Status.DRAFT)
    for number, text in ((1, "already been paired"), (5, "no such round")):
        with pytest.raises(LeagueError, match=text):
            request_bye(entry, actor=SERVICE, round_number=number)


def test_byes_of_a_round_robin_bring_no_points(event: Event, entry: Entry) -> None:
    Stage.objects.filter(event=event).update(kind="round_robin")
    entered(event, "Petr Malý")
    with pytest.raises(LeagueError, match="everybody meets everybody"):
        request_bye(entry, actor=SERVICE, round_number=1)


def test_byes_absence_is_for_the_round_to_be_published_next(event: Event, entry: Entry) -> None:
    make_round(event, 1, Round.Status.CLOSED)
    make_round(event, 2, Round.Status.DRAFT)
    mark_absent(entry, actor=SERVICE)
    assert wishes() == [(2, "absent")]
    cancel_bye(entry, actor=SERVICE, round_number=2)
    assert wishes() == []


def test_byes_of_a_round_being_played_cannot_be_cancelled(event: Event, entry: Entry) -> None:
    mark_absent(entry, actor=SERVICE)
    make_round(event, 1, Round.Status.PUBLISHED)
    with pytest.raises(LeagueError, match="being played"):
        cancel_bye(entry, actor=SERVICE, round_number=1)


def test_byes_are_for_those_who_take_part(entry: Entry) -> None:
    withdraw_entry(entry, actor=SERVICE)
    with pytest.raises(LeagueError, match="does not take part"):
        request_bye(entry, actor=SERVICE, round_number=2)
