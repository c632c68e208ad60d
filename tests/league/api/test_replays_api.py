"""Replays over the API: turns, positions, and the analysis once a round is closed."""

import pytest

from league.models import Round, Submission
from league.results.replays import drawing
from league.results.services.analysis import analyse_record
from tests.factories.submissions import hand_in, hand_in_record, points_of
from tests.factories.tables import record_of, table
from tests.league.api.asking import NOBODY, refusal

pytestmark = pytest.mark.django_db

RECORD = '[Game "triolet"]\n[Players "2"]\nA rack 0,3,5\nA h8=5 =4\nA draw 7\nA h9=3\n'


@pytest.fixture
def version() -> Submission:
    return hand_in_record(table(2), RECORD)


def test_replay_tells_turns_scores_and_findings(version: Submission) -> None:
    told = NOBODY.get(f"submissions/{version.pk}/replay").json()
    findings = told.pop("findings")
    assert told == {
        "game": "triolet",
        "variant": "base",
        "players": 2,
        "rules_version": 2,
        "status": "illegal",
        "sides": [["A"], ["B"]],
        "scores": [0, 0],
        "asides": [{"seat": "A", "words": "rack 0,3,5", "line": 3}],
        "turns": [
            {
                "number": 1,
                "line": 4,
                "seat": "A",
                "words": "h8=5",
                "claimed": "4",
                "points": "0",
                "differs": True,
                "scores": [0, 0],
                "asides": [{"seat": "A", "words": "draw 7", "line": 5}],
            }
        ],
        "left_out": 0,
        "leads": [],
        "swing": None,
        "tried": {"number": 2, "line": 6, "seat": "A", "words": "h9=3"},
    }
    assert [(each["line"], each["code"]) for each in findings] == [
        (4, "claim-differs"),
        (6, "wrong-seat"),
    ]
    assert findings[1]["message"] == "It is B's turn, not A's."


def test_replay_tells_where_the_game_turned() -> None:
    version = hand_in_record(table(2), record_of(players=2))
    told = NOBODY.get(f"submissions/{version.pk}/replay").json()
    lead = told["leads"][-1]
    one, two = told["turns"][lead["move"] - 1]["scores"]
    assert (one - two if lead["side"] == 0 else two - one) == lead["points"] > 0
    assert told["swing"]["points"] > 0


def test_position_has_figures_words_and_a_drawing(version: Submission) -> None:
    told = NOBODY.get(f"submissions/{version.pk}/positions/1").json()
    assert (told["move"], told["figures"]) == (1, {"A": {"points": 0}, "B": {"points": 0}})
    assert "On the board: 5 on h8." in told["description"]
    assert told["drawing"] == drawing(RECORD, move=1)


@pytest.mark.parametrize("path", ["positions/3", "positions/12345", "positions/x"])
def test_position_beyond_the_end_is_not_there(version: Submission, path: str) -> None:
    assert refusal(NOBODY.get(f"submissions/{version.pk}/{path}")) == (404, "not-found")


def test_scores_alone_have_no_replay() -> None:
    match = table(2)
    version = hand_in(match, figures=points_of(match, 640, 639))
    assert NOBODY.get(f"submissions/{version.pk}/replay").status_code == 404
    assert NOBODY.get(f"submissions/{version.pk}/analysis").json()["state"] == "none"


def test_analysis_opens_with_the_end_of_the_round() -> None:
    version = hand_in_record(table(2), record_of(players=2))
    path = f"submissions/{version.pk}/analysis"
    early = NOBODY.post(path)
    before = NOBODY.get(path).json()
    Round.objects.filter(pk=version.match.round_id).update(status=Round.Status.CLOSED)
    asked = [NOBODY.get(path).json()["state"], NOBODY.post(path).json()["state"]]
    analyse_record(version.pk)
    told = NOBODY.get(path).json()
    assert (early.status_code, early.json()["detail"]) == (
        400,
        "The analysis opens when the round is closed.",
    )
    assert before == {"state": "closed", "percent": 0, "turns": []}
    assert asked == ["open", "running"]
    assert (told["state"], told["percent"], len(told["turns"])) == ("done", 100, 89)
    assert told["turns"][1] == {
        "number": 2,
        "lawful": 1001,
        "ways": 1,
        "points": 0,
        "best": 0,
        "best_words": "",
        "is_open": False,
    }
