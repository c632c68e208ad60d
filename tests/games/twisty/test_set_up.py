"""What is laid out before the first move: bare, in part, wrong, whole, dealt at random."""

from typing import Any

from games.pads import Said, SetUp
from games.twisty import RULES
from games.twisty.board import NAMES
from games.values import Setup
from tests.games.twisty.tables import BOARD, SERIES
from tests.games.twisty.test_pad import fields, symbols, uses

WHOLE = {
    "Board": BOARD,
    "CornerA": "a1",
    "SeriesA": SERIES,
    "CornerB": "g7",
    "SeriesB": "WVBGYOR",
}


def asked(own: dict[str, str], players: int = 2) -> SetUp:
    found = RULES.looks.set_up(Setup(players, own=own))
    assert found is not None
    return found


def laid(own: dict[str, str]) -> tuple[Any, ...]:
    given = asked(own).own
    return given["laid"], given["pawns"], given["series"]


def test_bare_board_is_asked_for_with_all_tokens() -> None:
    found = asked({})
    assert fields(found.board) == list(found.spots) == list(NAMES)
    assert uses(found.board) == []
    assert [(one.value, one.left) for one in found.options] == [
        *((colour, 4) for colour in SERIES),
        *((number, 3) for number in "1234"),
        ("P", 4),
    ]
    assert (found.options[0].label, found.options[-1].label) == (Said("red"), Said("protection"))
    assert {one.symbol for one in found.options} < {*symbols(found.board)}
    assert all(spot.is_free for spot in found.spots.values())
    assert laid({}) == ({}, {"A": "", "B": ""}, {"A": "", "B": ""})


def test_places_are_told_in_the_order_of_the_tag() -> None:
    own: Any = asked({}, players=4).own
    assert own["rows"][0] == ("a7", "b7", "c7", "d7", "e7", "f7", "g7")
    assert [row[0] for row in own["rows"]] == ["a7", "a6", "a5", "a4", "a3", "a2", "a1"]
    assert own["places"][:7] == ("b7", "c7", "d7", "e7", "f7", "a6", "b6")
    assert set(NAMES) - set(own["places"]) == {"a1", "g1", "g7", "a7", "d4"}
    assert (own["colours"], own["empty"], own["corners"]) == (
        "ROYGBVW",
        ".",
        ("a1", "g1", "g7", "a7"),
    )
    assert list(own["pawns"]) == list("ABCD")


def test_set_up_that_is_there_is_kept() -> None:
    tokens, pawns, series = laid(WHOLE)
    assert "/".join("".join(tokens.get(f"{c}{r}", ".") for c in "abcdefg") for r in "7654321") == (
        BOARD
    )
    assert (pawns, series) == ({"A": "a1", "B": "g7"}, {"A": SERIES, "B": "WVBGYOR"})


def test_what_is_wrong_in_a_set_up_is_asked_for_again() -> None:
    wrong = {
        "Board": BOARD.replace("R", "O"),
        "CornerA": "a1",
        "SeriesA": "RRRRRRR",
        "CornerB": "a1",
        "SeriesB": "rainbow",
    }
    assert laid(wrong) == ({}, {"A": "a1", "B": ""}, {"A": "", "B": ""})


def test_shuffled_set_up_is_right_and_repeats_from_its_seed() -> None:
    for players in (2, 3, 4):
        for seed in range(20):
            own = RULES.random_play.tags(seed, players=players)
            assert list(own) == list(RULES.tags.names(players))
            assert all(
                RULES.tags.read(tag, value, players=players) is None for tag, value in own.items()
            )
            assert list(RULES.tags.wrong(Setup(players, own=own))) == []
            assert [own["Board"].count(kind) for kind in "1234P"] == [3, 3, 3, 3, 4]
            assert RULES.random_play.tags(seed, players=players) == own
    assert len({RULES.random_play.tags(seed, players=2)["Board"] for seed in range(20)}) == 20
