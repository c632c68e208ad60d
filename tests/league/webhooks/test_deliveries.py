"""News for a club's programs: a row with the change, signed, delivered, tried again."""

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from league import tasks
from league.errors import LeagueError, Stale
from league.events.services.lifecycle import move_event
from league.events.services.rounds import close_round
from league.models import AuditEntry, Event, Job, Stage, Webhook, WebhookDelivery
from league.permissions import SERVICE
from league.standings.services import compute_standings
from league.webhooks.services import hooks, news
from league.webhooks.services.deliveries import (
    TRIES,
    WAITS_S,
    deliver_news,
    forget_old_deliveries,
    want_due_news,
)
from tests.factories import make_club
from tests.factories.events import (
    enter,
    published_round,
    replace_result,
    running_event,
)
from tests.league.webhooks.receiver import LOOPBACK, Receiver, receiving

pytestmark = pytest.mark.django_db

ALL = ["round.published", "result.accepted", "standings.published", "event.finished"]
DOCS = Path(__file__).parents[3] / "docs" / "api.md"


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    settings.WEBHOOK_NETWORKS = LOOPBACK
    settings.WEBHOOKS_OVER_HTTP = True
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def stage() -> Stage:
    return running_event(4, stage={"kind": "swiss", "rounds_planned": 1})


def hook(stage: Stage, url: str, kinds: list[str] = ALL) -> Webhook:
    return hooks.add_webhook(stage.event.club, actor=SERVICE, address=url, kinds=kinds)[0]


def due_now() -> None:
    WebhookDelivery.objects.update(due_at=timezone.now())


def kinds_written() -> list[str]:
    return list(WebhookDelivery.objects.order_by("created_at").values_list("kind", flat=True))


def test_an_evening_is_told_step_by_step(receiver: Receiver, stage: Stage) -> None:
    webhook = hook(stage, receiver.url)

    round_ = published_round(stage)
    for match in round_.matches.order_by("table"):
        enter(match, 20, 10)
    compute_standings(stage.pk)
    close_round(round_, actor=SERVICE)
    event = Event.objects.get(pk=stage.event_id)
    move_event(event, to=Event.Status.FINISHED, actor=SERVICE, version=event.version)
    due_now()
    deliver_news(webhook.pk)

    told = [sent.told for sent in receiver.got]
    assert sorted(each["kind"] for each in told) == sorted([*ALL, "result.accepted"])
    by_kind = {each["kind"]: each for each in told}
    assert by_kind["round.published"]["round"]["number"] == 1
    assert by_kind["result.accepted"]["result"] == {"number": 1, "game": 1, "is_correction": False}
    assert by_kind["standings.published"]["standings"]["after_round"] == 1
    finished = by_kind["event.finished"]
    assert finished["event"] == {
        "id": event.pk,
        "name": event.name,
        "status": "finished",
        "url": f"http://127.0.0.1:8000/events/{event.pk}/",
        "api_url": f"http://127.0.0.1:8000/api/v1/events/{event.pk}",
    }
    assert "Hráč" not in json.dumps(told, ensure_ascii=False), "people are never named"
    states = WebhookDelivery.objects.values_list("state", "status", "attempts", "answer").distinct()
    assert list(states.order_by()) == [("delivered", 200, 1, "thanks")]


def test_receiver_checks_who_sent_it_as_the_manual_says(receiver: Receiver, stage: Stage) -> None:
    """By the very code in docs/api.md."""
    webhook = hook(stage, receiver.url)
    secret = hooks.secret_of(webhook)
    news.ping(webhook, actor=SERVICE)
    deliver_news(webhook.pk)
    [sent] = receiver.got
    code = re.search(r"```python\n(import hashlib.*?)```", DOCS.read_text(), re.DOTALL)
    assert code
    manual: dict[str, Any] = {}
    exec(code[1], manual)
    is_genuine = manual["is_genuine"]

    assert is_genuine(sent.headers, sent.body, secret)
    assert not is_genuine(sent.headers, sent.body + b" ", secret)
    assert not is_genuine(sent.headers, sent.body, hooks.renew_secret(webhook, actor=SERVICE))
    old = {**sent.headers, "Arbitr-Timestamp": str(int(sent.headers["Arbitr-Timestamp"]) - 600)}
    assert not is_genuine(old, sent.body, secret)


