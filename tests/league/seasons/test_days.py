"""Days of rounds and of matches, and the range of final places: plain values alone."""

from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from league.seasons.days import (
    MONTH,
    TWO_WEEKS,
    WEEK,
    Days,
    DaySaid,
    Proposal,
    Window,
    days_of,
    in_order,
    is_due_soon,
    is_overdue,
    windows,
)
from league.seasons.divisions import has_schedule, numbers_with_schedule, rounds_of

FIRST = date(2026, 1, 5)


def test_rounds_every_week() -> None:
    assert windows(FIRST, rounds=2, every=WEEK) == (
        Window(date(2026, 1, 5), date(2026, 1, 11)),
        Window(date(2026, 1, 12), date(2026, 1, 18)),
    )


def test_period_with_a_day_without_play_is_left_out() -> None:
    found = windows(FIRST, rounds=2, every=TWO_WEEKS, without=[date(2026, 1, 20)])
    assert found == (
        Window(date(2026, 1, 5), date(2026, 1, 18)),
        Window(date(2026, 2, 2), date(2026, 2, 15)),
    )


def test_months_are_as_long_as_they_are() -> None:
    found = windows(date(2027, 10, 31), rounds=5, every=MONTH)
    assert [each.starts_on for each in found] == [
        date(2027, 10, 31),
        date(2027, 11, 30),
        date(2027, 12, 31),
        date(2028, 1, 31),
        date(2028, 2, 29),
    ]
    assert found[0].due_on == date(2027, 11, 29)


@given(
    st.dates(date(2020, 1, 1), date(2030, 1, 1)),
    st.integers(1, 30),
    st.sampled_from([WEEK, TWO_WEEKS, MONTH]),
    st.lists(st.dates(date(2020, 1, 1), date(2031, 1, 1)), max_size=8),
)
def test_windows_are_in_order_apart_and_without_holidays(
    first: date, rounds: int, every: str, without: list[date]
) -> None:
    found = windows(first, rounds=rounds, every=every, without=without)
    assert len(found) == rounds
    assert in_order(found)
    assert all(a.due_on < b.starts_on for a, b in pairwise(found))
    assert not any(w.starts_on <= day <= w.due_on for w in found for day in without)


def test_schedules_that_are_known() -> None:
    assert numbers_with_schedule("fours", rounds=4) == (16, 20, 24, 28, 32, 36, 44, 52)
    assert has_schedule("single", players=7, rounds=1)
    assert not has_schedule("single", players=2, rounds=1)
    assert rounds_of("double", players=5, rounds=1) == 10
    assert rounds_of("threes", players=9, rounds=3) == 3


DAY, OTHER_DAY = date(2026, 3, 1), date(2026, 3, 8)


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ([], Days()),
        ([DaySaid("asked", DAY, "a")], Days(proposal=Proposal(DAY, "a"))),
        ([DaySaid("asked", DAY, "a"), DaySaid("agreed", DAY, "b")], Days(DAY)),
        ([DaySaid("asked", DAY, "a"), DaySaid("declined", DAY, "b")], Days()),
        (
            [
                DaySaid("asked", DAY, "a"),
                DaySaid("agreed", DAY, "b"),
                DaySaid("asked", OTHER_DAY, "b"),
            ],
            Days(DAY, Proposal(OTHER_DAY, "b")),
        ),
        ([DaySaid("asked", DAY, "a"), DaySaid("set", OTHER_DAY)], Days(OTHER_DAY)),
        (
            [DaySaid("set", DAY), DaySaid("asked", OTHER_DAY, "a"), DaySaid("declined", DAY, "b")],
            Days(DAY),
        ),
        ([DaySaid("agreed", DAY, "b")], Days()),
    ],
)
def test_day_that_holds_and_what_is_asked(said: list[DaySaid], days: Days) -> None:
    assert days_of(said, sides=["a", "b"]) == days


def test_at_a_table_of_three_everybody_has_to_agree() -> None:
    asked = [DaySaid("asked", DAY, "a"), DaySaid("agreed", DAY, "b")]
    waiting = days_of(asked, sides="abc")
    assert waiting.waits_for("abc") == ["c"]
    assert days_of([*asked, DaySaid("agreed", DAY, "c")], sides="abc") == Days(DAY)


def test_day_before_the_deadline_does_not_bring_it_forward() -> None:
    assert Days(DAY).due_on(OTHER_DAY) == OTHER_DAY
    assert Days(OTHER_DAY).due_on(DAY) == OTHER_DAY
    assert not is_overdue(DAY, today=DAY)
    assert is_overdue(DAY, today=OTHER_DAY)
    assert is_due_soon(OTHER_DAY, today=date(2026, 3, 5), days=3)
    assert not is_due_soon(OTHER_DAY, today=date(2026, 3, 4), days=3)
