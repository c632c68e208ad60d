"""Match points by the presets of the spec (pairing-and-tiebreaks.md 3), shares, forfeits, byes."""

import json

import pytest
from hypothesis import given, strategies as st

from games.ranking import shared_ranks
from league.results.states import is_decided, match_ranks
from league.standings.points import (
    SOLO,
    WHOLE,
    Scheme,
    by_place,
    duel,
    own,
)


def whole(*points: int) -> tuple[int, ...]:
    return tuple(WHOLE * each for each in points)


def tables() -> st.SearchStrategy[list[int]]:
    """Ranks of a table of two to four, tied or not."""
    keys = st.lists(st.integers(0, 3), min_size=2, max_size=4)
    return keys.map(lambda each: shared_ranks([(key,) for key in each]))


def schemes() -> st.SearchStrategy[Scheme]:
    numbers = st.lists(st.integers(0, 50), min_size=4, max_size=4)
    rows = numbers.map(lambda each: whole(*sorted(each, reverse=True)))
    presets = [by_place(key) for key in ("hig", "equal", "wins")]
    return st.sampled_from(presets) | rows.map(lambda row: own([row]))


@pytest.mark.parametrize(
    ("key", "points"),
    [
        ("hig", (5, 3, 2, 1)),
        ("hig", (5, 3, 1)),
        ("equal", (11, 7, 4, 2)),
        ("equal", (10, 6, 2)),
        ("equal", (9, 3)),
        ("wins", (1, 0, 0, 0)),
        ("wins", (1, 0, 0)),
        ("wins", (1, 0)),
    ],
)
def test_preset_pays_by_place(key: str, points: tuple[int, ...]) -> None:
    ranks = range(1, len(points) + 1)
    assert by_place(key).points_12(ranks) == whole(*points)


@pytest.mark.parametrize(
    ("ranks", "points_12"),
    [
        ((1, 2, 2, 4), (132, 66, 66, 24)),  # 7 + 4 by two
        ((3, 3, 1, 2), (36, 36, 132, 84)),
        ((1, 1, 1, 4), (88, 88, 88, 24)),  # 22 by three: exact in twelfths
        ((1, 2, 2, 2), (132, 52, 52, 52)),  # 13 by three
        ((1, 1, 1, 1), (72, 72, 72, 72)),
        ((1, 1, 3), (96, 96, 24)),
        ((1, 1), (72, 72)),
    ],
)
def test_tied_places_share_the_sum(ranks: tuple[int, ...], points_12: tuple[int, ...]) -> None:
    assert by_place("equal").points_12(ranks) == points_12


@given(schemes(), tables())
def test_ties_never_change_what_a_table_is_paid(scheme: Scheme, ranks: list[int]) -> None:
    assert sum(scheme.points_12(ranks)) == sum(scheme.row_12(len(ranks)))


@given(tables())
def test_equal_pays_six_for_each_seat_of_every_size(ranks: list[int]) -> None:
    assert sum(by_place("equal").points_12(ranks)) == WHOLE * 6 * len(ranks)


@given(schemes(), tables())
def test_better_rank_is_never_paid_less(scheme: Scheme, ranks: list[int]) -> None:
    by_rank = sorted(zip(ranks, scheme.points_12(ranks), strict=True))
    paid = [points for _, points in by_rank]
    assert paid == sorted(paid, reverse=True)


def test_two_seats_win_draw_loss_are_two_one_nothing() -> None:
    assert duel().points_12((2, 1)) == (0, 24)
    assert duel().points_12((1, 1)) == (12, 12)


def test_two_seats_own_numbers_need_not_share() -> None:
    football = duel(win_12=36, draw_12=12)
    assert football.points_12((1, 2)) == (36, 0)
    assert football.points_12((1, 1)) == (12, 12)


def test_two_seats_loss_may_be_worth_something_and_a_forfeit_is_not() -> None:
    scheme = duel(win_12=36, draw_12=24, loss_12=12)
    assert scheme.points_12((1, 2)) == (36, 12)
    assert scheme.points_12((1, None)) == (36, 0)


def test_two_seats_double_forfeit_gives_nothing_to_both() -> None:
    assert duel().points_12((None, None)) == (0, 0)


def test_two_seats_more_seats_have_no_points() -> None:
    with pytest.raises(ValueError, match="no points for a table of 3"):
        duel().points_12((1, 2, 3))


def test_forfeits_at_tables_those_present_play_for_the_first_places() -> None:
    assert by_place("equal").points_12((2, None, 1, 3)) == whole(7, 0, 11, 4)


def test_forfeits_at_tables_ranks_close_up_over_one_who_left() -> None:
    assert by_place("equal").points_12((None, 2, 3, 4)) == whole(0, 11, 7, 4)


