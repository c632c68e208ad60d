"""What parts two rows of a table."""

from league.standings.explain import POINTS, parted_by
from league.standings.table import Row


def row(rank: int, points_12: int, **values: int) -> Row:
    return Row(rank, f"e{rank}", points_12, {key: (value,) for key, value in values.items()}, ())


def test_points_part_first() -> None:
    assert parted_by(row(1, 24, WON=1), row(2, 12, WON=2)) == POINTS


def test_first_tiebreak_that_differs_parts_those_with_equal_points() -> None:
    upper, lower = row(1, 24, WIN=2, WON=3, SEED=4), row(2, 24, WIN=2, WON=1, SEED=1)
    assert parted_by(upper, lower) == "WON"


def test_nothing_parts_those_who_share_a_rank() -> None:
    assert parted_by(row(2, 24, WON=3), row(2, 24, WON=3)) == ""
