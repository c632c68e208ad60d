"""Positions that cannot be read are answered with what is wrong, and the others are paired."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from league.pairing.positions import BadPosition, read_line, read_report

GOOD: dict[str, Any] = {
    "id": "good-2",
    "round": 2,
    "rounds": 3,
    "first": "w",
    "points": {"W": "1", "D": "0.5", "L": "0", "P": "1", "Z": "0", "F": "0"},
    "history": ["3w1", "4b=", "1b0", "2w="],
}
REPORT = """XXR 3
XXC white1
001    1      Eva                               1000                             1.0    1     3 w 1
001    2      Petr                              1000                             0.5    2     4 b =
001    3      Jana                              1000                             0.0    4     1 b 0
001    4      Tom                               1000                             0.5    3     2 w =
"""

WITH_GAPS = """XXR 3
XXC white1
001    2      Eva                               1000                             1.0    1     9 w 1
001    5      Petr                              1000                             0.5    2    12 b =
001    9      Jana                              1000                             0.0    4     2 b 0
001   12      Tom                               1000                             0.5    3     5 w =
001   20      Ida                               1000                             0.0    5  0000 - Z
"""


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"history": ["3w1", "4b=", "1b0", "2w"]}, "number 4: “2w” is no past round"),
        ({"history": ["3w1", "4b=", "1b0", ""]}, "number 4 has 0 past rounds before round 2"),
        ({"history": ["3w1", "4b=", "2b0", "2w="]}, "numbers 1 and 3 do not agree"),
        ({"history": ["9w1", "4b=", "1b0", "2w="]}, "numbers 1 and 9 do not agree"),
        ({"history": ["3w1", "4w=", "1b0", "2w="]}, "numbers 2 and 4 do not agree"),
        ({"history": 4}, "of another kind than expected"),
        ({"points": {"W": "1"}}, "'D' is missing"),
        ({"points": GOOD["points"] | {"W": "much"}}, "points of W: “much” is no number"),
        ({"first": "x"}, "“first” is w or b"),
        ({"round": "soon"}, "round: “soon” is no whole number"),
        ({"round": 0}, "rounds are counted from 1"),
        ({"out": {"7": "Z"}}, "there is no number 7"),
        ({"forbidden": [[1, 8]]}, "there is no number 8"),
        ({"accel": {"last": 6, "points": ["1"]}}, "there is no number 6"),
        ({"accel": {"last": "all", "points": ["1"]}}, "accel: “all” is no whole number"),
    ],
)
def test_bad_line_says_what_is_wrong(change: dict[str, Any], why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        read_line(json.dumps(GOOD | change))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("XXR 3", "XXX 3", "how many rounds are planned is not told"),
        ("XXR 3", "XXR many", "line 1: “many” is no number"),
        ("   3 w 1", "   3 w  ", "line 3: Round 1: the results of 1 and 3 do not fit"),
        ("   3 w 1", "   3 w ?", "line 3: “3 w .” is no round, in round 1"),
        ("001    4", "001    7", "line 4: Round 1: there is no opponent number 4"),
        ("XXC white1", "XXP 1 9", "line 2: These are not numbers of two players"),
        ("XXC white1", "XXZ 9", "line 2: There is no player number “9”"),
        ("XXC white1", "260 1", "line 2: Two rounds and the numbers of two players"),
        ("XXC white1", "250 1.0", "line 2: These are no points of an acceleration"),
    ],
)
def test_bad_report_says_what_is_wrong(old: str, new: str, why: str) -> None:
    assert read_report(REPORT).position.round == 2
    with pytest.raises(BadPosition, match=why):
        read_report(REPORT.replace(old, new, 1))


def test_command_answers_every_line_and_then_fails(tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    file.write_text("\n".join([json.dumps(GOOD | {"first": "x"}), "{nothing", json.dumps(GOOD)]))
    printed = StringIO()

    with pytest.raises(CommandError, match="Positions that could not be read: 2"):
        call_command("pair", str(file), stdout=printed)

    one, two, three = map(json.loads, printed.getvalue().splitlines())
    assert one == {"id": "good-2", "error": "“first” is w or b"}
    assert two["id"] == "line 2"
    assert "this is no JSON" in two["error"]
    assert three == {"id": "good-2", "pairs": [[2, 1], [3, 4]], "bye": None}


def test_command_reads_a_report_and_refuses_what_is_not_there(tmp_path: Path) -> None:
    file = tmp_path / "event.trf"
    file.write_text(REPORT)
    printed = StringIO()

    call_command("pair", str(file), stdout=printed)

    assert json.loads(printed.getvalue()) == {
        "id": "event",
        "pairs": [[2, 1], [3, 4]],
        "bye": None,
    }
    with pytest.raises(CommandError, match=r"gone\.trf cannot be read"):
        call_command("pair", str(tmp_path / "gone.trf"))


def test_numbers_of_a_report_may_have_gaps(tmp_path: Path) -> None:
    file = tmp_path / "event.trf"
    file.write_text(WITH_GAPS)
    printed = StringIO()

    call_command("pair", str(file), stdout=printed)

    assert json.loads(printed.getvalue()) == {
        "id": "event",
        "pairs": [[5, 2], [20, 12]],
        "bye": 9,  # number 20 has not played once already
    }


def test_missing_result_is_told_by_the_numbers_of_the_report() -> None:
    pending = WITH_GAPS.replace("9 w 1", "9 w  ").replace("2 b 0", "2 b  ")
    with pytest.raises(BadPosition, match="number 2 has no result against 9"):
        read_report(pending)
