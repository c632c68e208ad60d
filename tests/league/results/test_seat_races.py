"""Two phones tap the same free seat at once, on PostgreSQL: one holds it, the other one asks."""

from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError
from django.db.models import QuerySet

from league.models import Match, SeatHold
from league.permissions import Actor
from league.results.services import seats
from tests.factories.events import published_round, running_event
from tests.league.events.test_races import NoLock, together

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

RUNS = 20


def tap_at_once(match: Match) -> list[Any]:
    seat = match.seats.select_related("match").get(letter="A")
    return together(
        *(partial(seats.take_seat, seat, actor=Actor(device=each)) for each in ("one", "two"))
    )


def held_and_asked() -> list[set[str]]:
    return [set(each) for each in SeatHold.objects.values_list("device", "asked_by")]


def test_one_holds_the_seat_and_the_other_asks() -> None:
    for _ in range(RUNS):
        SeatHold.objects.all().delete()
        match = published_round(running_event(4)).matches.get()
        assert sorted(tap_at_once(match)) == [False, True]
        assert held_and_asked() == [{"one", "two"}]


def test_so_it_is_without_the_lock_because_a_seat_is_held_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(seats, "changing_event", NoLock(users=2).changing_event)
    for _ in range(RUNS):
        SeatHold.objects.all().delete()
        match = published_round(running_event(4)).matches.get()
        assert sorted(tap_at_once(match)) == [False, True]
        assert held_and_asked() == [{"one", "two"}]


def test_it_would_break_if_read_and_written_in_two_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    unlocked = NoLock(users=2)
    monkeypatch.setattr(seats, "changing_event", unlocked.changing_event)
    first = unlocked.after(QuerySet.first)

    def in_two_steps(self: Any, *, seat: Any, defaults: dict[str, str]) -> tuple[SeatHold, bool]:
        hold = first(SeatHold.objects.filter(seat=seat))
        return (hold, False) if hold else (SeatHold.objects.create(seat=seat, **defaults), True)

    match = published_round(running_event(4)).matches.get()
    monkeypatch.setattr(type(SeatHold.objects), "get_or_create", in_two_steps)
    outcomes = tap_at_once(match)
    assert sorted(map(type, outcomes), key=str) == sorted([bool, IntegrityError], key=str)
