"""The table of a series: by hand, and against a second calculation."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from league.series.inputs import Evening, EveningSide, EveningState, Guests, SeriesTerms
from league.series.table import By, Parted, SeriesRow, SeriesTable, Use, parted_by, series_table
from tests.league.series.made_up import made_up_evenings, made_up_guests, made_up_terms
from tests.league.series.naive import naive_table

NOBODY: frozenset[str] = frozenset()


def evening(
    name: str, ranks: dict[str, int], *, state: EveningState = EveningState.FINISHED
) -> Evening:
    sides = tuple(
        EveningSide(f"{name}-{players}", tuple(players), rank) for players, rank in ranks.items()
    )
    return Evening(name, state, sides)


def totals(table: SeriesTable) -> list[tuple[int, str, Fraction]]:
    return [(row.rank, row.player, row.total) for row in table.rows]


def counted(evenings: list[Evening], **terms: object) -> SeriesTable:
    guests = frozenset("xyz")
    return series_table(evenings, terms=SeriesTerms(**terms), guests=guests)  # type: ignore[arg-type]


def test_places_bring_points() -> None:
    table = counted([evening("1", {"a": 1, "b": 2, "c": 3}), evening("2", {"b": 1, "a": 2})])
    # Level on points, firsts and seconds: the last evening decides.
    assert totals(table) == [(1, "b", 43), (2, "a", 43), (3, "c", 15)]
    assert parted_by(*table.rows[:2]) == Parted(By.LAST, upper=1, lower=2)


def test_shared_places_share_their_points_exactly() -> None:
    table = counted([evening("1", {"a": 1, "b": 2, "c": 2, "d": 2, "e": 5})])
    third = Fraction(18 + 15 + 12, 3)
    assert totals(table) == [
        (1, "a", 25),
        *((2, player, third) for player in "bcd"),
        (5, "e", 10),
    ]
    own = counted([evening("1", {"a": 1, "b": 1, "c": 1})], by_place=(5, 2))
    assert {row.total for row in own.rows} == {Fraction(7, 3)}


def test_places_beyond_the_numbers_bring_nothing() -> None:
    ranks = {chr(97 + n): n + 1 for n in range(12)}
    assert [row.total for row in counted([evening("1", ranks)]).rows][-3:] == [1, 0, 0]


def test_own_points_are_scaled_to_the_winner() -> None:
    sides = (
        EveningSide("1", ("a",), 1, Fraction(11)),
        EveningSide("2", ("b",), 2, Fraction(7)),
        EveningSide("3", ("c",), 3, Fraction(0)),
    )
    table = counted([Evening("1", EveningState.FINISHED, sides)], by_place=None)
    assert totals(table) == [(1, "a", 100), (2, "b", Fraction(700, 11)), (3, "c", 0)]
    nothing = Evening("1", EveningState.FINISHED, (EveningSide("1", ("a",), 1),))
    assert totals(counted([nothing], by_place=None)) == [(1, "a", 0)]


def test_best_of_several_count_and_the_rest_is_dropped() -> None:
    evenings = [evening(str(n), {"a": n, "b": 9}) for n in (3, 1, 2)]
    [row, _b] = counted(evenings, best=2).rows
    assert (row.total, [cell.use for cell in row.cells]) == (
        25 + 18,
        [Use.DROPPED, Use.COUNTED, Use.COUNTED],
    )


def test_of_equal_points_the_better_place_counts() -> None:
    """Both are beyond the numbers, so that only the places differ."""
    evenings = [evening("1", {"a": 12}), evening("2", {"a": 11}), evening("3", {"a": 12})]
    [row] = counted(evenings, best=2).rows
    assert [cell.use for cell in row.cells] == [Use.DROPPED, Use.COUNTED, Use.COUNTED]
    assert row.counted_places == (11, 12)


def test_bonus_is_for_every_evening_that_one_came_to() -> None:
    evenings = [evening("1", {"a": 1}), evening("2", {"a": 1})]
    [row] = counted(evenings, best=1, bonus=2).rows
    assert (row.total, row.bonus) == (25 + 2 * 2, 4)


def test_more_counted_firsts_decide() -> None:
    evenings = [
        evening("1", {"a": 1, "b": 2}),
        evening("2", {"a": 3, "b": 2}),
    ]
    table = counted(evenings, by_place=(4, 3, 2))
    assert totals(table) == [(1, "a", 6), (2, "b", 6)]
    assert parted_by(*table.rows) == Parted(By.PLACES, 1, 1, 0)


def test_who_missed_the_last_evening_stands_below() -> None:
    evenings = [evening("1", {"a": 1}), evening("2", {"b": 1}), evening("3", {"c": 1})]
    table = counted(evenings)
    assert totals(table) == [(1, "c", 25), (2, "a", 25), (2, "b", 25)]
    assert parted_by(*table.rows[:2]) == Parted(By.LAST, upper=1, lower=0)
    assert parted_by(*table.rows[1:]) == Parted(By.NOTHING)


def test_points_of_a_team_go_to_each_player() -> None:
    table = counted([evening("1", {"ab": 1, "cd": 2})])
    assert totals(table) == [(1, "a", 25), (1, "b", 25), (3, "c", 18), (3, "d", 18)]


def test_who_never_sat_at_a_table_has_no_result() -> None:
    sides = (
        EveningSide("1", ("a",), 1),
        EveningSide("2", ("b",), 2, came=False),
        EveningSide("3", ("c",), 3),
    )
    table = counted([Evening("1", EveningState.FINISHED, sides)], bonus=1)
    assert totals(table) == [(1, "a", 26), (2, "c", 16)]


@pytest.mark.parametrize(
    ("guests", "rows", "outside"),
    [
        (Guests.COUNT, [("x", 25), ("a", 18), ("b", 15)], []),
        (Guests.APART, [("a", 18), ("b", 15)], [("x", 25)]),
        (Guests.MOVE_UP, [("a", 25), ("b", 18)], []),
    ],
)
def test_guests_are_kept_out_as_the_terms_say(
    guests: Guests, rows: list[tuple[str, int]], outside: list[tuple[str, int]]
) -> None:
    table = counted([evening("1", {"x": 1, "a": 2, "b": 3})], guests=guests)
    assert [(row.player, row.total) for row in table.rows] == rows
    assert [(row.player, row.total) for row in table.guests] == outside


def test_team_with_a_guest_keeps_its_place() -> None:
    table = counted([evening("1", {"xy": 1, "xa": 2, "b": 3})], guests=Guests.MOVE_UP)
    assert totals(table) == [(1, "a", 25), (2, "b", 18)]


def test_running_evening_waits_unless_the_terms_count_it() -> None:
    evenings = [
        evening("1", {"a": 1, "b": 2}),
        evening("2", {"b": 1, "c": 2}, state=EveningState.RUNNING),
    ]
    waiting, counting = (counted(evenings, counts_running=counts) for counts in (False, True))
    assert totals(waiting) == [(1, "a", 25), (2, "b", 18)]
    assert [cell.use for cell in waiting.rows[1].cells] == [Use.COUNTED, Use.WAITING]
    assert totals(counting) == [(1, "b", 43), (2, "a", 25), (3, "c", 18)]


def test_series_without_evenings_is_empty() -> None:
    assert counted([]) == SeriesTable(())
    assert counted([Evening("1", EveningState.TO_COME)]) == SeriesTable(())


@given(made_up_evenings(), made_up_terms, made_up_guests)
def test_second_calculation_agrees(
    evenings: list[Evening], terms: SeriesTerms, guests: frozenset[str]
) -> None:
    table = series_table(evenings, terms=terms, guests=guests)
    assert {row.player: (row.rank, row.total) for row in table.rows} == naive_table(
        evenings, terms=terms, guests=set(guests)
    )


@given(made_up_evenings(), made_up_terms, made_up_guests, st.randoms())
def test_order_of_the_sides_makes_no_difference(
    evenings: list[Evening], terms: SeriesTerms, guests: frozenset[str], luck: object
) -> None:
    shuffled = [
        Evening(each.id, each.state, tuple(luck.sample(each.sides, len(each.sides))), each.game)  # type: ignore[attr-defined]
        for each in evenings
    ]
    assert series_table(shuffled, terms=terms, guests=guests) == series_table(
        evenings, terms=terms, guests=guests
    )


@given(made_up_evenings(), made_up_terms, made_up_guests)
def test_neighbours_are_parted_by_what_differs(
    evenings: list[Evening], terms: SeriesTerms, guests: frozenset[str]
) -> None:
    def is_right(upper: SeriesRow, lower: SeriesRow) -> bool:
        parted = parted_by(upper, lower)
        return (parted.by is By.NOTHING) == (upper.rank == lower.rank)

    rows = series_table(evenings, terms=terms, guests=guests).rows
    assert all(is_right(upper, lower) for upper, lower in pairwise(rows))
