"""Final figures of a game without a record."""

from functools import reduce
from operator import or_

import pytest

from games.polyssimo import RULES
from games.polyssimo.board import edition, placements
from games.polyssimo.figures import SURE
from games.tallies import tallied
from games.values import Fault, Setup, SideScore

Sheets = dict[str, dict[str, int]]


def sheets(*figures: tuple[int, int], last: str = "") -> Sheets:
    return {
        seat: {"pieces": pieces, "squares": squares, "last": int(seat == last)}
        for seat, (pieces, squares) in zip("ABCD", figures, strict=False)
    }


def code(figures: Sheets, *, ending: str = "normal", **own: str) -> tuple[str, str] | None:
    outcome = tallied(RULES, Setup(len(figures), own=own), figures, termination=ending)
    return (outcome.code, outcome.rule) if isinstance(outcome, Fault) else None


def test_order_of_placements_follows_from_the_pieces_left() -> None:
    """B took the last piece and begins. B A B A …; A stands after 9, B after 10."""
    assert tallied(RULES, Setup(2), sheets((3, 17), (2, 10))) == [
        SideScore("A", ("A",), 3, (-3, 17), {"squares": 17}),
        SideScore("B", ("B",), 2, (-2, 18), {"squares": 10}),
    ]


def test_among_equals_who_placed_later_is_better() -> None:
    """C took the last piece: C B A D five times, then C and B; A has no room, D no piece."""
    figures = sheets((1, 5), (0, 0), (0, 0), (0, 0), last="B")
    own = {"Pieces": "A=6 B=6 C=6 D=5"}
    outcome = tallied(RULES, Setup(4, own=own), figures)
    assert not isinstance(outcome, Fault)
    assert [one.keys for one in outcome] == [(-1, 18), (0, 21), (0, 20), (0, 19)]


def test_squares_rank_in_the_edition_of_that() -> None:
    setup = Setup(2, edition="squares")
    assert tallied(RULES, setup, sheets((2, 12), (2, 11))) == [
        SideScore("A", ("A",), 12, (-12, 19), {"squares": 12}),
        SideScore("B", ("B",), 11, (-11, 18), {"squares": 11}),
    ]


def test_last_placement_must_agree_with_the_order() -> None:
    figures = ((2, 12), (2, 11))
    assert code(sheets(*figures, last="A")) is None
    assert code(sheets(*figures)) is None
    assert code(sheets(*figures, last="B")) == ("last", "3.1")
    unplaced = ((12, 66), (12, 66))
    assert code(sheets(*unplaced), ending="time") is None
    assert code(sheets(*unplaced, last="B"), ending="time") == ("last", "3.1")


@pytest.mark.parametrize(
    ("figures", "expected"),
    [
        (sheets((3, 14), (0, 0)), ("squares", "1.3")),
        (sheets((3, 15), (0, 0)), None),
        (sheets((3, 18), (0, 0)), None),
        (sheets((3, 19), (0, 0)), ("squares", "1.3")),
        (sheets((0, 1), (0, 0)), ("squares", "1.3")),
        (sheets((7, 35), (6, 30)), ("supply", "1.3")),
        (sheets((7, 35), (6, 31)), None),
        (sheets((7, 42), (6, 36)), ("supply", "1.3")),
    ],
)
def test_squares_must_be_those_of_such_pieces(
    figures: Sheets, expected: tuple[str, str] | None
) -> None:
    for ending in ("normal", "time"):
        assert code(figures, ending=ending) == expected


def test_nobody_has_more_pieces_left_than_taken() -> None:
    own = {"Pieces": "A=7 B=12"}
    assert code(sheets((7, 40), (12, 64)), ending="time", **own) is None
    assert code(sheets((8, 45), (12, 64)), ending="time", **own) == ("pieces", "2")


def test_pieces_still_to_be_taken_have_no_squares() -> None:
    """By time in the draft: A has taken 2 pieces and B 1, or 2 each, but never the other way."""
    for figures in (
        sheets((12, 0), (12, 0)),
        sheets((12, 11), (12, 6)),
        sheets((12, 11), (12, 12)),
    ):
        assert code(figures, ending="time") is None
        assert code(figures) == ("squares", "1.3")
    assert code(sheets((12, 6), (12, 11)), ending="time") == ("squares", "1.3")
    assert code(sheets((12, 11), (11, 11)), ending="time") == ("squares", "1.3")


def test_who_has_room_must_place() -> None:
    """B begins: B A B A. While up to three pieces lie, everybody can place."""
    could_place = ("could-place", "3.3")
    assert code(sheets((12, 66), (11, 60)), ending="time") is None
    assert code(sheets((12, 66), (11, 60))) == could_place
    assert code(sheets((11, 60), (12, 66)), ending="time") == could_place
    assert code(sheets((12, 66), (10, 54)), ending="time") == could_place
    assert code(sheets((11, 60), (9, 49)), ending="time") == could_place
    assert code(sheets((10, 54), (9, 49)), ending="time") is None
    assert code(sheets((10, 54), (8, 44)), ending="time") is None
    assert code(sheets((12, 66), (12, 66))) == could_place


def test_no_three_pieces_leave_another_without_room() -> None:
    """Of each piece: how many of its places on the board can another piece take away at most?"""
    board = edition().board
    places = {
        name: [sorted(squares) for squares in placements(piece, board)]
        for name, piece in edition().pieces.items()
    }
    for name, own in places.items():
        hits = dict.fromkeys(edition().names, 0)
        for number, squares in enumerate(own):
            for square in squares:
                hits[square] |= 1 << number
        taken = sorted(
            max(reduce(or_, [hits[square] for square in squares]).bit_count() for squares in other)
            for rival, other in places.items()
            if rival != name
        )
        assert sum(taken[-SURE:]) < len(own), name
