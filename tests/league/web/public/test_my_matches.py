"""A player's own tables in all events."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from league.events.services.rounds import withdraw_round
from league.models import Event, Player, User
from league.permissions import SERVICE
from league.standings.services import compute_standings
from tests.conftest import OpenPage
from tests.factories import make_user
from tests.factories.events import enter, played_round, published_round, running_event
from tests.league.web.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def user(client: Client) -> User:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    user = make_user()
    client.force_login(user)
    return user


def test_show_now_and_before(client: Client, user: User) -> None:
    stage = running_event(4)
    played_round(stage)
    published = published_round(stage)
    Player.objects.filter(entries__seed=1).update(user=user)
    text = text_of(client, reverse("my-matches"))
    assert re.search(r"Now Your table 1 Úterní večer with Hráč", text)
    assert re.search(
        r"Round 1, table 1 with Hráč \w\. , Hráč \w\. , Hráč \w\. "
        r"accepted entered by an official Score 199 Place 1\S+ Points 11",
        text,
    )
    withdraw_round(published, actor=SERVICE)
    assert "Your table" not in text_of(client, reverse("my-matches"))


def test_say_in_words_that_somebody_did_not_come(client: Client, user: User) -> None:
    match = published_round(running_event(4)).matches.get()
    enter(match, None, 3, 2, 1)
    Player.objects.filter(seats__match=match, seats__letter="A").update(user=user)
    text = text_of(client, reverse("my-matches"))
    assert "accepted entered by an official Score forfeit" in text


def test_take_as_many_queries_for_many_events_as_for_one(open_page: OpenPage, user: User) -> None:
    for number in range(3):
        stage = running_event(4, name=f"Večer {number}")
        played_round(stage)
        played_round(stage)
        first = stage.event.entries.get(seed=1)
        if number == 0:
            player = first.player
            Player.objects.filter(pk=player.pk).update(user=user)
        else:
            first.seats.update(player=player)
            stage.event.entries.filter(pk=first.pk).update(player=player)
        response = open_page(reverse("my-matches"), queries=8)
        assert response.content.decode().count("row-link") == 2 * (number + 1)
    assert Event.objects.count() == 3


def test_are_empty_with_a_way_on(client: Client, user: User) -> None:
    assert "You have not sat at a table yet" in client.get(reverse("my-matches")).content.decode()


def test_show_place_and_points_once_the_result_counts(client: Client, user: User) -> None:
    stage = running_event(4)
    match = published_round(stage).matches.get()
    Player.objects.filter(seats__match=match, seats__letter="B").update(user=user)
    assert "Place" not in text_of(client, reverse("my-matches"))
    enter(match, 10, 40, 20, 30)
    assert "Score 40 Place 1" in text_of(client, reverse("my-matches"))  # before the standings
    compute_standings(stage.pk)
    assert re.search(r"Score 40 Place 1\S+ Points 11", text_of(client, reverse("my-matches")))
