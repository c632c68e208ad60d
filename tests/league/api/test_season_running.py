"""Programs run a season: set it up, date it, take its steps, and draft the next one."""

from datetime import date, timedelta

import pytest
from django.test import Client

from league.models import AuditEntry, Club, Event, Match, Season, User
from league.seasons.queries.seasons import today_in
from tests.factories import make_club, make_player, make_user
from tests.factories.events import published_round, running_event
from tests.factories.seasons import make_season, played_season, running_season
from tests.league.api.asking import NOBODY, Program

pytestmark = pytest.mark.django_db

DRAUGHTS = {"game": "other", "other_name": "Dáma", "other_most": 2}


@pytest.fixture
def admin() -> User:
    return make_user()


@pytest.fixture
def club(admin: User) -> Club:
    return make_club(admin=admin)


@pytest.fixture
def program(admin: User) -> Program:
    return Program.of(admin)


def names_told(program: Program, season: str) -> list[list[str]]:
    told = program.get(f"seasons/{season}/players").json()["results"]
    return [[each["name"] for each in division["players"]] for division in told]


def test_setting_up_season_is_made_changed_and_thrown_away(club: Club, program: Program) -> None:
    made = program.post("seasons", club=club.pk, divisions=2, name="Liga", **DRAUGHTS)
    told = made.json()
    assert made.status_code == 201
    assert (told["status"], told["other_name"], told["format"]) == ("draft", "Dáma", "single")
    assert [each["order"] for each in told["divisions"]] == [1, 2]
    path = f"seasons/{told['id']}"
    changed = program.patch(path, version=told["version"], movers=2, has_play_offs=True)
    assert (changed.json()["movers"], changed.json()["has_play_offs"]) == (2, True)
    assert changed.json()["name"] == "Liga"
    stale = program.patch(path, version=told["version"], name="Jiná")
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    assert program.delete(path).status_code == 204
    assert not Season.objects.exists()


def test_setting_up_game_without_a_name_is_refused(club: Club, program: Program) -> None:
    refused = program.post("seasons", club=club.pk, divisions=1, name="Liga", game="other")
    assert (refused.status_code, list(refused.json()["errors"])) == (400, ["other_name"])
    assert not Season.objects.exists()


def test_setting_up_divisions_are_added_named_and_removed(club: Club, program: Program) -> None:
    season = make_season(3, club=club)
    path = f"seasons/{season.pk}"
    added = program.post(f"{path}/divisions")
    assert added.status_code == 201
    first, second = (each["id"] for each in added.json()["divisions"])
    named = program.patch(f"{path}/divisions/{second}", name="Béčko")
    assert [each["name"] for each in named.json()["divisions"]] == ["Division 1", "Béčko"]
    refused = program.delete(f"{path}/divisions/{first}")
    assert (refused.status_code, refused.json()["code"]) == (400, "refused")
    assert program.delete(f"{path}/divisions/{second}").status_code == 204
    assert [each.name for each in season.divisions.all()] == ["Division 1"]


def test_setting_up_players_are_added_moved_and_taken_out(club: Club, program: Program) -> None:
    season = make_season(2, 1, club=club)
    member = make_player("Eva Malá", club=club)
    upper, lower = season.divisions.order_by("order")
    path = f"seasons/{season.pk}"
    added = program.post(
        f"{path}/divisions/{lower.pk}/players", names=["Jan  Nový"], players=[member.pk]
    )
    assert added.status_code == 201
    assert names_told(program, season.pk)[1] == ["Hráč2A Z", "Eva Malá", "Jan Nový"]
    entry = lower.event.entries.get(player=member)
    moved = program.post(f"{path}/entries/{entry.pk}/move", division=upper.pk)
    assert moved.status_code == 204
    assert names_told(program, season.pk)[0] == ["Hráč1A Z", "Hráč1B Z", "Eva Malá"]
    there = upper.event.entries.get(player=member)
    assert program.delete(f"{path}/entries/{there.pk}").status_code == 204
    assert names_told(program, season.pk)[0] == ["Hráč1A Z", "Hráč1B Z"]


def test_setting_up_player_of_another_club_is_refused(club: Club, program: Program) -> None:
    season = make_season(2, club=club)
    stranger = make_player("Cizí Hráč", club=make_club("Jiný klub"))
    path = f"seasons/{season.pk}/divisions/{season.divisions.get().pk}/players"
    refused = program.post(path, players=[stranger.pk])
    assert (refused.status_code, list(refused.json()["errors"])) == (400, ["players"])
    assert len(names_told(program, season.pk)[0]) == 2


