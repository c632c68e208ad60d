"""Shared ranks, as spec'd for verdicts: equal keys share a rank (1, 2, 2, 4)."""

from hypothesis import given, strategies as st

from games.ranking import shared_ranks


def test_equal_keys_share_a_rank() -> None:
    assert shared_ranks([(30, 1), (41, 0), (30, 1), (12, 9)]) == [2, 1, 2, 4]


def test_later_keys_decide_between_equal_first_keys() -> None:
    assert shared_ranks([(30, 1), (30, 2)]) == [2, 1]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=4))
def test_rank_is_one_more_than_the_number_of_better_sides(keys: list[tuple[int, ...]]) -> None:
    assert shared_ranks(keys) == [1 + sum(other > key for other in keys) for key in keys]
