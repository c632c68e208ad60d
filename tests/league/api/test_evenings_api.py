"""An open evening over the API."""

from typing import Any

import pytest

from league.models import Entry, Match, Readiness, Stage
from tests.factories import make_user
from tests.factories.events import running_event
from tests.league.api.asking import NOBODY, Program, refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return running_event(5, stage={"kind": "open", "chain": ["MIN", "MEAN"]})


@pytest.fixture
def desk() -> Program:
    return Program.of(make_user(is_superuser=True))


def entry(stage: Stage, seed: int) -> str:
    return Entry.objects.get(event=stage.event_id, seed=seed).pk


def floor(stage: Stage) -> dict[str, Any]:
    told: dict[str, Any] = NOBODY.get(f"events/{stage.event_id}/floor").json()
    return told


def test_people_are_ready_until_a_table_is_made(stage: Stage, desk: Program) -> None:
    for seed in (1, 2, 3):
        assert desk.post(f"entries/{entry(stage, seed)}/ready").status_code == 204
    told = floor(stage)
    assert [each["entry"] for each in told["ready"]] == [entry(stage, seed) for seed in (1, 2, 3)]
    assert told["games"] == [{"key": "", "name": "Triolet", "boards": None, "free": None}]
    assert (len(told["free"]), told["playing"]) == (2, 0)
    desk.post(f"entries/{entry(stage, 4)}/ready")
    assert (floor(stage)["ready"], floor(stage)["playing"]) == ([], 4)


def test_somebody_pauses(stage: Stage, desk: Program) -> None:
    desk.post(f"entries/{entry(stage, 1)}/ready")
    assert desk.delete(f"entries/{entry(stage, 1)}/ready").status_code == 204
    assert Readiness.objects.get().is_paused


def test_games_are_wished_for_and_taken_out(stage: Stage, desk: Program) -> None:
    added = desk.post(f"events/{stage.event_id}/games", game="twisty", boards=2).json()
    assert added == {"key": added["key"], "name": "Twisty", "boards": 2, "free": 2}
    desk.post(f"entries/{entry(stage, 1)}/ready", wishes=[added["key"]])
    assert floor(stage)["ready"][0]["wishes"] == [added["key"]]
    assert desk.delete(f"events/{stage.event_id}/games/{added['key']}").status_code == 204
    assert len(floor(stage)["games"]) == 1


def test_table_by_hand_and_dissolved(stage: Stage, desk: Program) -> None:
    entries = [entry(stage, seed) for seed in (2, 5)]
    made = desk.post(f"events/{stage.event_id}/tables", entries=entries)
    assert (made.status_code, made.json()["table"]) == (201, 1)
    assert desk.post(f"matches/{made.json()['id']}/dissolve").status_code == 204
    assert not Match.objects.exists()
    assert sorted(each["entry"] for each in floor(stage)["ready"]) == sorted(entries)


def test_others_are_refused(stage: Stage, desk: Program) -> None:
    stranger = Program.of(make_user())
    assert stranger.post(f"entries/{entry(stage, 1)}/ready").status_code == 403
    tables = running_event(4)
    assert refusal(desk.post(f"entries/{entry(tables, 1)}/ready"))[0] == 400
    assert NOBODY.get(f"events/{tables.event_id}/floor").status_code == 400
