"""The last place, asked for by two people at the same moment, on PostgreSQL."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from django.db import transaction
from django.utils import timezone

from league.events.services import entries as services
from league.events.services.entries import Registration, sign_up
from league.events.services.people import enter_people
from league.events.services.settings import create_event_once
from league.events.settings_rules import templates
from league.models import Event
from league.permissions import SERVICE, Actor
from tests.factories import make_club, make_user
from tests.league.events.rows import entered, organised_event
from tests.league.test_concurrency import WAIT_S, at_once

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

JANA = Registration(full_name="Jana Nováková")


def one_place_left() -> Event:
    event = organised_event(entry_limit=2)
    entered(event, "Petr Dvořák")
    return event


def two_sign_up(event: Event) -> list[str]:
    actors = [Actor(user=make_user()) for _ in range(2)]
    found = at_once(*(partial(sign_up, event, actor=one, registration=JANA) for one in actors))
    return sorted(entry.status for entry in found)


def test_last_place_is_given_once() -> None:
    found = [two_sign_up(one_place_left()) for _ in range(5)]
    assert found == [["registered", "waitlisted"]] * 5


def test_last_place_would_be_given_twice_without_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    event = one_place_left()
    together = threading.Barrier(2)

    @contextmanager
    def unlocked(event_id: str) -> Iterator[Event]:
        with transaction.atomic():
            yield Event.objects.get(pk=event_id)
            together.wait(WAIT_S)  # both have counted the places, none has committed

    monkeypatch.setattr(services, "changing_event", unlocked)
    assert two_sign_up(event) == ["registered", "registered"]


def two_send_the_same(event: Event, *, keys: tuple[str, str]) -> int:
    """A phone sends a new person twice at the same moment; how many there are then."""
    at_once(
        *(
            partial(
                enter_people,
                event,
                actor=SERVICE,
                people=[JANA],
                allows_namesakes=True,
                client_key=key,
            )
            for key in keys
        )
    )
    return event.entries.count()


def test_person_sent_twice_at_once_is_entered_once() -> None:
    assert [two_send_the_same(organised_event(), keys=("k", "k")) for _ in range(5)] == [1] * 5


def test_person_sent_twice_under_two_keys_would_be_two() -> None:
    assert two_send_the_same(organised_event(), keys=("k", "l")) == 2


def test_event_sent_twice_at_once_is_made_once() -> None:
    club = make_club()
    said = {"name": "Večer", "starts_at": timezone.now(), "game": "triolet"}
    make = partial(create_event_once, club, actor=SERVICE, template=templates()[0], changes=said)
    at_once(partial(make, client_key="k"), partial(make, client_key="k"))
    assert Event.objects.count() == 1
    at_once(partial(make, client_key="l"), partial(make, client_key="m"))
    assert Event.objects.count() == 3
