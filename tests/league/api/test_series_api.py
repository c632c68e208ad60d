"""Series over the API: lists, tables, rows explained, and nothing sent twice."""

from typing import Any

import pytest
from django.test import Client

from league.models import Club, ClubAdmin, Player, Series
from tests.factories import make_club, make_player, make_user
from tests.factories.series import evening_of, make_series
from tests.league.api.asking import NOBODY, Program

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [make_player(name, club=club) for name in ("Adam Bílý", "Bára Černá", "Cyril Dub")]


@pytest.fixture
def series(club: Club, people: list[Player]) -> Series:
    a, b, c = people
    series = make_series(club, planned=2)
    evening_of(series, a, [b, c])
    return series


def test_series_are_listed_by_club(series: Series) -> None:
    make_series(make_club("Jiný"))
    assert NOBODY.get("series").json()["count"] == 2
    [found] = NOBODY.get("series", club=series.club_id).json()["results"]
    assert (found["id"], found["evening_count"], found["finished_count"]) == (series.pk, 1, 1)
    assert NOBODY.get(f"series/{series.pk}").json() == found


def test_table_has_exact_numbers(series: Series, people: list[Player]) -> None:
    answer = NOBODY.get(f"series/{series.pk}/table").json()
    assert [(row["rank"], row["name"], row["total"]) for row in answer["rows"]] == [
        (1, "Adam B.", 25),
        (2, "Bára Č.", "33/2"),
        (2, "Cyril D.", "33/2"),
    ]
    assert answer["rows"][1]["cells"] == [
        {
            "event": answer["evenings"][0]["event"],
            "entry": people[1].entries.get().pk,
            "place": 2,
            "shared_by": 2,
            "of": 3,
            "own_points": 9,
            "points": "33/2",
            "use": "counted",
        }
    ]
    assert answer["rows"][0]["reach"] == {
        "least": 25,
        "most": 50,
        "best": 1,
        "worst": 3,
        "newcomers_may_pass": True,
        "is_sure_of_first": False,
    }
    assert (answer["left"], answer["is_current"], answer["guests"]) == (1, True, [])


def test_row_is_explained(series: Series, people: list[Player]) -> None:
    answer = NOBODY.get(f"series/{series.pk}/rows/{people[1].pk}").json()
    assert answer["above"] == {
        "player": people[0].pk,
        "name": "Adam B.",
        "total": 25,
        "parted": {"decided_by": "points", "place": 0, "upper": 0, "lower": 0},
    }
    assert (answer["evenings"][0]["places"], answer["row"]["total"]) == ([2, 3], "33/2")
    assert answer["below"]["parted"]["decided_by"] == "nothing"
    missing = NOBODY.get(f"series/{series.pk}/rows/{make_player().pk}")
    assert (missing.status_code, missing.json()["code"]) == (404, "not-found")


def test_table_of_one_game(series: Series, people: list[Player]) -> None:
    evening_of(series, people[2], game="twisty")
    answer = NOBODY.get(f"series/{series.pk}/table", game="twisty").json()
    assert [game["key"] for game in answer["games"]] == ["kaleidoskop", "twisty"]
    assert [row["name"] for row in answer["rows"]] == ["Cyril D."]


def test_what_is_known_is_not_sent_again(
    series: Series, people: list[Player], django_assert_num_queries: Any
) -> None:
    address = f"/api/v1/series/{series.pk}/table"
    tag = Client().get(address).headers["ETag"]
    # Series, evenings, stages, entries, players; standings are in the cache.
    with django_assert_num_queries(5):
        again = Client().get(address, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    evening_of(series, people[2])
    changed = Client().get(address, headers={"If-None-Match": tag})
    assert (changed.status_code, len(changed.json()["evenings"])) == (200, 2)


@pytest.fixture
def program(club: Club) -> Program:
    admin = make_user()
    ClubAdmin.objects.create(club=club, user=admin)
    return Program.of(admin)


def test_running_series_is_opened_and_counted_otherwise(club: Club, program: Program) -> None:
    made = program.post("series", club=club.pk, name="Jaro", best=2)
    assert (made.status_code, made.json()["best"], made.json()["evening_count"]) == (201, 2, 0)
    path = f"series/{made.json()['id']}"
    changed = program.patch(path, version=made.json()["version"], scheme="own", own_points=[3])
    assert (changed.json()["scheme"], changed.json()["own_points"]) == ("own", [3])
    stale = program.patch(path, version=1, name="Léto")
    assert (stale.status_code, Series.objects.get(name="Jaro").scheme) == (409, "own")
    wrong = program.patch(path, version=changed.json()["version"], own_points=[1, 2])
    assert (wrong.status_code, wrong.json()["code"]) == (400, "wrong-numbers")


def test_running_evenings_are_added_moved_and_taken_out(
    series: Series, people: list[Player], program: Program
) -> None:
    path = f"series/{series.pk}"
    first = series.evenings.get().event_id
    starts_at = "2027-01-12T18:00:00+01:00"
    made = program.post(f"{path}/next-evening", name="Večer 2", starts_at=starts_at)
    second = made.json()["id"]
    assert (made.status_code, made.json()["status"]) == (201, "draft")
    assert program.post(f"{path}/evenings/{second}/move", by=-1).status_code == 200
    assert order(series) == [second, first]
    assert program.delete(f"{path}/evenings/{second}").status_code == 204
    added = program.post(f"{path}/evenings", event=second)
    assert (added.status_code, added.json()["evening_count"]) == (201, 2)
    assert order(series) == [first, second]
    assert program.post(f"{path}/evenings", event=second).status_code == 400


def test_running_guest_is_named_and_series_archived(
    series: Series, people: list[Player], program: Program
) -> None:
    path = f"series/{series.pk}"
    assert program.post(f"{path}/guests/{people[0].pk}", is_guest=True).status_code == 204
    assert list(series.said_guests.values_list("player", "is_guest")) == [(people[0].pk, True)]
    assert program.post(f"{path}/archive").json()["status"] == "archived"
    assert program.post(f"{path}/guests/{people[0].pk}", is_guest=False).status_code == 400
    assert program.post(f"{path}/reopen").json()["status"] == "running"


def test_running_others_are_refused(series: Series, club: Club) -> None:
    stranger = Program.of(make_user())
    assert stranger.post("series", club=club.pk, name="Cizí").status_code == 403
    assert stranger.patch(f"series/{series.pk}", version=1, name="Cizí").status_code == 403
    assert NOBODY.post("series", club=club.pk, name="Cizí").status_code == 401
    assert list(Series.objects.values_list("name", flat=True)) == ["Liga"]


def order(series: Series) -> list[str]:
    return list(series.evenings.order_by("order").values_list("event", flat=True))
