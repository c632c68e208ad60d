"""Every Celery task: load by id, call one service.

A JobTask is given the id of a job row. It claims the row, so that a doubled message does nothing,
and reports back to it. Tries, waiting and parking are the row's matter, not Celery's.
"""

import logging
from datetime import datetime
from typing import Any

from celery import Task, shared_task
from celery.bootsteps import StartStopStep
from django.conf import settings
from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from league import celery_app, client_keys, copies, jobs, notices, player_notes
from league.archive.services import seals, sent_files
from league.backups.services import nightly
from league.events.services import bracket_seats, changed_fields, evening, lifecycle, removal
from league.models import Job
from league.pairing import services as pairing
from league.ratings import services as ratings
from league.results.services import acceptance, analysis, confirmations, verification
from league.seasons.services import lifecycle as season_rounds, match_days
from league.sheets.services import sheets
from league.standings import services as standings
from league.webhooks.services import deliveries

logger = logging.getLogger(__name__)


class JobTask(Task[[str], None]):
    """Does the work of one job row. The subject of the work is the row's object_id."""

    acks_late = True
    reject_on_worker_lost = True
    ignore_result = True
    limit_s = settings.JOB_LIMIT_S

    def __call__(self, job_id: str) -> None:
        claim = jobs.claim(job_id, limit_s=self.limit_s)
        if claim is None:
            return
        try:
            self.look_at(claim)
            self.run(claim.object_id)
        except Exception as error:  # of any kind: the row must say it
            logger.exception("job %s failed, attempt %d", job_id, claim.attempt)
            jobs.fail(claim, reason=f"{type(error).__name__}: {error}"[:500])
        else:
            jobs.finish(claim)

    def look_at(self, claim: jobs.JobClaim) -> None:
        """What is known of the work before it begins."""


class ShortJobTask(JobTask):
    """One that people wait for: if its worker dies, another takes it over soon."""

    limit_s = soft_time_limit = settings.JOB_SHORT_LIMIT_S
    time_limit = settings.JOB_SHORT_LIMIT_S + max(1, settings.JOB_MARGIN_S // 2)


class StandingsTask(JobTask):
    """Short as well, but for large stages.

    The computing is stopped at the limit of its stage, so that Celery's is the longer one for all.
    """

    limit_s = settings.JOB_SHORT_LIMIT_S

    def look_at(self, claim: jobs.JobClaim) -> None:
        limit_s = standings.limit_of(claim.object_id)
        if limit_s > self.limit_s:
            jobs.prolong(claim, limit_s=limit_s)


class BackupTask(JobTask):
    """One that reads everything, while nobody waits for it."""

    limit_s = soft_time_limit = settings.BACKUP_LIMIT_S
    time_limit = settings.BACKUP_LIMIT_S + max(1, settings.JOB_MARGIN_S // 2)


@shared_task(base=JobTask)
def send_notice(notice_id: str) -> None:
    notices.send_notice(notice_id)


@shared_task(base=JobTask)
def keep_copy(label: str) -> None:
    copies.keep_copy(label)


@shared_task(base=BackupTask)
def back_up(night: str) -> None:
    nightly.back_up(night)


@shared_task(base=JobTask)
def keep_paper(round_id: str) -> None:
    lifecycle.keep_paper(round_id)


@shared_task(base=JobTask)
def pair_round(round_id: str) -> None:
    pairing.pair_round(round_id)


@shared_task(base=ShortJobTask)
def verify_submission(submission_id: str) -> None:
    verification.verify_submission(submission_id)


@shared_task(base=StandingsTask)
def compute_standings(stage_id: str) -> None:
    standings.compute_standings(stage_id)
    bracket_seats.follow_bracket(stage_id)
    changed_fields.follow_field(stage_id)


@shared_task(base=JobTask)
def compute_ratings(game: str) -> None:
    ratings.compute_ratings(game)


@shared_task(base=JobTask)
def analyse_record(submission_id: str) -> None:
    analysis.analyse_record(submission_id)


@shared_task(base=ShortJobTask)
def deliver_news(webhook_id: str) -> None:
    deliveries.deliver_news(webhook_id)


@shared_task(base=JobTask)
def seal_event(event_id: str) -> None:
    seals.seal_event(event_id)


@shared_task
def sweep() -> None:
    jobs.requeue_overdue()
    nightly.want_backup()
    deliveries.want_due_news()
    acceptance.accept_overdue()
    confirmations.remind_opponents()
    evening.sweep_evenings()
    season_rounds.start_due_rounds()
    season_rounds.close_played_rounds()
    match_days.remind_of_deadlines()
    notices.forget_old_notices()
    lifecycle.forget_old_papers()
    removal.forget_removed()
    client_keys.forget_old_requests()
    sent_files.forget_sent_files()
    sheets.forget_old_names()
    player_notes.forget_idle_notes()
    deliveries.forget_old_deliveries()


@shared_task
def keep_hourly_copy() -> None:
    jobs.enqueue(Job.Kind.KEEP_COPY, object_id="hourly")


class Heartbeat(StartStopStep):
    """A worker touches its row while its own timer runs."""

    requires = ("celery.worker.components:Timer",)

    def __init__(self, parent: Any, **kwargs: Any) -> None:
        super().__init__(parent, **kwargs)
        self.entry: Any = None

    def start(self, parent: Any) -> None:
        started_at = timezone.now()
        _beat(parent.hostname, started_at)
        self.entry = parent.timer.call_repeatedly(
            settings.HEARTBEAT_S, _beat, (parent.hostname, started_at)
        )

    def stop(self, parent: Any) -> None:
        if self.entry:
            self.entry.cancel()


def _beat(name: str, started_at: datetime) -> None:
    close_old_connections()  # a timer has no request or task that would do it
    try:
        jobs.beat(name, started_at=started_at)
    except DatabaseError as error:
        logger.warning("no heartbeat written: %s", error)


celery_app.steps["worker"].add(Heartbeat)
