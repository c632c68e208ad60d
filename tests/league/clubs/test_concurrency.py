"""Two people at a club's desk at the same moment, on PostgreSQL, with what locks prevent."""

import threading
from typing import Any

import pytest
from django.db.models import QuerySet

from league.clubs.import_rows import Candidate
from league.clubs.queries import players_of
from league.clubs.services.clubs import remove_admin
from league.clubs.services.imports import Imported, Planned, import_players
from league.errors import LeagueError
from league.models import ClubAdmin
from league.models.names import match_key
from league.models.public_id import new_public_id
from league.permissions import SERVICE
from tests.factories import make_club, make_user
from tests.league.test_concurrency import WAIT_S, at_once

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]


def without_locks(monkeypatch: pytest.MonkeyPatch, *, people: int, write: str) -> None:
    """Nobody waits for a row, and everybody has read before anybody writes."""
    all_read = threading.Barrier(people)
    written = getattr(QuerySet, write)

    def write_together(self: QuerySet[Any], *args: Any, **kwargs: Any) -> Any:
        all_read.wait(WAIT_S)
        return written(self, *args, **kwargs)

    monkeypatch.setattr(QuerySet, "select_for_update", lambda self: self.all())
    monkeypatch.setattr(QuerySet, write, write_together)


def leave_at_once() -> tuple[int, int]:
    users = [make_user(), make_user()]
    club = make_club(admin=users[0])
    ClubAdmin.objects.create(club=club, user=users[1])
    together = threading.Barrier(2)

    def leave(user_id: str) -> None:
        together.wait(WAIT_S)
        remove_admin(club, actor=SERVICE, user_id=user_id)

    outcomes = at_once(*[lambda pk=user.pk: leave(pk) for user in users])
    refused = sum(isinstance(outcome, LeagueError) for outcome in outcomes)
    return refused, club.clubadmin_set.count()


def test_last_admin_stays_when_both_leave_at_once() -> None:
    assert [leave_at_once() for _ in range(10)] == [(1, 1)] * 10


def test_last_admin_would_leave_too_without_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    without_locks(monkeypatch, people=2, write="delete")
    assert leave_at_once() == (0, 0)


PEOPLE = 3


def import_at_once() -> tuple[list[Any], int]:
    """The same new names from tables of several people."""
    club = make_club()
    together = threading.Barrier(PEOPLE)

    def send() -> Imported:
        rows = [
            Planned(new_public_id(), Candidate(line, name, match_key(name)))
            for line, name in enumerate(("Jana Nováková", "Petr Dvořák"), start=1)
        ]
        together.wait(WAIT_S)
        return import_players(club, actor=SERVICE, planned=rows)

    outcomes = at_once(*[send] * PEOPLE)
    return sorted(outcome.added for outcome in outcomes), players_of(club).count()


def test_import_of_the_same_names_adds_them_once() -> None:
    assert [import_at_once() for _ in range(10)] == [([0, 0, 2], 2)] * 10


def test_import_would_add_them_again_without_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    without_locks(monkeypatch, people=PEOPLE, write="bulk_create")
    assert import_at_once() == ([2, 2, 2], 6)
