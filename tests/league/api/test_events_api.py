"""Events, their officials and standings over the API."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from league.models import AuditEntry, Club, Event, KeepApart, Official, Stage, User
from tests.factories import make_club, make_event, make_user
from tests.factories.events import make_entries, played_round, running_event
from tests.league.api.asking import NOBODY, Program, refusal

pytestmark = pytest.mark.django_db
STARTS_AT = "2026-09-01T18:00:00+02:00"


@pytest.fixture
def admin() -> User:
    return make_user()


@pytest.fixture
def club(admin: User) -> Club:
    return make_club(admin=admin)


@pytest.fixture
def desk(admin: User) -> Program:
    return Program.of(admin)


def test_list_takes_a_fixed_number_of_queries(django_assert_num_queries: Any) -> None:
    for _ in range(3):
        make_event()
    with django_assert_num_queries(3):  # how many, the page, its stages
        found = NOBODY.get("events").json()["results"]
    assert len(found) == 3
    assert found[0]["stage"]["kind"] == "tables"


def test_event_is_opened_from_a_template(desk: Program, club: Club, admin: User) -> None:
    answer = desk.post(
        "events",
        club=club.pk,
        template="swiss",
        name="Podzimní Triolet",
        starts_at=STARTS_AT,
        game="triolet",
        stage={"rounds_planned": 5},
    )
    event = Event.objects.get()
    told = answer.json()
    assert (answer.status_code, told["id"], told["status"]) == (201, event.pk, "draft")
    assert (told["name"], told["game"], told["stage"]["rounds_planned"]) == (
        "Podzimní Triolet",
        "triolet",
        5,
    )
    assert event.starts_at == datetime(2026, 9, 1, 16, tzinfo=UTC)
    assert list(event.official_set.values_list("user", "role")) == [(admin.pk, "organiser")]


def test_event_is_opened_by_those_who_run_the_club(club: Club, admin: User) -> None:
    body = {"club": club.pk, "template": "evening", "name": "Večer", "starts_at": STARTS_AT}
    programs = {
        "nobody": (NOBODY, 401),
        "a stranger": (Program.of(make_user()), 403),
        "without the scope": (Program.of(admin, "read", "clubs"), 403),
        "the admin": (Program.of(admin, "events"), 201),
    }
    for name, (program, status) in programs.items():
        assert (name, program.post("events", **body).status_code) == (name, status)
    assert Event.objects.count() == 1


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"template": "chess"}, "template"),
        ({"club": "bcdfghjkmn"}, "club"),
        ({"starts_at": "0001-01-01T00:00:00Z"}, "starts_at"),
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ({"round_minutes": 0}, "round_minutes"),
        ({"records_tables": 0}, "records_tables"),
        ({"records_where": "cellar"}, "records_where"),
        ({"stage": {"chain": ["LUCK"]}}, "stage"),
        ({"stage": {"own_points": {"9": [1]}}}, "stage"),
        ({"game": "twisty", "variant": "solo"}, "variant"),
        ({"game": "other"}, "other_name"),
    ],
)
def test_wrong_settings_are_named(
    desk: Program, club: Club, body: dict[str, object], field: str
) -> None:
    usual = {"club": club.pk, "template": "evening", "name": "Večer", "starts_at": STARTS_AT}
    answer = desk.post("events", **{**usual, **body})
    assert (answer.status_code, list(answer.json()["errors"])) == (400, [field])
    assert not Event.objects.exists()


def test_settings_are_changed_once_per_version_read(desk: Program, club: Club) -> None:
    event = make_event(club)
    before = Event.objects.values().get()
    change = {"table_size": 3, "is_accelerated": True}
    first = desk.patch(f"events/{event.pk}", version=1, place="Dům dětí", stage=change)
    second = desk.patch(f"events/{event.pk}", version=1, place="Klubovna")
    assert (first.status_code, first.json()["version"]) == (200, 2)
    assert refusal(second) == (409, "stale")
    assert "Place" in second.json()["detail"]
    assert Stage.objects.values("table_size", "is_accelerated").get() == change
    changed = {"place": "Dům dětí", "version": 2, "live_version": 2}
    assert Event.objects.values().get() == before | changed


def test_recounting_must_be_confirmed(desk: Program, club: Club) -> None:
    event = make_event(club, status=Event.Status.RUNNING)
    path, stage = f"events/{event.pk}", {"scheme": "hig"}
    assert refusal(desk.patch(path, version=1, stage=stage)) == (409, "recount")
    assert Stage.objects.get().scheme != "hig"
    taken = desk.patch(path, version=1, stage=stage, is_confirmed=True)
    assert taken.json()["stage"]["scheme"] == Stage.objects.get().scheme == "hig"


def test_event_goes_from_step_to_step(desk: Program, club: Club) -> None:
    event = make_event(club, status=Event.Status.DRAFT)
    path = f"events/{event.pk}/move"
    opened = desk.post(path, to="open", version=1)
    again = desk.post(path, to="open", version=1)
    refused = desk.post(path, to="running", version=2)
    assert (opened.status_code, opened.json()["status"]) == (200, "open")
    assert again.status_code == 409
    assert (refused.status_code, refused.json()["detail"]) == (
        400,
        "At least two entries must be checked in.",
    )


def test_clone_is_a_draft_with_the_same_settings(desk: Program, club: Club) -> None:
    event = make_event(club)
    Stage.objects.update(rounds_planned=6)
    make_entries(event, 2)
    answer = desk.post(f"events/{event.pk}/clone", name="Příště", starts_at=STARTS_AT)
    copy = answer.json()
    assert (answer.status_code, copy["name"], copy["status"]) == (201, "Příště", "draft")
    assert copy["stage"]["rounds_planned"] == 6
    assert not Event.objects.get(pk=copy["id"]).entries.exists()


def test_arbiter_may_not_change_the_event(club: Club) -> None:
    arbiter = make_user()
    event = make_event(club, officials={Official.Role.ARBITER: arbiter})
    program = Program.of(arbiter)
    assert program.patch(f"events/{event.pk}", version=1, place="Jinde").status_code == 403
    assert program.get(f"events/{event.pk}/officials").status_code == 403
    assert program.get(f"events/{event.pk}/kept-apart").status_code == 200


def test_officials_come_and_go(desk: Program, club: Club, django_assert_num_queries: Any) -> None:
    event = make_event(club)
    petr = make_user("petr", display_name="Petr Dvořák")
    path = f"events/{event.pk}/officials"
    added = desk.post(path, login="petr", role="arbiter")
    unknown = desk.post(path, login="nobody-here", role="arbiter")
    with django_assert_num_queries(5):  # token, event, permission, how many, the page
        listed = desk.get(path).json()["results"]
    removed = desk.delete(f"{path}/{petr.pk}")
    assert (added.status_code, added.json()["user"]) == (201, petr.pk)
    assert unknown.status_code == 400
    assert listed == [{"user": petr.pk, "name": "Petr Dvořák", "role": "arbiter"}]
    assert (removed.status_code, event.official_set.count()) == (204, 0)
    assert desk.delete(f"{path}/{petr.pk}").status_code == 404


def test_pairs_are_kept_apart_and_let_meet_again(desk: Program, club: Club) -> None:
    event = make_event(club)
    one, two = make_entries(event, 2)
    path = f"events/{event.pk}/kept-apart"
    kept = desk.post(path, first=one.pk, second=two.pk)
    same = desk.post(path, first=one.pk, second=one.pk)
    assert (kept.status_code, desk.get(path).json()["count"]) == (201, 1)
    assert (same.status_code, same.json()["detail"]) == (400, "Choose two different entries.")
    assert desk.delete(f"{path}/{kept.json()['id']}").status_code == 204
    assert not KeepApart.objects.exists()


def test_entries_of_another_event_are_not_kept_apart(desk: Program, club: Club) -> None:
    event = make_event(club)
    one, two = make_entries(make_event(), 2)
    answer = desk.post(f"events/{event.pk}/kept-apart", first=one.pk, second=two.pk)
    assert answer.status_code == 400
    assert not KeepApart.objects.exists()


def test_standings_tell_the_table_after_each_round(django_assert_num_queries: Any) -> None:
    stage = running_event(4)
    played_round(stage)
    played_round(stage)
    path = f"events/{stage.event_id}/standings"
    # The event, its stage, its rounds, the table and its rows, what the rounds gave, the names,
    # who withdrew.
    with django_assert_num_queries(8):
        now = NOBODY.get(path).json()
    before = NOBODY.get(path, after=1).json()
    assert {k: v for k, v in now.items() if k != "results"} == {
        "after_round": 2,
        "stage": 1,
        "rounds": [1, 2],
        "chain": ["GAME", "SEED"],
        "is_current": True,
        "is_final": False,
        "count": 4,
        "next": None,
        "previous": None,
    }
    assert [row["points"] for row in now["results"]] == [22, 14, 8, 4]
    assert [row["points"] for row in before["results"]] == [11, 7, 4, 2]
    assert now["results"][0]["cells"][0]["outcome"] == "place"


def test_standings_are_not_sent_again_while_nothing_changed() -> None:
    stage = running_event(4)
    played_round(stage)
    path = f"/api/v1/events/{stage.event_id}/standings"
    first = Client().get(path)
    again = Client().get(path, headers={"If-None-Match": first["ETag"]})
    played_round(stage)
    changed = Client().get(path, headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code, changed.status_code) == (200, 304, 200)


def test_standings_after_a_round_that_was_not_played_do_not_exist() -> None:
    stage = running_event(4)
    played_round(stage)
    path = f"events/{stage.event_id}/standings"
    assert refusal(NOBODY.get(path, after=2)) == (404, "not-found")
    odd = NOBODY.get(path, after="x").json()
    assert odd["errors"] == {"after": ["A valid integer is required."]}


def test_standings_say_when_newer_ones_are_wanted() -> None:
    stage = running_event(4)
    played_round(stage)
    Stage.objects.update(wanted_version=99)
    assert NOBODY.get(f"events/{stage.event_id}/standings").json()["is_current"] is False


def test_steps_are_recorded_with_who_took_them(desk: Program, club: Club, admin: User) -> None:
    event = make_event(club, status=Event.Status.DRAFT)
    desk.post(f"events/{event.pk}/move", to="open", version=1)
    entry = AuditEntry.objects.get(action="move event")
    assert (entry.actor, entry.event) == (admin.pk, event.pk)


NAIVE = "2026-09-01T18:00:00"


def test_moment_without_a_zone_is_refused(desk: Program, club: Club) -> None:
    usual = {"club": club.pk, "template": "evening", "name": "Večer"}
    answer = desk.post("events", **usual, starts_at=NAIVE)
    assert refusal(answer) == (400, "invalid")
    assert "Say in which time zone" in answer.json()["errors"]["starts_at"][0]
    assert not Event.objects.filter(name="Večer").exists()


def test_moment_is_of_the_time_zone_beside_it(desk: Program, club: Club) -> None:
    usual = {"club": club.pk, "template": "evening", "name": "Večer"}
    answer = desk.post("events", **usual, starts_at=NAIVE, time_zone="America/New_York")
    assert answer.status_code == 201
    assert Event.objects.get(name="Večer").starts_at == datetime(2026, 9, 1, 22, tzinfo=UTC)
    unknown = desk.post("events", **usual, starts_at=NAIVE, time_zone="Europe/Nowhere")
    assert set(unknown.json()["errors"]) == {"starts_at", "time_zone"}
