"""Final figures of a game without a record; the bounds are counted by hand from RULES.md 1.3."""

import pytest

from games.tallies import tallied
from games.triolet import RULES
from games.triolet.figures import least_together, most_together
from games.values import Fault, Setup, SideScore


def sheets(*points: int) -> dict[str, dict[str, int]]:
    return {seat: {"points": count} for seat, count in zip("ABCD", points, strict=False)}


def code(*points: int, ending: str = "normal") -> str | None:
    outcome = tallied(RULES, Setup(len(points)), sheets(*points), termination=ending)
    return outcome.code if isinstance(outcome, Fault) else None


def test_points_are_score_and_key() -> None:
    assert tallied(RULES, Setup(2), sheets(358, 326)) == [
        SideScore("A", ("A",), 358, (358,)),
        SideScore("B", ("B",), 326, (326,)),
    ]


def test_least_points_of_a_finished_game() -> None:
    """All numbers sum to 405. Of two players: hands 15 14 13 13 12 12, eight others not counted."""
    elsewhere = 11 + 11 + 11 + 10 + 10 + 10 + 9 + 9
    assert least_together(2) == 405 - 2 * (15 + 14 + 13 + 13 + 12 + 12) - elsewhere == 166
    assert least_together(3) == 405 - 2 * 112 - (3 * 10 + 4 * 9 + 8) == 107
    assert least_together(4) == 405 - 2 * 142 - (4 * 9 + 4 * 8) == 53
    assert (code(83, 82), code(83, 83)) == ("total", None)
    assert (code(-42, 207), code(-42, 208)) == ("total", None)
    assert (code(54, 53, -1), code(54, 53, 0)) == ("total", None)
    assert (code(0, 52, 0, 0), code(0, 53, 0, 0)) == ("total", None)


def test_most_points_of_any_game() -> None:
    """80 tiles in two runs each, 26 triolets, nine doubles and eight triples, hands of others."""
    everything = 80 * 2 * 15 + 26 * 35 + 9 * 30 + 8 * 60
    assert most_together(2) == everything + 15 + 14 + 13
    assert most_together(4) == everything + 112
    half = most_together(2) // 2
    for ending in ("normal", "time"):
        assert code(half, most_together(2) - half, ending=ending) is None
        assert code(half, most_together(2) - half + 1, ending=ending) == "total"


def test_only_the_end_takes_points() -> None:
    assert code(400, -1) is None
    assert code(400, -1, ending="time") == "negative"
    assert code(0, 0, ending="time") is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hand_of_the_highest_tiles_is_the_most_to_lose(players: int) -> None:
    [field] = RULES.figures.fields(Setup(players))
    assert (field.least, field.most) == (-15 - 14 - 13, most_together(players))
