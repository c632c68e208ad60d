"""Contested results at the desk: seen, decided with a reason, in the way of closing a round."""

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Match, Ruling, User
from league.permissions import SERVICE
from league.results.services.objections import contest_result
from tests.factories.submissions import confirm, hand_in, object_to
from tests.factories.tables import counting, other_table, seat_at
from tests.league.web.reading import plain

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    match = other_table(2)
    confirm(hand_in(match, 5, 3), "B")
    result = counting(match)
    assert result is not None
    contest_result(result, actor=SERVICE, seat=seat_at(match, "B"))
    match.refresh_from_db()
    return match


@pytest.fixture
def official(admin_user: User) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(admin_user)
    return client


def shown(client: Client, route: str, *args: str) -> str:
    return plain(client.get(reverse(route, args=args)).content.decode())


def test_console_and_desk_lead_to_the_decision(official: Client, match: Match) -> None:
    told = shown(official, "console", match.event_id)
    assert "Table 1 of round 1 needs you contested" in told
    assert "5 3 is wrong" in told
    told = shown(official, "desk", match.event_id)
    assert "Table 1 of round 1 contested" in told
    assert "Close round 1" not in told


def test_dissent_is_told_beside_the_version(official: Client) -> None:
    match = other_table(2)
    object_to(hand_in(match, 5, 3))
    assert ": 5 3; " in shown(official, "console", match.event_id)
    assert "Objections:" in shown(official, "match-rule", match.pk)


def keep(client: Client, match: Match, **typed: object) -> str:
    sent = {"version": match.version, "game": 1, "reason": "Counted again.", **typed}
    return plain(
        client.post(reverse("match-keep", args=[match.pk]), sent, follow=True).content.decode()
    )


def test_result_stands_with_a_reason(official: Client, match: Match) -> None:
    assert "The result is contested" in shown(official, "match-rule", match.pk)
    assert "Say why" in keep(official, match, reason=" ")
    assert "Somebody" in keep(official, match, version=1)
    assert not Ruling.objects.exists()
    assert "The result stands." in keep(official, match)
    ruling = Ruling.objects.get()
    assert (ruling.kind, ruling.remark.reason) == ("keep", "Counted again.")  # type: ignore[union-attr]
    match.refresh_from_db()
    assert not match.is_contested
    assert "Close round 1" in shown(official, "desk", match.event_id)
    assert "Nobody contests a result" in keep(official, match)


def test_round_page_shows_it_to_everybody(match: Match) -> None:
    told = shown(Client(headers={"Accept-Language": "en"}), "round", match.round_id)
    assert "contested" in told
