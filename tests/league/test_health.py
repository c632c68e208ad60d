"""Whether the service is well: for people, and for those who restart it."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from league.jobs import beat
from league.models import Job, Worker

pytestmark = pytest.mark.django_db


def test_live_asks_nothing_of_the_database(client: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        assert client.get("/health/live").json() == {"ok": True}


def test_ready_with_a_living_worker(client: Client) -> None:
    beat("celery@one", started_at=timezone.now())
    late = timezone.now() - timedelta(seconds=90)
    Job.objects.create(kind=Job.Kind.SEND_NOTICE, object_id="x", due_at=late)
    Job.objects.create(kind=Job.Kind.SEND_NOTICE, object_id="y", state=Job.State.PARKED)

    response = client.get("/health/ready")

    body = response.json()
    assert response.status_code == 200
    assert 90 <= body.pop("oldest_job_age_s") < 120
    assert body == {
        "ok": True,
        "checks": {"database": True, "broker": True, "workers": True},
        "parked": 1,
        "backup": None,
    }


def test_not_ready_when_the_last_worker_fell_silent(client: Client) -> None:
    beat("celery@one", started_at=timezone.now())
    Worker.objects.update(seen_at=timezone.now() - timedelta(minutes=5))

    response = client.get("/health/ready")

    assert (response.status_code, response.json()["checks"]["workers"]) == (503, False)


def test_not_ready_without_a_broker(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from league import celery_app

    beat("celery@one", started_at=timezone.now())
    monkeypatch.setattr(celery_app.conf, "broker_read_url", "redis://127.0.0.1:1/0")

    response = client.get("/health/ready")

    assert (response.status_code, response.json()["checks"]["broker"]) == (503, False)


def test_page_names_the_workers(client: Client) -> None:
    beat("celery@one", started_at=timezone.now())
    assert "celery@one" in client.get("/health/").content.decode()


@pytest.mark.parametrize("path", ["/health/live", "/health/ready"])
def test_probe_that_knows_only_an_address_is_answered(
    client: Client, settings: Any, path: str
) -> None:
    """Others who name a host that is not ours are refused: in production that is also localhost."""
    settings.ALLOWED_HOSTS = ["arbitr.example"]
    beat("celery@one", started_at=timezone.now())
    for host in ("127.0.0.1:8000", "10.0.0.7:8000", "localhost"):
        assert client.get(path, headers={"Host": host}).json()["ok"]
        assert client.get("/health/", headers={"Host": host}).status_code == 400
