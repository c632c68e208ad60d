"""Points, end and ranking, RULES.md 3 and 4: each test is named after its paragraph."""

import pytest

from games.triolet import RULES
from games.triolet.board import Position
from games.values import Setup, SideScore
from games.verify import verify
from tests.games.triolet.tables import (
    OPENING,
    START,
    action,
    board,
    claim_code,
    code,
    judged,
    open_hands,
    play,
    points,
    position,
    rule,
)

# 3 Points: the scoring examples of the rulebook are in test_scoring.py


def test_3_1_rulebook_opening() -> None:
    later = START
    for line, expected in zip(OPENING, (25, 27, 37, 52, 60), strict=True):
        before = sum(later.points)
        assert claim_code(later, line) == ""
        later = play(later, line.partition(" =")[0])
        assert sum(later.points) - before == expected
    assert later.points == (25 + 37 + 60, 27 + 52)


def test_3_1_a_single_first_tile_scores_nothing() -> None:
    assert points(START, "A h8=15") == (0, 0)


def test_3_1_every_group_counts_once() -> None:
    assert points(position("g8=9 g9=1"), "A h8=6 h9=1") == (15 + 7 + 2 + 6, 0)  # 6 doubled


def test_3_2_triolet_is_never_multiplied() -> None:
    assert points(START, "A h8=5 h9=5 h10=5") == (60 + 50, 0)
    assert points(START, "A h8=5 h9=*5 h10=5") == (60, 0)
    assert points(position("h7=0"), "A h8=5 h9=10") == (60, 0)  # two laid are none


def test_3_3_best_choice_counts() -> None:
    later = position("d7=10")
    assert points(later, "A d8=4 e8=9 f8=2") == (124, 0)
    assert claim_code(later, "A d8=4 e8=9 f8=2 =124") == ""


def test_3_3_a_claim_that_equals_another_choice_counts_instead() -> None:
    later = position("d7=10")
    assert claim_code(later, "A d8=4 e8=9 f8=2 =98") == ""
    assert points(later, "A d8=4 e8=9 f8=2 =98") == (98, 0)


def test_3_3_any_other_claim_differs_and_the_best_choice_counts() -> None:
    later = position("d7=10")
    for claim in (0, 94, 97, 125, 999999):
        line = f"A d8=4 e8=9 f8=2 ={claim}"
        assert claim_code(later, line) == "claim-differs"
        assert points(later, line) == (124, 0)


def test_3_3_the_factor_cannot_be_left_out() -> None:
    assert claim_code(START, "A h8=11 i8=3 =14") == "claim-differs"


# 4 End and ranking


def finished(*, players: int = 2, **changes: object) -> Position:
    """Seat A has laid the last tile; the others hold three each."""
    sizes = (1, *(3,) * (players - 1))
    return play(position("h8=1", players=players, bag=0, sizes=sizes, **changes), "A h9=1")


def test_4_1_last_tile_with_an_empty_bag_ends_the_game() -> None:
    over = finished()
    assert over.is_over
    assert not over.is_complete
    assert over.turn == ""
    complete = play(over, "B left 8,5,*")
    assert complete.is_complete
    assert [one.score for one in RULES.play.standings(complete)] == [2 + 13, 0]


def test_4_1_rulebook_example_of_the_values_left() -> None:
    """Fourth player out, the others have 8, 5 / 9, 1 / 4: 27 more."""
    start = position("h8=1", players=4, bag=0, sizes=(2, 2, 1, 1), seat=3, points=(10, 20, 30, 40))
    over = play(start, "D h9=1", "C left 4", "A left 8,5", "B left 1,9")
    assert [one.score for one in RULES.play.standings(over)] == [10, 20, 30, 40 + 2 + 27]


def test_4_1_an_extra_turn_lapses() -> None:
    over = play(position("h2=1", bag=0, sizes=(1, 3)), "A h1=1")
    assert over.is_over
    assert code(over, "A g1=0") == "after-end"


def test_4_1_the_game_goes_on_while_the_bag_refills_the_hand() -> None:
    assert not play(position("h8=1", bag=3), "A h9=1 i9=1 j9=13").is_over
    assert not play(position("h8=1", bag=1), "A h9=1 i9=1 j9=13").is_over
    assert play(position("h8=1", bag=0), "A h9=1 i9=1 j9=13").is_over


def test_4_2_all_players_pass_one_after_the_other() -> None:
    start = position("h8=15", players=3, bag=2, points=(9, 9, 9))  # only a 0 or a joker fits
    two = play(start, "A pass", "B pass")
    assert not two.is_over
    over = play(two, "C pass")
    assert over.is_over
    complete = play(over, "B left 14,1,1", "A left 1,2,3", "C left 1,3,5")
    assert [one.score for one in RULES.play.standings(complete)] == [3, -7, 0]
    assert [one.keys for one in RULES.play.standings(complete)] == [(3,), (-7,), (0,)]


def test_2_8_a_hand_that_could_have_been_laid_disproves_its_pass() -> None:
    over = play(position("h8=15", bag=4), "A pass", "B pass")
    assert code(over, "A left 1,2,3") == ""
    for hand in ("0,1,2", "1,2,*"):
        assert code(over, f"B left {hand}") == "can-place"
        assert rule(over, f"B left {hand}") == "2.8"
    fault = RULES.play.why_not(over, action("B left 0,1,2"))
    assert fault is not None
    assert fault.text.format(**fault.gaps) == (
        "With this hand B could not pass: g8=0 could have been laid."
    )


