"""How a game of Twisty is written down: RULES.md 4."""

import pytest

from games.twisty import RULES
from games.twisty.words import own_tags
from games.values import Action, Unreadable
from tests.games.twisty.tables import (
    BOARD,
    fault,
    player,
    setup,
    table,
)


def test_4_tags_in_canonical_order() -> None:
    two = ("Board", "CornerA", "SeriesA", "CornerB", "SeriesB")
    assert RULES.tags.names(2) == RULES.tags.required(2) == two
    assert own_tags(4) == (*two, "CornerC", "SeriesC", "CornerD", "SeriesD")
    assert own_tags(9) == own_tags(4)
    assert RULES.tags.canonical("CornerA", "a1", setup()) == "a1"
    assert RULES.tags.default("CornerA", setup()) == ""


@pytest.mark.parametrize(
    ("tag", "value"),
    [
        ("Board", ""),
        ("Board", BOARD + "/"),
        ("Board", BOARD[:-1]),
        ("Board", BOARD + "R"),
        ("Board", BOARD + "\n"),
        ("Board", BOARD.replace("R", "r")),
        ("Board", BOARD.replace("1", "5")),
        ("Board", BOARD.replace("/", "|")),
        ("Board", BOARD.replace("/", "")),
        ("Board", " " + BOARD),
        ("CornerA", ""),
        ("CornerA", "a"),
        ("CornerA", "a0"),
        ("CornerA", "a8"),
        ("CornerA", "h1"),
        ("CornerA", "A1"),
        ("CornerA", "a1 "),
        ("CornerB", "1a"),
        ("SeriesA", ""),
        ("SeriesA", "ROYGBV"),
        ("SeriesA", "ROYGBVWR"),
        ("SeriesA", "ROYGBVw"),
        ("SeriesB", "ROYGBVP"),
    ],
)
def test_4_forms_of_tags(tag: str, value: str) -> None:
    found = RULES.tags.read(tag, value, players=2)
    assert isinstance(found, Unreadable)
    assert (found.code, found.rule) == ("syntax", "record 1.2")
    assert found.text.format(**found.gaps)


def test_4_tags_of_the_right_form_are_read_even_if_illegal() -> None:
    assert RULES.tags.read("Board", "/".join(["......."] * 7), players=2) is None
    assert RULES.tags.read("CornerB", "d4", players=2) is None
    assert RULES.tags.read("SeriesA", "RRRRRRR", players=2) is None


@pytest.mark.parametrize(
    ("word", "what"),
    [
        ("c2", ((9,), "", -1)),
        ("e6-f5-d4", ((39, 33, 24), "", -1)),
        ("c4xB>g1", ((23,), "B", 6)),
        ("c4-c5xA>d4", ((23, 30), "A", 24)),
    ],
)
def test_4_forms_of_moves(word: str, what: tuple[object, ...]) -> None:
    assert RULES.play.read("A", [word], None) == Action("A", "move", what)
    assert RULES.play.write(Action("A", "move", what)) == word


def test_4_form_of_a_pass() -> None:
    assert RULES.play.read("C", ["pass"], None) == Action("C", "pass")
    assert RULES.play.write(Action("C", "pass")) == "pass"
    assert "pass" not in RULES.play.uncounted


@pytest.mark.parametrize(
    "word",
    [
        *("C2", "c", "2c", "c22", "h1", "a8", "a0", "c2-", "-c2", "c2--d2", "c2–d2", "c²"),
        *("c2x", "c2xB", "c2xB>", "c2xB>h1", "c2xE>a1", "c2xb>a1", "c2xAB>a1", "c2x>a1"),
        *("xB>a1", "c2B>a1", "c2xB-a1", "c2xB>a1-c2", "c2xB>a1xC>g1", "c2XB>a1", "c2>a1"),
        *("Pass", "passe", "pass-c2", "0-0", "c2;", "c2=1", "x", "c2-h9", "c2-d2-"),
    ],
)
def test_4_other_words_are_unreadable(word: str) -> None:
    found = RULES.play.read("A", [word], None)
    assert isinstance(found, Unreadable)
    assert (found.code, found.rule) == ("syntax", "record 1.3")
    assert found.text.format(**found.gaps)


def test_4_action_is_one_word_without_a_claim() -> None:
    for words, claim in ((["c2", "d2"], None), (["c2"], "0"), (["pass"], ""), ([], None)):
        assert isinstance(RULES.play.read("A", words, claim), Unreadable)


def test_4_long_unreadable_word_is_not_repeated_whole() -> None:
    found = RULES.play.read("A", ["c2-" * 80_000], None)
    assert isinstance(found, Unreadable)
    assert len(str(found.gaps)) < 100


def test_4_codes_come_in_their_order() -> None:
    """Of several broken rules the first in the order of the spec is named."""
    stuck = table(player("a1"), player("b3"), player("g1"))
    assert fault(stuck, "B b3xC>d4") == ("wrong-seat", "record 1.4")
    assert fault(stuck, "D b3xC>d4") == ("wrong-seat", "record 1.4")
    assert fault(stuck, "A b3-b3xC>d4") == ("step", "2.6")
    assert fault(stuck, "A b2xC>d4") == ("step", "2.1")
    assert fault(stuck, "A c2-b3xC>d4") == ("step", "2.4")
    assert fault(stuck, "A b3xC>d4") == ("pawn", "2.6")
    rich = table(player("a1"), player("b3", cubes=1), player("g1"))
    assert fault(rich, "A b3xC>d4") == ("capture", "2.6")
    assert fault(rich, "A b3xB>d4") == ("corner", "2.6")
    assert fault(rich, "A c2xB>d4") == ("capture", "2.6")
