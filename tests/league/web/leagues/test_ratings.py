"""Pages of ratings: the player's, leaderboards, and two players against each other."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.clubs.services.players import erase_player
from league.models import Club, Player
from league.permissions import SERVICE
from league.ratings.services import compute_ratings
from tests.conftest import OpenPage
from tests.factories import make_club, make_player
from tests.factories.events import enter, published_round, running_event
from tests.factories.ratings import play
from tests.factories.submissions import confirm, hand_in_record
from tests.factories.tables import record_of

pytestmark = pytest.mark.django_db


def text(response: Any) -> str:
    """What a reader sees, without tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


@pytest.fixture
def club() -> Club:
    return make_club("Hexa")


@pytest.fixture
def jana(club: Club) -> Player:
    return make_player("Jana Nováková", club=club)


@pytest.fixture
def petr(club: Club) -> Player:
    return make_player("Petr Svoboda", club=club)


def get(client: Client, route: str, *arguments: object, query: str = "") -> str:
    return text(client.get(reverse(route, args=arguments) + query))


def test_player_without_games_is_told_how_to_get_a_rating(client: Client, jana: Player) -> None:
    assert "No rated game yet." in get(client, "player", jana.pk)


def test_player_shows_number_uncertainty_and_that_it_is_provisional(
    client: Client, jana: Player, petr: Player
) -> None:
    play({jana: 60, petr: 50})
    page = get(client, "player", jana.pk)
    assert "Triolet 1186 ± 202 provisional" in page
    assert "won with 60 against Petr S. 50" in page
    assert "Svoboda" not in page


def test_player_is_not_provisional_after_ten_games(
    client: Client, jana: Player, petr: Player
) -> None:
    play({jana: 60, petr: 50}, times=10)
    assert "provisional" not in get(client, "player", jana.pk)


def test_player_chart_has_words_and_its_numbers_behind_it(
    client: Client, jana: Player, petr: Player
) -> None:
    play({jana: 60, petr: 50}, times=2)
    content = client.get(jana.get_absolute_url()).content.decode()
    assert '<title id="history-title">Rating in Triolet game by game</title>' in content
    assert "From 1186 after the first game to" in content
    assert "The numbers of this chart" in content
    assert "style=" not in content.split("<main")[1].split("</main")[0]


def test_player_several_games_are_chosen_between(
    client: Client, jana: Player, petr: Player
) -> None:
    play({jana: 60, petr: 50}, times=2)
    play({jana: 4, petr: 5}, game="twisty")
    assert "Triolet" in get(client, "player", jana.pk).split("Rated games")[0]
    twisty = get(client, "player", jana.pk, query="?game=twisty")
    assert "Twisty 1054 ± 202 provisional" in twisty
    assert "lost with 4 " in twisty


def test_player_links_to_the_record_that_the_rules_verified(client: Client) -> None:
    [match] = published_round(running_event(2, stage={"table_size": 2})).matches.all()
    submission = hand_in_record(match, record_of(1, players=2))
    confirm(submission, "B")
    compute_ratings("triolet")
    player = match.seats.get(letter="A").player
    content = client.get(player.get_absolute_url()).content.decode()
    assert reverse("submission", args=[submission.pk]) in content
    assert reverse("match", args=[match.pk]) in content


def test_player_takes_a_fixed_number_of_queries(
    open_page: OpenPage, jana: Player, petr: Player
) -> None:
    others = [make_player(f"Hráč {n}") for n in range(2)]
    play({jana: 4, petr: 3, others[0]: 2, others[1]: 1}, times=3)
    open_page(jana.get_absolute_url(), queries=8, shows="Rated games 3")
    games = reverse("player-games", args=[jana.pk])
    open_page(games, queries=6, shows="Rated games of Jana N.")


def test_erased_is_former_to_opponents_and_in_no_leaderboard(
    client: Client, jana: Player, petr: Player
) -> None:
    play({jana: 60, petr: 50}, times=10)
    assert "Petr S." in get(client, "ratings-game", "triolet"), "the control"
    erase_player(petr, actor=SERVICE)
    assert "against Former player" in get(client, "player", jana.pk)
    for page in ("ratings-game", "triolet"), ("ratings",), ("club-ratings", jana.club_id):
        seen = get(client, *page)
        assert "Jana N." in seen
        assert "Former player" not in seen
        assert "Petr" not in seen
    assert client.get(reverse("player-games", args=[petr.pk])).status_code == 404
    against = reverse("player-against-other", args=[jana.pk, petr.pk])
    assert client.get(against).status_code == 404
    assert "Petr" not in get(client, "player-against", jana.pk)


def test_leaderboard_ranks_those_with_ten_games_and_lists_others_apart(
    client: Client, jana: Player, petr: Player
) -> None:
    play({jana: 60, petr: 50}, times=10)
    play({jana: 60, make_player("Eva Malá"): 50})
    board = get(client, "ratings-game", "triolet")
    assert re.search(r"1 Jana N\. \d+ ± \d+ 11 Hexa 2 Petr S\. \d+ ± \d+ 10 Hexa", board)
    assert "Eva M." not in board
    provisional = get(client, "ratings-game", "triolet", query="?who=provisional")
    assert re.search(r"– Eva M\. \d+ ± \d+ 1 ", provisional)
    assert "Jana N." not in provisional


