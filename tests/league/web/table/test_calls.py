"""The button that calls an official, on every page of a running match and at the desk."""

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from league.models import Call, Event, Match, User
from league.permissions import SERVICE
from league.results.services.calls import call_official
from tests.factories.phones import HTMX, phone_at, phone_with
from tests.factories.submissions import hand_in, object_to
from tests.factories.tables import table
from tests.league.web.reading import plain, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return table(2)


@pytest.fixture
def official(admin_user: User) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(admin_user)
    return client


def at(match: Match, route: str = "match-call") -> str:
    return reverse(route, args=[match.pk])


def tap(client: Client, match: Match, do: str = "call") -> str:
    return plain(client.post(at(match), {"do": do}, headers=HTMX).content.decode())


@pytest.mark.parametrize("route", ["match", "hand-in", "match-sheet", "match-now"])
def test_button_stands_on_pages_of_a_running_match(match: Match, route: str) -> None:
    phone = phone_at(match, "A")
    assert "Call an official" in text_of(phone, at(match, route))
    call_official(match, actor=SERVICE)
    assert "An official has been called to your table." in text_of(phone, at(match, route))


def test_button_stands_on_the_sheet_and_the_phone_passed_round(match: Match) -> None:
    phone = phone_at(match, "A")
    hand_in(match, 200, 150)
    assert "Call an official" in text_of(phone, at(match, "match-pass"))
    opened = phone.post(at(match, "match-sheet"), {"way": "plain"}, follow=True)
    assert "Call an official" in opened.content.decode()


def test_others_have_no_button(match: Match) -> None:
    reader = Client(headers={"Accept-Language": "en"})
    assert "Call an official" not in text_of(reader, at(match, "match"))
    assert "Call an official" in text_of(phone_with(match.code), at(match, "match"))
    Event.objects.update(status=Event.Status.FINISHED)
    assert "Call an official" not in text_of(phone_at(match, "A"), at(match, "match"))


def test_table_sees_that_somebody_comes(match: Match, official: Client) -> None:
    phone = phone_at(match, "A")
    assert "An official has been called" in tap(phone, match)
    told = text_of(official, reverse("console", args=[match.event_id]))
    assert "Table 1 calls an official just now" in told.replace("\xa0", " ")
    assert "Table 1 calls an official" in text_of(official, reverse("desk", args=[match.event_id]))
    address = reverse("call-answer", args=[match.event_id, Call.objects.get().pk])
    official.post(address, {"answer": "coming", "back": "console"})
    assert "An official is coming." in text_of(phone, at(match))
    official.post(address, {"answer": "settled", "back": "console"})
    assert "Call an official" in text_of(phone, at(match))
    answered = official.post(address, {"answer": "coming"}, follow=True).content.decode()
    assert "This call is already over." in plain(answered)


def test_call_is_taken_back_unless_it_is_about_a_dispute(match: Match) -> None:
    phone = phone_at(match, "A")
    tap(phone, match)
    assert "Call an official" in tap(phone, match, "cancel")
    object_to(hand_in(match, 200, 150))
    assert "Nobody is needed any more" not in text_of(phone, at(match))
    assert "an official has to decide" in tap(phone, match, "cancel")
    assert "Somebody changed this" in tap(phone, match, "dance")


def test_dispute_and_its_call_are_one_row_of_the_desk(match: Match, official: Client) -> None:
    object_to(hand_in(match, 200, 150))
    told = text_of(official, reverse("desk", args=[match.event_id]))
    assert "Table 1 of round 1 disputed" in told
    assert "calls an official" not in told
    assert "I am coming" in told
    address = reverse("call-answer", args=[match.event_id, Call.objects.get().pk])
    official.post(address, {"answer": "coming"})
    assert "somebody is on the way" in text_of(official, reverse("desk", args=[match.event_id]))


def test_call_without_scripts_leads_back_to_the_table(match: Match) -> None:
    phone = phone_at(match, "A")
    answer = phone.post(at(match), {"do": "call"}, follow=True)
    assert "An official has been called" in plain(answer.content.decode())


def test_calling_is_slowed_by_table(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.RATES, "call", (1, 600))
    phone = phone_at(match, "A")
    tap(phone, match)
    assert "Too many attempts" in tap(phone, match, "cancel")
    assert Call.objects.filter(ended_at=None).count() == 1


@pytest.mark.parametrize("is_shown", [True, False])
def test_big_screen_shows_calls_where_the_event_wants_it(is_shown: bool) -> None:
    match = table(2, shows_calls=is_shown, language="en")
    call_official(match, actor=SERVICE)
    screen = text_of(
        Client(headers={"Accept-Language": "en"}),
        reverse("event-projector", args=[match.event_id]),
    )
    assert ("Official to table 1" in screen) == is_shown
