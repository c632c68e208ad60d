"""The board's squares and the pieces as numbers to shift and mask, and a game as it stands.

A square is `column * (rows + 1) + row`, so that sorted squares are in canonical order, and a set
of squares is a Python int with one bit each. The bit after each column's last belongs to no square
and is never free. The rows that a piece covers have no gap, so a piece that left the board at the
top or bottom would need such a bit: shifting never carries one from a column's end into the next.
"""

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from games.contract import SEATS, Setup
from games.record import number

PLAYERS = (2, 3, 4)
PIECES = "Pieces"
Cells = frozenset[tuple[int, int]]  # (column, row)


class Polyomino(NamedTuple):
    """A piece; its bit stands for it in sets of pieces."""

    name: str
    bit: int
    size: int
    colour: str  # empty for the black and white ones
    cells: Cells  # as it lies in the box
    outlines: frozenset[int]  # its orientations, the lowest square shifted to bit 0
    shifts: tuple[tuple[int, ...], ...]  # of each orientation, without that square


class PolyominoSet(NamedTuple):
    """Board, pieces and counts, with the tables made from them."""

    columns: int
    rows: int
    least: dict[int, int]  # number of players -> pieces that each takes at least
    pieces: dict[str, Polyomino]
    by_bit: dict[int, Polyomino]
    squares: dict[str, int]
    names: dict[int, str]  # of squares
    board: int  # all squares

    def pieces_in(self, bits: int) -> Iterator[Polyomino]:
        """The pieces of a set, in the order of the rules."""
        return (piece for piece in self.pieces.values() if piece.bit & bits)


@cache
def edition() -> PolyominoSet:
    """Read once, when first needed; it never changes."""
    file = Path(__file__).with_name("edition.toml")
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    columns, rows = data["board"]["columns"], data["board"]["rows"]
    squares = {
        f"{'abcdefghijkl'[column]}{row + 1}": column * (rows + 1) + row
        for column in range(columns)
        for row in range(rows)
    }
    pieces = {
        name: _piece(name, entry, bit=1 << number, stride=rows + 1)
        for number, (name, entry) in enumerate({**data["five"], **data["six"]}.items())
    }
    return PolyominoSet(
        columns,
        rows,
        {int(players): least for players, least in data["draft"]["least"].items()},
        pieces,
        {piece.bit: piece for piece in pieces.values()},
        squares,
        {square: name for name, square in squares.items()},
        sum(1 << square for square in squares.values()),
    )


def spots(shifts: tuple[int, ...], free: int) -> int:
    """Where an orientation fits: the bits that its lowest square may take."""
    places = free
    for shift in shifts:
        places &= free >> shift
    return places


def fits(piece: Polyomino, free: int) -> bool:
    """Whether a piece fits anywhere: all places of an orientation at once, as in `spots`."""
    for shifts in piece.shifts:
        places = free
        for shift in shifts:
            places &= free >> shift
        if places:
            return True
    return False


def placements(piece: Polyomino, free: int) -> Iterator[tuple[int, ...]]:
    """All ways to lay a piece on free squares, each as its sorted squares."""
    for shifts in piece.shifts:
        for first in squares_of(spots(shifts, free)):
            yield (first, *(first + shift for shift in shifts))


def is_shape_of(piece: Polyomino, squares: tuple[int, ...]) -> bool:
    """Whether sorted squares form a piece, turned or flipped; a square named twice does not."""
    mask = 0
    for square in squares:
        mask |= 1 << square
    return len(squares) == piece.size and mask >> squares[0] in piece.outlines


def squares_of(mask: int) -> Iterator[int]:
    """The squares of a set, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def read_numbers(value: str, *, players: int) -> tuple[int, ...] | None:
    """How many pieces each seat takes, in seat order; None if the tag is not of its form."""
    counts: dict[str, int] = {}
    words = value.split(" ")
    for word in words:
        seat, _equals, text = word.partition("=")
        count = number(text)
        if count is None:
            return None
        counts[seat] = count
    seats = SEATS[:players]
    if len(words) != players or set(counts) != set(seats):
        return None
    return tuple(counts[seat] for seat in seats)


def numbers_of(setup: Setup) -> tuple[int, ...]:
    """How many pieces each seat takes; without the tag, equally many (RULES.md 2)."""
    numbers = read_numbers(setup.own.get(PIECES, ""), players=setup.players)
    return numbers or (len(edition().pieces) // setup.players,) * setup.players


def write_numbers(numbers: Sequence[int]) -> str:
    return " ".join(f"{seat}={count}" for seat, count in zip(SEATS, numbers, strict=False))


class PlacedPiece(NamedTuple):
    """A piece on the board."""

    seat: str
    piece: str
    squares: int


class Position(NamedTuple):
    """A game as it stands; sets of pieces and squares are ints."""

    setup: Setup
    numbers: tuple[int, ...]  # of pieces that each seat takes
    to_take: int  # pieces that are to be taken before the draft is over
    offer: int
    hands: tuple[int, ...]
    free: int
    unfit: int  # pieces that were found not to fit any more
    placed: tuple[PlacedPiece, ...]
    turn: str  # empty when the game is over

    @property
    def is_over(self) -> bool:
        return not self.turn

    @property
    def is_complete(self) -> bool:
        return not self.turn

    def hand(self, seat: str) -> int:
        return self.hands[SEATS.index(seat)]

    def fitting(self, seat: str) -> Polyomino | None:
        """A piece of a seat that fits, or None if the seat stands (RULES.md 3.3)."""
        pieces = edition().pieces_in(self.hand(seat) & ~self.unfit)
        return next((piece for piece in pieces if fits(piece, self.free)), None)


def start(setup: Setup) -> Position:
    """The position before the first piece is taken."""
    game, numbers = edition(), numbers_of(setup)
    everything = sum(game.by_bit)
    hands = (0,) * setup.players
    return Position(setup, numbers, sum(numbers), everything, hands, game.board, 0, (), SEATS[0])


def _piece(name: str, entry: dict[str, Any], *, bit: int, stride: int) -> Polyomino:
    cells = frozenset(
        (column, row)
        for row, line in enumerate(entry["shape"].split("/"))
        for column, cell in enumerate(line)
        if cell == "X"
    )
    shifts = {_shifts(turned, stride) for turned in _orientations(cells)}
    return Polyomino(
        name,
        bit,
        len(cells),
        entry.get("colour", ""),
        cells,
        frozenset(1 + sum(1 << shift for shift in shifted) for shifted in shifts),
        tuple(sorted(shifts)),
    )


def _orientations(cells: Cells) -> Iterator[Cells]:
    """Turned and flipped (RULES.md 1.4)."""
    for _turn in range(4):
        cells = frozenset((-row, column) for column, row in cells)
        yield cells
        yield frozenset((-column, row) for column, row in cells)


def _shifts(cells: Cells, stride: int) -> tuple[int, ...]:
    first, *rest = sorted(column * stride + row for column, row in cells)
    return tuple(square - first for square in rest)
