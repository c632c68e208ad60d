"""A phone that lost its cookies: by the key that it kept it is at its seat again, nowhere else."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Match, SeatHold
from league.permissions import DEVICE_KEY, SERVICE
from league.results.services.seats import answer_request, leave_seat, renew_match_code, take_seat
from tests.factories.events import enter, published_round, running_event
from tests.factories.phones import actor_with, phone_at, phone_with
from tests.factories.tables import seat_at, table
from tests.league.web.table.test_known_phones import played

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return published_round(running_event(8)).matches.select_related("event", "round").get(table=1)


def key_on(phone: Client, match: Match) -> str:
    """That the page of the match gives to the phone to keep."""
    page = phone.get(reverse("match", args=[match.pk])).content.decode()
    found = re.search(r'data-phone-key="(\w+)"', page)
    return found[1] if found else ""


def comes_back(phone: Client, match: Match, key: str) -> bool:
    answer = phone.post(reverse("again-phone"), {"match": match.pk, "key": key})
    return bool(answer.json()["is_back"])


def test_phone_is_the_one_that_it_was(match: Match) -> None:
    phone = phone_at(match, "A")
    key = key_on(phone, match)
    for lost in (Client(), phone_with(match.code)):
        assert "data-phone-back" in lost.get(reverse("match", args=[match.pk])).content.decode()
        assert comes_back(lost, match, key)
        assert lost.session[DEVICE_KEY] == phone.session[DEVICE_KEY]
        assert key_on(lost, match) == key
    assert phone.session[DEVICE_KEY] not in key


def test_only_the_phone_at_the_seat_is_given_its_key(match: Match) -> None:
    phone = phone_at(match, "A")
    others = (Client(), phone_with(match.code), phone_at(match, "B"))
    keys = {key_on(each, match) for each in (phone, *others)}
    assert len(keys) == 3  # of A, of B, and none for those without a seat
    assert not comes_back(others[0], match, "")


ENDED: dict[str, Callable[[Match, Client], object]] = {
    "let go": lambda match, _phone: leave_seat(seat_at(match), actor=SERVICE),
    "round closed": lambda match, _phone: played(match),
    "handed over": lambda match, _phone: hand_over(match),
}


def hand_over(match: Match) -> None:
    take_seat(seat_at(match), actor=actor_with(phone_with(match.code)))
    answer_request(SeatHold.objects.get(seat__match=match), actor=SERVICE, hands_over=True)


@pytest.mark.parametrize("ended", ENDED)
def test_key_is_worth_nothing_after_the_seat(match: Match, ended: str) -> None:
    phone = phone_at(match, "A")
    key = key_on(phone, match)
    ENDED[ended](match, phone)
    assert not comes_back(phone_with(match.code), match, key)


def test_key_outlives_a_renewed_code_as_the_seat_does(match: Match) -> None:
    key = key_on(phone_at(match, "A"), match)
    renew_match_code(match, actor=SERVICE)
    assert comes_back(Client(), match, key)


def test_key_opens_no_other_table(match: Match) -> None:
    key = key_on(phone_at(match, "A"), match)
    other = match.round.matches.get(table=2)
    phone_at(other, "A")
    assert not comes_back(phone_with(other.code), other, key)


def test_phone_that_took_another_seat_since_stays_that_one(match: Match) -> None:
    """Else what it holds now would be nobody's."""
    key = key_on(phone_at(match, "A"), match)
    elsewhere = table(2)
    since = phone_at(elsewhere, "B")
    device = since.session[DEVICE_KEY]
    assert not comes_back(since, match, key)
    assert since.session[DEVICE_KEY] == device


def test_phone_comes_back_to_contest_until_the_round_is_closed(match: Match) -> None:
    key = key_on(phone_at(match, "A"), match)
    enter(match, 4, 3, 2, 1)
    assert comes_back(Client(), match, key)
