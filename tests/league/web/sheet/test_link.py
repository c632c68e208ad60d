"""The script between a phone and the service, run on a clock of its own (`link.js`)."""

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

DENO = Path(sys.executable).with_name("deno")
SCRIPT = Path(__file__).with_name("link.js")
KNOWN, NEWER = "1-v", "2-v"
CHANGE = ["{", {"number": ["=", 2], "version": ["=", NEWER]}, []]
WHOLE = {"number": 2, "version": NEWER}


def linked(*steps: tuple[str, Any]) -> dict[str, Any]:
    """What was asked and heard when these things happened."""
    done = subprocess.run(
        [DENO, "run", "--quiet", "--no-remote", "--allow-read", SCRIPT, json.dumps(steps)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def gaps(found: dict[str, Any]) -> list[int]:
    """Between one question and the next, in ms."""
    return [later["at"] - earlier["at"] for earlier, later in pairwise(found["log"])]


def test_polls_slow_down_while_nothing_happens() -> None:
    found = gaps(linked(("pass", 40_000)))
    quick = found.count(800)
    assert found == [800] * quick + [3000] * (len(found) - quick)
    assert 20_000 <= 800 * (quick + 1) <= 21_600


@pytest.mark.parametrize(
    "stirred",
    [
        [("answer", {"json": {"since": KNOWN, "change": CHANGE}}), ("pass", 3000)],
        [("answer", {"json": {"taken": [], "state": WHOLE}}), ("send", None)],
        [("show", None)],
    ],
    ids=["news", "own entry", "shown again"],
)
def test_polls_are_quick_again_once_something_happens(stirred: list[tuple[str, Any]]) -> None:
    found = gaps(linked(("pass", 40_000), *stirred, ("pass", 5_000)))
    assert 3000 in found
    assert found[-4:] == [800] * 4


def test_change_is_applied_to_the_state_that_the_phone_knows() -> None:
    answer = {"json": {"since": KNOWN, "change": CHANGE}}
    found = linked(("answer", answer), ("pass", 1700))
    assert found["state"] == WHOLE
    assert [asked["since"] for asked in found["log"]] == [KNOWN, NEWER]


@pytest.mark.parametrize("change", [["?"], ["<", [0, 1, []]], ["{", {"a": ["#", {}]}, []]])
def test_change_that_cannot_be_applied_makes_the_phone_ask_for_all(change: Any) -> None:
    answer = {"json": {"since": KNOWN, "change": change}}
    found = linked(("answer", answer), ("answer", {"json": WHOLE}), ("pass", 900))
    assert found["state"] == WHOLE
    assert [asked["since"] for asked in found["log"]] == [KNOWN, None]


def test_change_of_another_state_makes_the_phone_ask_for_all() -> None:
    answer = {"json": {"since": "0-v", "change": CHANGE}}
    found = linked(("answer", answer), ("answer", {"json": WHOLE}), ("pass", 900))
    assert (found["state"], found["log"][-1]["since"]) == (WHOLE, None)


def test_answer_to_an_entry_is_told_from_what_the_phone_knew() -> None:
    state = {"since": KNOWN, "change": CHANGE}
    found = linked(("answer", {"json": {"taken": ["k"], "state": state}}), ("send", None))
    assert (found["said"], found["log"][0]["knows"]) == ([2], KNOWN)


def test_answer_that_cannot_be_told_is_asked_for_whole() -> None:
    state = {"since": "0-v", "change": CHANGE}
    answers = [{"json": {"taken": ["k"], "state": state}}, {"json": WHOLE}]
    found = linked(*(("answer", answer) for answer in answers), ("send", None))
    assert found["said"] == [2]
    assert [asked["method"] for asked in found["log"]] == ["POST", "GET"]


def test_polls_without_network_come_ever_later_and_go_on_quickly_after_it() -> None:
    lost = [("answer", "lost")] * 3
    found = linked(*lost, ("pass", 20_000))
    assert gaps(found)[:5] == [1600, 3200, 6400, 800, 800]
    assert found["said"] == ["lost", "found"]


def test_phone_that_is_not_known_any_more_says_so() -> None:
    found = linked(("answer", {"status": 404}), ("pass", 900))
    assert found["said"] == ["strange", "lost"]
