"""Averages, seats and records of games, from plain values."""

import random
from fractions import Fraction

from hypothesis import given, strategies as st

from league.statistics.figures import (
    Bar,
    GameSeen,
    ListedGame,
    SideSeen,
    bars_of,
    figures_of,
    win_interval,
)


def game(match: str, *scores: int, turns: int | None = None, verified: bool = False) -> GameSeen:
    """A, B, … in the order of the scores; the higher wins."""
    sides = (
        SideSeen(f"{match}-{seat}", seat, 1 + sum(other > score for other in scores), score)
        for seat, score in zip("ABCD", scores, strict=False)
    )
    return GameSeen(match, 1, tuple(sides), "verified" if verified else "ruled", turns)


def test_figures_of_three_games() -> None:
    games = [
        game("one", 30, 20, turns=12, verified=True),
        game("two", 25, 25),
        game("three", 40, 10, 39, turns=31),
    ]
    figures = figures_of(games)
    assert figures is not None
    assert (figures.games, figures.proved.verified) == (3, 1)
    assert (figures.mean_score, figures.median_score) == (27.0, 25)
    assert figures.best[:2] == (
        ListedGame("three", ("three-A",), 40),
        ListedGame("three", ("three-C",), 39),
    )
    assert figures.longest == (
        ListedGame("three", ("three-A", "three-C", "three-B"), 31),
        ListedGame("one", ("one-A", "one-B"), 12),
    )
    assert [(each.match, each.value) for each in figures.closest] == [
        ("two", 0),
        ("three", 1),
        ("one", 10),
    ]
    two, three = figures.sizes
    assert (two.players, two.games, two.mean_score, two.mean_winning_score) == (2, 2, 25.0, 80 / 3)
    assert [(each.seat, each.games, each.wins, each.mean_score) for each in two.seats] == [
        ("A", 2, Fraction(3, 2), 27.5),
        ("B", 2, Fraction(1, 2), 22.5),
    ]
    assert [each.wins for each in three.seats] == [1, 0, 0]


def test_lower_scores_are_best_where_the_lower_wins() -> None:
    figures = figures_of([game("one", 3, 9)], higher_wins=False)
    assert figures is not None
    assert [each.value for each in figures.best] == [3, 9]


def test_a_player_sees_the_own_sides_alone() -> None:
    figures = figures_of([game("one", 30, 20), game("two", 5, 50)], own={"one-B", "two-B"})
    assert figures is not None
    assert (figures.games, figures.mean_score) == (2, 35.0)
    [size] = figures.sizes
    assert [(each.seat, each.wins) for each in size.seats] == [("B", 1)]
    assert size.mean_winning_score == 50.0


def test_without_games_there_are_no_figures() -> None:
    assert figures_of([]) is None
    assert figures_of([game("one", 1, 2)], own=set()) is None


def test_an_unknown_seat_is_in_no_seat_but_in_the_averages() -> None:
    sides = (SideSeen("a", "", 1, 8), SideSeen("b", "", 2, 4))
    figures = figures_of([GameSeen("one", 1, sides)])
    assert figures is not None
    [size] = figures.sizes
    assert (size.mean_score, size.seats) == (6.0, ())


def test_an_advantage_is_named_when_chance_does_not_explain_it() -> None:
    even = figures_of([game(str(number), number % 2, 1 - number % 2) for number in range(200)])
    tilted = figures_of([game(str(number), number % 3, 1) for number in range(300)])
    assert even is not None
    assert tilted is not None
    assert (even.sizes[0].favoured, even.sizes[0].hindered) == ((), ())
    # A wins, shares and loses a third each: that is even; so only a real tilt is named
    assert (tilted.sizes[0].favoured, tilted.sizes[0].hindered) == ((), ())
    one_sided = figures_of([game(str(number), number % 4, 0) for number in range(80)])
    assert one_sided is not None
    assert (one_sided.sizes[0].favoured, one_sided.sizes[0].hindered) == (("A",), ("B",))


def test_wilson_interval_of_known_shares() -> None:
    """Published values for 0 and 5 of 10."""
    low, high = win_interval(Fraction(0), 10)
    assert (low, round(high, 4)) == (0.0, 0.2775)
    low, high = win_interval(Fraction(5), 10)
    assert (round(low, 4), round(high, 4)) == (0.2366, 0.7634)


def test_bars_have_round_widths_and_keep_empty_ones() -> None:
    assert bars_of([7, 7, 9]) == (Bar(7, 7, 2), Bar(8, 8, 0), Bar(9, 9, 1))
    assert bars_of([0, 99]) == (
        Bar(0, 9, 1),
        *(Bar(least, least + 9, 0) for least in range(10, 90, 10)),
        Bar(90, 99, 1),
    )


@given(st.lists(st.integers(-3000, 3000), min_size=1, max_size=200))
def test_every_score_is_in_one_bar(scores: list[int]) -> None:
    bars = bars_of(scores)
    assert len(bars) <= 12
    assert [bar.number for bar in bars] == [
        sum(bar.least <= score <= bar.most for score in scores) for bar in bars
    ]
    assert sum(bar.number for bar in bars) == len(scores)


@given(st.integers(0, 2**31))
def test_order_of_games_makes_no_difference(seed: int) -> None:
    lots = random.Random(seed)
    games = [
        game(str(number), *(lots.randint(0, 30) for _ in range(lots.randint(2, 4))), turns=number)
        for number in range(12)
    ]
    shuffled = lots.sample(games, len(games))
    assert figures_of(shuffled) == figures_of(games)
