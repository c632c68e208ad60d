"""Webhooks over the API: set up, changed, tested, looked at, removed; and a club's websites."""

import json
from typing import Any

import pytest
from django.test import Client

from league.models import Club, Webhook, WebhookDelivery
from league.webhooks.services.deliveries import deliver_news
from tests.factories import make_club, make_token, make_user

pytestmark = pytest.mark.django_db

NEW = {"address": "https://localhost/arbitr", "kinds": ["event.finished", "round.published"]}


@pytest.fixture
def club() -> Club:
    return make_club(admin=make_user("eva"))


@pytest.fixture
def ask(client: Client, club: Club) -> Any:
    _token, secret = make_token(club.admins.get(), "read", "clubs")

    def asked(method: str, path: str, body: object = None) -> Any:
        return client.generic(
            method,
            f"/api/v1/{path}",
            json.dumps(body) if body is not None else "",
            content_type="application/json",
            headers={"Authorization": f"Bearer {secret}", "Accept-Language": "en"},
        )

    return asked


def test_from_setting_up_to_removing(ask: Any, club: Club) -> None:
    made = ask("POST", f"clubs/{club.pk}/webhooks", {**NEW, "client_key": "k1"})
    assert made.status_code == 201
    webhook = dict(made.json())
    secret = webhook.pop("secret")
    assert secret.startswith("whs_")
    assert webhook == {
        "id": webhook["id"],
        "club": club.pk,
        "address": NEW["address"],
        "kinds": ["round.published", "event.finished"],
        "is_active": True,
        "version": 1,
    }
    again = ask("POST", f"clubs/{club.pk}/webhooks", {**NEW, "client_key": "k1"})
    assert (again.status_code, again.json()) == (200, made.json())
    other = {"address": "https://x.example/", "kinds": NEW["kinds"], "client_key": "k1"}
    assert ask("POST", f"clubs/{club.pk}/webhooks", other).status_code == 422
    assert ask("GET", f"clubs/{club.pk}/webhooks").json()["results"] == [webhook]

    address = f"webhooks/{webhook['id']}"
    changed = ask("PATCH", address, {"is_active": False, "version": 1})
    assert changed.json() == {**webhook, "is_active": False, "version": 2}
    assert ask("PATCH", address, {"is_active": True, "version": 1}).status_code == 409
    ask("PATCH", address, {"is_active": True, "version": 2})
    assert ask("POST", f"{address}/secret").json()["secret"] != secret
    assert "secret" not in ask("GET", address).json()

    assert ask("DELETE", address).status_code == 204
    assert not Webhook.objects.exists()


def test_log_and_redelivery(ask: Any, club: Club) -> None:
    webhook = ask("POST", f"clubs/{club.pk}/webhooks", NEW).json()["id"]
    sent = ask("POST", f"webhooks/{webhook}/ping")
    assert sent.status_code == 202
    deliver_news(webhook)  # to loopback, which is refused

    [row] = ask("GET", f"webhooks/{webhook}/deliveries").json()["results"]
    assert (row["state"], row["fault"], row["attempts"], row["due_at"]) == (
        *("parked", "private", 1),
        None,
    )
    assert row["body"]["id"] == row["id"] == sent.json()["id"]

    again = ask("POST", f"webhooks/{webhook}/deliveries/{row['id']}/redeliver")
    assert (again.status_code, again.json()["state"]) == (202, "waiting")
    elsewhere = WebhookDelivery.objects.create(
        webhook=Webhook.objects.create(club=make_club("Jiný")), kind="ping", body="{}"
    )
    assert ask("POST", f"webhooks/{webhook}/deliveries/{elsewhere.pk}/redeliver").status_code == 404


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "address"),
        ({"address": "https://a.example/", "kinds": ["ping"]}, "kinds"),
        ({"address": "https://a.example/", "kinds": "round.published"}, "kinds"),
        ({"address": ["x"], "kinds": []}, "address"),
    ],
)
def test_wrong_values_are_named(ask: Any, club: Club, body: object, field: str) -> None:
    refused = ask("POST", f"clubs/{club.pk}/webhooks", body)
    assert refused.status_code == 400
    assert field in refused.json()["errors"]


def test_address_of_a_private_network_is_refused(ask: Any, club: Club) -> None:
    refused = ask("POST", f"clubs/{club.pk}/webhooks", {**NEW, "address": "https://[::1]/"})
    assert refused.status_code == 400
    assert "private network" in refused.json()["detail"]


def test_websites_of_a_club_are_kept_as_origins(ask: Any, club: Club) -> None:
    typed = ["www.klub.cz/turnaje", "https://www.klub.cz:443", "http://localhost:9000/x"]
    changed = ask("PATCH", f"clubs/{club.pk}", {"frame_origins": typed, "version": 1})
    assert changed.json()["frame_origins"] == ["https://www.klub.cz", "http://localhost:9000"]

    wrong = {"frame_origins": ["https://a.example; script-src *"], "version": 2}
    refused = ask("PATCH", f"clubs/{club.pk}", wrong)
    assert (refused.status_code, refused.json()["code"]) == (400, "refused")
