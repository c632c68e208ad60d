"""RULES.md 5 and what else the contract asks of the module: forms, codes, canonical words."""

import pytest

from games.kaleidoskop import RULES
from games.record import Record, canonical, digest, read
from games.values import Fault, Unreadable
from games.verify import verify
from tests.games.kaleidoskop.tables import (
    RACK,
    RED_18,
    code,
    line,
    nearly_full,
    play,
    start,
    with_symbols,
    with_track,
)
from tests.games.random_records import described

HEAD = '[Game "kaleidoskop"]\n[Players "2"]\n'


@pytest.mark.parametrize(
    ("words", "claim"),
    [
        ("RG", None),
        ("RG m9 m10", None),
        ("RG m9m10", None),
        ("RG m9-", None),
        ("RG m9-m10-m11", None),
        ("RG m0-m1", None),
        ("RG m9-m16", None),
        ("RG M9-m10", None),
        ("RG p9-m10", None),
        ("rg m9-m10", None),
        ("RW m9-m10", None),
        ("RGB m9-m10", None),
        ("R m9-m10", None),
        ("place m9-m10", None),
        ("RG m9-m10", ""),
        ("RG m9-m10", "1"),
        ("RG m9-m10", "R"),
        ("RG m9-m10", "R01"),
        ("RG m9-m10", "R1,"),
        ("RG m9-m10", "R1,R2"),
        ("RG m9-m10", "R1;G2"),
        ("RG m9-m10", "W1"),
        ("RG m9-m10", "R-1"),
        ("RG m9-m10", "R1000000"),
        ("RG m9-m10", "0,R1"),
        ("RG m9-m10", "00"),
        ("swap RR", "0"),
        ("draw RR", "R1"),
        ("rack RR", "R1"),
        ("swap", None),
        ("swap RR RG", None),
        ("swap RR,", None),
        ("swap ,", None),
        ("swap 5", None),
        ("left RR", None),
        ("x" * 200 + " RR", None),
    ],
)
def test_5_other_forms_are_unreadable(words, claim):
    wrong = RULES.play.read("A", words.split(), claim)
    assert isinstance(wrong, Unreadable)
    assert len(wrong.text.format(**wrong.gaps)) < 150


def test_5_claims_are_per_colour_before_any_cap():
    position = with_track(with_symbols(start(), R="h9 h10 h11 h6"), 0, R=18)
    for claim, is_right in (
        ("R4", True),
        ("G0,R4", True),
        ("P0,R4", True),
        ("R4,P1", False),
        ("R3", False),
        ("0", False),
    ):
        _after, fault = RULES.play.step(position, line(f"A RR h8-h7 ={claim}"))
        assert (fault is None) == is_right, claim
        if fault:
            assert (fault.code, fault.rule, fault.gaps["points"]) == ("claim-differs", "3.3", "R4")
    assert RULES.play.step(position, line("A RR h8-h7"))[1] is None


def test_5_codes_come_in_their_order():
    """Each action breaks the rule named and all that come after it."""
    over = play(nearly_full(start(), "m9", "m10"), "A RG m9-m10")
    assert code(over, "D RR a15-a15") == "after-end"
    position = play(start(), RACK, "B rack BB,BB,BB,BB,BB,OO", "A RG m9-m10")
    assert code(position, "D RR a15-a15") == "draw"
    position = play(position, "A draw GG")
    assert code(position, "D RR a15-a15") == "wrong-seat"
    assert code(position, "B RR a15-a15") == "field"
    assert code(position, "B RR m8-m8") == "not-adjacent"
    assert code(position, "B RR m8-m9") == "occupied"
    assert code(position, "B RR h7-h8") == "not-in-hand"
    assert code(position, "B BB h7-h8") == "first-tile"
    closed = play(start(), RACK, "A RG m9-m10", "A draw GG")
    assert code(closed, "B RR h7-h8") == "supply"
    swapping = play(start(), "A RR m9-m10")
    assert code(swapping, "C swap RR,GG") == "wrong-seat"
    assert code(swapping, "B swap RR,GG") == "exchange-time"
    assert code(swapping, "A swap RR,GG") == "exchange-size"
    assert code(swapping, "A swap RR,RR,RR,RR,RR") == "supply"
    assert code(swapping, "A swap RR,RR,RR,RR,GG") == "exchange-colour"
    held = play(start(), RACK, "A RG m9-m10")
    assert code(held, "A swap GG,GG,GG,GG,GG") == "not-in-hand"


