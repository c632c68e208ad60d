"""Things done at the same moment, on PostgreSQL, each with a control in which they go wrong."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import QuerySet

from league import jobs
from league.clubs.services.clubs import edit_club
from league.errors import Stale
from league.models import Club, Job
from league.permissions import SERVICE
from tests.factories import make_club

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

WAIT_S = 30
KIND = Job.Kind.SEND_NOTICE


def at_once(*actions: Callable[[], Any]) -> list[Any]:
    """Run the actions in threads of their own; what they return, or the error they raise."""

    def run(action: Callable[[], Any]) -> Any:
        try:
            return action()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(run, actions))


CLAIMERS = 8


def claim_at_once() -> int:
    job = Job.objects.create(kind=KIND, object_id="x")
    together = threading.Barrier(CLAIMERS)

    def claim() -> jobs.JobClaim | None:
        together.wait(WAIT_S)
        return jobs.claim(job.pk)

    return sum(found is not None for found in at_once(*[claim] * CLAIMERS))


def test_claim_is_won_by_one_of_many() -> None:
    assert [claim_at_once() for _ in range(20)] == [1] * 20


def test_claim_would_be_won_by_many_if_read_and_written_in_two_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    together = threading.Barrier(CLAIMERS)

    def in_two_steps(job_id: str) -> jobs.JobClaim | None:
        job = Job.objects.get(pk=job_id)
        together.wait(WAIT_S)
        if job.state != Job.State.WAITING:
            return None
        job.state = Job.State.RUNNING
        job.save()
        return jobs.JobClaim(job_id=job.pk, object_id=job.object_id, attempt=1)

    monkeypatch.setattr(jobs, "claim", in_two_steps)
    assert claim_at_once() == CLAIMERS


# A wish joins a waiting row while a worker is about to take that row. The club's version stands
# for what the wish is about: the worker must see the new one.
def version_seen_by_the_worker(*, patience_s: float) -> int:
    """The organiser holds the transaction open so long, or until the worker is through."""
    club = make_club()
    job = jobs.enqueue(KIND, object_id=club.pk)
    wished, seen = threading.Event(), threading.Event()

    def organiser() -> None:
        with transaction.atomic():
            Club.objects.filter(pk=club.pk).update(version=2)
            jobs.enqueue(KIND, object_id=club.pk)
            wished.set()
            seen.wait(patience_s)

    def worker() -> int:
        wished.wait(WAIT_S)
        assert jobs.claim(job.pk)
        version = Club.objects.get(pk=club.pk).version
        seen.set()
        return version

    return int(at_once(organiser, worker)[1])


def test_coalesced_wish_is_seen_by_the_worker_that_takes_the_row() -> None:
    assert version_seen_by_the_worker(patience_s=0.5) == 2


def test_coalesced_wish_would_be_missed_without_the_row_lock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(QuerySet, "select_for_update", lambda self: self)
    assert version_seen_by_the_worker(patience_s=WAIT_S) == 1


def test_wishes_for_the_same_work_at_once_wait_as_one_row() -> None:
    together = threading.Barrier(8)

    def wish() -> str:
        together.wait(WAIT_S)
        return jobs.enqueue(KIND, object_id="x").pk

    found = at_once(*[wish] * 8)

    assert len(set(found)) == 1
    assert Job.objects.count() == 1


EDITORS = 4


def edit_at_once() -> list[Any]:
    club = make_club()
    together = threading.Barrier(EDITORS)

    def edit(town: str) -> Any:
        together.wait(WAIT_S)
        return edit_club(club, actor=SERVICE, version=1, changes={"town": town})

    towns = [f"Brno {number}" for number in range(EDITORS)]
    return at_once(*[lambda town=town: edit(town) for town in towns])


def test_club_edit_is_saved_once_and_the_others_are_told() -> None:
    for _ in range(10):
        outcomes = edit_at_once()
        assert sum(isinstance(outcome, Club) for outcome in outcomes) == 1
        assert sum(isinstance(outcome, Stale) for outcome in outcomes) == EDITORS - 1


def test_club_edit_would_overwrite_without_the_row_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    all_read = threading.Barrier(EDITORS)

    def read_together(self: QuerySet[Club]) -> QuerySet[Club]:
        found = self.all()
        original_get = found.get

        def get(**which: Any) -> Club:
            row = original_get(**which)
            all_read.wait(WAIT_S)
            return row

        found.get = get  # type: ignore[method-assign]
        return found

    monkeypatch.setattr(QuerySet, "select_for_update", read_together)
    saved = [outcome for outcome in edit_at_once() if isinstance(outcome, Club)]
    assert len(saved) == EDITORS