def test_secret_is_stored_nowhere(stage: Stage) -> None:
    webhook = hook(stage, "https://club.example/")
    secret = hooks.secret_of(webhook)
    [row] = Webhook.objects.values()
    assert secret not in str(row)
    assert secret not in str(list(AuditEntry.objects.values()))
    assert hooks.renew_secret(webhook, actor=SERVICE) != secret


def test_news_is_part_of_the_change(stage: Stage) -> None:
    hook(stage, "https://club.example/")
    with pytest.raises(RuntimeError), transaction.atomic():
        published_round(stage)
        raise RuntimeError
    assert not WebhookDelivery.objects.exists()

    published_round(stage)
    assert kinds_written() == ["round.published"]


@pytest.mark.parametrize("change", [{"practice_of": "bcdfghjkmn"}, {"status": "draft"}])
def test_what_is_not_public_is_not_told(stage: Stage, change: dict[str, str]) -> None:
    hook(stage, "https://club.example/")
    for key, value in change.items():
        setattr(stage.event, key, value)
    news.tell_event_finished(stage.event)
    assert kinds_written() == []

    news.tell_event_finished(Event.objects.get(pk=stage.event_id))
    assert kinds_written() == ["event.finished"]


def test_only_what_was_asked_for_and_only_while_switched_on(stage: Stage) -> None:
    webhook = hook(stage, "https://club.example/", ["event.finished"])
    off = hook(stage, "https://club.example/off")
    hooks.edit_webhook(off, actor=SERVICE, version=1, changes={"is_active": False})

    published_round(stage)
    news.tell_event_finished(stage.event)

    assert list(WebhookDelivery.objects.values_list("webhook", "kind")) == [
        (webhook.pk, "event.finished")
    ]


def test_nothing_is_sent_by_hand_while_it_is_switched_off(stage: Stage) -> None:
    webhook = hook(stage, "https://club.example/")
    delivery = news.ping(webhook, actor=SERVICE)
    off = hooks.edit_webhook(webhook, actor=SERVICE, version=1, changes={"is_active": False})
    delivery.webhook = off
    with pytest.raises(LeagueError, match="switched off"):
        news.ping(off, actor=SERVICE)
    with pytest.raises(LeagueError, match="switched off"):
        news.redeliver(delivery, actor=SERVICE)
    assert WebhookDelivery.objects.count() == 1


def test_burst_of_tables_is_told_once(stage: Stage) -> None:
    hook(stage, "https://club.example/", ["standings.published"])
    round_ = published_round(stage)
    for match in round_.matches.order_by("table"):
        enter(match, 20, 10)
        compute_standings(stage.pk)
    [row] = WebhookDelivery.objects.all()
    first = json.loads(row.body)

    WebhookDelivery.objects.update(attempts=1)  # on its way: what comes now is news again
    replace_result(round_.matches.order_by("table")[0], 10, 20)
    compute_standings(stage.pk)

    assert first["id"] == row.pk
    assert WebhookDelivery.objects.count() == 2


def test_correction_is_told_as_one(stage: Stage) -> None:
    hook(stage, "https://club.example/", ["result.accepted"])
    match = published_round(stage).matches.order_by("table")[0]
    enter(match, 20, 10)
    replace_result(match, 10, 20)
    told = [
        json.loads(row.body)["result"] for row in WebhookDelivery.objects.order_by("created_at")
    ]
    assert told == [
        {"number": 1, "game": 1, "is_correction": False},
        {"number": 2, "game": 1, "is_correction": True},
    ]


def test_failure_waits_longer_each_time_and_is_given_up(receiver: Receiver, stage: Stage) -> None:
    webhook = hook(stage, receiver.url)
    delivery = news.ping(webhook, actor=SERVICE)
    waits = []
    for _attempt in range(TRIES):
        receiver.statuses = [503]
        due_now()
        deliver_news(webhook.pk)
        delivery.refresh_from_db()
        assert delivery.tried_at
        waits.append(round((delivery.due_at - delivery.tried_at).total_seconds(), -1))

    assert (delivery.state, delivery.attempts) == ("parked", TRIES)
    assert (delivery.fault, delivery.status, delivery.answer) == ("status", 503, "thanks")
    assert [wait >= least - 10 for wait, least in zip(waits, WAITS_S, strict=False)] == [True] * 5
    due_now()
    deliver_news(webhook.pk)
    assert len(receiver.got) == TRIES, "given up"

    news.redeliver(delivery, actor=SERVICE)
    deliver_news(webhook.pk)
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts, delivery.fault) == ("delivered", 1, "")
    assert {sent.headers["Arbitr-Delivery"] for sent in receiver.got} == {delivery.pk}


