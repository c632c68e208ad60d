"""Messages to people: a row in the transaction that causes it, sent from the row by a job."""

from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.utils import timezone

from league.jobs import enqueue
from league.models import Job, Notice, User
from league.models.public_id import new_public_id

KEPT_FOR = timedelta(days=30)
FORGOTTEN_AT_ONCE = 500


def write_mail(*, recipient: str, subject: str, body: str) -> Notice:
    """Write a message down; it is sent once the caller's transaction is committed."""
    with transaction.atomic():
        notice_id = new_public_id()
        return Notice.objects.create(
            pk=notice_id,
            user=User.objects.filter(email__iexact=recipient).first(),
            recipient=recipient,
            subject=" ".join(subject.split())[: Notice._meta.get_field("subject").max_length],
            body=body,
            job=enqueue(Job.Kind.SEND_NOTICE, object_id=notice_id),
        )


def forget_old_notices() -> None:
    """Whom we wrote to is not kept for ever: only until it can no longer matter."""
    old = Notice.objects.filter(created_at__lt=timezone.now() - KEPT_FOR).exclude(
        job__state__in=Job.UNFINISHED
    )
    with transaction.atomic():
        jobs = list(old.values_list("job", flat=True)[:FORGOTTEN_AT_ONCE])
        Notice.objects.filter(job__in=jobs).delete()
        Job.objects.filter(pk__in=jobs).delete()


def send_notice(notice_id: str) -> None:
    """Send a message that was written down; a second call finds it sent and does nothing.

    A worker that dies between the mail server's answer and our UPDATE leads to the same mail
    being sent again: it carries the same Message-ID, by which mailboxes know it for a copy.
    """
    notice = Notice.objects.get(pk=notice_id)
    if notice.sent_at:
        return
    domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].strip("> ")
    EmailMessage(
        subject=notice.subject,
        body=notice.body,
        to=[notice.recipient],
        headers={"Message-ID": f"<{notice.pk}@{domain}>"},
        connection=get_connection(settings.MAIL_TRANSPORT),
    ).send()
    Notice.objects.filter(pk=notice.pk, sent_at=None).update(sent_at=timezone.now(), body="")
