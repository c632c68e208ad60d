"""The last place, asked for by two people at the same moment, on PostgreSQL."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from django.db import transaction

from league.events.services import entries as services
from league.events.services.entries import Registration, sign_up
from league.models import Event
from league.permissions import Actor
from tests.factories import make_user
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
