"""The paragraphs of games/kaleidoskop/RULES.md 1 to 3, in their order."""

import pytest

from games.hands import Hands
from games.kaleidoskop import RULES
from games.kaleidoskop.board import board, fields_of
from games.values import Setup, Unreadable
from games.verify import verify
from tests.games.kaleidoskop.tables import (
    RACK,
    RED_18,
    code,
    line,
    nearly_full,
    play,
    points,
    start,
    with_symbols,
    with_track,
)


def near(name):
    return {board().names[field] for field in fields_of(board().near[board().fields[name]])}


# 1. Material


@pytest.mark.parametrize(("players", "count"), [(1, 91), (2, 91), (3, 127), (4, 169)])
def test_1_1_area_has_its_fields(players, count):
    assert board().areas[players].bit_count() == count


def test_1_2_neighbours_of_centre_corner_and_edge():
    assert near("h8") == {"h7", "h9", "g8", "i8", "i9", "g7"}
    assert near("m8") == {"m7", "m9", "l8", "n8", "n9", "l7"}
    assert near("a1") == {"a2", "b1", "b2"}
    assert near("h15") == {"h14", "g14", "i15"}
    assert near("a15") == set()


def test_1_3_printed_symbols_are_occupied_in_every_game():
    printed = {"R": "m8", "G": "m13", "B": "h13", "O": "c8", "Y": "c3", "P": "h3"}
    for players, variant in ((1, "solo"), (2, "base"), (3, "base"), (4, "teams")):
        position = start(players, variant)
        for number, (letter, name) in enumerate(printed.items()):
            field = board().fields[name]
            assert board().colours[number].letter == letter
            assert position.symbols[number] == 1 << field
            assert not position.free >> field & 1


def test_1_4_colours_have_their_symbols():
    assert [(one.letter, one.name, one.symbol) for one in board().colours] == [
        ("R", "red", "star"),
        ("G", "green", "disc"),
        ("B", "blue", "six-point star"),
        ("O", "orange", "hexagon"),
        ("Y", "yellow", "sun"),
        ("P", "purple", "ring"),
    ]


def test_1_5_there_are_120_tiles():
    assert len(board().tiles) == 21
    assert sum(board().copies) == 120
    copies = dict(zip(board().tiles, board().copies, strict=True))
    assert (copies["RR"], copies["PP"], copies["RG"], copies["YP"]) == (5, 5, 6, 6)


# 2. Variants


def test_2_variants_and_their_numbers_of_players():
    assert RULES.variants == {"base": (2, 3, 4), "teams": (4,), "solo": (1,)}
    assert list(RULES.editions) == ["standard"]
    assert [one.side for one in RULES.play.standings(start(4, "base"))] == ["A", "B", "C", "D"]
    assert [one.side for one in RULES.play.standings(start(1, "solo"))] == ["A"]
    assert [(one.side, one.seats) for one in RULES.play.standings(start(4, "teams"))] == [
        ("A+C", ("A", "C")),
        ("B+D", ("B", "D")),
    ]


def test_2_team_mates_play_in_turn_on_one_track():
    position = play(
        start(4, "teams"), "A RR m9-n9", "B YY c4-d5", "C GG m12-n12", "D PP h4-h5", "A RR l8-l9"
    )
    assert position.turn == "B"
    assert (points(position, 0), points(position, 1)) == ({"R": 6, "G": 1}, {"Y": 1, "P": 1})


def test_1_3_corners_say_where_the_colours_are_printed():
    position = RULES.play.start(Setup(2, own={"Corners": "GRBOYP"}))
    printed = [board().names[next(fields_of(bits))] for bits in position.symbols]
    assert dict(zip("RGBOYP", printed, strict=True)) == {
        "R": "m13", "G": "m8", "B": "h13", "O": "c8", "Y": "c3", "P": "h3",
    }  # fmt: skip
    assert points(play(position, "A GR m9-m10 =G1")) == {"G": 1}
    assert points(play(start(), "A GR m9-m10 =0")) == {}


