"""Home of somebody who plays: the table that waits, what to do there, the next event."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.events.services.rounds import withdraw_round
from league.models import Entry, Event, Match, Player, Round, User
from league.permissions import ENTRIES_KEY, SERVICE
from tests.conftest import OpenPage
from tests.factories import make_event, make_player, make_user
from tests.factories.events import enter, played_round, published_round
from tests.factories.phones import phone_at
from tests.factories.submissions import confirm, hand_in
from tests.factories.tables import event_of_scores
from tests.league.web.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def user(client: Client) -> User:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    user = make_user()
    client.force_login(user)
    return user


def seated(user: User, *, entries: int = 4) -> Match:
    """A table that waits for this account, with twelve minutes left on its clock."""
    round_ = published_round(event_of_scores(entries))
    since = timezone.now() - timedelta(minutes=48)
    Round.objects.filter(pk=round_.pk).update(length_s=3600, clock_started_at=since)
    match = round_.matches.order_by("table")[0]
    Player.objects.filter(seats__match=match, seats__letter="A").update(user=user)
    return match


def test_home_says_table_round_and_time_left(client: Client, user: User) -> None:
    match = seated(user)
    response = client.get("/")
    text = text_of(client, "/")
    assert "You sit at table 1, round 1" in text
    assert re.search(r"\b1[12]:\d\d\b", text)
    assert "Play, then hand in the result there. Go to table 1" in text
    assert f'href="/matches/{match.pk}/"' in response.content.decode()
    assert response.headers["Cache-Control"] == "private, no-store"
    withdraw_round(match.round, actor=SERVICE)
    assert "You sit at table" not in text_of(client, "/")


def test_home_says_what_to_do_about_the_result(client: Client, user: User) -> None:
    match = seated(user)
    handed_in = hand_in(match, 4, 3, 2, 1, by="B")
    assert "Say whether it is right. Look at the result" in text_of(client, "/")
    Event.objects.update(confirmation=Event.Confirmation.ALL)
    confirm(handed_in, "A")
    assert "Nothing to do: the others still have to confirm" in text_of(client, "/")
    hand_in(match, 4, 3, 2, 0, by="C")
    assert "An official decides." in text_of(client, "/")
    enter(match, 4, 3, 2, 1)
    text = text_of(client, "/")
    assert "You sit at table" not in text
    assert "Nothing to do now. Your next table appears here automatically." in text


def test_home_of_a_phone_without_an_account_says_the_table_and_no_other_phone_sees_it() -> None:
    stage = event_of_scores(4)
    match = published_round(stage).matches.get()
    phone = phone_at(match, "C")
    response = phone.get("/")
    assert "You sit at table 1, round 1" in response.content.decode()
    assert response.headers["Cache-Control"] == "private, no-store"
    stranger = Client(headers={"Accept-Language": "en"}).get("/")
    assert "You sit at table" not in stranger.content.decode()
    assert "Cache-Control" not in stranger.headers
    enter(match, 4, 3, 2, 1)
    published_round(stage)  # the phone is known: it took no seat there yet
    assert "You sit at table 1, round 2" in text_of(phone, "/")


def test_home_of_a_family_phone_names_whose_table_it_is(client: Client, user: User) -> None:
    stage = event_of_scores(8)
    published_round(stage)
    for seed in (1, 2):
        stage.event.entries.filter(seed=seed).update(signed_up_by=user)
    text = text_of(client, "/")
    assert text.count("You sit at table") == 2
    assert text.count("Hráč A.") + text.count("Hráč B.") >= 2


def test_home_says_the_next_event_and_lets_check_in(client: Client, user: User) -> None:
    event = make_event(name="Příští středa", status=Event.Status.OPEN)
    Event.objects.update(starts_at=timezone.now() + timedelta(days=3))
    player = make_player("Jana Nováková", user=user)
    entry = Entry.objects.create(event=event, player=player)
    text = text_of(client, "/")
    assert "You are entered Příští středa" in text
    assert "registered" in text
    assert "Check in" not in text
    Event.objects.update(starts_at=timezone.now() + timedelta(minutes=30))
    assert "Check in" in text_of(client, "/")
    Entry.objects.update(status=Entry.Status.WITHDRAWN)
    assert "You are entered" not in text_of(client, "/")
    browser = Client(headers={"Accept-Language": "en"})  # that signed somebody up, without account
    session = browser.session
    session[ENTRIES_KEY] = [entry.pk]
    session.save()
    assert "You are entered" not in text_of(browser, "/")
    Entry.objects.update(status=Entry.Status.WAITLISTED)
    assert "on the waiting list" in text_of(browser, "/")


def test_own_part_is_fetched_only_where_it_has_changed(client: Client, user: User) -> None:
    match = seated(user)
    first = client.get(reverse("home-now"))
    seen = first.content.decode().partition("?seen=")[2].partition('"')[0]
    assert client.get(reverse("home-now"), {"seen": seen}).status_code == 204
    hand_in(match, 4, 3, 2, 1, by="B")
    assert "Say whether it is right" in text_of(client, reverse("home-now") + f"?seen={seen}")


def test_home_takes_few_queries_for_many_tables(open_page: OpenPage, user: User) -> None:
    for _number in range(3):
        stage = event_of_scores(8)
        played_round(stage)
        match = published_round(stage).matches.order_by("table")[0]
        hand_in(match, 4, 3, 2, 1, by="B")
        stage.event.entries.filter(seats__match=match).update(signed_up_by=user)
    open_page("/", queries=13, shows="Look at the result")


@pytest.mark.parametrize(("asked", "led_to"), [("", "/"), ("/clubs/", "/clubs/")])
def test_log_in_leads_home_unless_another_page_was_asked_for(
    client: Client, asked: str, led_to: str
) -> None:
    user = make_user("zofie")
    user.set_password("kaleidoskop-v-utery")
    user.save()
    address = reverse("account_login") + (f"?next={asked}" if asked else "")
    sent = {"login": "zofie", "password": "kaleidoskop-v-utery", "next": asked}
    assert client.post(address, sent).headers["Location"] == led_to
