"""The life of a job row, whatever happens to the queue."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from league import jobs
from league.errors import LeagueError
from league.models import AuditEntry, Job, Worker
from league.permissions import Actor
from tests.factories import make_user

pytestmark = pytest.mark.django_db
KIND = Job.Kind.SEND_NOTICE


@pytest.fixture
def hinted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Ids of the jobs that the broker was told about."""
    from celery import current_app

    told: list[str] = []

    def send_task(name: str, args: list[str]) -> None:
        assert name == f"league.tasks.{KIND}"
        told.extend(args)

    monkeypatch.setattr(current_app, "send_task", send_task)
    return told


def make_job(**fields: Any) -> Job:
    return Job.objects.create(kind=KIND, object_id="x", **fields)


def age(job: Job, **delta: int) -> None:
    """Let time pass for a job: its lease and its waiting end earlier."""
    earlier = timezone.now() - timedelta(**delta)
    Job.objects.filter(pk=job.pk).update(due_at=earlier)
    Job.objects.filter(pk=job.pk, state=Job.State.RUNNING).update(leased_until=earlier)


def test_workers_are_told_after_the_commit(
    hinted: list[str], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        job = jobs.enqueue(KIND, object_id="x")
        assert hinted == []
    assert hinted == [job.pk]


def test_rolled_back_wish_leaves_nothing(
    hinted: list[str], django_capture_on_commit_callbacks: Any
) -> None:
    with (
        django_capture_on_commit_callbacks(execute=True),
        pytest.raises(RuntimeError),
        transaction.atomic(),
    ):
        jobs.enqueue(KIND, object_id="x")
        raise RuntimeError
    assert hinted == []
    assert not Job.objects.exists()


def test_equal_wishes_wait_as_one_row() -> None:
    first = jobs.enqueue(KIND, object_id="x")
    second = jobs.enqueue(KIND, object_id="x")
    other = jobs.enqueue(KIND, object_id="y")
    assert first.pk == second.pk != other.pk


def test_wish_made_while_the_work_runs_waits_as_a_row_of_its_own() -> None:
    running = jobs.enqueue(KIND, object_id="x")
    jobs.claim(running.pk)
    assert jobs.enqueue(KIND, object_id="x").pk != running.pk


def test_broker_out_of_reach_is_no_error(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from celery import current_app
    from kombu.exceptions import OperationalError

    def refuse(*args: object, **kwargs: object) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(current_app, "send_task", refuse)
    jobs.hint(make_job())
    assert "left to the sweep" in caplog.text


def test_of_two_claims_one_wins() -> None:
    job = make_job()
    assert jobs.claim(job.pk) == jobs.JobClaim(job_id=job.pk, object_id="x", attempt=1)
    assert jobs.claim(job.pk) is None


def test_finished_job_is_not_done_again() -> None:
    job = make_job()
    claim = jobs.claim(job.pk)
    assert claim
    jobs.finish(claim)
    job.refresh_from_db()
    assert (job.state, job.attempts, job.leased_until) == (Job.State.DONE, 1, None)
    assert jobs.claim(job.pk) is None


def test_failed_job_waits_longer_each_time_and_is_parked_after_three() -> None:
    job = make_job()
    waits = []
    for _ in range(settings.JOB_TRIES):
        age(job, minutes=10)
        claim = jobs.claim(job.pk)
        assert claim
        jobs.fail(claim, reason="SMTPServerDisconnected: try later")
        job.refresh_from_db()
        waits.append((job.due_at - timezone.now()).total_seconds())
        assert jobs.claim(job.pk) is None, "not due yet, or parked"
    assert job.state == Job.State.PARKED
    assert job.reason == "SMTPServerDisconnected: try later"
    assert 15 < waits[0] <= 20
    assert 290 < waits[1] <= 300


def test_job_of_a_dead_worker_is_taken_over_after_its_lease() -> None:
    job = make_job()
    dead = jobs.claim(job.pk)
    assert dead
    age(job, seconds=1)

    second = jobs.claim(job.pk)

    assert second
    assert second.attempt == 2
    jobs.finish(dead)  # it was not dead, only slow: too late to count
    job.refresh_from_db()
    assert job.state == Job.State.RUNNING


def test_job_that_kills_its_workers_is_parked_by_the_sweep() -> None:
    job = make_job()
    for _ in range(settings.JOB_TRIES):
        assert jobs.claim(job.pk)
        age(job, seconds=1)
    assert jobs.claim(job.pk) is None

    jobs.requeue_overdue()

    job.refresh_from_db()
    assert job.state == Job.State.PARKED
    assert "stopped" in job.reason


def test_failure_gives_way_to_a_newer_wish_for_the_same_work() -> None:
    job = jobs.enqueue(KIND, object_id="x")
    claim = jobs.claim(job.pk)
    assert claim
    newer = jobs.enqueue(KIND, object_id="x")

    jobs.fail(claim, reason="broken")

    job.refresh_from_db()
    newer.refresh_from_db()
    assert (job.state, newer.state) == (Job.State.DONE, Job.State.WAITING)


def test_sweep_tells_of_what_is_behind_and_of_nothing_else(hinted: list[str]) -> None:
    lost = make_job(due_at=timezone.now() - timedelta(minutes=1))
    abandoned = Job.objects.create(
        kind=KIND,
        object_id="y",
        state=Job.State.RUNNING,
        attempts=1,
        due_at=timezone.now() - timedelta(seconds=30),
        leased_until=timezone.now() - timedelta(seconds=1),
    )
    Job.objects.create(kind=KIND, object_id="later", due_at=timezone.now() + timedelta(hours=1))
    Job.objects.create(kind=KIND, object_id="done", state=Job.State.DONE)
    Job.objects.create(kind=KIND, object_id="parked", state=Job.State.PARKED)

    assert jobs.requeue_overdue() == 2
    assert hinted == [lost.pk, abandoned.pk]


def test_sweep_forgets_old_finished_jobs_and_workers() -> None:
    old = timezone.now() - timedelta(days=40)
    make_job(state=Job.State.DONE, finished_at=old)
    kept = make_job(state=Job.State.PARKED, created_at=old)
    Worker.objects.create(name="gone", started_at=old, seen_at=old)

    jobs.requeue_overdue()

    assert list(Job.objects.all()) == [kept]
    assert not Worker.objects.exists()


def test_parked_job_is_tried_again_from_the_start(
    hinted: list[str], django_capture_on_commit_callbacks: Any
) -> None:
    job = make_job(state=Job.State.PARKED, attempts=3, reason="broken")
    staff = Actor(user=make_user(is_superuser=True))

    with django_capture_on_commit_callbacks(execute=True):
        jobs.retry_job(job, actor=staff)

    job.refresh_from_db()
    assert (job.state, job.attempts) == (Job.State.WAITING, 0)
    assert hinted == [job.pk]
    assert AuditEntry.objects.get().action == "retry job"


def test_only_a_parked_job_is_retried() -> None:
    with pytest.raises(LeagueError, match="no longer parked"):
        jobs.retry_job(make_job(), actor=Actor())


def test_parked_job_yields_to_the_same_work_waiting() -> None:
    parked = make_job(state=Job.State.PARKED)
    make_job()
    with pytest.raises(LeagueError, match="already waiting"):
        jobs.retry_job(parked, actor=Actor())


def test_lease_is_as_long_as_the_work_may_take() -> None:
    job = jobs.enqueue(Job.Kind.VERIFY_SUBMISSION, object_id="x")
    before = timezone.now()
    jobs.claim(job.pk, limit_s=settings.JOB_SHORT_LIMIT_S)
    job.refresh_from_db()
    assert job.leased_until is not None
    lease_s = (job.leased_until - before).total_seconds()
    assert lease_s + settings.SWEEP_S < 60 < settings.JOB_LIMIT_S + settings.JOB_MARGIN_S
