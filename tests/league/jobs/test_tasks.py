"""Tasks: claim the row, work, report to the row; doubled, late and failing messages do no harm."""

from typing import Any

import pytest
from django.conf import settings as configured
from django.core import mail
from django.utils import timezone

from league import jobs, tasks
from league.models import Entry, Job, Notice, Player
from league.notices import write_mail
from league.standings.services import LARGE
from tests.factories.events import running_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def notice() -> Notice:
    return write_mail(recipient="jana@arbitr.example", subject="Tables", body="You sit at 4.")


def test_mail_is_sent_and_its_row_says_so(notice: Notice) -> None:
    tasks.send_notice(notice.job_id)

    notice.refresh_from_db()
    [message] = mail.outbox
    assert (message.to, message.subject, message.body) == (
        ["jana@arbitr.example"],
        "Tables",
        "You sit at 4.",
    )
    assert message.extra_headers["Message-ID"].startswith(f"<{notice.pk}@")
    assert notice.sent_at
    assert notice.body == "", "the text may hold a code that lets somebody in"
    assert notice.job.state == Job.State.DONE


def test_doubled_message_sends_no_second_mail(notice: Notice) -> None:
    tasks.send_notice(notice.job_id)
    tasks.send_notice(notice.job_id)
    assert len(mail.outbox) == 1


def test_failure_is_kept_in_the_row_and_parked_after_three(
    notice: Notice, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.MAIL_TRANSPORT = "tests.league.jobs.test_tasks.Unreachable"
    for _ in range(3):
        Job.objects.update(due_at=notice.created_at)
        tasks.send_notice(notice.job_id)

    notice.refresh_from_db()
    assert notice.sent_at is None
    assert notice.body == "You sit at 4.", "still there for another try"
    assert (notice.job.state, notice.job.attempts) == (Job.State.PARKED, 3)
    assert notice.job.reason == "ConnectionRefusedError: nobody listens"
    assert caplog.text.count("failed, attempt") == 3


@pytest.mark.parametrize("more", [0, LARGE])
def test_standings_of_a_large_stage_may_take_longer(more: int) -> None:
    stage = running_event(1)
    players = Player.objects.bulk_create(Player(full_name=f"Hráč {at}") for at in range(more))
    Entry.objects.bulk_create(
        Entry(event=stage.event, player=player, seed=seed)
        for seed, player in enumerate(players, start=2)
    )
    job = jobs.enqueue(Job.Kind.COMPUTE_STANDINGS, object_id=stage.pk)
    before = timezone.now()
    claim = jobs.claim(job.pk, limit_s=tasks.compute_standings.limit_s)
    assert claim is not None

    tasks.compute_standings.look_at(claim)

    job.refresh_from_db()
    assert job.leased_until is not None
    lease_s = (job.leased_until - before).total_seconds() - configured.JOB_MARGIN_S
    is_long = lease_s >= configured.JOB_LIMIT_S
    assert (is_long, lease_s < configured.JOB_SHORT_LIMIT_S + 5) == (bool(more), not more)


class Unreachable:
    """A mail transport without a server."""

    def __init__(self, **options: object) -> None: ...

    def send_messages(self, messages: object) -> int:
        raise ConnectionRefusedError("nobody listens")
