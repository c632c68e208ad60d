"""A job row's life: wanted, claimed, finished or tried again, parked; and the service's health.

Celery messages are hints: they may be lost, doubled or late. Every step here is one guarded
UPDATE, so that of several workers with the same hint one works and the others go away.
"""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from celery import current_app
from django.conf import settings
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import Count, F, Max, Min, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop
from kombu.exceptions import OperationalError

from league.audit import log_action
from league.errors import LeagueError
from league.models import Job, Worker
from league.permissions import Actor

logger = logging.getLogger(__name__)

FIRST_S = 20
FACTOR = 15
_FORGET_WORKERS_AFTER = timedelta(days=1)
_FORGET_JOBS_AFTER = timedelta(days=30)
_SWEPT_AT_ONCE = 500
_BACKUP_LATE_AFTER = timedelta(hours=36)


def wait_s(attempts: int) -> int:
    """Before the next try: 20 s after the first attempt, five minutes after the second."""
    return FIRST_S * int(FACTOR ** (attempts - 1))


@dataclass(frozen=True)
class JobClaim:
    """The right to work on a job, good for one attempt."""

    job_id: str
    object_id: str
    attempt: int


def enqueue(kind: Job.Kind, *, object_id: str) -> Job:
    """Want some work done; part of the caller's transaction. Equal wishes wait as one row.

    A row that waits already is locked until the caller commits: no worker may take it and miss
    what the caller is about to write.
    """
    waiting = Job.objects.filter(kind=kind, object_id=object_id, state=Job.State.WAITING)
    with transaction.atomic():
        job = waiting.select_for_update().first()
        while job is None:
            try:
                with transaction.atomic():
                    job = Job.objects.create(kind=kind, object_id=object_id)
            except IntegrityError:  # somebody else's wish was committed just now
                job = waiting.select_for_update().first()
        transaction.on_commit(partial(hint, job))
    return job


def hint(job: Job) -> None:
    """Tell the workers. If the broker does not answer, the sweep will."""
    try:
        current_app.send_task(f"league.tasks.{job.kind}", args=[job.pk])
    except OperationalError as error:
        logger.warning("no broker for %s, left to the sweep: %s", job, error)


def claim(job_id: str, *, limit_s: int | None = None) -> JobClaim | None:
    """Take a job that is due, or one whose worker is gone. None: there is nothing to do.

    `limit_s`: how long the work may take at most, after which it is somebody else's.
    """
    now = timezone.now()
    lease_s = (settings.JOB_LIMIT_S if limit_s is None else limit_s) + settings.JOB_MARGIN_S
    due = Q(state=Job.State.WAITING, due_at__lte=now)
    abandoned = Q(state=Job.State.RUNNING, leased_until__lte=now)
    exhausted = Q(state=Job.State.RUNNING, attempts__gte=settings.JOB_TRIES)
    taken = (
        Job.objects.filter(due | abandoned, pk=job_id)
        .exclude(exhausted)
        .update(
            state=Job.State.RUNNING,
            attempts=F("attempts") + 1,
            leased_until=now + timedelta(seconds=lease_s),
        )
    )
    if not taken:
        return None
    job = Job.objects.get(pk=job_id)
    return JobClaim(job_id=job.pk, object_id=job.object_id, attempt=job.attempts)


def prolong(claim: JobClaim, *, limit_s: int) -> None:
    """Work that turned out to be large may take so long, from now on."""
    lease_s = limit_s + settings.JOB_MARGIN_S
    _held(claim).update(leased_until=timezone.now() + timedelta(seconds=lease_s))


def finish(claim: JobClaim) -> None:
    now = timezone.now()
    _held(claim).update(state=Job.State.DONE, reason="", leased_until=None, finished_at=now)


def fail(claim: JobClaim, *, reason: str) -> None:
    """Wait longer each time; after the last try, park where staff see it."""
    if claim.attempt >= settings.JOB_TRIES:
        _held(claim).update(state=Job.State.PARKED, reason=reason, leased_until=None)
        return
    due_at = timezone.now() + timedelta(seconds=wait_s(claim.attempt))
    try:
        with transaction.atomic():
            _held(claim).update(
                state=Job.State.WAITING, reason=reason, due_at=due_at, leased_until=None
            )
    except IntegrityError:  # the same work was wanted again meanwhile: that row tries it
        _held(claim).update(state=Job.State.DONE, reason=reason, finished_at=timezone.now())


def retry_job(job: Job, *, actor: Actor) -> None:
    """Give a parked job its full number of tries again."""
    try:
        with transaction.atomic():
            released = Job.objects.filter(pk=job.pk, state=Job.State.PARKED).update(
                state=Job.State.WAITING, attempts=0, due_at=timezone.now()
            )
            if not released:
                raise LeagueError(_("This job is no longer parked."))
            log_action(actor, gettext_noop("retry job"), job)
            transaction.on_commit(partial(hint, job))
    except IntegrityError:
        raise LeagueError(_("The same work is already waiting.")) from None


