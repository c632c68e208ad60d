"""Turns and ranking, games/twisty/RULES.md 2 and 3: each test is named after its paragraph."""

import pytest

from games.twisty import RULES
from games.twisty.board import COLOURS, CORNERS, NAMES, SQUARES, STEPS
from games.values import SEATS, Fault, SideScore
from tests.games.twisty.tables import (
    BOARD,
    SERIES,
    after,
    fault,
    move,
    player,
    setup,
    squares,
    table,
)

FAR = player("g7", "WVBGYOR")  # somebody out of the way, without cubes


def test_2_1_turn_is_a_knights_move() -> None:
    start = table(player("d4"), FAR, empty="d4")
    reached = [name for name in NAMES if fault(start, f"A {name}") is None]
    assert sorted(reached) == ["b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5"]
    assert fault(start, "A d4") == ("step", "2.1")
    assert fault(start, "A d5") == ("step", "2.1")


def test_2_1_pawn_jumps_over_pawns() -> None:
    crowd = [player(square) for square in ("a1", "a2", "b2", "b1")]
    assert fault(table(*crowd), "A b3") is None


@pytest.mark.parametrize("square", ["c2", "d2", "c3", "c1", "b2", "d3"])
def test_2_1_turn_begins_with_a_knights_move_from_any_token(square: str) -> None:
    start = table(player(square), FAR)
    for name in NAMES:
        is_knight = STEPS["3"][SQUARES[square]] >> SQUARES[name] & 1
        assert fault(start, f"A {name}") == (None if is_knight else ("step", "2.1"))


def test_2_1_pass_only_where_no_knights_move_is_lawful() -> None:
    stuck = table(player("a1"), player("b3"), player("c2"))
    assert fault(stuck, "A pass") is None
    assert [action.kind for action in RULES.play.lawful(stuck)] == ["pass"]
    passed = after(stuck, "A pass")
    assert (passed.turn, squares(passed)) == ("B", squares(stuck))
    assert fault(stuck, "A b3") == ("pawn", "2.6")
    assert fault(table(player("a1"), player("b3"), FAR), "A pass") == ("can-move", "2.1")


def test_2_1_who_can_steal_must_not_pass() -> None:
    start = table(player("a1"), player("b3", "ROYGBVW", 1), player("c2"))
    assert fault(start, "A pass") == ("can-move", "2.1")
    assert {RULES.play.write(action) for action in RULES.play.lawful(start)} == {
        "b3xB>a1",
        "b3xB>g1",
        "b3xB>g7",
        "b3xB>a7",
    }
    safe = table(player("a1"), player("b3", "ROYGBVW", 1, 1), player("c2"))
    assert fault(safe, "A pass") is None


def test_2_2_turn_ends_on_an_empty_square_and_on_another_colour() -> None:
    start = table(player("b5"), FAR)
    landed = after(start, "A d4")
    assert (landed.turn, squares(landed)[0], landed.board) == ("B", "d4", start.board)
    assert fault(start, "A d4-d5") == ("step", "2.2")
    stays = after(table(player("e5"), FAR), "A d3")  # Y, but R is next
    assert stays.board == start.board
    assert stays.players[0].cubes == 0
    assert fault(table(player("e5"), FAR), "A d3-e3") == ("step", "2.2")


def test_2_2_square_of_a_taken_token_is_empty() -> None:
    start = table(player("a1"), FAR, empty="b3")
    assert after(start, "A b3").players[0].cubes == 0
    assert fault(start, "A b3-b4") == ("step", "2.2")


def test_2_3_next_colour_is_taken() -> None:
    start = table(player("a1"), FAR)
    taken = after(start, "A b3")
    assert taken.players[0] == player("b3", cubes=1)
    assert taken.board[SQUARES["b3"]] == "."
    assert taken.board.count("R") == 3
    assert taken.turn == "B"
    assert fault(start, "A b3-b4") == ("step", "2.3")


def test_2_3_colour_held_already_is_not_taken_again() -> None:
    start = table(player("c5", cubes=1), FAR)
    assert after(start, "A b3").players[0].cubes == 1


def test_2_3_own_colour_under_the_pawn_is_not_taken_without_landing() -> None:
    """A stands on O, its next colour, as after a theft there: it must come back to take it."""
    start = table(player("c5", cubes=1), FAR)
    assert after(start, "A a4").board == start.board
    assert after(start, "A a4", "B e6", "A c5").players[0].cubes == 2


