"""The record, RULES.md 5, and what the record format leaves to the game."""

import hashlib

import pytest

from games.record import Record, canonical, read
from games.triolet import RULES
from games.values import Setup, Unreadable
from tests.games.triolet.tables import (
    OPENING,
    START,
    action,
    code,
    judged,
    known,
    open_hands,
    play,
    position,
    rule,
)

# 5 Record


@pytest.mark.parametrize(
    "line",
    [
        "h8=11",
        "a1=0 o15=15",
        "k5=*7",
        "k5=*0",
        "h8=1 h8=1",
        "a1=1 a2=1 a3=1 a4=1 a5=1",
        "swap 2",
        "swap 7,*",
        "swap 0",
        "pass",
        "rack 3,7,*",
        "rack 1",
        "draw 5",
        "left 5,8",
        "left *,*",
    ],
)
def test_5_forms_of_actions(line: str) -> None:
    assert RULES.play.write(action(f"A {line}")) == line


@pytest.mark.parametrize(
    "line",
    [
        "h8",
        "h8=",
        "h8=16",
        "h8=01",
        "h8=-1",
        "h8=**",
        "h8=*",
        "h8=*16",
        "h8=7*",
        "p8=1",
        "h0=1",
        "h16=1",
        "h08=1",
        "H8=1",
        "h8:1",
        "h8=1,",
        "h8=1 pass",
        "place h8=1",
        "pass pass",
        "pass 1",
        "Pass",
        "swap",
        "swap 16",
        "swap 1 2",
        "swap 1,",
        "swap ,1",
        "swap 1,,2",
        "swap 01",
        "swap x",
        "swap *7",
        "rack",
        "rack 7;3",
        "rack 7 3 1",
        "draw",
        "draw 99",
        "left",
        "left -",
        "undo",
        "=",
        "h8=½",
    ],
)
def test_5_other_forms_are_unreadable(line: str) -> None:
    outcome = RULES.play.read("A", line.split(), None)
    assert isinstance(outcome, Unreadable)
    assert (outcome.code, outcome.rule) == ("syntax", "record 1.3")
    assert "{" not in outcome.text.format(**outcome.gaps)


def test_5_only_placements_claim_one_number() -> None:
    assert action("A h8=1 =0").claim == 0
    assert action("A h8=1 =999999").claim == 999999
    for claim in ("", "01", "-1", "1000000", "2 ", "x", "*", "1,2", "1.0", "٣"):
        assert isinstance(RULES.play.read("A", ["h8=1"], claim), Unreadable)
    for words in (["pass"], ["swap", "1"], ["rack", "1,2,3"], ["draw", "1"], ["left", "1"]):
        assert isinstance(RULES.play.read("A", words, "0"), Unreadable)


def test_5_codes_come_in_order() -> None:
    """Each placement also breaks later rules; the first code in the order counts."""
    open_hand = open_hands(A=(1, 2, 3))
    later = position("h8=9", **open_hand)
    assert code(later, "A h8=*1 h8=*1 a1=15 b3=15") == "tile-count"
    assert code(later, "A h8=*1 a1=*1 b3=15") == "occupied"
    assert code(later, "A a1=*1 b3=*1 c5=15") == "two-jokers"
    assert code(later, "A a1=15 b3=15") == "not-in-hand"
    later = position("h8=9")
    assert code(later, "A a1=15 b3=15") == "supply"
    assert code(later, "A a1=15 b3=14") == "not-in-line"
    assert code(later, "A a1=9 a3=8") == "gap"
    assert code(START, "A a1=9 a2=8") == "centre"
    assert code(later, "A a1=9 a2=8") == "no-contact"
    assert code(position("h8=9 i8=1 j8=5 k9=9"), "A k8=9") == "run-too-long"
    assert code(position("g8=1 h8=9 i9=9"), "A i8=9") == "sum-over-15"
    words = "h8=1 i8=5 j8=9 h9=5 i9=9 j9=1 h10=9 i10=1"
    assert code(position(words, acted=0), "A j10=4") == "sum-not-15"


def test_5_canonical_form() -> None:
    text = """\ufeff[Players "2"]  ; a comment
[Event "Evening"]
[Game   "triolet"]

 B rack 10,*,9
A rack 4,11,3
A\ti8=3  h8=11   =25 ; spread
A draw *,0
  B h10=*2 h9=2
B draw 12,1
"""
    record = read(text.replace("\n", "\r\n").encode())
    assert isinstance(record, Record)
    assert canonical(record) == (
        '[Game "triolet"]\n[Variant "base"]\n[Edition "standard"]\n[Players "2"]\n'
        '[Termination "normal"]\nA rack 3,4,11\nB rack 9,10,*\nA h8=11 i8=3 =25\nA draw 0,*\n'
        "B h9=2 h10=*2\nB draw 1,12\n"
    )


