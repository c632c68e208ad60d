"""Mail of ours and of libraries is a row of the transaction that causes it."""

from datetime import timedelta

import pytest
from django.core.mail import send_mail
from django.db import transaction
from django.utils import timezone

from league.models import Job, Notice
from league.notices import forget_old_notices
from tests.factories import make_user

pytestmark = pytest.mark.django_db


def test_library_mail_becomes_a_row_per_recipient() -> None:
    jana = make_user("jana")

    send_mail("Code", "12345", None, ["Jana@arbitr.example", "eva@arbitr.example"])

    rows = [
        (notice.recipient, notice.user, notice.subject, notice.body, notice.job.state)
        for notice in Notice.objects.order_by("recipient")
    ]
    assert rows == [
        ("Jana@arbitr.example", jana, "Code", "12345", Job.State.WAITING),
        ("eva@arbitr.example", None, "Code", "12345", Job.State.WAITING),
    ]


def test_rolled_back_cause_leaves_no_mail() -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        send_mail("Code", "12345", None, ["jana@arbitr.example"])
        raise RuntimeError
    assert not Notice.objects.exists()
    assert not Job.objects.exists()


def test_subject_cannot_smuggle_headers_or_grow_without_end() -> None:
    send_mail("Code\nBcc: all@arbitr.example" + "x" * 500, "", None, ["jana@arbitr.example"])
    [notice] = Notice.objects.all()
    assert "\n" not in notice.subject
    assert len(notice.subject) == 200


def test_old_messages_are_forgotten_with_their_jobs() -> None:
    for address in ("old", "new", "old-and-waiting"):
        send_mail("Code", "12345", None, [f"{address}@arbitr.example"])
    Job.objects.exclude(notice__recipient__startswith="old-and").update(state=Job.State.DONE)
    Notice.objects.filter(recipient__startswith="old").update(
        created_at=timezone.now() - timedelta(days=31)
    )

    forget_old_notices()

    kept = set(Notice.objects.values_list("recipient", flat=True))
    assert kept == {"new@arbitr.example", "old-and-waiting@arbitr.example"}
    assert Job.objects.count() == 2
