"""“No, that is wrong” on the phone: one tap, then a version of one's own if they like."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.events.queries.public import match_shown
from league.events.services.rounds import close_round
from league.models import Dissent, Match, Result, Submission
from league.permissions import SERVICE
from league.results.queries import entries_at
from league.results.services.rulings import Decision, rule
from tests.factories.events import enter
from tests.factories.phones import hand_in_on, phone_at, phone_with, typed_points
from tests.factories.submissions import confirm, hand_in
from tests.factories.tables import table
from tests.league.web.reading import plain

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return table(2)


def panel(client: Client, match: Match) -> str:
    return client.get(reverse("match-now", args=[match.pk])).content.decode()


def page(client: Client, match: Match) -> str:
    return plain(client.get(reverse("match", args=[match.pk])).content.decode())


def say_no(client: Client, version: Submission, **other: str) -> Any:
    sent = {"submission": version.pk, "digest": version.digest, **other}
    address = reverse("match-object", args=[version.match_id])
    return plain(client.post(address, sent, follow=True).content.decode())


def contest(client: Client, match: Match, result: str = "") -> str:
    sent = {"result": result or Result.objects.filter(match=match).latest("number").pk}
    address = reverse("match-contest", args=[match.pk])
    return plain(client.post(address, sent, follow=True).content.decode())


def test_no_is_one_tap_and_own_version_the_second_step(match: Match) -> None:
    one, other = phone_at(match, "A"), phone_at(match, "B")
    version = hand_in(match, 200, 150)
    assert reverse("match-object", args=[match.pk]) in panel(other, match)
    said = say_no(other, version)
    assert "Noted. The officials have been called." in said
    assert "You said no." in said
    assert Dissent.objects.count() == 1
    assert f"hand-in/?game=1&amp;from={version.pk}" in panel(other, match)
    assert "Says that it is wrong: " in plain(panel(one, match))
    form = other.get(f"{reverse('hand-in', args=[match.pk])}?game=1&from={version.pk}")
    assert 'value="200"' in form.content.decode()
    hand_in_on(other, match, typed_points(match, 200, 151))
    assert Submission.objects.count() == 2
    match.refresh_from_db()
    assert match.state == "disputed"


def test_second_tap_changes_nothing(match: Match) -> None:
    phone = phone_at(match, "B")
    version = hand_in(match, 200, 150)
    say_no(phone, version)
    say_no(phone, version)
    assert Dissent.objects.count() == 1


def test_what_was_not_seen_is_not_contradicted(match: Match) -> None:
    version = hand_in(match, 200, 150)
    phone = phone_at(match, "B")
    assert "Somebody changed this in the meantime" in say_no(phone, version, digest="f" * 64)
    assert "take your seat" in say_no(phone_with(match.code), version)
    assert Dissent.objects.count() == 0


def test_confirmed_and_then_taken_back_by_one_tap() -> None:
    match = table(3, confirmation="all")
    phone = phone_at(match, "B")
    version = hand_in(match, 200, 150, 100)
    confirm(version, "B")
    assert reverse("match-object", args=[match.pk]) in panel(phone, match)
    assert "You said no." in say_no(phone, version)


def test_result_that_counts_is_contested_until_the_round_is_closed(match: Match) -> None:
    one, other = phone_at(match, "A"), phone_at(match, "B")
    enter(match, 200, 150)
    assert "No, that is wrong" in panel(one, match)
    assert "Noted. The officials have been called." in contest(other, match)
    assert "accepted entered by an official contested" in page(
        Client(headers={"Accept-Language": "en"}), match
    )
    assert "You said that it is wrong. It counts until an official decides." in page(other, match)
    assert "Contested by " in page(one, match)
    rule(match, Decision("keep"), actor=SERVICE, reason="Counted again.")  # type: ignore[arg-type]
    assert "the result stands" in page(other, match)
    close_round(match.round, actor=SERVICE)
    assert "No, that is wrong" not in panel(one, match)
    assert "The round is closed." in contest(one, match)
    assert Dissent.objects.count() == 1


def test_own_version_may_follow_a_contest(match: Match) -> None:
    phone = phone_at(match, "B")
    enter(match, 200, 150)
    address = f"{reverse('hand-in', args=[match.pk])}?game=1"
    assert "say so on the page" in plain(phone.get(address, follow=True).content.decode())
    contest(phone, match)
    form = phone.get(f"{address}&from={Result.objects.get().submission_id}")
    assert 'name="client_key"' in form.content.decode()
    hand_in_on(phone, match, typed_points(match, 200, 151))
    assert Submission.objects.filter(by="seat").count() == 1


def test_result_of_another_match_is_not_contested(match: Match) -> None:
    enter(match, 200, 150)
    elsewhere = table(2)
    phone = phone_at(elsewhere, "A")
    assert "Somebody changed this" in contest(phone, elsewhere, Result.objects.get().pk)
    assert not Dissent.objects.exists()


def test_history_tells_who_said_no(match: Match) -> None:
    phone = phone_at(match, "B")
    version = hand_in(match, 200, 150)
    say_no(phone, version)
    confirm(version, "B")
    contest(phone, match)
    address = reverse("match-history", args=[match.pk])
    told = plain(Client(headers={"Accept-Language": "en"}).get(address).content.decode())
    assert "seat B, said that it is wrong" in told
    assert "seat B, after it counted" in told


def test_contested_match_takes_few_queries(match: Match, django_assert_num_queries: Any) -> None:
    phone = phone_at(match, "B")
    enter(match, 200, 150)
    contest(phone, match)
    with django_assert_num_queries(9):
        panel(phone, match)


def test_place_is_told_before_the_standings_follow(match: Match) -> None:
    enter(match, 150, 200)
    names = dict.fromkeys(entries_at(match), "")
    stored = Match.objects.select_related("event", "round__stage__event").get(pk=match.pk)
    assert [side.place for side in match_shown(stored, names=names).sides] == [2, 1]