def retry_parked_jobs(*, actor: Actor) -> int:
    """Retry whatever is parked: after an outage, all of it at once."""
    retried = 0
    for job in Job.objects.filter(state=Job.State.PARKED):
        try:
            retry_job(job, actor=actor)
        except LeagueError:  # retried by somebody else, or the same work waits already
            continue
        retried += 1
    return retried


def requeue_overdue() -> int:
    """The sweep: hint again at whatever is behind, park what kills its workers, forget the old."""
    now = timezone.now()
    _park_deadly(now)
    waiting = Q(state=Job.State.WAITING, due_at__lte=now - timedelta(seconds=1))
    abandoned = Q(state=Job.State.RUNNING, leased_until__lte=now)
    overdue = Job.objects.filter(waiting | abandoned).order_by("due_at")[:_SWEPT_AT_ONCE]
    for job in overdue:
        hint(job)
    Worker.objects.filter(seen_at__lt=now - _FORGET_WORKERS_AFTER).delete()
    Job.objects.filter(
        state=Job.State.DONE, finished_at__lt=now - _FORGET_JOBS_AFTER, notice=None
    ).delete()
    return len(overdue)


def beat(worker_name: str, *, started_at: datetime) -> None:
    """A worker says that it lives."""
    Worker.objects.update_or_create(
        name=worker_name, defaults={"seen_at": timezone.now(), "started_at": started_at}
    )


def _held(claim: JobClaim) -> QuerySet[Job]:
    """The row, if this attempt still holds it: a worker thought dead may come back late."""
    return Job.objects.filter(pk=claim.job_id, state=Job.State.RUNNING, attempts=claim.attempt)


def _park_deadly(now: datetime) -> None:
    Job.objects.filter(
        state=Job.State.RUNNING, leased_until__lte=now, attempts__gte=settings.JOB_TRIES
    ).update(
        state=Job.State.PARKED,
        leased_until=None,
        reason="The worker stopped, or took too long, each time it tried.",
    )


@dataclass(frozen=True)
class Check:
    name: str
    ok: bool
    detail: str = ""


@dataclass(frozen=True)
class NightlyBackup:
    """When the last one was made: no backup, no reason to stop serving pages."""

    last_at: datetime | None

    @property
    def is_late(self) -> bool:
        return self.last_at is None or timezone.now() - self.last_at > _BACKUP_LATE_AFTER


@dataclass(frozen=True)
class Health:
    """What the health page and the orchestration ask about the service."""

    checks: list[Check]
    workers: list[Worker]
    oldest_job_age_s: int
    parked: int
    backup: NightlyBackup | None  # None: none is wanted

    @property
    def ok(self) -> bool:
        return all(check.ok for check in self.checks)


def job_counts() -> dict[str, int]:
    counted = Job.objects.order_by().values_list("state").annotate(Count("pk"))
    return dict.fromkeys(Job.State.values, 0) | dict(counted)


def oldest_job_age_s() -> int:
    """For how long the longest-waiting job has been due; 0 when nothing is behind."""
    now = timezone.now()
    oldest: datetime | None = Job.objects.filter(
        state__in=Job.UNFINISHED, due_at__lte=now
    ).aggregate(oldest=Min("due_at"))["oldest"]
    return int((now - oldest).total_seconds()) if oldest else 0


def nightly_backup() -> NightlyBackup | None:
    if settings.BACKUPS is None:
        return None
    made = Job.objects.filter(kind=Job.Kind.BACK_UP, state=Job.State.DONE, reason="")
    return NightlyBackup(made.aggregate(last=Max("finished_at"))["last"])


def health() -> Health:
    """Everything that must work, asked now."""
    checks = [_database(), _broker()]
    if not checks[0].ok:
        return Health(checks=checks, workers=[], oldest_job_age_s=0, parked=0, backup=None)
    workers = list(Worker.objects.all())
    alive = sum(worker.is_alive for worker in workers)
    checks.append(Check("workers", alive > 0, f"{alive}"))
    return Health(
        checks=checks,
        workers=workers,
        oldest_job_age_s=oldest_job_age_s(),
        parked=Job.objects.filter(state=Job.State.PARKED).count(),
        backup=nightly_backup(),
    )


def _database() -> Check:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return Check("database", False, type(error).__name__)
    return Check("database", True, connection.vendor)


def _broker() -> Check:
    try:
        with current_app.connection_for_read(connect_timeout=2) as broker:
            broker.ensure_connection(max_retries=1, timeout=2)
            return Check("broker", True, broker.transport.driver_name)
    except (OperationalError, OSError) as error:
        return Check("broker", False, type(error).__name__)