@pytest.mark.parametrize("square", ["c2", "d2", "c3", "c1"])
def test_2_4_pawn_may_stop_on_a_move_token(square: str) -> None:
    starts = [name for name in NAMES if STEPS["3"][SQUARES[square]] >> SQUARES[name] & 1]
    for name in starts:
        start = table(player(name), FAR)
        landed = after(start, f"A {square}")
        assert (landed.turn, landed.board) == ("B", start.board)


@pytest.mark.parametrize(
    ("way", "onward"),
    [
        ("c2", "b2 c1 c3 d2"),  # 1: across or down
        ("c2-d2", "c1 c3 e1 e3"),  # 2: diagonally
        ("c2-c3", "a2 a4 b1 b5 d1 d5 e2 e4"),  # 3: a knight's move
        ("c2-c1", "a6 g2"),  # 4: to another 4
        ("c2-c1-g2", "a6 c1"),
    ],
)
def test_2_4_tokens_lead_on(way: str, onward: str) -> None:
    start = table(player("a1"), FAR)
    lawful = [name for name in NAMES if fault(start, f"A {way}-{name}") is None]
    assert sorted(lawful) == onward.split()
    others = {fault(start, f"A {way}-{name}") for name in NAMES if name not in lawful}
    assert others == {("step", "2.4")}


def test_2_4_example_of_the_rulebook() -> None:
    """A knight's move to a 2, diagonally to a 3, a knight's move to the cube that is needed."""
    start = table(player("b3", "GROYBVW"), FAR)
    taken = after(start, "A d2-c3-e2")
    assert (taken.players[0].cubes, taken.board[SQUARES["e2"]], taken.turn) == (1, ".", "B")


def test_2_4_one_number_of_four_alone_leads_nowhere() -> None:
    start = table(player("a1"), FAR, empty="g2 a6")
    assert fault(start, "A c2-c1") is None
    assert fault(start, "A c2-c1-g2") == ("step", "2.4")
    assert fault(start, "A c2-c1-c1") == ("step", "2.4")


def test_2_4_square_may_be_landed_on_again() -> None:
    start = table(player("c2"), FAR)
    assert squares(after(start, "A e1-c2"))[0] == "c2"  # where the turn began
    assert fault(start, "A e1-c2-c1-g2-c1-a6-c1") is None


def test_2_4_flight_to_the_square_where_the_turn_began() -> None:
    """The 4 on a6 is free once the own pawn has left it."""
    board = BOARD.replace("VOW.PVB", "V1W.PVB").replace("RR3YVOY", "R43YVOY")
    assert fault(table(player("a6"), FAR, board=board), "A b4-b3-a6") is None


def test_2_4_chain_has_no_limit() -> None:
    start = table(player("a1"), FAR)
    way = "-".join(["c2", "c3", "d5", "c3", "d1"])
    assert fault(start, f"A {way}") is None
    long = "-".join(["c2", *["c3", "d5"] * 40_000, "c7"])
    assert after(start, f"A {long}").turn == "B"
    assert fault(start, f"A {long}-c6") == ("step", "2.5")


def test_2_4_flight_never_hits_a_pawn() -> None:
    rich = player("g2", "ROYGBVW", 7)
    start = table(player("a1"), rich)
    for line in ("A c2-c1-g2", "A c2-c1-g2xB>a7"):
        assert fault(start, line) == ("pawn", "2.4")
    assert fault(start, "A c2-c1-a6") is None
    assert fault(table(player("e1"), rich), "A g2xB>a7") is None


def test_2_4_pawns_that_are_jumped_over_do_not_matter_for_moves() -> None:
    start = table(player("a1"), player("c1"), player("g2"))
    assert fault(start, "A c2-c3-d1") is None
    assert fault(start, "A c2-c1") == ("pawn", "2.6")


def test_2_5_protection_covers_the_cubes_held_now() -> None:
    start = table(player("a4", cubes=2), FAR)
    covered = after(start, "A b2")
    assert covered.players[0] == player("b2", cubes=2, protected=2)
    assert covered.board == start.board
    later = table(player("e5", cubes=2, protected=2), FAR)
    assert after(later, "A d3").players[0] == player("d3", cubes=3, protected=2)
    assert fault(start, "A b2-a1") == ("step", "2.5")


def test_2_5_protection_can_be_renewed() -> None:
    start = table(player("a4", cubes=4, protected=2), FAR)
    assert after(start, "A b2").players[0].protected == 4


def theft(victim_cubes: int, *, protected: int = 0, thief_cubes: int = 0) -> tuple[str, str] | None:
    thief = player("a1", "YROGBVW", thief_cubes)
    victim = player("b3", "ROYGBVW", victim_cubes, protected)
    return fault(table(thief, victim), "A b3xB>g7")


