"""Material and turns, RULES.md 1 and 2: each test is named after its paragraph."""

from itertools import combinations

import pytest

from games.triolet import RULES
from games.triolet.board import EXTRA, material, name_of, squares
from games.values import Setup
from tests.games.triolet.tables import (
    START,
    action,
    code,
    open_hands,
    play,
    points,
    position,
    rule,
)

# 1 Material


def test_1_1_board_is_15_by_15_with_h8_in_the_centre() -> None:
    names = [name_of(at) for at in squares()]
    assert len(names) == 225
    assert names[:2] == ["a1", "a2"]
    assert names[-1] == "o15"
    assert name_of(material().centre) == names[112] == "h8"


def test_1_2_special_squares_of_the_board() -> None:
    by_effect: dict[int, set[str]] = {}
    for at in squares():
        by_effect.setdefault(material().special[at], set()).add(name_of(at))
    assert by_effect[2] == {"h8", "d8", "l8", "h4", "h12", "e5", "k5", "e11", "k11"}
    assert by_effect[3] == {"b5", "b11", "n5", "n11", "e2", "k2", "e14", "k14"}
    assert by_effect[EXTRA] == {"a8", "o8", "h1", "h15", "b2", "n2", "b14", "n14"}


def test_1_2_no_turn_covers_two_special_squares() -> None:
    special = [at for at in squares() if material().special[at]]
    for one, two in combinations(special, 2):
        distance = two - one
        assert not (one // 17 == two // 17 and distance < 3)
        assert distance not in (17, 34)


def test_1_3_tiles_of_the_game() -> None:
    assert material().counts == (9, 9, 8, 8, 7, 8, 6, 6, 4, 4, 3, 3, 2, 2, 1, 1, 2)
    assert sum(material().counts) == 83
    assert material().bag == 80


@pytest.mark.parametrize(("players", "bag"), [(2, 74), (3, 71), (4, 68)])
def test_1_3_each_player_holds_three(players: int, bag: int) -> None:
    start = RULES.play.start(Setup(players))
    assert start.sizes == (3,) * players
    assert start.bag == bag


# 2 The turn


def test_2_1_first_placement_covers_the_centre() -> None:
    assert code(START, "A h9=3") == "centre"
    assert rule(START, "A h9=3") == "2.1"
    assert code(START, "A h9=3 h10=2") == "centre"
    assert code(START, "A h7=3 h8=2 h9=10") == ""


def test_2_1_first_placement_covers_the_centre_also_after_exchanges() -> None:
    later = play(START, "A swap 3", "B swap 1")
    assert code(later, "A h9=3") == "centre"
    assert code(later, "A h8=3") == ""


def test_2_1_later_placements_touch_a_tile_that_was_there() -> None:
    later = position("h8=3")
    assert code(later, "A h10=3") == "no-contact"
    assert rule(later, "A h10=3") == "2.1"
    assert code(later, "A i9=3") == "no-contact"  # a corner is no side
    assert code(later, "A h10=3 i10=3") == "no-contact"
    assert code(later, "A h9=3 i9=3 j9=9") == ""  # one touches, the others touch it


def test_2_1_squares_are_free() -> None:
    assert code(position("h8=3"), "A h8=3") == "occupied"
    assert code(position("h8=3"), "A h9=1 h9=2") == "occupied"
    assert rule(position("h8=3"), "A h9=1 h9=2") == "2.1"


def test_2_2_tiles_lie_in_one_line() -> None:
    later = position("h8=3")
    assert code(later, "A h9=3 i8=3") == "not-in-line"
    assert rule(later, "A h9=3 i8=3") == "2.2"
    assert code(later, "A g8=3 h9=3 i8=3") == "not-in-line"
    assert code(later, "A g8=3 i9=3 i8=3") == "not-in-line"
    assert code(later, "A g8=3 i8=9") == ""


def test_2_2_tiles_lie_in_one_unbroken_run() -> None:
    later = position("h8=3")
    assert code(later, "A i8=3 k8=3") == "gap"
    assert rule(later, "A i8=3 k8=3") == "2.2"
    assert code(later, "A h9=3 h12=3") == "gap"
    assert code(later, "A h9=3 h10=9") == ""


def test_2_3_runs_are_three_long_at_most() -> None:
    across = position("f8=0 g8=0 h8=15")
    assert code(across, "A i8=0") == "run-too-long"
    assert rule(across, "A i8=0") == "2.3"
    assert code(position("h7=0 h8=0 h9=15"), "A h10=0") == "run-too-long"
    assert code(position("f8=0 g8=0 i8=0"), "A h8=0") == "run-too-long"  # joined in between
    assert code(position("g8=0 h8=5"), "A i8=9 j8=1") == "run-too-long"


def test_2_3_two_neighbours_sum_to_15_at_most() -> None:
    later = position("h8=9")
    assert code(later, "A h9=6") == ""
    assert code(later, "A h9=7") == "sum-over-15"
    fault = RULES.play.why_not(later, action("A h9=8"))
    assert fault is not None
    assert fault.text.format(**fault.gaps) == (
        "h8, h9: 9 + 8 = 17; two neighbours may sum to 15 at most."
    )


def test_2_3_three_in_a_run_sum_to_15() -> None:
    later = position("g8=4 h8=8")
    assert code(later, "A i8=3") == ""
    for wrong in ("A i8=2", "A i8=4"):
        assert code(later, wrong) == "sum-not-15"
        assert rule(later, wrong) == "2.3"
    assert code(position("h8=8"), "A g8=1 i8=5") == "sum-not-15"


def test_2_3_crossing_runs_count_too() -> None:
    assert code(position("g8=7 g9=4 i8=1"), "A h8=7 h9=4") == ""
    assert code(position("g8=8 g9=12"), "A h8=7 h9=4") == "sum-over-15"
    assert code(position("f8=1 g8=8"), "A h8=7 h9=4") == "sum-not-15"


def test_2_4_own_first_turn_completes_no_2x2_block() -> None:
    words = "h8=1 i8=1 h9=1"
    first = position(words, acted=0b10)
    assert code(first, "A i9=1") == "block-2x2"
    assert rule(first, "A i9=1") == "2.4"
    assert code(first, "A g8=13") == ""
    assert code(position(words, acted=0b01), "A i9=1") == ""


def test_2_4_blocks_that_were_there_do_not_matter() -> None:
    first = position("h8=1 i8=1 h9=1 i9=1", acted=0)
    assert code(first, "A g8=13") == ""


def test_2_4_first_turn_is_any_turn_the_player_has_had() -> None:
    """Who exchanged first is free of the rule; an extra turn is not the first."""
    lines = ["A h8=1 h9=1", "B swap 1", "A i8=1", "B i9=1"]
    assert play(START, *lines).points == (3 + 2, 4)
    assert code(play(START, lines[0], "B i8=1"), "A i9=1") == ""  # A's second
    assert code(play(START, lines[0]), "B i8=1 i9=1") == "block-2x2"
    extra = position("h2=1 g2=1 g1=0", acted=0b10, seat=0)
    assert code(extra, "A h1=1") == "block-2x2"
    extra = play(position("h2=1 i2=1", acted=0b10), "A h1=1")
    assert extra.turn == "A"
    assert code(extra, "A i1=1") == ""


def test_2_5_no_turn_completes_a_3x3_block() -> None:
    words = "h8=1 i8=5 j8=9 h9=5 i9=9 j9=1 h10=9 i10=1"
    later = position(words)
    assert code(later, "A j10=5") == "block-3x3"
    assert rule(later, "A j10=5") == "2.5"
    assert code(position(words.replace(" i9=9", "")), "A j10=5") == ""


def test_2_5_in_a_first_turn_the_2x2_block_is_named() -> None:
    words = "h8=1 i8=5 j8=9 h9=5 i9=9 j9=1 h10=9 i10=1"
    assert code(position(words, acted=0), "A j10=5") == "block-2x2"


def test_2_6_one_joker_in_a_turn() -> None:
    assert code(START, "A h8=*1 h9=*2") == "two-jokers"
    assert rule(START, "A h8=*1 h9=*2") == "2.6"
    extra = play(position("h2=3"), "A h1=*4")
    assert code(extra, "A g1=*4") == ""  # an extra turn is another turn


def test_2_6_a_joker_holds_its_value_and_is_worth_nothing() -> None:
    later = play(START, "A h8=*9 h9=6")
    assert later.points == (6, 0)
    assert code(later, "B i8=7") == "sum-over-15"
    assert code(later, "B h10=1") == "sum-not-15"
    assert points(later, "B h10=0") == (6, 30)
    assert points(later, "B i8=6") == (6, 6)


def test_2_6_a_joker_is_no_number_tile_of_its_value() -> None:
    later = play(START, "A h8=*15")
    assert code(later, "B h9=0") == ""
    assert code(play(later, "B i8=0 i9=15"), "A i10=*0") == ""


def test_2_7_exchange_needs_five_in_the_bag() -> None:
    assert code(position("h8=1", bag=5), "A swap 3") == ""
    assert code(position("h8=1", bag=4), "A swap 1") == "bag"
    assert rule(position("h8=1", bag=4), "A swap 1") == "2.7"
    assert code(position("h8=1", bag=4), "A swap 9") == "bag"  # before the count


def test_2_7_exchange_of_a_closed_hand_is_a_count() -> None:
    for lawful in ("A swap 1", "A swap 2", "A swap 3"):
        assert code(START, lawful) == ""
    for wrong in ("A swap 0", "A swap 4", "A swap 15", "A swap *", "A swap 1,2"):
        assert code(START, wrong) == "tile-count"
        assert rule(START, wrong) == "2.7"


def test_2_7_exchange_of_an_open_hand_lists_tiles() -> None:
    start = play(START, "A rack 7,3,*")
    assert code(start, "A swap 2") == "not-in-hand"
    assert rule(start, "A swap 2") == "record 1.6"
    assert code(start, "A swap 7,7") == "not-in-hand"
    assert code(start, "A swap 7,3,*,*") == "tile-count"
    assert rule(start, "A swap 7,3,*,*") == "2.7"
    after = play(start, "A swap *,7", "A draw 1,2")
    assert after.hands.held["A"] == (1, 2, 3)
    assert after.bag == 74
    assert after.turn == "B"


def test_2_7_what_was_exchanged_cannot_be_drawn_in_it() -> None:
    start = play(START, "A rack 15,14,3")
    assert code(play(start, "A swap 15"), "A draw 15") == "supply"
    later = play(start, "A swap 15", "A draw 0", "B swap 1", "A swap 0")
    assert code(later, "A draw 15") == ""  # it is back in the bag by now


def test_2_7_the_bag_shrinks_by_what_is_laid() -> None:
    later = play(START, "A h8=1 h9=1", "B swap 3", "A h10=13")
    assert later.bag == 74 - 3


def test_2_8_pass_needs_fewer_than_five_in_the_bag() -> None:
    assert code(START, "A pass") == "bag"
    assert code(position("h8=1", bag=5), "A pass") == "bag"
    assert rule(position("h8=1", bag=5), "A pass") == "2.8"
    assert code(position("h8=1", bag=4), "A pass") == ""


def test_2_8_pass_of_an_open_hand_needs_that_nothing_can_be_placed() -> None:
    words = "g8=9 h8=6"  # 0 fits beside it, 6 above the 9, 9 above the 6
    for hand, allowed in (((10, 11, 12), True), ((9, 11, 12), False), ((11, 12, 16), False)):
        later = position(words, bag=0, **open_hands(A=hand))
        assert code(later, "A pass") == ("" if allowed else "can-place")
    later = position(words, bag=4, **open_hands(A=(10, 12, 16)))
    fault = RULES.play.why_not(later, action("A pass"))
    assert fault is not None
    assert (fault.code, fault.rule) == ("can-place", "2.8")
    word = str(fault.gaps["word"])
    assert "*" in word
    assert code(later, f"A {word}") == ""


def test_2_8_pass_is_lawful_where_the_only_fit_completes_a_3x3_block() -> None:
    words = "h8=1 i8=5 j8=9 h9=5 i9=9 j9=1 h10=9 i10=1 g11=15 k7=15"  # the 5 fits on j10 only
    later = position(words, bag=0, **open_hands(A=(5, 13, 14)))
    assert code(later, "A j10=5") == "block-3x3"
    assert code(later, "A pass") == ""
    gap = position(words.replace(" i9=9", ""), bag=0, **open_hands(A=(5, 13, 14)))
    assert code(gap, "A pass") == "can-place"


def test_2_8_whoever_cannot_place_must_exchange_while_the_bag_lasts() -> None:
    later = position("g8=9 h8=6", bag=5, **open_hands(A=(10, 11, 12)))
    assert code(later, "A pass") == "bag"
    assert code(later, "A swap 10") == ""


def test_2_9_refill_to_three_while_the_bag_lasts() -> None:
    later = play(position("h8=1", bag=2), "A h9=1 h10=13")
    assert (later.bag, later.sizes) == (0, (3, 3))
    later = play(position("h8=1", bag=1), "A h9=1 h10=13")
    assert (later.bag, later.sizes) == (0, (2, 3))
    again = later._replace(seat=0)
    assert code(again, "A i8=1 i9=2 i10=12") == "tile-count"
    assert rule(again, "A i8=1 i9=2 i10=12") == "5"
    assert code(again, "A i8=5 i9=2") == ""


def test_2_9_extra_turn_square_gives_another_turn() -> None:
    later = play(position("h2=3"), "A h1=4")
    assert later.turn == "A"
    assert code(later, "B swap 1") == "wrong-seat"
    assert play(later, "A swap 1").turn == "B"  # of any kind
    assert play(later, "A g1=5").turn == "B"
    assert play(later._replace(bag=4), "A pass").turn == "B"


def test_2_9_an_extra_turn_can_earn_another() -> None:
    later = play(position("h2=3 b3=1"), "A h1=4", "A b2=2")
    assert later.turn == "A"
    assert play(later, "A b4=12").turn == "B"


def test_2_9_extra_turn_comes_after_the_draw_of_an_open_hand() -> None:
    later = play(position("h2=3", **open_hands(A=(4, 5, 6))), "A h1=4")
    assert later.turn == "A"
    assert code(later, "A g1=5") == "draw"
    assert play(later, "A draw 9").turn == "A"
