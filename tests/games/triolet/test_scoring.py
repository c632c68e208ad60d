"""The scoring examples of the rulebook, as far as its text (the pictures are lost) gives them.

Each has the tiles on the board before, those laid, and the points of every lawful choice, the best
first. Boards are made up so that exactly the groups of the text arise. RULES.md 3.
"""

import pytest

from games.triolet.board import EMPTY, material
from games.triolet.play import lay
from games.values import Fault
from tests.games.triolet import oracle

COUNTING = [
    # "Umístili jste destičky 6 a 7": 9 + 6 = 15, 7 + 6 = 13
    ("f7=9", "g7=6 g6=7", [28]),
    # "Umístili jste 3": a trio
    ("f7=7 g7=5", "h7=3", [30]),
    # triolet 10, 5, 0 (its 0 touches a 0, a pair worth nothing)
    ("j7=0", "h6=10 i6=5 j6=0", [80]),
    # 4, 9, 2 with the 4 doubled, 10 + 4 = 14: "124 zní daleko lépe než 98"
    ("d7=10", "d8=4 e8=9 f8=2", [124, 98]),
    # 7, 1, 7 with the 1 tripled and trio 1, 6, 8: printed 124, which is a misprint for 170
    ("b4=6 b3=8", "a5=7 b5=1 c5=7", [170, 170]),
]
ONE_TILE = [
    ("g6=3", "g7=10", [13]),
    ("f6=2 g6=4", "h6=9", [30]),
    ("f6=9 g6=6 h7=7 h8=8", "h6=0", [60]),
    ("f6=3 g5=4", "g6=9", [25]),
    ("f6=9 g6=3 h7=1", "h6=3", [34]),
]
TWO_TILES = [
    ("f7=9", "g7=6 g6=7", [28]),
    ("g7=1 h7=7", "g6=12 h6=0", [32]),
    ("g7=11", "g6=*1 h6=14", [25]),
    ("f6=4 h7=10", "g6=8 h6=*3", [40]),  # "Tento žolík bude mít hodnotu 3"
    ("f6=12 h7=5 h8=9", "g6=2 h6=1", [60]),
    ("f7=9 g7=4 h6=7 g5=3", "h7=2 h5=6", [69]),
]
THREE_TILES = [
    ("g7=10 i7=8", "g6=4 h6=8 i6=3", [105]),
    ("i7=4 i8=11", "g6=5 h6=10 i6=0", [110]),
    ("i7=4 i8=11", "g6=5 h6=*10 i6=0", [60]),  # a joker among them: no triolet
    ("g7=1 h5=12 i7=2", "g6=10 h6=2 i6=*3", [57]),
    ("g7=8 g8=4 h5=6 h4=7 i7=1", "g6=3 h6=2 i6=10", [151]),
]
ONE_ON_DOUBLE = [
    ("d7=5", "d8=10", [25]),
    ("b8=2 c8=8", "d8=5", [60]),
    ("d7=5 c8=4", "d8=10", [39, 39]),
    ("c8=2 e8=5 d7=4", "d8=8", [72, 50]),
    ("b8=7 c8=4 d7=2 d6=9", "d8=4", [90, 90]),
]
TWO_ON_DOUBLE = [
    ("", "h8=9 i8=5", [23]),
    ("d7=3", "d8=7 e8=4", [28, 28]),
    ("c8=12", "d8=2 e8=1", [60]),
    ("c8=2 e7=10", "d8=8 e8=5", [75]),
    ("c8=4 d7=13", "d8=*1 e8=10", [73, 43]),
    ("b8=7 c8=6 e7=3", "d8=2 d7=12", [89, 61]),
    ("b8=1 d7=8 d6=1", "c8=8 d8=6", [90, 90]),
    ("c8=8 d7=11 e7=2 e6=9", "d8=3 e8=4", [104, 77]),
]
THREE_ON_DOUBLE = [
    ("d7=10", "d8=4 e8=9 f8=2", [124, 98]),
    ("d7=6 d6=8", "c8=7 d8=1 e8=7", [140, 140]),
    ("c7=10 c6=4 e7=1 e6=14", "c8=1 d8=14 e8=0", [170]),
    ("d7=11", "c8=5 d8=2 e8=*8", [73, 45]),  # "Tento žolík bude mít hodnotu 8"
    ("c7=5 c6=3", "c8=7 d8=8 e8=*0", [90]),  # "… hodnotu 0"
]
# Not of the rulebook: jokers and single tiles on special squares.
CORNERS = [
    ("", "h8=11", [0]),  # R 3.1: a single first tile is no group
    ("", "h8=*11", [0]),
    ("", "h8=*11 i8=4", [4]),  # doubled is the joker, which is worth 0
    ("", "h8=0 i8=15 j8=*0", [60]),
    ("", "h8=0 i8=15 j8=0", [110]),
    ("b6=3", "b5=12", [39]),
    ("b6=*3", "b5=12", [36]),
    ("b6=3", "b5=*12", [3]),
    ("h2=7", "h1=8", [15]),  # an extra turn multiplies nothing
]


def choices(before: str, laid: str) -> list[int]:
    words = material().laid
    cells = bytearray(EMPTY)
    for word in before.split():
        cells[words[word].at] = words[word].code
    tiles = sorted(words[word] for word in laid.split())
    laying = lay(bytes(cells), tiles, special=material().special, is_first_turn=False)
    assert not isinstance(laying, Fault), laying
    return list(laying[1])


@pytest.mark.parametrize(
    ("before", "laid", "points"),
    COUNTING
    + ONE_TILE
    + TWO_TILES
    + THREE_TILES
    + ONE_ON_DOUBLE
    + TWO_ON_DOUBLE
    + THREE_ON_DOUBLE
    + CORNERS,
)
def test_points_of_a_placement(before: str, laid: str, points: list[int]) -> None:
    assert choices(before, laid) == points
    assert oracle.points(dict(oracle.parse(before)), oracle.parse(laid)) == set(points)


@pytest.mark.parametrize(("before", "laid", "points"), THREE_ON_DOUBLE[:1] + ONE_ON_DOUBLE[:2])
def test_points_on_triple_squares_follow_the_same_principle(
    before: str, laid: str, points: list[int]
) -> None:
    """The same groups moved from d8 to b11, a triple square: the factor's part counts once more."""
    move = {"b8": "b9", "c8": "b10", "d8": "b11", "e8": "b12", "f8": "b13", "d7": "c11"}

    def moved(text: str) -> str:
        return " ".join(move[word[:2]] + word[2:] for word in text.split())

    gains = {124: 30, 98: 4, 25: 10, 60: 30}
    assert choices(moved(before), moved(laid)) == [point + gains[point] for point in points]
