"""The news that a club's programs are told of: each is a row per webhook, in the transaction that
makes the news. What is told names ids and addresses, never people: receivers read the rest where
everybody does, and what was erased here is not kept there.
"""

import json
from collections.abc import Mapping
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.errors import LeagueError
from league.jobs import enqueue
from league.models import (
    Event,
    Job,
    Match,
    NewsKind,
    Result,
    Round,
    Stage,
    Webhook,
    WebhookDelivery,
)
from league.models.public_id import new_public_id
from league.models.webhook import PING
from league.permissions import Actor
from league.throttle import count

Facts = Mapping[str, object]
# Tables follow every result: so long they wait for the next one, which is then told with them.
GATHER_S = 5


def tell_round_published(round_: Round, *, event: Event) -> None:
    links = _links("round", "api-rounds-detail", round_.pk)
    facts = {"round": {"id": round_.pk, "number": round_.number, **links}}
    _tell(event, NewsKind.ROUND_PUBLISHED, subject=round_.pk, facts=facts)


def tell_result_accepted(match: Match, result: Result, *, is_correction: bool) -> None:
    links = _links("match", "api-matches-detail", match.pk)
    facts = {
        "match": {"id": match.pk, "table": match.table, "round": match.round.number, **links},
        "result": {"number": result.number, "game": result.game, "is_correction": is_correction},
    }
    _tell(match.round.stage.event, NewsKind.RESULT_ACCEPTED, subject=match.pk, facts=facts)


def tell_standings_published(stage: Stage, *, after_round: int) -> None:
    """News that waits to be told is replaced: what counts is the newest table."""
    links = _links("event-standings", "api-events-standings-list", stage.event_id)
    facts = {"standings": {"after_round": after_round, **links}}
    _tell(
        stage.event,
        NewsKind.STANDINGS_PUBLISHED,
        subject=stage.pk,
        facts=facts,
        gather_s=GATHER_S,
    )


def tell_event_finished(event: Event) -> None:
    _tell(event, NewsKind.EVENT_FINISHED, subject=event.pk, facts={})


def ping(webhook: Webhook, *, actor: Actor) -> WebhookDelivery:
    """A delivery by hand, that tells nothing."""
    _check_active(webhook)
    count("webhook", who=webhook.club_id)
    with transaction.atomic():
        log_action(actor, gettext_noop("ping webhook"), webhook)
        return _write(webhook, PING, subject="", facts={})


def redeliver(delivery: WebhookDelivery, *, actor: Actor) -> None:
    """Once more from the start, under the same id: a receiver that has it can tell."""
    _check_active(delivery.webhook)
    count("webhook", who=delivery.webhook.club_id)
    with transaction.atomic():
        WebhookDelivery.objects.filter(pk=delivery.pk).update(
            state=WebhookDelivery.State.WAITING, attempts=0, due_at=timezone.now()
        )
        log_action(actor, gettext_noop("redeliver news"), delivery.webhook, delivery=delivery.pk)
        enqueue(Job.Kind.DELIVER_NEWS, object_id=delivery.webhook_id)


def _check_active(webhook: Webhook) -> None:
    if not webhook.is_active:
        raise LeagueError(_("This webhook is switched off. Switch it on first."))


def _tell(event: Event, kind: NewsKind, *, subject: str, facts: Facts, gather_s: int = 0) -> None:
    """Part of the caller's transaction, in which the event's row is held."""
    if not event.is_public or event.wiped_at:
        return
    told = {"event": _event_facts(event), **facts}
    for webhook in Webhook.objects.filter(club=event.club_id, is_active=True):
        if kind not in webhook.kinds:
            continue
        if not (gather_s and _replaced(webhook, kind, subject=subject, facts=told)):
            _write(webhook, kind, subject=subject, facts=told, after_s=gather_s)


def _replaced(webhook: Webhook, kind: str, *, subject: str, facts: Facts) -> bool:
    """Whether a row took it that nobody has tried to deliver yet."""
    waiting = WebhookDelivery.objects.filter(
        webhook=webhook,
        kind=kind,
        subject=subject,
        state=WebhookDelivery.State.WAITING,
        attempts=0,
    )
    row = waiting.only("pk").first()
    if row is None:
        return False
    body = _body(row.pk, webhook, kind, facts=facts)
    return bool(waiting.filter(pk=row.pk).update(body=body))


def _write(
    webhook: Webhook, kind: str, *, subject: str, facts: Facts, after_s: int = 0
) -> WebhookDelivery:
    pk = new_public_id()
    delivery = WebhookDelivery.objects.create(
        pk=pk,
        webhook=webhook,
        kind=kind,
        subject=subject,
        body=_body(pk, webhook, kind, facts=facts),
        due_at=timezone.now() + timedelta(seconds=after_s),
    )
    if not after_s:  # else the sweep finds it when it is due
        enqueue(Job.Kind.DELIVER_NEWS, object_id=webhook.pk)
    return delivery


def _body(pk: str, webhook: Webhook, kind: str, *, facts: Facts) -> str:
    told = {
        "id": pk,
        "kind": kind,
        "occurred_at": timezone.now().isoformat(timespec="milliseconds"),
        "club": webhook.club_id,
        **facts,
    }
    return json.dumps(told, ensure_ascii=False)


def _event_facts(event: Event) -> Facts:
    links = _links("event", "api-events-detail", event.pk)
    return {"id": event.pk, "name": event.name, "status": event.status, **links}


def _links(page: str, over_api: str, pk: str) -> dict[str, str]:
    return {
        "url": settings.SITE_URL + reverse(page, args=[pk]),
        "api_url": settings.SITE_URL + reverse(over_api, args=[pk]),
    }
