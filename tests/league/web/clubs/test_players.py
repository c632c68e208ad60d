"""A player's page, for the public, for the player, and for the club that looks after them."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Club, Entry, Player, User
from tests.conftest import OpenPage
from tests.factories import make_club, make_event, make_player, make_user
from tests.league.web.reading import is_nowhere, text_of

pytestmark = pytest.mark.django_db
CARE = ("player-edit", "player-move", "player-erase", "player-invite", "player-merge")


@pytest.fixture
def club(client: Client) -> Club:
    admin = make_user("jana")
    client.force_login(admin)
    return make_club("Hexa", admin=admin)


@pytest.fixture
def player(club: Club) -> Player:
    return make_player("Jana Nováková", club=club)


def text(response: Any) -> str:
    return " ".join(response.content.decode().split())


def post(client: Client, route: str, player: Player, **fields: object) -> Any:
    return client.post(reverse(route, args=[player.pk]), fields, follow=True)


def stored(player: Player) -> Player:
    return Player.objects.get(pk=player.pk)


def test_page_offers_care_to_the_club_alone(client: Client, player: Player) -> None:
    offered = {}
    for name, user in {"admin": None, "stranger": make_user()}.items():
        if user:
            client.force_login(user)
        content = text(client.get(player.get_absolute_url()))
        offered[name] = [reverse(route, args=[player.pk]) in content for route in CARE]
    assert offered == {"admin": [True] * 5, "stranger": [False] * 5}


@pytest.mark.parametrize(
    ("route", "queries"),
    [
        ("player", 8),
        ("player-edit", 6),
        ("player-move", 5),
        ("player-erase", 5),
        ("player-invite", 4),
        ("player-merge", 6),
    ],
)
def test_page_takes_a_fixed_number_of_queries(
    open_page: OpenPage, player: Player, club: Club, route: str, queries: int
) -> None:
    for number in range(5):
        make_player(f"Petr Dvořák {number}", club=club)
        make_club(f"Klub {number}")
    open_page(reverse(route, args=[player.pk]), queries=queries, shows="Jana Nováková")


def test_editing_is_saved(client: Client, player: Player) -> None:
    form = {"full_name": "Hana Nováková", "privacy": "full", "version": 1}
    assert "Saved." in text(post(client, "player-edit", player, **form))
    assert stored(player).public_name == "Hana Nováková"


def test_editing_of_a_stale_page_is_refused_and_keeps_what_was_typed(
    client: Client, player: Player
) -> None:
    form = {"full_name": "Hana Nováková", "privacy": "full", "version": 1}
    post(client, "player-edit", player, **form)
    response = post(client, "player-edit", player, **{**form, "full_name": "Jana Malá"})
    assert response.status_code == 422
    assert "Somebody changed this in the meantime" in text(response)
    assert 'value="Jana Malá"' in text(response)
    assert 'name="version" value="2"' in text(response)
    assert stored(player).full_name == "Hana Nováková"


def test_editing_leaves_privacy_to_a_player_with_an_account(client: Client, club: Club) -> None:
    player = make_player(club=club, user=make_user())
    address = reverse("player-edit", args=[player.pk])
    assert "decides alone" in text(client.get(address))
    form = {"full_name": "Hana Nováková", "privacy": "full", "version": 1}
    post(client, "player-edit", player, **form)
    assert (stored(player).full_name, stored(player).privacy) == ("Hana Nováková", "initial")


def test_membership_ends_and_is_taken_up_again(client: Client, player: Player, club: Club) -> None:
    page = text(post(client, "player-leave", player))
    assert "You can take them back on this page." in page
    assert reverse("player-return", args=[player.pk]) in page
    assert stored(player).club is None
    post(client, "player-return", player)
    assert stored(player).club == club


def test_membership_moves_to_another_club(client: Client, player: Player) -> None:
    other = make_club("Kocka")
    response = post(client, "player-move", player, club=other.pk, version=1)
    assert "Moved. Kocka looks after this player now." in text(response)
    assert reverse("player-edit", args=[player.pk]) not in text(response)
    assert stored(player).club == other


def test_membership_move_of_a_stale_page_is_refused(client: Client, player: Player) -> None:
    other = make_club("Kocka")
    response = post(client, "player-move", player, club=other.pk, version=9)
    assert response.status_code == 422
    assert stored(player).club != other


def test_erasing_asks_first(client: Client, player: Player, club: Club) -> None:
    Entry.objects.create(event=make_event(club), player=player)
    asked = text(client.get(reverse("player-erase", args=[player.pk])))
    assert "1 event shows “Former player” instead. Nobody’s place changes." in asked
    assert stored(player).full_name == "Jana Nováková"
    post(client, "player-erase", player)
    assert stored(player).full_name == ""
    assert client.get(player.get_absolute_url()).status_code == 404


def invite(client: Client, player: Player) -> str:
    response = post(client, "player-invite", player)
    return urlsplit(response.context["address"]).path


def test_invitation_makes_somebody_the_player(client: Client, player: Player) -> None:
    address = invite(client, player)
    person, user = Client(), make_user("eva")
    opened = person.get(address)
    assert opened.headers["Location"] == reverse("claim")  # the secret leaves the address
    assert person.get(reverse("claim")).headers["Location"].startswith("/accounts/login/")
    person.force_login(user)
    person.get(address)
    asked = text(person.get(reverse("claim"), headers={"Accept-Language": "en"}))
    assert "Jana Nováková" in asked
    person.post(reverse("claim"))
    assert stored(player).user == user


def test_invitation_works_once(client: Client, player: Player) -> None:
    address = invite(client, player)
    for number in range(2):
        person = Client()
        person.force_login(make_user(f"person{number}"))
        person.get(address)
        person.post(reverse("claim"))
    assert stored(player).user == User.objects.get(username="person0")


def test_invitation_survives_logging_in(client: Client, player: Player) -> None:
    from tests.factories import PASSWORD

    address = invite(client, player)
    make_user("eva")
    person = Client()
    person.get(address)
    login = reverse("account_login") + "?next=" + reverse("claim")
    person.post(login, {"login": "eva", "password": PASSWORD}, follow=True)
    assert player.full_name in text_of(person, reverse("claim"))


def test_invitation_that_is_unknown_is_explained(client: Client) -> None:
    response = client.get(reverse("invitation", args=["unknown"]))
    assert response.status_code == 400
    assert "Ask the club for a new one." in text(response)


def test_invitation_is_ended_by_the_person_or_the_club(client: Client, club: Club) -> None:
    person = make_user("eva")
    player = make_player(club=club, user=person)
    own = Client()
    own.force_login(person)
    assert "This is you." in text(
        own.get(player.get_absolute_url(), headers={"Accept-Language": "en"})
    )
    own.post(reverse("player-unlink", args=[player.pk]))
    assert stored(player).user is None


def test_merging_offers_similar_names_and_shows_what_changes(
    client: Client, player: Player, club: Club
) -> None:
    other = make_player("Jana Novakova", club=club)
    Entry.objects.create(event=make_event(club), player=other)
    address = reverse("player-merge", args=[player.pk])
    assert f"?other={other.pk}" in text(client.get(address))
    asked = text(client.get(address, {"other": other.pk}))
    assert "gets 1 event of the other" in asked
    form = {"other": other.pk, "kept": player.pk, "version": 1, "other_version": 1}
    post(client, "player-merge", player, **form)
    assert list(Player.objects.all()) == [player]
    assert Entry.objects.get().player == player


def test_merging_may_keep_the_other(client: Client, player: Player, club: Club) -> None:
    other = make_player("Jana Novakova", club=club)
    Player.objects.filter(pk=other.pk).update(version=4)
    form = {"other": other.pk, "kept": other.pk, "version": 1, "other_version": 4}
    post(client, "player-merge", player, **form)
    assert list(Player.objects.all()) == [other]


def test_merging_that_cannot_be_done_says_why(client: Client, player: Player, club: Club) -> None:
    other, event = make_player("Jana Novakova", club=club), make_event(club)
    for each in (player, other):
        Entry.objects.create(event=event, player=each)
    address = reverse("player-merge", args=[player.pk])
    assert "so they may be two people" in text(client.get(address, {"other": other.pk}))
    form = {"other": other.pk, "kept": player.pk, "version": 1, "other_version": 1}
    assert "so they may be two people" in text(post(client, "player-merge", player, **form))
    assert Player.objects.count() == 2


def test_merging_with_a_player_of_others_is_no_choice(client: Client, player: Player) -> None:
    other = make_player("Jana Nováková", club=make_club("Kocka"))
    assert is_nowhere(client, reverse("player-merge", args=[player.pk]), data={"other": other.pk})


def test_merging_finds_anybody_of_the_club(client: Client, player: Player, club: Club) -> None:
    other = make_player("Petr Dvořák", club=club)
    address = reverse("player-merge", args=[player.pk])
    assert f"?other={other.pk}" in text(client.get(address, {"q": "dvor"}))