@pytest.mark.parametrize("value", ["", "RGBOY", "RGBOYY", "RGBOYPP", "rgboyp", "RGBOYX", "R G B"])
def test_1_3_corners_of_another_form_are_unreadable(value):
    assert isinstance(RULES.tags.read("Corners", value, players=2), Unreadable)
    text = f'[Game "kaleidoskop"]\n[Players "2"]\n[Corners "{value}"]\n'
    [finding] = verify(text.encode()).findings
    assert (finding.line, finding.code, finding.rule) == (3, "syntax", "1.3")


def test_1_3_the_usual_corners_are_left_out_of_the_canonical_form():
    def digest(tag):
        text = f'[Game "kaleidoskop"]\n[Players "2"]\n{tag}A GR m10-m9 =R1\nB YY d5-c4 =Y1\n'
        return verify(text.encode()).digest

    known = "84ea5c2c15e07dae69e02604d3b04b62932f05be21ea36e20489d04a282a27ec"
    assert digest("") == digest('[Corners "RGBOYP"]\n') == known
    assert digest('[Corners "RGBOPY"]\n') != known
    assert (RULES.tags.names(2), RULES.tags.required(2), RULES.tags.wrong(Setup(2))) == (
        ("Corners",),
        (),
        (),
    )


# 3. The turn


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A RG m9-m10", None),
        ("A RG m10-m9", None),
        ("A RG m9-n9", "field"),
        ("A RG n9-m9", "field"),
        ("A RG a15-o1", "field"),
        ("A RG m9-m11", "not-adjacent"),
        ("A RG m9-m9", "not-adjacent"),
        ("A RG m9-l10", "not-adjacent"),
        ("A RG m8-m9", "occupied"),
        ("A RG m9-m8", "occupied"),
        ("A RG m13-m8", "not-adjacent"),
    ],
)
def test_3_1_tile_lies_on_two_free_neighbours_of_the_area(text, expected):
    assert code(start(), text) == expected


def test_3_1_area_grows_with_the_players():
    assert code(start(3), "A RG m9-n9") is None
    assert code(start(3), "A RG n9-o9") == "field"
    assert code(start(4), "A RG n9-o9") is None


def test_3_1_gaps_are_allowed_and_there_is_no_pass():
    position = play(start(), "A RG m9-m10", "B YY c4-d5")
    assert code(position, "A PP h7-h8") is None
    assert code(position, "A pass") == "pass-time"


def test_3_2_first_tile_touches_a_printed_symbol():
    assert code(start(), "A RG h7-h8") == "first-tile"
    assert code(start(), "A BB k8-l8") is None  # colours need not match
    assert code(start(1, "solo"), "A RG h7-h8") == "first-tile"
    assert code(start(4, "teams"), "A RG h7-h8") == "first-tile"


def test_3_2_each_player_touches_another_symbol():
    position = play(start(3), "A RG m9-m10", "B YY c4-d5")
    assert code(position, "C BB l8-k8") == "first-tile"
    assert code(position, "C BB b2-b3") == "first-tile"
    assert code(position, "C BB h12-h11") is None


def test_3_2_team_mates_are_two_players():
    position = play(start(4, "teams"), "A RG m9-m10", "B YY c4-d5")
    assert code(position, "C RR l8-k8") == "first-tile"


def test_3_2_second_tile_is_free_of_it():
    position = play(start(), "A RG m9-m10", "B YY c4-d5")
    assert code(position, "A RR l8-k8") is None
    assert code(position, "A RR h7-h8") is None
    assert code(play(start(1, "solo"), "A RG m9-m10"), "A RR h7-h8") is None


@pytest.mark.parametrize(
    ("fields", "text", "expected"),
    [
        # The sizes of the rulebook's examples, whose pictures are lost: 1 blue; 2 blue; 4 and 2
        # blue; 2 red and 4 blue; 12 green.
        ({"B": "h9"}, "A BR h8-h7 =B1", {"B": 1}),
        ({"B": "h9 h10"}, "A BR h8-h7 =B2", {"B": 2}),
        ({"B": "h9 h10 g8 f8 g7 f6"}, "A BB h8-h7 =B7", {"B": 7}),
        ({"B": "h9 h10 i9 j10", "R": "h6 i7"}, "A BR h8-h7 =R2,B4", {"R": 2, "B": 4}),
        (
            {"G": "h9 h10 i8 j8 i9 j10 g8 f8 g7 f6 h6 i7"},
            "A GG h8-h7 =G14",
            {"G": 14},
        ),
    ],
)
def test_3_3_rows_are_counted_in_five_directions(fields, text, expected):
    position = with_symbols(start(), **fields)
    after, claim_fault = RULES.play.step(position, line(text))
    assert claim_fault is None
    assert points(after) == expected