def test_2_6_pawn_is_hit_only_for_the_own_next_colour() -> None:
    assert theft(3) is None  # Y is next, B has R O Y
    assert theft(2) == ("pawn", "2.6")  # B has R O
    assert theft(0) == ("pawn", "2.6")
    assert theft(3, thief_cubes=1) is None  # R is next
    assert theft(3, thief_cubes=3) == ("pawn", "2.6")  # G is next


def test_2_6_protected_cubes_are_not_stolen() -> None:
    assert theft(3, protected=3) == ("pawn", "2.6")
    assert theft(3, protected=2) is None


def test_2_6_who_has_all_seven_cannot_hit() -> None:
    assert theft(7, thief_cubes=7) == ("pawn", "2.6")
    full, rich = player("b3", cubes=7), player("d4", cubes=7)
    assert fault(table(full, rich), "A d4xB>a1") == ("pawn", "2.6")


def test_2_6_cube_card_and_pawn_change_places() -> None:
    thief, victim = player("a1", "OYRGBVW"), player("b3", "ROYGBVW", 4, 1)
    stolen = after(table(thief, victim), "A b3xB>g1")
    assert stolen.players[0] == player("b3", "OYRGBVW", 1)
    assert stolen.players[1] == player("g1", "RYGBVWO", 3, 1)
    assert stolen.turn == "B"


def test_2_6_token_under_the_pawn_is_ignored() -> None:
    for square, start_square in (("b3", "a1"), ("b2", "a4"), ("c2", "a1")):  # R, P, 1
        thief, victim = player(start_square), player(square, "ROYGBVW", 2)
        position = table(thief, victim)
        stolen = after(position, f"A {square}xB>g7")
        assert stolen.players[0] == player(square, cubes=1)
        assert stolen.board == position.board


def test_2_6_stolen_cube_is_unprotected() -> None:
    thief = player("a1", cubes=1, protected=1)
    stolen = after(table(thief, player("b3", cubes=2)), "A b3xB>g7")
    assert stolen.players[0].loose == "O"


def test_2_6_pawn_can_be_hit_at_the_end_of_a_chain() -> None:
    for way, square in (("c2", "c3"), ("c2-d2", "e3"), ("c2-c3", "e2")):  # by 1, 2, 3
        position = table(player("a1"), player(square, cubes=1))
        assert after(position, f"A {way}-{square}xB>a1").players[0].cubes == 1
        assert fault(position, f"A {way}-{square}") == ("pawn", "2.6")


def test_2_6_turn_ends_where_a_pawn_is_hit() -> None:
    position = table(player("a1"), player("c2", cubes=1))
    assert fault(position, "A c2-c3") == ("step", "2.6")
    assert fault(position, "A c2-c3xB>a1") == ("step", "2.6")


def test_2_6_thiefs_starting_corner_is_free() -> None:
    position = table(player("a1"), player("b3", cubes=1))
    assert squares(after(position, "A b3xB>a1")) == ["b3", "a1"]


def test_2_6_corner_in_which_the_victim_was_hit_is_not_free() -> None:
    position = table(player("b3"), player("a1", cubes=1))
    assert fault(position, "A a1xB>a1") == ("corner", "2.6")
    assert fault(position, "A a1xB>g1") is None


def test_2_6_corner_of_another_pawn_is_not_free() -> None:
    position = table(player("a1"), player("b3", cubes=1), player("g1"), player("a7"))
    assert fault(position, "A b3xB>g1") == ("corner", "2.6")
    assert fault(position, "A b3xB>a7") == ("corner", "2.6")
    assert fault(position, "A b3xB>c5") == ("corner", "2.6")
    assert fault(position, "A b3xB>g7") is None


def test_2_6_pawn_put_into_a_corner_triggers_nothing() -> None:
    position = table(player("a1"), player("b3", cubes=7))
    put = after(position, "A b3xB>g7")
    assert (put.is_over, put.turn, put.players[1].cubes) == (False, "B", 6)


def test_2_6_own_pawn_cannot_be_hit() -> None:
    position = table(player("c2", cubes=1), FAR)
    assert fault(position, "A e1-c2xA>a1") == ("capture", "2.6")


def test_2_7_next_colour_is_the_first_card_without_a_cube() -> None:
    assert [player("a1", cubes=count).next_colour for count in range(8)] == [*SERIES, ""]


def test_2_7_stolen_card_is_asked_for_last() -> None:
    position = table(player("a1"), player("b3", "ROYGBVW", 2))
    robbed = after(position, "A b3xB>g7").players[1]
    assert (robbed.series, robbed.next_colour) == ("OYGBVWR", "Y")


