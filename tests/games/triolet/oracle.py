"""A second, slow referee for placements, written from the rules alone: dictionaries and loops.

It shares nothing with games/triolet. A board is {(column, row): (number, is_joker)}.
"""

from itertools import product

Square = tuple[int, int]
Board = dict[Square, tuple[int, bool]]

DOUBLE = ("h8", "d8", "l8", "h4", "h12", "e5", "k5", "e11", "k11")
TRIPLE = ("b5", "b11", "n5", "n11", "e2", "k2", "e14", "k14")
EXTRA = ("a8", "o8", "h1", "h15", "b2", "n2", "b14", "n14")
SUPPLY = dict(enumerate([9, 9, 8, 8, 7, 8, 6, 6, 4, 4, 3, 3, 2, 2, 1, 1])) | {"*": 2}


def parse(words: str) -> list[tuple[Square, tuple[int, bool]]]:
    """`h8=11 k5=*7` as squares with tiles."""
    tiles = []
    for word in words.split():
        square, _, value = word.partition("=")
        at = ("abcdefghijklmno".index(square[0]), int(square[1:]) - 1)
        tiles.append((at, (int(value.lstrip("*")), value[0] == "*")))
    return tiles


def name(square: Square) -> str:
    return f"{'abcdefghijklmno'[square[0]]}{square[1] + 1}"


def run(board: Board, square: Square, way: Square) -> list[Square]:
    """The tiles in an unbroken line through a square, in one of two ways."""
    line = [square]
    for sign in (-1, 1):
        at = square
        while (at := (at[0] + sign * way[0], at[1] + sign * way[1])) in board:
            line.append(at)
    return sorted(line)


def runs_of(board: Board, new: list[Square]) -> list[list[Square]]:
    """Every run of two or more tiles with a new tile in it, once."""
    found: list[list[Square]] = []
    for square, way in product(new, ((1, 0), (0, 1))):
        line = run(board, square, way)
        if len(line) > 1 and line not in found:
            found.append(line)
    return found


def code(before: Board, laying: list[tuple[Square, tuple[int, bool]]], *, first: bool) -> str:
    """The first code of a placement that is wrong whatever the hand; empty if it is lawful."""
    new = [square for square, _ in laying]
    if len(laying) > 3:
        return "tile-count"
    if len(set(new)) < len(new) or any(square in before for square in new):
        return "occupied"
    if sum(is_joker for _, (_, is_joker) in laying) > 1:
        return "two-jokers"
    board = {**before, **dict(laying)}
    return (
        _wrong_place(before, board, new)
        or _wrong_runs(board, new)
        or _block(board, new, first=first)
    )


def _wrong_place(before: Board, board: Board, new: list[Square]) -> str:
    if len({column for column, _ in new}) > 1 and len({row for _, row in new}) > 1:
        return "not-in-line"
    if not any(set(new) <= set(run(board, new[0], way)) for way in ((1, 0), (0, 1))):
        return "gap"
    if not before and (7, 7) not in new:
        return "centre"
    touched = [(c + x, r + y) for c, r in new for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    is_apart = before and not any(square in before for square in touched)
    return "no-contact" if is_apart else ""


def _wrong_runs(board: Board, new: list[Square]) -> str:
    sums = [(len(line), sum(board[at][0] for at in line)) for line in runs_of(board, new)]
    if any(length > 3 for length, _ in sums):
        return "run-too-long"
    if any(length == 2 and total > 15 for length, total in sums):
        return "sum-over-15"
    return "sum-not-15" if any(length == 3 and total != 15 for length, total in sums) else ""


def _block(board: Board, new: list[Square], *, first: bool) -> str:
    for size in (2, 3):
        if size == 2 and not first:
            continue
        for (column, row), x, y in product(new, range(size), range(size)):
            block = product(range(column - x, column - x + size), range(row - y, row - y + size))
            if all(square in board for square in block):
                return f"block-{size}x{size}"
    return ""


def points(before: Board, laying: list[tuple[Square, tuple[int, bool]]]) -> set[int]:
    """All points that a lawful placement may give, one for each choice of the factor's group."""
    board = {**before, **dict(laying)}
    groups = runs_of(board, [square for square, _ in laying])
    bonus = 50 if len(laying) == 3 and not any(is_joker for _, (_, is_joker) in laying) else 0
    plain = bonus + sum(_group(board, line) for line in groups)
    for square, (number, is_joker) in laying:
        factor = 2 if name(square) in DOUBLE else 3 if name(square) in TRIPLE else 1
        mine = [line for line in groups if square in line]
        if factor > 1 and mine:
            tile = 0 if is_joker else number
            return {plain + (factor - 1) * (30 if len(line) == 3 else tile) for line in mine}
    return {plain}


def _group(board: Board, line: list[Square]) -> int:
    return 30 if len(line) == 3 else sum(n for n, is_joker in map(board.get, line) if not is_joker)
