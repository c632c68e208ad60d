"""REL and SPREAD by their definitions: any scores, turned where lower is better, means and caps."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from league.standings.inputs import Against, Inputs, OtherGame, RoundInput, Settings, SeveralGames
from league.standings.parts import Exact
from league.standings.points import by_place
from league.standings.table import standings
from tests.league.standings.events import entries, match

EQUAL = by_place("equal")


def values(inputs: Inputs, key: str) -> dict[str, tuple[Exact, ...]]:
    return {row.entry: row.values[key] for row in standings(inputs, chain=[key], scheme=EQUAL)}


def played(*games: tuple[int, ...], **changes: object) -> Inputs:
    """Rounds of one table, with these scores in the order of the letters."""
    rounds = tuple(
        RoundInput(number, (match("abcd"[: len(scores)], *scores),))
        for number, scores in enumerate(games, start=1)
    )
    return replace(Inputs(entries("abcd"), rounds), **changes)


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((10, 6, 2), ("1/2", 0, "-1/2")),
        ((9, 9, 0), ("1/4", "1/4", "-1/2")),
        ((0, 0, 0), (0, 0, 0)),
        ((-3, 1), ("-1/2", "1/2")),
        ((-1, -1, -4, 0), ("1/10", "1/10", "-1/2", "3/10")),
    ],
)
def test_relative_deviation_from_the_mean_by_all_deviations(
    scores: tuple[int, ...], expected: tuple[Exact, ...]
) -> None:
    found = values(played(scores), "REL")
    assert [found[entry] for entry in "abcd"[: len(scores)]] == [(each,) for each in expected]


def test_relative_lower_scores_are_turned() -> None:
    found = values(played((10, 6, 2), rules=OtherGame(higher_score_wins=False)), "REL")
    assert found["a"] == ("-1/2",)


def test_relative_each_round_is_turned_by_its_own_game() -> None:
    inputs = played((10, 6, 2), (10, 6, 2), rules=SeveralGames())
    first, second = inputs.rounds
    turned = replace(inputs, rounds=(first, replace(second, higher_score_wins=False)))
    assert values(inputs, "REL")["a"] == (1,)
    assert values(turned, "REL")["a"] == (0,)


def test_relative_unequal_numbers_of_games_are_compared_by_the_mean() -> None:
    found = values(played((10, 6, 2), (0, 1, 5, 2)), "REL")
    # a: 1/2 - 1/3, by 2; d played once: 0.
    assert found == {"a": ("1/12",), "b": ("-1/12",), "c": (0,), "d": (0,)}


def test_spread_score_minus_the_best_of_the_others() -> None:
    found = values(played((10, 6, 2)), "SPREAD")
    assert [found[each] for each in "abc"] == [(4,), (-4,), (-8,)]


def test_spread_or_minus_their_mean() -> None:
    by_mean = Settings(spread_against=Against.MEAN)
    found = values(played((10, 6, 1), settings=by_mean), "SPREAD")
    assert [found[each] for each in "abc"] == [("13/2",), ("1/2",), (-7,)]


def test_spread_cap_holds_for_each_game_both_ways() -> None:
    found = values(played((10, 6, 2), (9, 9, 0), settings=Settings(spread_cap=5)), "SPREAD")
    assert [found[each] for each in "abc"] == [(4,), (-4,), (-10,)]


def test_spread_lower_scores_are_turned() -> None:
    found = values(played((10, 6, 2), rules=OtherGame(higher_score_wins=False)), "SPREAD")
    assert [found[each] for each in "abc"] == [(-8,), (-4,), (4,)]


@given(st.lists(st.integers(-9, 9), min_size=2, max_size=4), st.integers(-20, 20))
def test_relative_scores_add_up_to_nothing_and_do_not_see_where_zero_is(
    scores: list[int], shift: int
) -> None:
    found = values(played(tuple(scores)), "REL")
    moved = values(played(tuple(score + shift for score in scores)), "REL")
    assert found == moved
    assert sum(Fraction(value) for values in found.values() for value in values) == 0
