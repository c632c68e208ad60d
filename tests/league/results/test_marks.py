"""What an official types."""

import pytest
from hypothesis import given, strategies as st

from league.results.sides import Mark, places_fit, read_mark, write_mark


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


@pytest.mark.parametrize(
    ("places", "fit"),
    [((1, 2, 3), True), ((1, 2, 2, 4), True), ((1, 1), True), ((1, 3, 3), False), ((2, 3), False)],
)
def test_places_fit_together(places: tuple[int, ...], fit: bool) -> None:
    assert places_fit([Mark(place) for place in places]) == fit