def test_3_3_row_breaks_at_a_gap_another_symbol_and_the_edge():
    position = with_symbols(start(), R="h9 h11", G="i9", B="g8")
    position = with_symbols(position, R="j10 f8")
    assert points(play(position, "A RO h8-h7")) == {"R": 1}


def test_3_3_tile_itself_never_counts():
    assert points(play(with_symbols(start()), "A RR h8-h9")) == {}
    # Nor what lies beyond its other half.
    assert points(play(with_symbols(start(), R="h10 h11"), "A RR h8-h9")) == {"R": 2}


def test_3_3_printed_symbols_count():
    assert points(play(start(), "A RR l8-m9")) == {"R": 2}


def test_3_4_track_ends_at_18():
    position = with_track(with_symbols(start(), R="h9 h10 h11"), 0, R=17)
    after = play(position, "A RG h8-h7 =R3")
    assert points(after) == {"R": 18}
    full = with_track(position, 0, R=18)
    assert points(play(full, "A RG h8-h7 =R3")) == {"R": 18}


@pytest.mark.parametrize(("before", "after"), [(14, 17), (15, 18), (17, 18), (18, 21), (34, 36)])
def test_3_4_joint_track_stops_at_18_and_ends_at_36(before, after):
    for players, variant in ((4, "teams"), (1, "solo")):
        position = with_track(with_symbols(start(players, variant), R="h9 h10 h11"), 0, R=before)
        assert points(play(position, "A RG h8-h7 =R3")) == {"R": after}


def test_3_4_second_half_of_a_double_gains_nothing_after_the_stop():
    position = with_symbols(start(1, "solo"), R="h9 h10 h11 h6 h5 h4")
    assert points(play(with_track(position, 0, R=16), "A RR h8-h7 =R6")) == {"R": 18}
    assert points(play(with_track(position, 0, R=13), "A RR h8-h7 =R6")) == {"R": 18}
    assert points(play(with_track(position, 0, R=18), "A RR h8-h7 =R6")) == {"R": 24}
    assert points(play(with_track(position, 0, R=11), "A RR h8-h7 =R6")) == {"R": 17}


def test_3_5_bonus_is_played_at_once_and_compulsory():
    position = play(start(), *RED_18)
    assert (position.turn, position.bonus) == ("A", 1)
    assert code(position, "B OO e6-e7") == "wrong-seat"
    position = play(position, "A GG m12-l12")
    assert (position.turn, position.bonus) == ("B", 0)


def test_3_5_colour_at_18_gives_no_second_bonus():
    position = with_track(with_symbols(start(), R="h9"), 0, R=18)
    assert play(position, "A RG h8-h7").turn == "B"


def test_3_5_two_colours_give_two_as_in_the_rulebook():
    """2 points in green and 4 in yellow bring both pegs to 18: two bonus placements."""
    position = with_symbols(start(4, "teams"), G="h9 h10", Y="h6 h5 h4 i7")
    position = with_track(position, 0, G=16, Y=15)
    after = play(position, "A GY h8-h7 =G2,Y4")
    assert points(after) == {"G": 18, "Y": 18}
    assert (after.turn, after.bonus) == ("A", 2)
    after = play(after, "A RR d6-d7")
    assert (after.turn, after.bonus) == ("A", 1)
    after = play(after, "A RR d4-d5")
    assert (after.turn, after.bonus, after.laid) == ("B", 0, 3)


def test_3_5_bonuses_add_up_in_a_chain():
    position = with_symbols(start(), G="h9 h10", Y="h6 h5", R="d8")
    position = with_track(position, 0, G=17, Y=17, R=17)
    position = play(position, "A GY h8-h7", "A RB d7-d6")
    assert (position.turn, position.bonus) == ("A", 2)


def test_3_5_end_of_the_joint_track_gives_a_bonus_too():
    position = with_track(with_symbols(start(4, "teams"), R="h9"), 0, R=35)
    assert play(position, "A RG h8-h7").bonus == 1