def test_leaderboard_equal_numbers_share_a_rank(client: Client) -> None:
    a, b, c = (make_player(f"Hráč {letter}") for letter in "ABC")
    play({a: 5, b: 5}, times=10)
    play({make_player("Kdo Prohrál"): 1, c: 2})
    assert [
        row.rank for row in client.get(reverse("ratings-game", args=["triolet"])).context["rows"]
    ] == [1, 1]


def test_leaderboard_is_searched_by_what_is_shown_of_names(
    client: Client, jana: Player, petr: Player
) -> None:
    play({jana: 60, petr: 50}, times=10)

    def found(words: str) -> list[tuple[int, str]]:
        response = client.get(reverse("ratings-game", args=["triolet"]), {"q": words})
        return [(row.rank, row.player.public_name) for row in response.context["rows"]]

    assert found("PETR") == [(2, "Petr S.")]
    assert found("petr s") == [(2, "Petr S.")]
    assert (found("svob"), found("etr"), found("?")) == ([], [], [])


def test_leaderboard_of_a_club_holds_its_players_alone(
    client: Client, jana: Player, petr: Player
) -> None:
    play({jana: 60, make_player("Cizí Hráč", club=make_club("Jinde")): 70}, times=10)
    board = get(client, "club-ratings", jana.club_id)
    assert "1 Jana N." in board
    assert "Cizí H." not in board
    assert get(client, "ratings-game", "triolet").index("1 Cizí H.")


def test_leaderboard_says_what_to_do_while_empty(client: Client, club: Club) -> None:
    assert "No rated game has been played yet" in get(client, "ratings")
    assert "Nobody here" in get(client, "ratings-game", "triolet")
    assert client.get(reverse("ratings-game", args=["chess"])).status_code == 404


def test_leaderboard_takes_a_fixed_number_of_queries(
    open_page: OpenPage, jana: Player, petr: Player
) -> None:
    play({jana: 60, petr: 50}, times=10)
    for number in range(3):
        play({jana: 4, make_player(f"Hráč {number}"): 3})
    board = reverse("ratings-game", args=["triolet"])
    in_club = reverse("club-ratings", args=[jana.club_id])
    pages = {board: 5, board + "?q=jana": 4, reverse("ratings"): 3, in_club: 7}
    for address, queries in pages.items():
        open_page(address, queries=queries, shows="1 Jana N. 1607")


def test_against_counts_meetings_by_game(client: Client, jana: Player, petr: Player) -> None:
    eva = make_player("Eva Malá")
    play({jana: 60, petr: 50}, times=2)
    play({jana: 40, petr: 50, eva: 60})
    play({jana: 4, petr: 4}, game="twisty")
    play({jana: 60, eva: 50})
    page = get(client, "player-against-other", jana.pk, petr.pk)
    assert (
        "Triolet met 3 times Jana N. ahead 2 level 0 Petr S. ahead 1 "
        "First places 2 : 0 · Mean place 1.67 : 2.00"
    ) in page
    assert "Twisty met 1 time Jana N. ahead 0 level 1 Petr S. ahead 0" in page
    assert "place 3 of 3 with 40 against Eva M. 60 Petr S. 50" in page


def test_against_partners_do_not_meet(client: Client, jana: Player, petr: Player) -> None:
    stage = running_event(2, game="kaleidoskop", variant="teams")
    first, second = stage.event.entries.order_by("seed")
    for entry, pair in ((first, (jana, petr)), (second, (make_player("C D"), make_player()))):
        entry.player, entry.partner = pair
        entry.save()
    [match] = published_round(stage).matches.all()
    enter(match, 30, 20)
    compute_ratings("kaleidoskop")
    page = get(client, "player-against-other", jana.pk, petr.pk)
    assert "They have not met yet" in page
    assert "They played 1 game as partners." in page
    assert "together with Petr S." in get(client, "player-games", jana.pk)


def test_against_offers_those_met_most_and_finds_others(
    client: Client, jana: Player, petr: Player
) -> None:
    eva, adam = make_player("Eva Malá"), make_player("Adam Nový")
    play({jana: 60, eva: 50}, times=2)
    play({jana: 60, petr: 50})
    play({adam: 60, petr: 50})
    page = get(client, "player-against", jana.pk)
    assert page.index("Eva M. 2 games") < page.index("Petr S. Hexa 1 game")
    assert "Adam N." not in page
    assert "Adam N." in get(client, "player-against", jana.pk, query="?q=ada")


def test_against_takes_a_fixed_number_of_queries(
    open_page: OpenPage, jana: Player, petr: Player
) -> None:
    play({jana: 60, petr: 50}, times=3)
    play({jana: 6, petr: 5}, game="twisty")
    address = reverse("player-against-other", args=[jana.pk, petr.pk])
    open_page(address, queries=7, shows="Triolet met 3 times")
    others = reverse("player-against", args=[jana.pk])
    open_page(others, queries=3, shows="Petr S. Hexa 4 games")
