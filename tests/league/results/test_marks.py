"""What an official types, and the places that come of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.results.marks import Mark, SideMark, placed, places_fit, read_mark, write_mark


@pytest.mark.parametrize(
    ("typed", "mark"),
    [
        ("18", Mark(18)),
        (" 18+ ", Mark(18, is_above_equals=True)),
        ("-4", Mark(-4)),
        ("−4", Mark(-4)),
        ("x", Mark()),
        ("X", Mark()),
        ("–", Mark()),
        ("0", Mark(0)),
        ("", None),
        ("12a", None),
        ("+", None),
        ("1 2", None),
        ("٣", None),
        ("10000", None),
        ("--5", None),
    ],
)
def test_mark_is_read(typed: str, mark: Mark | None) -> None:
    assert read_mark(typed) == mark


@given(st.text())
def test_any_text_is_a_mark_or_none(text: str) -> None:
    mark = read_mark(text)
    assert mark is None or read_mark(write_mark(mark)) == mark


def ranks(*marks: Mark, scoring: str = "higher") -> list[int]:
    named = {str(number): mark for number, mark in enumerate(marks)}
    return [side.rank for side in placed(named, scoring=scoring)]


def test_equal_scores_share_a_place() -> None:
    assert ranks(Mark(10), Mark(20), Mark(10), Mark(5)) == [2, 1, 2, 4]


def test_plus_stands_above_equal_scores() -> None:
    assert ranks(Mark(10), Mark(10, is_above_equals=True), Mark(9)) == [2, 1, 3]


def test_lower_scores_win_where_the_game_says_so() -> None:
    assert ranks(Mark(10), Mark(3), Mark(7), scoring="lower") == [3, 1, 2]


def test_forfeits_share_the_last_places_whatever_the_scores() -> None:
    assert ranks(Mark(-50), Mark(), Mark(3), Mark()) == [2, 3, 1, 3]
    assert ranks(Mark(50), Mark(), Mark(3), scoring="lower") == [2, 3, 1]


def test_sides_keep_score_and_forfeit() -> None:
    sides = placed({"a": Mark(7), "b": Mark()}, scoring="higher")
    assert sides == [SideMark("a", 1, 7, False), SideMark("b", 2, None, True)]


@pytest.mark.parametrize(
    ("places", "fit"),
    [((1, 2, 3), True), ((1, 2, 2, 4), True), ((1, 1), True), ((1, 3, 3), False), ((2, 3), False)],
)
def test_places_fit_together(places: tuple[int, ...], fit: bool) -> None:
    assert places_fit([Mark(place) for place in places]) == fit