def two_bonuses(variant="teams", **hands):
    """A has laid a tile that brings two colours to 18."""
    position = with_symbols(start(4, variant), G="h9 h10", Y="h6 h5 h4 i7")
    position = with_track(position, 0, G=16, Y=15)._replace(hands=Hands(hands))
    return play(position, "A GY h8-h7")


def test_3_5_teams_may_decline_what_is_open():
    after = play(two_bonuses(), "A pass")
    assert (after.turn, after.bonus, after.laid, after.rested) == ("B", 0, 1, "A")
    after = play(two_bonuses(), "A RR d6-d7", "A pass")
    assert (after.turn, after.bonus, after.laid, after.rested) == ("B", 0, 2, "A")


def test_3_5_exchange_and_refilling_follow_a_declined_bonus():
    after = play(two_bonuses(), "A pass")
    assert code(after, "A swap GG,GG,YY,YY") == "exchange-size"
    assert code(after, "A swap GG,GG,YY,YY,GY") is None
    tiles = [start().arrangement.board.tiles.index(name) for name in ("GG", "GY", "GY", "YY")]
    opened = play(two_bonuses(A=tuple(sorted(tiles))), "A pass")
    assert (opened.turn, opened.hands.due_seat, opened.hands.due_count) == ("A", "A", 1)
    assert code(opened, "B RR d6-d7") == code(opened, "A pass") == "draw"
    assert play(opened, "A draw RB").turn == "B"


def test_3_5_a_pass_has_its_time():
    assert code(start(), "A pass") == "pass-time"
    assert code(start(4, "teams"), "A pass") == "pass-time"
    assert code(two_bonuses("base"), "A pass") == "pass-time"  # compulsory there
    assert code(two_bonuses(), "B pass") == "wrong-seat"
    after = play(two_bonuses(), "A pass")
    assert code(after, "A pass") == "wrong-seat"
    assert code(after, "B pass") == "pass-time"
    full = with_track(nearly_full(start(), "m9", "m10"), 0, R=17)
    assert code(play(full, "A RG m9-m10"), "A pass") == "after-end"


def test_3_5_a_pass_is_lawful_where_teams_have_a_bonus():
    passes = [action for action in RULES.play.lawful(two_bonuses()) if action.kind == "pass"]
    assert passes == [line("A pass")]
    assert "pass" not in {action.kind for action in RULES.play.lawful(two_bonuses("base"))}
    assert "pass" not in RULES.play.uncounted


def test_3_5_bonus_lapses_with_an_empty_rack():
    position = with_track(with_symbols(start(4, "teams"), R="h9"), 0, R=35)
    position = position._replace(laid=5, bonus=3)
    after = play(position, "A RG h8-h7")
    assert (after.turn, after.bonus, after.laid) == ("B", 0, 6)


def test_3_5_bonus_lapses_at_the_end():
    position = with_track(nearly_full(start(), "m9", "m10"), 0, R=17)
    after = play(position, "A RG m9-m10")
    assert points(after) == {"R": 18}
    assert (after.turn, after.bonus, after.is_over) == ("", 0, True)


def test_3_6_exchange_needs_a_hand_without_lowest_colours():
    position = play(start(), "A RG m9-m10")  # red 1, the others 0
    assert code(position, "A swap RR,RR,RR,RR,RR") is None
    assert code(position, "A swap RR,RR,RR,RR,RP") == "exchange-colour"
    higher = with_track(position, 0, G=1, B=1, O=2, Y=2)  # purple 0 alone is lowest
    assert code(higher, "A swap RG,BO,YY,OO,GB") is None
    assert code(higher, "A swap RG,BO,YY,OO,GP") == "exchange-colour"
    assert code(with_track(position, 0, R=0), "A swap RR,RR,RR,RR,RR") == "exchange-colour"


def test_3_6_lowest_colour_of_a_team_is_the_joint_one():
    position = play(start(4, "teams"), "A RR m9-n9", "B YY c4-d5", "C GG m12-n12")
    assert code(position, "C swap RR,RR,RG,GG,RG") is None
    assert code(position, "C swap RR,RR,RG,GG,RB") == "exchange-colour"


def test_3_6_exchange_ends_the_turn():
    position = play(start(), "A RG m9-m10", "A swap RR,RR,RR,RR,RR")
    assert position.turn == "B"
    assert code(position, "A swap RR,RR,RR,RR,RR") == "wrong-seat"
    assert code(position, "B YY c4-d5") is None


