"""Tasks: claim the row, work, report to the row; doubled, late and failing messages do no harm."""

from typing import Any

import pytest
from django.core import mail

from league import tasks
from league.models import Job, Notice
from league.notices.services import write_mail

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


class Unreachable:
    """A mail transport without a server."""

    def __init__(self, **options: object) -> None: ...

    def send_messages(self, messages: object) -> int:
        raise ConnectionRefusedError("nobody listens")