def test_forfeits_at_tables_ties_of_those_present_share_their_own_places() -> None:
    assert by_place("equal").points_12((1, 1, None, None)) == whole(9, 9, 0, 0)


def test_forfeits_at_tables_only_one_present_is_first() -> None:
    assert by_place("hig").points_12((None, None, 1)) == whole(0, 0, 5)


def test_forfeits_at_tables_nobody_present_is_paid_nothing() -> None:
    assert by_place("hig").points_12((None, None, None, None)) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("scheme", "bye_12", "half_bye_12"),
    [
        (duel(), 24, 12),
        (duel(win_12=36, draw_12=12), 36, 12),
        (duel(bye_12=12), 12, 12),
        (by_place("equal"), 72, 36),
        (by_place("equal", seats=3), 72, 36),
        (by_place("hig"), 33, 16),  # 11 by 4; its half is no whole number of twelfths
        (by_place("hig", seats=3), 36, 18),
        (by_place("hig", bye_12=24), 24, 12),
        (by_place("wins"), 3, 1),
        (by_place("wins", seats=2), 12, 6),
        (SOLO, 0, 0),
    ],
)
def test_byes_are_worth(scheme: Scheme, bye_12: int, half_bye_12: int) -> None:
    assert (scheme.bye_12, scheme.half_bye_12) == (bye_12, half_bye_12)


def test_own_numbers_smaller_table_takes_the_first_numbers_of_the_next_larger() -> None:
    scheme = own([whole(6, 4, 2, 1), whole(5, 1)])
    assert scheme.points_12((1, 2, 3)) == whole(6, 4, 2)
    assert scheme.points_12((1, 2)) == whole(5, 1)


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        (whole(3, 2, 5, 0), "later place"),
        (whole(3, 2, 1, -1), "less than a forfeit"),
        ((36, 24, 12, 6), "cannot share"),  # 6.5 points by four
    ],
)
def test_own_numbers_numbers_that_make_no_sense_are_refused(
    row: tuple[int, ...], complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        own([row])


def test_own_numbers_half_points_are_fine_where_ties_split() -> None:
    assert own([(36, 18, 6)], seats=3).points_12((1, 2, 2)) == (36, 12, 12)


def test_own_numbers_draw_outside_win_and_loss_is_refused() -> None:
    with pytest.raises(ValueError, match="more than a win"):
        duel(win_12=12, draw_12=24)


def test_own_numbers_bye_below_a_forfeit_is_refused() -> None:
    with pytest.raises(ValueError, match="bye"):
        duel(bye_12=-1)


@given(schemes() | st.sampled_from([duel(), SOLO]))
def test_scheme_is_stored_as_json_and_read_back(scheme: Scheme) -> None:
    assert Scheme.from_dict(json.loads(json.dumps(scheme.as_dict()))) == scheme


WIN, LOSS, DRAW = (1, 2), (2, 1), (1, 1)


@pytest.mark.parametrize(
    ("games", "ranks"),
    [
        ([WIN], (1, 2)),
        ([WIN, LOSS], (1, 1)),
        ([DRAW, DRAW], (1, 1)),
        ([DRAW, LOSS], (2, 1)),
        ([WIN, LOSS, WIN], (1, 2)),
        ([(1, 2, 2, 4)], (1, 2, 2, 4)),
        ([(1, 2, 3), (3, 1, 2)], (2, 1, 3)),  # one first each; then the seconds
        ([(1, 2, 3), (3, 2, 1)], (1, 3, 1)),
        ([(1, 3, 4)], (1, 2, 3)),
        ([(1,)], (1,)),
    ],
)
def test_match_goes_by_games_won(games: list[tuple[int, ...]], ranks: tuple[int, ...]) -> None:
    assert match_ranks(games) == ranks


@given(tables())
def test_match_of_one_game_has_its_ranks(ranks: list[int]) -> None:
    assert match_ranks([ranks]) == tuple(ranks)


@pytest.mark.parametrize(
    ("games", "planned", "decided"),
    [
        ([], 1, False),
        ([WIN], 1, True),
        ([WIN], 2, False),  # both are always played
        ([WIN, WIN], 3, True),
        ([WIN, LOSS], 3, False),
        ([WIN, DRAW], 3, False),  # a loss would make it even
        ([WIN, LOSS, DRAW], 3, True),
        ([LOSS, LOSS, WIN, LOSS], 5, True),
        ([LOSS, LOSS, WIN], 5, False),
        ([LOSS, LOSS, LOSS], 5, True),
        ([(1, 2, 3), (1, 2, 3)], 3, False),  # the others still play for their places
    ],
)
def test_match_is_decided(games: list[tuple[int, ...]], planned: int, decided: bool) -> None:
    assert is_decided(games, planned=planned) is decided