def test_3_6_exchange_out_of_time():
    assert code(start(), "A swap RR,RR,RR,RR,RR") == "exchange-time"
    assert code(start(), "B swap RR,RR,RR,RR,RR") == "wrong-seat"
    position = play(start(), "A RG m9-m10")
    assert code(position, "B swap RR,RR,RR,RR,RR") == "exchange-time"
    position = play(position, "B YY c4-d5")
    assert code(position, "A swap RR,RR,RR,RR,RR") == "exchange-time"
    assert code(play(start(), *RED_18), "A swap RR,RG,GG,RG,RG") == "exchange-time"
    assert code(play(start(), *RED_18), "B swap RR,RG,GG,RG,RG") == "wrong-seat"
    solo = play(start(1, "solo"), "A RG m9-m10")
    assert code(solo, "A swap RR") == "exchange-time"
    assert code(start(1, "solo"), "A swap RR") == "exchange-time"


def test_3_6_of_three_only_the_last_to_place_may_exchange():
    position = play(start(3), "A RG m9-m10")
    assert code(position, "C swap RR,RR,RR,RR,RR") == "wrong-seat"
    position = play(position, "B YY c4-d5")
    assert code(position, "A swap RR,RR,RR,RR,RR") == "wrong-seat"
    assert code(position, "C swap RR,RR,RR,RR,RR") == "exchange-time"


@pytest.mark.parametrize(("laid", "left"), [(1, 5), (2, 4), (5, 1)])
def test_3_6_exchange_shows_all_tiles_left(laid, left):
    position = play(start(), "A RG m9-m10")._replace(laid=laid)
    assert code(position, "A swap " + ",".join(["RR"] * left)) is None
    assert code(position, "A swap " + ",".join(["RR"] * (left + 1))) == "exchange-size"


def test_3_6_empty_rack_cannot_be_exchanged():
    position = play(start(), "A RG m9-m10")._replace(laid=6)
    assert code(position, "A swap RR") == "exchange-size"
    nothing = line("A swap RR").__class__("A", "swap", ())
    assert RULES.play.why_not(position, nothing).code == "exchange-size"
    assert not [one for one in RULES.play.lawful(position) if one.kind == "swap"]


def test_3_7_open_hand_is_refilled_at_the_end_of_the_turn():
    position = play(start(), RACK, "A RG m9-m10")
    assert (position.turn, position.hands.due_count) == ("A", 1)
    assert code(position, "B YY c4-d5") == "draw"
    assert code(position, "B draw RB") == "draw"
    assert code(position, "A draw RB,RB") == "draw"
    position = play(position, "A draw RB")
    assert position.turn == "B"
    assert code(position, "A draw RB") == "draw"
    assert code(position, "A swap RR,RR,RR,RR,RR") == "wrong-seat"


def test_3_7_nothing_is_drawn_between_bonus_placements():
    opening = [one.partition(" =")[0] for one in RED_18]
    drawn = iter(["A draw GG", "A draw GG", "A draw BB"])
    lines = ["A rack RR,RR,RR,RR,GG,OO"]
    for one in opening[:-1]:
        lines += [one, next(drawn)] if one[0] == "A" else [one]
    position = play(start(), *lines, opening[-1])
    assert code(position, "A draw GG") == "draw"
    position = play(position, "A GG m12-l12")
    assert position.hands.due_count == 2
    assert play(position, "A draw YY,YY").turn == "B"


def test_3_7_solo_draws_after_every_placement():
    position = play(start(1, "solo"), "A rack RG", "A RG m9-m10")
    assert code(position, "A draw RR,RR") == "draw"
    assert code(position, "A swap RR") == "draw"
    assert code(position, "A RG l8-l9") == "draw"
    position = play(position, "A draw RR")
    assert code(position, "A RG l8-l9") == "not-in-hand"
    assert code(position, "A RR l8-l9") is None


def test_3_7_solo_bonus_changes_nothing():
    position = with_track(with_symbols(start(1, "solo"), R="h9"), 0, R=17)
    after = play(position, "A RG h8-h7")
    assert (points(after), after.turn, after.bonus) == ({"R": 18}, "A", 0)