def test_2_8_centre_with_all_seven_wins() -> None:
    won = after(table(player("b3", cubes=7), FAR), "A d4")
    assert (won.winner, won.is_over, won.is_complete, won.turn) == ("A", True, True, "")
    assert list(RULES.play.lawful(won)) == []
    assert fault(won, "B e6") == ("after-end", "record 1.4")
    assert fault(won, "A pass") == ("after-end", "record 1.4")


def test_2_8_centre_is_won_by_any_step() -> None:
    for token, here, start in (("1", "d5", "b4"), ("2", "c5", "a4"), ("3", "b5", "a7")):
        full = player(start, cubes=7)
        position = table(full, FAR)
        index = SQUARES[here]
        board = position.board[:index] + token + position.board[index + 1 :]
        assert after(position._replace(board=board), f"A {here}-d4").winner == "A"


def test_2_8_centre_is_an_ordinary_square_before() -> None:
    landed = after(table(player("b3", cubes=6), FAR), "A d4")
    assert (landed.is_over, landed.turn) == (False, "B")


def test_2_8_all_seven_elsewhere_do_not_win() -> None:
    landed = after(table(player("e3", cubes=6), FAR), "A f5")
    assert (landed.is_over, landed.players[0].cubes) == (False, 7)


def test_2_8_who_stands_in_the_centre_must_come_back() -> None:
    """The seventh cube cannot come to who stands still; a turn always leaves the centre."""
    full = table(player("d4", cubes=7), FAR)
    assert fault(full, "A d4") == ("step", "2.1")
    assert after(full, "A c2", "B e6", "A d4").winner == "A"


def test_2_8_winning_move_goes_no_further() -> None:
    assert fault(table(player("b3", cubes=7), FAR), "A d4-d5") == ("step", "2.8")


def test_2_9_seventh_cube_stolen_in_the_centre_wins() -> None:
    position = table(player("b3", cubes=6), player("d4", "WROYGBV", 1))
    won = after(position, "A d4xB>a1")
    assert (won.winner, won.players[1].cubes, squares(won)) == ("A", 0, ["d4", "a1"])


def test_2_9_sixth_cube_stolen_in_the_centre_does_not() -> None:
    position = table(player("b3", cubes=5), player("d4", "VROYGBW", 1))
    assert after(position, "A d4xB>a1").winner == ""


def test_2_9_seventh_cube_stolen_elsewhere_does_not() -> None:
    position = table(player("a1", cubes=6), player("b3", "WROYGBV", 1))
    assert after(position, "A b3xB>a1").winner == ""


def test_3_keys_are_won_and_cubes() -> None:
    position = table(player("b3", cubes=7), player("a1", cubes=7), player("g1", cubes=2))
    assert RULES.play.standings(position) == [
        SideScore("A", ("A",), 7, (0, 7)),
        SideScore("B", ("B",), 7, (0, 7)),
        SideScore("C", ("C",), 2, (0, 2)),
    ]
    assert [side.keys for side in RULES.play.standings(after(position, "A d4"))] == [
        (1, 7),
        (0, 7),
        (0, 2),
    ]


def test_3_league_keys_are_wins_and_cubes() -> None:
    assert RULES.league_keys(SideScore("A", ("A",), 7, (1, 7))) == (1, 7)
    assert not RULES.best_keys


def test_seat_that_does_not_play_is_named_so() -> None:
    found = RULES.play.why_not(table(player("a1"), FAR), move("C b3"))
    assert isinstance(found, Fault)
    assert found.text.format(**found.gaps) == "There is no seat C in this game."


def test_turn_goes_round() -> None:
    position = table(*(player(NAMES[corner]) for corner in CORNERS))
    seen = ""
    for _ in range(9):
        seen += position.turn
        position = RULES.play.after(position, next(iter(RULES.play.lawful(position))))
    assert seen == "ABCDABCDA"
    assert RULES.play.start(setup()).turn == SEATS[0]


def test_unlawful_action_raises_in_after_with_its_sentence() -> None:
    with pytest.raises(ValueError, match="a1 to b2 is not a knight's move"):
        RULES.play.after(table(player("a1"), FAR), move("A b2"))


def test_facts() -> None:
    assert (RULES.key, RULES.name, RULES.rules_version) == ("twisty", "Twisty", 1)
    assert RULES.variants == {"base": (2, 3, 4)}
    assert RULES.editions == ("standard",)
    assert RULES.higher_score_wins
    assert COLOURS == "ROYGBVW"