def test_5_digest_of_the_rulebook_opening() -> None:
    verdict = judged(*OPENING)
    assert verdict.digest == "5f70ef3c69c5f608b8f2b54f7ccfcf9e2236d73a01ea7c96923a4da53c7ff181"
    assert (verdict.status, verdict.claims, verdict.turns) == ("unfinished", "match", 5)


def test_5_canonical_form_of_an_illegal_record() -> None:
    verdict = judged("A h9=5 =7", "B h8=3 h8=1")
    text = (
        '[Game "triolet"]\n[Variant "base"]\n[Edition "standard"]\n[Players "2"]\n'
        '[Termination "normal"]\nA h9=5 =7\nB h8=3 h8=1\n'
    )
    assert verdict.status == "illegal"
    assert verdict.digest == hashlib.sha256(text.encode()).hexdigest()


# The record format, sections 1.4 to 1.7, where the game has a part in it


def test_record_1_2_number_of_players() -> None:
    for players, status in ((1, "illegal"), (2, "unfinished"), (4, "unfinished"), (5, "illegal")):
        assert judged("A h8=1", players=players).status == status


def test_record_1_4_turns_go_round() -> None:
    later = play(RULES.play.start(Setup(3)), "A h8=1", "B swap 2")
    assert code(later, "A swap 1") == "wrong-seat"
    assert code(later, "D swap 1") == "wrong-seat"
    assert play(later, "C swap 1").turn == "A"


def test_record_1_6_rack_stands_before_every_other_action() -> None:
    racks = play(START, "B rack 1,2,3", "A rack *,1,1")
    assert racks.turn == "A"
    assert code(racks, "A rack *,1,1") == "rack"
    assert code(racks, "C rack 1,1,1") == "wrong-seat"
    assert code(START, "A rack 1,1") == "rack"
    assert code(START, "A rack 1,1,2,3") == "rack"
    begun = play(START, "A h8=1")
    assert code(begun, "B rack 1,2,3") == "rack"
    assert code(begun, "A rack 1,2,3") == "rack"
    assert code(play(START, "A swap 1"), "B rack 1,2,3") == "rack"


def test_record_1_6_draws_of_open_hands() -> None:
    racks = play(START, "A rack 5,5,5")
    assert code(racks, "A draw 1") == "draw"
    laid = play(racks, "A h8=5 h9=5")
    for wrong in ("B swap 1", "A draw 1", "A draw 1,2,3", "B draw 1,2", "C pass", "A rack 1,2,3"):
        assert code(laid, wrong) == "draw"
    drawn = play(laid, "A draw 1,2")
    assert drawn.hands.held == {"A": (1, 2, 5)}
    assert code(play(drawn, "B h10=5"), "B draw 1") == "draw"  # a closed hand


def test_record_1_6_no_draw_from_an_empty_bag() -> None:
    later = position("h8=1", bag=1, **open_hands(A=(1, 1, 13)))
    laid = play(later, "A h9=1 h10=13")
    assert code(laid, "A draw 1,2") == "draw"
    drawn = play(laid, "A draw 2")
    assert drawn.hands.held["A"] == (1, 2)
    empty = play(drawn._replace(seat=0), "A i8=1")
    assert code(empty, "A draw 2") == "draw"
    assert empty.turn == "B"


def test_record_1_6_what_is_laid_is_in_the_open_hand() -> None:
    racks = play(START, "A rack 5,5,*")
    assert code(racks, "A h8=6") == "not-in-hand"
    assert rule(racks, "A h8=6") == "record 1.6"
    assert code(racks, "A h8=5 h9=5 h10=5") == "not-in-hand"
    assert code(racks, "A h8=*6") == ""


def test_record_1_7_supply() -> None:
    assert code(START, "A rack 15,15,1") == "supply"
    assert rule(START, "A rack 15,15,1") == "record 1.7"
    assert code(START, "A rack *,*,1") == ""
    racks = play(START, "A rack 15,*,*")
    assert code(racks, "B rack 15,1,1") == "supply"
    assert code(racks, "B rack *,1,1") == "supply"
    laid = play(racks, "A h8=*0", "A draw 0")
    assert code(laid, "B h9=15") == "supply"
    assert code(laid, "B h9=*1") == "supply"
    assert code(play(START, "A h8=15", "B h9=0 h10=0"), "A i9=15") == "supply"
    later = play(START, "A rack 0,0,1", "A h8=1")
    assert code(later, "A draw 14") == ""
    assert code(later._replace(known=known(14)), "A draw 14") == "supply"
