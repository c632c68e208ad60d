"""A round of another game, the last steps and their way back, and sizes of tables, by a program."""

from typing import Any

import pytest

from league.events.services.lifecycle import move_event
from league.models import AuditEntry, Entry, Event, Official, Round, Stage, User
from league.pairing.services import pair_round
from league.permissions import SERVICE
from tests.factories import make_user
from tests.factories.events import enter, published_round, running_event
from tests.league.api.asking import NOBODY, Program, refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return running_event(12)


def official(stage: Stage, role: str) -> User:
    user = make_user()
    Official.objects.create(event=stage.event, user=user, role=role)
    return user


@pytest.fixture
def desk(stage: Stage) -> Program:
    return Program.of(official(stage, Official.Role.ARBITER))


def test_own_game_is_played_in_one_round(stage: Stage, desk: Program) -> None:
    game = {"game": "other", "other_name": "Azul", "other_least": 2, "other_most": 3}
    drafted = desk.post(f"events/{stage.event_id}/rounds", own_game=game)
    pair_round(drafted.json()["id"])
    matches = desk.get(f"rounds/{drafted.json()['id']}/matches").json()["results"]
    assert (drafted.status_code, [len(match["sides"]) for match in matches]) == (201, [3] * 4)
    told = drafted.json()["own_game"]
    assert {name: told[name] for name in game} == game


def test_own_game_is_refereed_or_the_events(stage: Stage, desk: Program) -> None:
    drafted = desk.post(f"events/{stage.event_id}/rounds", own_game={"game": "twisty"}).json()
    assert (drafted["own_game"]["game"], drafted["own_game"]["variant"]) == ("twisty", "base")
    desk.delete(f"rounds/{drafted['id']}")
    assert desk.post(f"events/{stage.event_id}/rounds").json()["own_game"] is None


@pytest.mark.parametrize(
    ("game", "field", "said"),
    [
        ({"game": "other"}, "other_name", "Say which game is played."),
        (
            {"game": "other", "other_name": "Azul", "other_least": 4, "other_most": 3},
            "other_most",
            "The maximum number of players at a table cannot be smaller than the minimum.",
        ),
        ({"game": "twisty", "variant": "solo"}, "variant", "This game has no such variant."),
        ({"game": "twisty", "edition": "x"}, "edition", "This game has no such edition."),
        (
            {"game": "kaleidoskop", "variant": "teams"},
            "game",
            "Teams play a game for teams, single players one for single players.",
        ),
    ],
)
def test_own_game_that_does_not_fit_is_refused(
    stage: Stage, desk: Program, game: dict[str, object], field: str, said: str
) -> None:
    answer = desk.post(f"events/{stage.event_id}/rounds", own_game=game)
    assert refusal(answer) == (400, "wrong-setting")
    assert answer.json()["errors"] == {field: [said]}
    assert not Round.objects.exists()


def test_own_game_is_for_two_where_two_sit_at_a_table() -> None:
    stage = running_event(4, stage={"kind": "swiss"})
    desk = Program.of(official(stage, Official.Role.ORGANISER))
    rounds = f"events/{stage.event_id}/rounds"
    three = {"game": "other", "other_name": "Azul", "other_least": 3, "other_most": 4}
    refused = desk.post(rounds, own_game=three).json()
    solo = desk.post(rounds, own_game={"game": "kaleidoskop", "variant": "solo"}).json()
    assert refused["errors"] == {"other_most": ["In this event two sit at a table."]}
    assert solo["errors"] == {"game": ["In this event two sit at a table."]}
    assert desk.post(rounds, own_game=three | {"other_least": 2}).status_code == 201


def test_own_game_of_no_such_name_is_invalid(stage: Stage, desk: Program) -> None:
    answer = desk.post(f"events/{stage.event_id}/rounds", own_game={"game": "chess"})
    assert refusal(answer) == (400, "invalid")
    assert answer.json()["errors"] == {"own_game": {"game": ['"chess" is not a valid choice.']}}
    assert not Round.objects.exists()


def test_steps_name_what_was_done_and_whether_it_can_be_undone(stage: Stage, desk: Program) -> None:
    published = published_round(stage)
    enter(published.matches.get(table=2), 4, 3, 2, 1)
    steps = desk.get(f"events/{stage.event_id}/steps").json()["results"]
    shown = [(step["action"], step["round"], step["table"], step["can_undo"]) for step in steps]
    assert shown == [
        ("enter result", 1, 2, True),
        ("publish round", 1, None, False),
        ("draft round", 1, None, False),
    ]
    assert [step["hindrance"] for step in steps] == [
        None,
        "A result of this round has already been handed in; it would be lost.",
        "It has been changed again since then.",
    ]


def test_steps_are_undone(stage: Stage, desk: Program) -> None:
    published = published_round(stage)
    steps = f"events/{stage.event_id}/steps"
    newest = desk.get(steps).json()["results"][0]["id"]
    told = desk.post(f"{steps}/{newest}/undo")
    published.refresh_from_db()
    again = desk.post(f"{steps}/{newest}/undo")
    assert (told.status_code, told.json()["results"][0]["action"]) == (200, "withdraw round")
    assert published.status == Round.Status.DRAFT
    assert refusal(again) == (400, "refused")
    assert again.json()["detail"] == "It has been changed again since then."