def test_setting_up_days_come_from_a_rule_or_by_hand(club: Club, program: Program) -> None:
    season = make_season(3, club=club)
    path = f"seasons/{season.pk}/dates"
    rule = {"first": "2027-01-04", "every": "week", "without": ["2027-01-12"]}
    ruled = program.post(f"{path}/generate", version=season.version, **rule)
    starts = [each["starts_on"] for each in ruled.json()["dates"]]
    assert starts == ["2027-01-04", "2027-01-18", "2027-01-25"]
    rounds = [{"starts_on": f"2027-02-0{day}", "due_on": f"2027-02-0{day}"} for day in (1, 2)]
    stale = program.post(path, version=season.version, rounds=rounds)
    assert stale.status_code == 409
    by_hand = program.post(path, version=ruled.json()["version"], rounds=rounds)
    assert [each["due_on"] for each in by_hand.json()["dates"]] == ["2027-02-01", "2027-02-02"]
    version = by_hand.json()["version"]
    far = program.post(f"{path}/generate", version=version, first="9999-12-31", every="month")
    assert (far.status_code, far.json()["detail"]) == (400, "Choose a day of this century.")
    assert season.round_dates.count() == 2


def test_setting_up_season_takes_its_steps(club: Club, program: Program) -> None:
    season = make_season(3, club=club)
    path = f"seasons/{season.pk}"
    skipped = program.post(f"{path}/move", to="running", version=season.version)
    assert (skipped.status_code, skipped.json()["code"]) == (400, "refused")
    opened = program.post(f"{path}/move", to="open", version=season.version)
    started = program.post(f"{path}/move", to="running", version=opened.json()["version"])
    assert (opened.json()["status"], started.json()["status"]) == ("open", "running")
    entry = season.divisions.get().event.entries.all()[0]
    refused = program.delete(f"{path}/entries/{entry.pk}")
    assert (refused.status_code, refused.json()["code"]) == (400, "refused")


def test_running_round_is_given_more_time(club: Club, program: Program) -> None:
    season = running_season(4, club=club)
    before: date = season.round_dates.get(number=1).due_on
    path = f"seasons/{season.pk}/rounds/1/extend"
    later = before + timedelta(days=3)
    extended = program.post(path, due_on=later.isoformat())
    assert extended.json()["dates"][0]["due_on"] == later.isoformat()
    earlier = program.post(path, due_on=before.isoformat())
    assert (earlier.status_code, earlier.json()["code"]) == (400, "refused")
    assert program.post(path, due_on="9999-12-31").status_code == 400
    assert season.round_dates.get(number=1).due_on == later


def test_running_overdue_match_is_forfeited(club: Club, program: Program) -> None:
    season = running_season(3, club=club, weeks_ago=1)
    [late] = program.get(f"seasons/{season.pk}/overdue").json()["results"]
    due_on = today_in(season) - timedelta(days=1)
    assert (late["round"], late["due_on"], late["days_late"]) == (1, due_on.isoformat(), 1)
    path = f"matches/{late['match']}/forfeit"
    nobody = program.post(path, absent=[])
    assert (nobody.status_code, nobody.json()["code"]) == (400, "refused")
    assert program.post(path, absent=[late["entries"][0]]).status_code == 204
    assert not Match.objects.get(pk=late["match"]).is_open
    assert program.get(f"seasons/{season.pk}/overdue").json()["results"] == []


def test_running_match_of_no_season_has_no_deadline(club: Club, program: Program) -> None:
    stage = running_event(2, stage={"kind": "round_robin"})
    Event.objects.filter(pk=stage.event_id).update(club=club)
    match = Match.objects.get(round=published_round(stage))
    absent = [match.seats.get(letter="A").entry_id]
    assert program.post(f"matches/{match.pk}/forfeit", absent=absent).status_code == 404
    assert Match.objects.get(pk=match.pk).is_open


def test_next_moves_are_previewed_and_carried_out(club: Club, program: Program) -> None:
    season = played_season(4, 4, club=club)
    path = f"seasons/{season.pk}"
    upper, lower = NOBODY.get(f"{path}/outcome").json()["divisions"]
    assert upper["before"][-1]["name"] == "Hráč1D Z."
    assert upper["after"][-1]["name"] == "Hráč2A Z."
    assert lower["after"][0]["name"] == "Hráč1D Z."
    wishes = {
        "name": "Liga 2",
        "leaving": {lower["before"][3]["entry"]: "paused"},
        "newcomers": ["Nový  Hráč"],
    }
    shown = program.post(f"{path}/next/preview", **wishes)
    assert [
        [(each["name"], each["why"]) for each in division["players"]]
        for division in shown.json()["results"]
    ] == [
        [
            ("Hráč1A Z.", "stays"),
            ("Hráč1B Z.", "stays"),
            ("Hráč1C Z.", "stays"),
            ("Hráč2A Z.", "promoted"),
        ],
        [
            ("Hráč1D Z.", "relegated"),
            ("Hráč2B Z.", "stays"),
            ("Hráč2C Z.", "stays"),
            ("Nový Hráč", "new"),
        ],
    ]
    assert Season.objects.count() == 1
    made = program.post(f"{path}/next", **wishes)
    assert (made.status_code, made.json()["previous"]) == (201, season.pk)
    assert names_told(program, made.json()["id"]) == [
        ["Hráč1A Z", "Hráč1B Z", "Hráč1C Z", "Hráč2A Z"],
        ["Hráč1D Z", "Hráč2B Z", "Hráč2C Z", "Nový Hráč"],
    ]
    [paused] = program.get(f"seasons/{made.json()['id']}/paused").json()["results"]
    assert (paused["name"], paused["order"]) == ("Hráč2D Z.", 2)
    again = program.post(f"{path}/next", name="Liga 3")
    assert (again.status_code, again.json()["code"]) == (400, "refused")


