"""Final figures of a game without a record."""

import pytest

from games.tallies import tallied
from games.twisty import RULES
from games.values import Fault, Setup, SideScore


def sheets(*cubes: int, winner: str = "") -> dict[str, dict[str, int]]:
    return {
        seat: {"cubes": count, "won": int(seat == winner)}
        for seat, count in zip("ABCD", cubes, strict=False)
    }


def test_winner_comes_first_then_cubes() -> None:
    assert tallied(RULES, Setup(3), sheets(7, 2, 7, winner="C")) == [
        SideScore("A", ("A",), 7, (0, 7)),
        SideScore("B", ("B",), 2, (0, 2)),
        SideScore("C", ("C",), 7, (1, 7)),
    ]


def test_by_time_cubes_alone_decide() -> None:
    assert tallied(RULES, Setup(2), sheets(7, 7), termination="time") == [
        SideScore("A", ("A",), 7, (0, 7)),
        SideScore("B", ("B",), 7, (0, 7)),
    ]


def test_winner_may_be_told_though_time_was_called_too() -> None:
    won = sheets(7, 0, winner="A")
    assert tallied(RULES, Setup(2), won, termination="time") == tallied(RULES, Setup(2), won)


@pytest.mark.parametrize(
    ("figures", "code"),
    [
        (sheets(6, 3, winner="A"), ("winner", "2.8")),
        (sheets(6, 7, winner="A"), ("winner", "2.8")),
        (sheets(7, 3), ("tick", "2.8")),
    ],
)
def test_game_that_nobody_can_have_won_so_is_refused(
    figures: dict[str, dict[str, int]], code: tuple[str, str]
) -> None:
    refused = tallied(RULES, Setup(2), figures)
    assert isinstance(refused, Fault)
    assert (refused.code, refused.rule) == code
