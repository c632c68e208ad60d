"""Board, tokens and series of Twisty, and the tags that say how they lie: RULES.md 1."""

import pytest

from games.twisty import RULES
from games.twisty.board import CENTRE, CORNERS, NAMES, SPECIAL, SQUARES, usual
from games.values import Setup
from tests.games.twisty.tables import (
    BOARD,
    SERIES,
    setup,
)


def test_1_1_board_has_corners_and_a_centre() -> None:
    assert len(NAMES) == 49
    assert [NAMES[corner] for corner in CORNERS] == ["a1", "g1", "g7", "a7"]
    assert NAMES[CENTRE] == "d4"


def test_1_1_board_tag_begins_with_row_seven() -> None:
    start = RULES.play.start(setup())
    assert [start.board[SQUARES[name]] for name in ("b7", "a6", "g2", "f1")] == list("R44W")


def wrong(given: Setup) -> list[tuple[str, str, str]]:
    return [(one.tag, one.fault.code, one.fault.rule) for one in RULES.tags.wrong(given)]


def test_1_2_usual_split_has_sixteen() -> None:
    assert sum(usual().values()) == SPECIAL == 16
    assert wrong(setup()) == []


@pytest.mark.parametrize("kinds", ["P", "1", "4P", "123"])
def test_1_2_any_split_of_the_special_tokens_is_allowed(kinds: str) -> None:
    board, count = "", 0
    for sign in BOARD:
        count += sign in usual()
        board += kinds[count % len(kinds)] if sign in usual() else sign
    assert wrong(setup(Board=board)) == []


@pytest.mark.parametrize(
    "board",
    [
        BOARD.replace("R", "W", 1),  # 3 R, 5 W
        BOARD.replace("1", "R", 1),  # 5 R, 15 special
        BOARD.replace("R", "1", 1),  # 3 R, 17 special
        BOARD.replace("4", ".", 1),  # a square without a token
        "P" + BOARD[1:],  # a token in a corner
        BOARD.replace("W.P", "WPP"),  # a token in the centre
        BOARD.replace("W.P", ".WP"),  # the gap beside the centre
        "R." + BOARD[2:],  # a token moved into a corner
    ],
)
def test_1_2_wrong_counts_and_gaps_are_refused(board: str) -> None:
    assert RULES.tags.read("Board", board, players=2) is None
    assert wrong(setup(Board=board)) == [("Board", "set-up", "1.2")]


def test_1_3_any_corners_and_any_series_are_allowed() -> None:
    for one in CORNERS:
        for other in set(CORNERS) - {one}:
            assert wrong(setup(CornerA=NAMES[one], CornerB=NAMES[other])) == []
    assert wrong(setup(SeriesA="WVBGYOR", SeriesB="GBVWROY")) == []


def test_1_3_pawn_starts_in_a_corner_of_its_own() -> None:
    assert wrong(setup(CornerA="b1")) == [("CornerA", "set-up", "1.3")]
    assert wrong(setup(CornerA="g7")) == [("CornerB", "set-up", "1.3")]


def test_1_3_shared_corner_is_reported_at_the_later_tag() -> None:
    own = {"CornerC": "a1", "SeriesA": SERIES, "CornerA": "a1", "Board": BOARD, "CornerB": "a1"}
    assert wrong(Setup(3, own=own)) == [("CornerA", "set-up", "1.3"), ("CornerB", "set-up", "1.3")]


def test_1_3_two_on_a_square_that_is_no_corner_are_both_wrong() -> None:
    assert [tag for tag, *_ in wrong(setup(CornerA="d4", CornerB="d4"))] == ["CornerA", "CornerB"]


def test_1_3_series_is_a_permutation() -> None:
    assert wrong(setup(SeriesB="ROYGBVV")) == [("SeriesB", "set-up", "1.3")]


def test_every_wrong_tag_is_reported() -> None:
    found = wrong(setup(Board=BOARD.replace("R", "W"), CornerA="d4", SeriesA="RRRRRRR"))
    assert [tag for tag, *_ in found] == ["Board", "CornerA", "SeriesA"]
