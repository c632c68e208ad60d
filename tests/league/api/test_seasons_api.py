"""Seasons over the API: divisions, tables, schedule, days of matches; cached by their versions."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from league.models import Postponement
from tests.factories import make_club, make_user
from tests.factories.seasons import make_season, open_match, play_open, running_season
from tests.league.api.asking import Program

pytestmark = pytest.mark.django_db

NOBODY = Program()


def test_season_with_its_divisions_and_days() -> None:
    season = running_season(3, 4)
    found = NOBODY.get(f"seasons/{season.pk}").json()
    assert [(each["order"], each["name"]) for each in found["divisions"]] == [
        (1, "Division 1"),
        (2, "Division 2"),
    ]
    assert [each["number"] for each in found["dates"]] == [1, 2, 3]
    assert (found["status"], found["format"], found["movers"]) == ("running", "single", None)
    listed = NOBODY.get("seasons", club=season.club_id, status="running").json()
    assert [each["id"] for each in listed["results"]] == [season.pk]


def test_draft_is_told_to_those_who_run_the_club() -> None:
    admin = make_user()
    season = make_season(3, club=make_club(admin=admin))
    assert NOBODY.get(f"seasons/{season.pk}").status_code == 404
    assert Program.of(admin).get(f"seasons/{season.pk}").json()["status"] == "draft"


def test_tables_have_zones_and_possible_places() -> None:
    season = running_season(4, 4, weeks_ago=1)
    play_open(season)
    upper, lower = NOBODY.get(f"seasons/{season.pk}/tables").json()["results"]
    assert [(row["points_12"], row["zone"]) for row in upper["rows"]] == [
        (48, "stay"),
        (24, "stay"),
        (24, "stay"),
        (0, "down"),
    ]
    assert [(row["best"], row["worst"]) for row in lower["rows"]] == [
        (1, 3),
        (1, 4),
        (1, 4),
        (2, 4),
    ]


def test_schedule_is_whole_and_cached_until_something_changes() -> None:
    season = running_season(4)
    path = f"seasons/{season.pk}/schedule"
    first = NOBODY.get(path)
    rounds = first.json()["results"]
    assert [each["number"] for each in rounds] == [1, 2, 3]
    [now], [later] = rounds[0]["divisions"], rounds[1]["divisions"]
    assert [meeting["match"] is None for meeting in now["meetings"]] == [False, False]
    assert [meeting["match"] is None for meeting in later["meetings"]] == [True, True]
    again = {"If-None-Match": first["ETag"], "Accept-Language": "en"}
    assert Client().get(f"/api/v1/{path}", headers=again).status_code == 304
    play_open(season)
    assert Client().get(f"/api/v1/{path}", headers=again).status_code == 200


def test_players_agree_on_a_day_and_officials_set_one() -> None:
    admin, asks, answers = make_user(), make_user(), make_user()
    season = running_season(4, club=make_club(admin=admin))
    match = open_match(season)
    for letter, user in (("A", asks), ("B", answers)):
        player = match.seats.get(letter=letter).player
        player.user = user
        player.save()
    path = f"matches/{match.pk}/postponements"
    day = timezone.localdate() + timedelta(days=8)
    asked = Program.of(asks).post(path, kind="asked", play_on=day.isoformat())
    assert (asked.status_code, asked.json()["kind"]) == (201, "asked")
    refused = Program.of(asks).post(path, kind="set", play_on=day.isoformat())
    assert refused.status_code == 403
    Program.of(answers).post(path, kind="agreed", play_on=day.isoformat())
    Program.of(admin).post(path, kind="set", play_on=(day + timedelta(days=1)).isoformat())
    assert [each["kind"] for each in NOBODY.get(path).json()["results"]] == [
        "asked",
        "agreed",
        "set",
    ]
    told = NOBODY.get(f"seasons/{season.pk}/postponements").json()["results"]
    assert {each["match"] for each in told} == {match.pk}
    assert NOBODY.post(path, kind="asked", play_on=day.isoformat()).status_code == 401
    assert Program.of(make_user()).post(path, kind="asked", play_on="2027-01-01").status_code == 403
    assert Postponement.objects.count() == 3
