"""Delivering news: from its row, by a job of its webhook, tried again with longer and longer waits.

The row is claimed before anything is sent, and the claim lapses: of several workers one sends, and
what a dead worker held is sent again. So a receiver may get a delivery twice, never not at all.
At the first failure the job stops: what is left rests, so that a dead server costs little.
"""

import time
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from league.jobs import enqueue
from league.models import Job, Webhook, WebhookDelivery
from league.webhooks.outbound import LASTING, Answer, post
from league.webhooks.services.hooks import secret_of, terms_now
from league.webhooks.signature import headers_for

WAITS_S = (30, 120, 600, 3600, 6 * 3600)  # after each failed attempt but the last
TRIES = len(WAITS_S) + 1
KEPT_FOR = timedelta(days=30)
_REST_S = 60  # of what else waits for a server that has just failed
_LEASE_S = 60
_WORK_S = 12  # of one job: the rest is for the next
_AT_ONCE = 500


def deliver_news(webhook_id: str) -> None:
    """Send what is due, the oldest first, until something fails."""
    webhook = Webhook.objects.filter(pk=webhook_id, is_active=True).first()
    if webhook is None:
        return
    until = time.monotonic() + _WORK_S
    while delivery := _claimed(webhook):
        if not _is_delivered(webhook, delivery):
            return
        if time.monotonic() > until:
            with transaction.atomic():
                enqueue(Job.Kind.DELIVER_NEWS, object_id=webhook_id)
            return


def want_due_news() -> None:
    """The sweep: whatever waits and is due gets a job of its webhook."""
    due = _waiting().filter(due_at__lte=timezone.now(), webhook__is_active=True)
    for webhook_id in due.order_by().values_list("webhook", flat=True).distinct():
        with transaction.atomic():
            enqueue(Job.Kind.DELIVER_NEWS, object_id=webhook_id)


def forget_old_deliveries() -> None:
    """What was not delivered in all that time is not news any more."""
    old = WebhookDelivery.objects.filter(created_at__lt=timezone.now() - KEPT_FOR)
    pks = list(old.order_by("created_at").values_list("pk", flat=True)[:_AT_ONCE])
    WebhookDelivery.objects.filter(pk__in=pks).delete()


def _waiting() -> QuerySet[WebhookDelivery]:
    return WebhookDelivery.objects.filter(state=WebhookDelivery.State.WAITING)


def _claimed(webhook: Webhook) -> WebhookDelivery | None:
    """The next one that is due, held for one attempt."""
    now = timezone.now()
    due = _waiting().filter(webhook=webhook, due_at__lte=now)
    for row in due.order_by("created_at", "pk")[:_AT_ONCE]:
        taken = _waiting().filter(pk=row.pk, attempts=row.attempts, due_at=row.due_at)
        if taken.update(
            attempts=F("attempts") + 1, due_at=now + timedelta(seconds=_LEASE_S), tried_at=now
        ):
            return WebhookDelivery.objects.get(pk=row.pk)
    return None


def _is_delivered(webhook: Webhook, delivery: WebhookDelivery) -> bool:
    answer = _answer(webhook, delivery)
    state, due_at = WebhookDelivery.State.DELIVERED, delivery.due_at
    if answer.fault:
        is_over = answer.fault in LASTING or delivery.attempts >= TRIES
        state = WebhookDelivery.State.PARKED if is_over else WebhookDelivery.State.WAITING
        due_at = timezone.now() + timedelta(seconds=wait_s(delivery.attempts))
    # If this attempt still holds it: a worker thought dead may come back late.
    _waiting().filter(pk=delivery.pk, attempts=delivery.attempts).update(
        state=state, due_at=due_at, fault=answer.fault, status=answer.status, answer=answer.text
    )
    if answer.fault:
        _let_rest(webhook)
    return not answer.fault


def wait_s(attempts: int) -> int:
    return WAITS_S[min(attempts, len(WAITS_S)) - 1]


def _answer(webhook: Webhook, delivery: WebhookDelivery) -> Answer:
    body = delivery.body.encode()
    headers = headers_for(
        body,
        delivery_id=delivery.pk,
        kind=delivery.kind,
        secret=secret_of(webhook),
        timestamp=int(time.time()),
    )
    agent = {"User-Agent": f"Arbitr/{settings.VERSION} (+{settings.SITE_URL})"}
    return post(webhook.address, body=body, headers=headers | agent, terms=terms_now())


def _let_rest(webhook: Webhook) -> None:
    until = timezone.now() + timedelta(seconds=_REST_S)
    _waiting().filter(webhook=webhook, due_at__lt=until).update(due_at=until)