def test_2_8_what_is_left_when_somebody_goes_out_disproves_nothing() -> None:
    over = play(position("h8=1", bag=0, sizes=(1, 3)), "A h9=1")
    assert play(over, "B left 0,1,*").is_complete


def test_2_8_a_disproved_pass_comes_before_a_wrong_hand() -> None:
    """The order of the codes in RULES.md 5; an open hand was looked at when it passed."""
    over = play(position("h8=15", bag=4), "A pass", "B pass")
    assert code(over, "B left 0") == "can-place"
    assert code(over, "B left 1,2") == "left"
    over = play(position("h8=15", bag=4, **open_hands(B=(1, 2, 3))), "A pass", "B pass")
    assert code(over, "B left 0,1,2") == "left"


def test_2_8_lawful_hands_that_are_left_are_those_that_prove_the_pass() -> None:
    over = play(position("h8=15", bag=4), "A pass", "B pass")
    lefts = [each for each in RULES.play.lawful(over) if each.seat == "B"]
    assert lefts
    assert not [each for each in lefts if {0, 16} & set(each.what)]


def test_4_2_placing_breaks_the_row_of_passes() -> None:
    later = play(position("h8=1", bag=2), "A pass", "B h9=1", "A pass")
    assert not later.is_over
    assert play(later, "B pass").is_over


def test_4_2_a_pass_in_an_extra_turn_counts_in_the_row() -> None:
    assert play(position("h2=1", bag=3), "A h1=1", "A pass", "B pass").is_over


def test_4_3_time_scores_points_as_they_stand() -> None:
    verdict = judged(*OPENING, termination="time")
    assert verdict.status == "complete"
    assert verdict.termination == "time"
    assert [(side.rank, side.standing.side, side.standing.score) for side in verdict.sides] == [
        (1, "A", 122),
        (2, "B", 79),
    ]


def test_4_3_equal_points_share_a_rank() -> None:
    verdict = judged("A h8=5", termination="time", players=3)
    assert [(side.rank, side.standing.side) for side in verdict.sides] == [
        (1, "A"),
        (1, "B"),
        (1, "C"),
    ]


def test_4_4_left_lines_stand_after_the_end_only() -> None:
    for line in ("A left 1,2,3", "B left 1,2,3"):
        assert code(START, line) == "left"
        assert rule(START, line) == "4.4"


def test_4_4_one_line_for_each_hand_that_is_left() -> None:
    over = finished(players=3)
    assert code(over, "A left 1") == "left"  # A laid the last tile
    assert code(over, "D left 1,2,3") == "wrong-seat"
    once = play(over, "B left 1,2,3")
    assert code(once, "B left 1,2,3") == "left"
    assert not once.is_complete
    assert play(once, "C left 1,2,3").is_complete


def test_4_4_sizes_of_hands_must_be_right() -> None:
    over = finished()
    assert code(over, "B left 1,2") == "left"
    assert code(over, "B left 1,2,3,4") == "left"
    assert rule(over, "B left 1,2") == "4.4"


def test_4_4_open_hands_are_what_is_left() -> None:
    over = finished(**open_hands(B=(3, 5, 16)))
    assert code(over, "B left 3,5,5") == "left"
    assert code(over, "B left *,5,3") == ""


def test_4_4_left_tiles_are_of_the_supply() -> None:
    over = finished(players=3)
    assert code(over, "B left 15,15,1") == "supply"
    assert rule(over, "B left 15,15,1") == "4.4"
    assert code(play(over, "B left 15,1,1"), "C left 15,1,1") == "supply"
    over = finished(players=3, **open_hands(B=(13, 13, 15)))
    assert code(over, "C left 1,2,15") == "supply"
    assert code(over, "B left 13,13,15") == ""  # a hand is counted once


def test_4_4_nothing_else_may_follow_the_end() -> None:
    over = finished()
    for line in ("B i8=1", "B pass", "B swap 1", "B draw 1", "B rack 1,2,3", "C pass"):
        assert code(over, line) == "after-end"
    assert code(play(over, "B left 1,2,3"), "B pass") == "after-end"


# What the module says beside verdicts


def test_turns_count_what_players_do() -> None:
    counted = ["A h8=1", "A swap 1", "A pass"]
    not_counted = ["A rack 1,2,3", "A draw 1", "A left 1"]
    assert not {action(line).kind for line in counted} & RULES.play.uncounted
    assert {action(line).kind for line in not_counted} == RULES.play.uncounted


def test_after_refuses_what_is_not_lawful() -> None:
    with pytest.raises(ValueError, match="covers the centre, h8"):
        RULES.play.after(START, action("A a1=1"))


def test_game_has_no_tags_of_its_own() -> None:
    assert tuple(RULES.tags.names(2)) == tuple(RULES.tags.required(2)) == ()
    assert RULES.tags.read("Heap", "1", players=2) is None
    assert RULES.tags.default("Heap", Setup(2)) == ""
    assert RULES.tags.canonical("Heap", "1", Setup(2)) == "1"
    assert RULES.tags.wrong(Setup(2)) == ()


def test_league_keys_are_points_then_the_best_game() -> None:
    assert RULES.league_keys(SideScore("A", ("A",), -7, (-7,))) == (-7, -7)
    assert RULES.best_keys == {1}


def test_board_of_tests_is_the_board_of_the_game() -> None:
    laid = play(START, "A h8=11 i8=*3")
    assert laid.cells == board("h8=11 i8=*3")


def test_verify_never_raises_on_other_text() -> None:
    assert verify(b'[Game "triolet"]\n[Players "2"]\nA').status == "unreadable"
