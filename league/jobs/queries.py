"""What the health page and the orchestration ask about the service."""

from dataclasses import dataclass
from datetime import datetime

from celery import current_app
from django.db import DatabaseError, connection
from django.db.models import Count, Min
from django.utils import timezone
from kombu.exceptions import OperationalError

from league.models import Job, Worker


@dataclass(frozen=True)
class Check:
    name: str
    ok: bool
    detail: str = ""


@dataclass(frozen=True)
class Health:
    checks: list[Check]
    workers: list[Worker]
    oldest_job_age_s: int
    parked: int

    @property
    def ok(self) -> bool:
        return all(check.ok for check in self.checks)


def job_counts() -> dict[str, int]:
    found = Job.objects.order_by().values_list("state").annotate(Count("pk"))
    return dict.fromkeys(Job.State.values, 0) | dict(found)


def oldest_job_age_s() -> int:
    """For how long the longest-waiting job has been due; 0 when nothing is behind."""
    now = timezone.now()
    oldest: datetime | None = Job.objects.filter(
        state__in=Job.UNFINISHED, due_at__lte=now
    ).aggregate(oldest=Min("due_at"))["oldest"]
    return int((now - oldest).total_seconds()) if oldest else 0


def health() -> Health:
    """Everything that must work, asked now."""
    checks = [_database(), _broker()]
    if not checks[0].ok:
        return Health(checks=checks, workers=[], oldest_job_age_s=0, parked=0)
    workers = list(Worker.objects.all())
    alive = sum(worker.is_alive for worker in workers)
    checks.append(Check("workers", alive > 0, f"{alive}"))
    return Health(
        checks=checks,
        workers=workers,
        oldest_job_age_s=oldest_job_age_s(),
        parked=Job.objects.filter(state=Job.State.PARKED).count(),
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