def test_next_newcomer_who_plays_already_is_refused(club: Club, program: Program) -> None:
    season = played_season(3, 3, club=club)
    path = f"seasons/{season.pk}/next"
    refused = program.post(path, name="Liga 2", newcomers=["Hráč1A Z"])
    assert "is already in this season" in refused.json()["detail"]
    assert Season.objects.count() == 1


def test_next_play_off_is_decided(club: Club, program: Program) -> None:
    season = played_season(6, 6, club=club, has_play_offs=True)
    path = f"seasons/{season.pk}"
    first = NOBODY.get(f"{path}/outcome")
    [pair] = first.json()["play_offs"]
    assert (pair["winner"], pair["event"]) == (None, None)
    waits = program.post(f"{path}/next", name="Liga 2")
    assert (waits.status_code, Season.objects.count()) == (400, 1)
    opened = program.post(f"{path}/play-offs/{pair['division']}/event")
    assert (opened.status_code, opened.json()["status"]) == (201, "open")
    decided = program.post(f"{path}/play-offs/{pair['division']}", winner=pair["challenger"]).json()
    [now] = decided["play_offs"]
    assert (now["winner"], now["event"]) == (pair["challenger"], opened.json()["id"])
    assert pair["challenger"] in [each["entry"] for each in decided["divisions"][0]["after"]]


def test_next_outcome_is_cached_until_something_changes(club: Club, program: Program) -> None:
    season = played_season(3, 3, club=club)
    path = f"seasons/{season.pk}"
    tag = {"If-None-Match": NOBODY.get(f"{path}/outcome")["ETag"], "Accept-Language": "en"}
    assert Client().get(f"/api/v1/{path}/outcome", headers=tag).status_code == 304
    season.refresh_from_db()
    program.patch(path, version=season.version, movers=0)
    fresh = Client().get(f"/api/v1/{path}/outcome", headers=tag)
    assert fresh.status_code == 200
    assert all(each["before"] == each["after"] for each in fresh.json()["divisions"])


def test_others_are_refused(club: Club) -> None:
    season = running_season(3, 3, club=club)
    path = f"seasons/{season.pk}"
    division = season.divisions.order_by("order")[0].pk
    entry = season.divisions.order_by("order")[0].event.entries.all()[0].pk
    asked = (
        ("post", "seasons", {"club": club.pk, "divisions": 1, "name": "Cizí"}),
        ("patch", path, {"version": 1, "name": "Cizí"}),
        ("post", f"{path}/move", {"to": "finished", "version": 1}),
        ("post", f"{path}/divisions", {}),
        ("patch", f"{path}/divisions/{division}", {"name": "Cizí"}),
        ("post", f"{path}/divisions/{division}/players", {"names": ["Cizí"]}),
        ("post", f"{path}/entries/{entry}/move", {"division": division}),
        ("post", f"{path}/dates/generate", {"first": "2027-01-01", "every": "week", "version": 1}),
        ("post", f"{path}/rounds/1/extend", {"due_on": "2027-01-01"}),
        ("post", f"{path}/play-offs/{division}", {"winner": entry}),
        ("post", f"{path}/next/preview", {"name": "Cizí"}),
        ("post", f"{path}/next", {"name": "Cizí"}),
    )
    stranger = Program.of(make_user())
    written = AuditEntry.objects.count()
    for method, address, body in asked:
        assert getattr(stranger, method)(address, **body).status_code == 403, address
        assert getattr(NOBODY, method)(address, **body).status_code == 401, address
    assert stranger.delete(path).status_code == 403
    assert stranger.delete(f"{path}/entries/{entry}").status_code == 403
    assert stranger.get(f"{path}/overdue").status_code == 403
    assert AuditEntry.objects.count() == written
    assert list(Season.objects.values_list("name", "version")) == [("Liga", season.version)]


def test_full_names_are_for_those_who_run_it(club: Club, program: Program) -> None:
    season = running_season(3, club=club)
    assert names_told(program, season.pk) == [["Hráč1A Z", "Hráč1B Z", "Hráč1C Z"]]
    assert names_told(NOBODY, season.pk) == [["Hráč1A Z.", "Hráč1B Z.", "Hráč1C Z."]]