def test_5_rack_out_of_place():
    assert code(start(), "C rack RR,RR,RR,RR,RR,RG") == "wrong-seat"
    assert code(start(), "B rack RR,RR,RR,RR,RR") == "rack"
    assert code(start(), "B rack RR,RR,RR,RR,RR,RR") == "supply"
    assert code(start(1, "solo"), "A rack RR,RG") == "rack"
    position = play(start(), "B rack RR,RR,RR,RR,RR,RG")
    assert code(position, "B rack RR,RR,RR,RR,RR,RG") == "rack"
    assert code(position, RACK) == "supply"
    position = play(position, "A RG m9-m10")
    assert code(position, "A rack GG,GG,GG,GG,GG,BB") == "rack"


def test_5_canonical_form_and_digest_of_the_common_page():
    record = read((HEAD + "A GR m10-m9 =R1\nB YY d5-c4 =Y1\n").encode())
    assert isinstance(record, Record)
    assert canonical(record) == (
        '[Game "kaleidoskop"]\n[Variant "base"]\n[Edition "standard"]\n[Players "2"]\n'
        '[Termination "normal"]\nA RG m9-m10 =R1\nB YY c4-d5 =Y1\n'
    )
    assert digest(record) == "84ea5c2c15e07dae69e02604d3b04b62932f05be21ea36e20489d04a282a27ec"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("A PR m9-m10", "RP m10-m9"),
        ("A RP m10-m9", "RP m10-m9"),
        ("A YY m10-m9", "YY m9-m10"),
        ("A YY l9-m9", "YY l9-m9"),
        ("A YY m9-l9", "YY l9-m9"),
        ("A YY m10-m10", "YY m10-m10"),
        ("A GB m9-m10 =P0,Y3,R2,B1", "GB m9-m10 =R2,B1,Y3"),
        ("A GB m9-m10 =R0", "GB m9-m10 =0"),
        ("A GB m9-m10 =0", "GB m9-m10 =0"),
        ("A swap PY,GR,RR,OB", "swap RR,RG,BO,YP"),
        ("A draw PP,YO,RG", "draw RG,OY,PP"),
        ("A rack GG,GR,BG,RB,RR,PR", "rack RR,RG,RB,RP,GG,GB"),
    ],
)
def test_5_canonical_words(written, expected):
    assert RULES.play.write(line(written)) == expected


def test_5_racks_come_first_in_seat_order():
    record = read((HEAD + "B rack RR,GG,BB,OO,YY,PP\nA rack GR,GR,BB,OO,YY,PP\n").encode())
    assert isinstance(record, Record)
    assert canonical(record).splitlines()[5:] == [
        "A rack RG,RG,BB,OO,YY,PP",
        "B rack RR,GG,BB,OO,YY,PP",
    ]


def test_5_turns_count_placements_and_exchanges():
    text = HEAD + f"{RACK}\nA RG m9-m10\nA swap RR,RR,RR,RR,RR\nA draw GG,GG,GG,GG,GG,BB\n"
    verdict = verify(text.encode())
    assert (verdict.status, verdict.turns) == ("unfinished", 2)


def test_5_example_of_the_spec_is_of_its_form():
    for text in (
        "A rack RG,RB,OO,YP,GG,BP",
        "A RG m9-m10 =R1",
        "A draw RB",
        "B YY c4-d5 =Y1",
        "B swap RB,OO,YP,GG,BP",
    ):
        assert line(text).seat == text[0]


def test_positions_do_not_change_and_refuse_what_is_unlawful():
    position = play(start(), "A RG m9-m10")
    again = RULES.play.after(position, line("B YY c4-d5"))
    assert position.turn == "B"
    assert again.turn == "A"
    with pytest.raises(ValueError, match="B's turn"):
        RULES.play.after(position, line("A YY c4-d5"))


def test_random_game_of_no_such_table_is_refused():
    with pytest.raises(ValueError, match="teams for 3"):
        RULES.random_play.game(1, players=3, variant="teams")


def test_why_not_tells_a_fault_or_none():
    assert RULES.play.why_not(start(), line("A RG m9-m10")) is None
    assert isinstance(RULES.play.why_not(start(), line("B RG m9-m10")), Fault)


def test_description_tells_turn_tracks_hands_and_symbols():
    position = play(start(), RACK)
    assert described(RULES, position).startswith("A is to play. A: red 0, green 0")
    held = "A holds red–red, red–red, red–red, red–red, red–red, red–green."
    assert held in described(RULES, position)
    position = play(position, "A RG m9-m10")
    assert described(RULES, position).startswith("A is to draw 1.")
    assert "red: m8, m9. green: m10, m13." in described(RULES, position)
    bonus = play(start(), *RED_18)
    assert described(RULES, bonus).startswith("A still has bonus placements to make: 1.")
    over = play(nearly_full(start(), "m9", "m10"), "A RG m9-m10")
    assert described(RULES, over).startswith("The game is over.")
