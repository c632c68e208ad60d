"""Ratings over the API, tagged by their version."""

import pytest
from django.test import Client

from league.clubs.services.players import edit_player, erase_player
from league.models import Player, RatingChange
from league.permissions import SERVICE
from tests.factories import make_club, make_player
from tests.factories.ratings import play
from tests.league.api.asking import NOBODY

pytestmark = pytest.mark.django_db


@pytest.fixture
def jana() -> Player:
    return make_player("Jana Nováková", club=make_club("Hexa"))


@pytest.fixture
def petr() -> Player:
    return make_player("Petr Svoboda")


def test_ratings_of_a_player(jana: Player, petr: Player) -> None:
    play({jana: 60, petr: 50})
    assert NOBODY.get(f"players/{jana.pk}/ratings").json()["results"] == [
        {
            "game": "triolet",
            "name": "Triolet",
            "rating": 1186,
            "uncertainty": 202,
            "games": 1,
            "is_provisional": True,
            "wins": 1,
            "best": 1186,
        }
    ]


def test_history_names_matches_and_opponents(jana: Player, petr: Player) -> None:
    [match] = play({jana: 60, petr: 50})
    [game] = NOBODY.get(f"players/{petr.pk}/rated-games", game="triolet").json()["results"]
    change = RatingChange.objects.get(player=petr)
    assert game == {
        "game": "triolet",
        "event": match.event_id,
        "match": match.pk,
        "number": 1,
        "submission": change.result.submission_id,
        "grade": "entered",
        "played_at": game["played_at"],
        "rank": 2,
        "sides": 2,
        "score": 50,
        "partners": [],
        "opponents": [{"player": jana.pk, "rank": 1, "score": 60}],
        "rating": 1054,
        "difference": -46,
        "games": 1,
    }
    assert NOBODY.get(f"players/{petr.pk}/rated-games", game="twisty").json()["count"] == 0
    assert NOBODY.get(f"players/{petr.pk}/rated-games", game="chess").status_code == 400


def test_leaderboard_by_club_name_and_provisional(jana: Player, petr: Player) -> None:
    play({jana: 60, petr: 50}, times=10)
    eva = make_player("Eva Malá")
    play({jana: 60, eva: 50})

    def found(**query: object) -> list[tuple[object, ...]]:
        rows = NOBODY.get("ratings/triolet", **query).json()["results"]
        return [(row["rank"], row["player"]["name"], row["games"]) for row in rows]

    assert found() == [(1, "Jana N.", 11), (2, "Petr S.", 10)]
    assert found(club=jana.club_id) == [(1, "Jana N.", 11)]
    assert found(q="petr") == [(2, "Petr S.", 10)]
    assert found(provisional=True) == [(None, "Eva M.", 1)]
    assert NOBODY.get("ratings/chess").status_code == 404
    sizes = NOBODY.get("ratings").json()["results"]
    assert sizes[0] == {"game": "triolet", "name": "Triolet", "settled": 2, "provisional": 1}


def test_head_to_head(jana: Player, petr: Player) -> None:
    play({jana: 60, petr: 50})
    play({jana: 40, petr: 50, make_player("Eva Malá"): 60})
    assert NOBODY.get(f"players/{jana.pk}/against/{petr.pk}").json() == {
        "together": 0,
        "games": [
            {
                "game": "triolet",
                "name": "Triolet",
                "met": 2,
                "ahead": 1,
                "level": 0,
                "behind": 1,
                "wins": [1, 0],
                "places": [[3, 2], [1, 2]],
            }
        ],
    }
    assert NOBODY.get(f"players/{jana.pk}/against/{jana.pk}").status_code == 404


@pytest.mark.parametrize(
    "path", ["ratings", "ratings/triolet", "players/{0}/ratings", "players/{0}/rated-games"]
)
def test_answers_are_tagged_until_a_number_or_a_name_changes(
    path: str, jana: Player, petr: Player
) -> None:
    play({jana: 60, petr: 50})
    address = "/api/v1/" + path.format(jana.pk)

    def status(tag: str) -> int:
        return Client().get(address, headers={"If-None-Match": tag}).status_code

    first = Client().get(address)["ETag"]
    assert status(first) == 304
    edit_player(petr, actor=SERVICE, version=1, privacy=Player.Privacy.FULL)
    named = Client().get(address)["ETag"]
    assert status(first) == 200
    play({jana: 60, petr: 50})
    assert status(named) == 200


def test_erased_player_is_gone(jana: Player, petr: Player) -> None:
    play({jana: 60, petr: 50}, times=10)
    erase_player(petr, actor=SERVICE)
    rows = NOBODY.get("ratings/triolet").json()["results"]
    assert [row["player"]["name"] for row in rows] == ["Jana N."]
    assert NOBODY.get(f"players/{petr.pk}/ratings").status_code == 404