def test_dead_server_is_asked_once_and_the_rest_waits(receiver: Receiver, stage: Stage) -> None:
    webhook = hook(stage, receiver.url)
    for _ in range(3):
        news.ping(webhook, actor=SERVICE)
    receiver.statuses = [500]

    deliver_news(webhook.pk)
    assert len(receiver.got) == 1
    deliver_news(webhook.pk)
    assert len(receiver.got) == 1, "not due yet"

    due_now()
    deliver_news(webhook.pk)
    assert set(WebhookDelivery.objects.values_list("state", flat=True)) == {"delivered"}


def test_private_address_is_given_up_at_once(stage: Stage) -> None:
    """Loopback, with the settings of the service as they are: by a name, so that it gets so far."""
    webhook = hook(stage, "https://localhost:8443/")
    delivery = news.ping(webhook, actor=SERVICE)
    deliver_news(webhook.pk)
    delivery.refresh_from_db()
    assert (delivery.state, delivery.fault, delivery.status) == ("parked", "private", None)


def test_sweep_finds_what_a_lost_hint_or_a_dead_worker_left(
    receiver: Receiver, stage: Stage
) -> None:
    webhook = hook(stage, receiver.url)
    delivery = news.ping(webhook, actor=SERVICE)
    # A worker has taken it, and died: it is due again when the claim has lapsed.
    WebhookDelivery.objects.update(attempts=1, due_at=timezone.now() + timedelta(seconds=60))
    Job.objects.all().delete()
    want_due_news()
    assert not Job.objects.exists(), "another worker may still have it"

    due_now()
    tasks.sweep()
    [job] = Job.objects.filter(kind=Job.Kind.DELIVER_NEWS)
    tasks.deliver_news(job.pk)
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts, len(receiver.got)) == ("delivered", 2, 1)
    tasks.deliver_news(job.pk)
    assert len(receiver.got) == 1, "a doubled message sends nothing"


def test_old_deliveries_are_forgotten(stage: Stage) -> None:
    webhook = hook(stage, "https://club.example/")
    kept, old = news.ping(webhook, actor=SERVICE), news.ping(webhook, actor=SERVICE)
    WebhookDelivery.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=31))
    forget_old_deliveries()
    assert [row.pk for row in WebhookDelivery.objects.all()] == [kept.pk]


@pytest.mark.parametrize(
    ("address", "kinds"),
    [
        ("http://club.example/", ALL),
        ("https://10.0.0.1/", ALL),
        ("https://[::1]/", ALL),
        ("https://club.example/", []),
        ("https://club.example/", ["ping"]),
        ("club.example", ALL),
    ],
)
def test_what_can_never_work_is_refused(stage: Stage, address: str, kinds: list[str]) -> None:
    with pytest.raises(LeagueError):
        hook(stage, address, kinds)
    assert not Webhook.objects.exists()


def test_number_of_webhooks_is_bounded(stage: Stage) -> None:
    for number in range(hooks.MOST):
        hook(stage, f"https://club.example/{number}")
    with pytest.raises(LeagueError, match="at most 10"):
        hook(stage, "https://club.example/more")
    hooks.add_webhook(make_club("Jiný"), actor=SERVICE, address="https://a.example/", kinds=ALL)


def test_older_version_overwrites_nothing(stage: Stage) -> None:
    webhook = hook(stage, "https://club.example/")
    changes = {"address": "https://club.example/new", "kinds": ["event.finished"]}
    changed = hooks.edit_webhook(webhook, actor=SERVICE, version=1, changes=changes)
    assert (changed.address, changed.kinds, changed.version) == (*changes.values(), 2)
    with pytest.raises(Stale):
        hooks.edit_webhook(webhook, actor=SERVICE, version=1, changes={"is_active": False})
    hooks.remove_webhook(webhook, actor=SERVICE)
    with pytest.raises(Stale):
        hooks.remove_webhook(webhook, actor=SERVICE)
