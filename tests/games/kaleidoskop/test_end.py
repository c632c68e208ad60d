"""How a game of Kaleidoskop ends, who wins, and what is left in the supply: RULES.md 4."""

import pytest

from games.kaleidoskop import RULES
from games.ranking import shared_ranks
from games.values import SideScore
from tests.games.kaleidoskop.tables import (
    RACK,
    code,
    nearly_full,
    play,
    start,
    with_symbols,
    with_track,
)


def test_4_1_game_ends_without_two_free_neighbours():
    position = nearly_full(start(), "m9", "m10", "h8", "d4", "g6")
    after = play(position, "A RG m9-m10")
    assert (after.turn, after.is_over, after.is_complete) == ("", True, True)
    assert code(after, "B RG h8-h9") == "after-end"
    assert code(after, "A draw RR") == "after-end"
    assert code(after, "A swap RR,RR,RR,RR,RR") == "after-end"
    assert code(after, "B rack RR,RR,RR,RR,RR,RG") == "after-end"


@pytest.mark.parametrize("pair", ["h8-h9", "h8-i8", "h8-i9"])
def test_4_1_two_free_neighbours_in_any_direction_go_on(pair):
    position = nearly_full(start(), "m9", "m10", *pair.split("-"))
    after = play(position, "A RG m9-m10")
    assert after.turn == "B"
    assert play(after, f"B RG {pair}").is_over


def test_4_1_free_fields_beyond_the_area_do_not_count():
    position = nearly_full(start(), "m9", "m10", "m12", "h12")
    assert code(position, "A RG m12-n12") == "field"
    assert play(position, "A RG m9-m10").is_over


def test_4_1_end_is_tested_within_a_turn():
    position = nearly_full(start(), "m9", "m10", "h8", "h9")
    position = with_track(position, 0, R=17)
    after = play(position, "A RG m9-m10")
    assert (after.turn, after.bonus) == ("A", 1)
    assert play(after, "A RG h8-h9").is_over


def test_4_2_all_colours_at_18_win_at_once():
    position = with_symbols(start(), R="h9")
    position = with_track(position, 0, R=17, G=18, B=18, O=18, Y=18, P=18)
    after = play(position, "A RG h8-h7")
    assert (after.is_over, after.bonus) == (True, 0)
    assert [one.keys for one in RULES.play.standings(after)] == [(18,) * 6, (0,) * 6]
    less = play(with_track(position, 0, P=17), "A RG h8-h7")
    assert (less.is_over, less.bonus) == (False, 1)


@pytest.mark.parametrize(("players", "variant"), [(4, "teams"), (1, "solo")])
def test_4_2_joint_track_needs_36(players, variant):
    position = with_symbols(start(players, variant), R="h9")
    half = with_track(position, 0, R=17, G=18, B=18, O=18, Y=18, P=18)
    assert not play(half, "A RG h8-h7").is_over
    full = with_track(position, 0, R=35, G=36, B=36, O=36, Y=36, P=36)
    assert play(full, "A RG h8-h7").is_over


def test_4_2_another_sides_full_track_does_not_end_the_game():
    position = with_symbols(start(), R="h9")
    position = with_track(position, 1, R=17, G=18, B=18, O=18, Y=18, P=18)
    assert not play(position, "A RG h8-h7").is_over


def test_4_3_keys_ascend_as_in_the_rulebook():
    """A has 10 in the lowest colour; B 9, 12, 14; C 9, 12, 13."""
    position = start(3)
    position = with_track(position, 0, R=10, G=11, B=11, O=11, Y=11, P=11)
    position = with_track(position, 1, R=18, G=14, B=9, O=12, Y=18, P=18)
    position = with_track(position, 2, R=18, G=18, B=18, O=13, Y=9, P=12)
    standings = RULES.play.standings(position)
    assert [one.keys[:3] for one in standings] == [(10, 11, 11), (9, 12, 14), (9, 12, 13)]
    assert [one.score for one in standings] == [10, 9, 9]
    assert shared_ranks([one.keys for one in standings]) == [1, 2, 3]


def test_4_3_league_sums_keys_in_order():
    assert RULES.league_keys(SideScore("A", ("A",), 3, (3, 4, 5, 6, 7, 8))) == (3, 4, 5, 6, 7, 8)
    assert not RULES.best_keys
    assert RULES.higher_score_wins


def test_4_4_supply_counts_board_and_open_hands():
    position = play(start(), RACK, "A RG m9-m10", "A draw BB")
    assert code(position, "B RR c4-d5") == "supply"
    assert code(position, "B RG c4-d5") is None
    # Laid from the open hand, a tile is not counted twice.
    position = play(position, "B YY c4-d5", "A RR l8-l9", "A draw RG")
    assert code(position, "B RR h7-h8") == "supply"


def test_4_4_supply_of_mixed_tiles_is_six():
    assert code(start(), "A rack RG,RG,GR,GR,RG,RG") is None
    position = play(start(), "A rack RG,RG,GR,GR,RG,RG")
    assert code(position, "B rack GR,RR,RR,RR,RR,RR") == "supply"


def test_4_4_tiles_given_up_cannot_be_drawn_in_the_exchange():
    position = play(start(), RACK, "A RG m9-m10", "A swap RR,RR,RR,RR,RR")
    assert code(position, "A draw RR,GG,GG,GG,GG,GG") == "supply"
    assert code(position, "A draw GG,GG,GG,GG,GG") == "draw"
    assert code(position, "A swap RR,RR,RR,RR,RR") == "draw"
    position = play(position, "A draw GG,GG,GG,GG,GG,BB")
    assert code(position, "B RR c4-d5") is None
    assert code(position, "B GG c4-d5") == "supply"


def test_4_4_tiles_shown_by_a_closed_hand_count_in_that_line_only():
    position = play(start(), "A RR m9-m10")
    assert code(position, "A swap RR,RR,RR,RR,RR") == "supply"
    assert code(position, "B RR c4-d5") is None
    after = play(start(), "A RG m9-m10", "A swap RR,RR,RR,RR,RR", "B RR c4-d5")
    assert after.turn == "A"