def test_steps_of_another_event_do_not_exist(stage: Stage, desk: Program) -> None:
    other = published_round(running_event(4))
    foreign = AuditEntry.objects.filter(event=other.event_id).first()
    assert foreign is not None
    for step in (foreign.pk, 10**17):
        answer = desk.post(f"events/{stage.event_id}/steps/{step}/undo")
        assert refusal(answer) == (404, "not-found")
    other.refresh_from_db()
    assert other.status == Round.Status.PUBLISHED


def test_steps_of_the_event_itself_are_undone_by_organisers(desk: Program) -> None:
    stage = Stage.objects.get()
    move_event(stage.event, to=Event.Status.OPEN, actor=SERVICE, version=stage.event.version)
    organiser = Program.of(official(stage, Official.Role.ORGANISER))
    path = f"events/{stage.event_id}/steps"
    (step,) = desk.get(path).json()["results"]
    assert (step["can_undo"], step["moved_to"]) == (False, "open")
    assert step["hindrance"] == "Only organisers may take this back."
    assert desk.post(f"{path}/{step['id']}/undo").json()["detail"] == step["hindrance"]
    assert organiser.get(path).json()["results"][0]["can_undo"] is True
    assert organiser.post(f"{path}/{step['id']}/undo").status_code == 200
    stage.event.refresh_from_db()
    assert stage.event.status == Event.Status.RUNNING


def test_steps_are_for_officials(stage: Stage) -> None:
    path = f"events/{stage.event_id}/steps"
    assert refusal(NOBODY.get(path)) == (401, "not-authenticated")
    assert refusal(Program.of(make_user()).get(path)) == (403, "permission-denied")


def test_steps_of_many_tables_take_as_many_queries_as_of_one(
    stage: Stage, desk: Program, django_assert_num_queries: Any
) -> None:
    tables = list(published_round(stage).matches.order_by("table"))
    desk.get("me")  # a token notes when it was used
    for entered in (tables[:1], tables):
        for score in range(10):
            enter(entered[score % len(entered)], score, 3, 2, 1)
        # Token, event; official and organiser, two each; steps; tables, games, results; names.
        with django_assert_num_queries(14):
            steps = desk.get(f"events/{stage.event_id}/steps").json()["results"]
        undoable = [step["table"] for step in steps if step["can_undo"]]
        assert (len(steps), sorted(undoable)) == (10, [match.table for match in entered])


def test_plans_stand_side_by_side_and_one_is_chosen(stage: Stage, desk: Program) -> None:
    path = f"events/{stage.event_id}/plans"
    told = desk.get(path).json()
    assert (told["players"], told["rounds"]) == (12, 4)
    assert [(plan["tables"], plan["keeps_schedule"]) for plan in told["plans"]] == [
        ([{"number": 4, "size": 3}], False),
        ([{"number": 4, "size": 3}], True),
        ([{"number": 3, "size": 4}], False),
    ]
    assert told["plans"][0] == {
        "table_size": 3,
        "keeps_schedule": False,
        "tables": [{"number": 4, "size": 3}],
        "boards": 4,
        "byes": 0,
        "repeats": 0,
        "least_repeats": 0,
        "fewest_short": 0,
        "most_short": 0,
        "minutes": 135,
        "is_chosen": False,
        "is_recommended": True,
    }
    chosen = desk.post(path, table_size=3, keeps_schedule=True)
    stage.refresh_from_db()
    assert (chosen.status_code, stage.table_size, stage.keeps_schedule) == (200, 3, True)
    assert [plan["is_chosen"] for plan in chosen.json()["plans"]] == [False, True, False]


def test_plans_are_chosen_before_the_first_round(stage: Stage, desk: Program) -> None:
    published_round(stage)
    answer = desk.post(f"events/{stage.event_id}/plans", table_size=3)
    stage.refresh_from_db()
    assert refusal(answer) == (400, "refused")
    assert stage.table_size == 4


@pytest.mark.parametrize("table_size", [None, 1, 5, "many"])
def test_plans_of_no_such_size_are_invalid(stage: Stage, desk: Program, table_size: object) -> None:
    answer = desk.post(f"events/{stage.event_id}/plans", table_size=table_size)
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["table_size"])


def test_plans_offer_nothing_where_two_sit_at_a_table() -> None:
    stage = running_event(8, stage={"kind": "swiss"})
    desk = Program.of(official(stage, Official.Role.ARBITER))
    path = f"events/{stage.event_id}/plans"
    assert desk.get(path).json()["plans"] == []
    assert desk.post(path, table_size=3).json()["detail"] == "In this event two sit at a table."


def test_plans_take_a_fixed_number_of_queries(
    stage: Stage, desk: Program, django_assert_num_queries: Any
) -> None:
    path = f"events/{stage.event_id}/plans"
    desk.get(path)
    # Token, event, official by two, the stage, who is here.
    with django_assert_num_queries(6):
        desk.get(path)
    Entry.objects.filter(seed__gt=8).update(status=Entry.Status.WITHDRAWN)
    with django_assert_num_queries(6):
        assert desk.get(path).json()["players"] == 8
