"""The board's squares and the pieces as numbers to shift and mask, and a game as it stands.

A square is `column * (rows + 1) + row`, so that sorted squares are in canonical order, and a set
of squares is a Python int with one bit each. The bit after each column's last belongs to no square
and is never free. The rows that a piece covers have no gap, so a piece that left the board at the
top or bottom would need such a bit: shifting never carries one from a column's end into the next.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from games.editions import MOST, EditionError, edition_data, edition_names
from games.record import number
from games.values import SEATS, STANDARD, Handicap, Setup

PLAYERS = (2, 3, 4)
PIECES, DRAFT = "Pieces", "Draft"
SMALL, LARGE = 5, 6  # squares of a piece (RULES.md 1.2, 1.3)
_KEPT = 64  # most records have no tags of their own, and those that have, mostly an event's
_PIECE = re.compile(r"[A-Z][0-9]?")
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
    larger: int  # the pieces of six squares, as bits; the others have five
    squares: dict[str, int]
    names: dict[int, str]  # of squares
    bits: tuple[int, ...]  # by square, the ends of columns too
    board: int  # all squares
    by_squares: bool  # what the ranking compares first (RULES.md 4)

    def pieces_in(self, bits: int) -> Iterator[Polyomino]:
        """The pieces of a set, in the order of the rules."""
        return (piece for piece in self.pieces.values() if piece.bit & bits)


@lru_cache(maxsize=MOST)
def edition(name: str = STANDARD) -> PolyominoSet:
    """Read once, when first needed; it never changes."""
    data = edition_data("polyssimo", name, tables=("six", "ranking"), free=("six",))
    columns, rows = data["board"]["columns"], data["board"]["rows"]
    squares = {
        f"{'abcdefghijkl'[column]}{row + 1}": column * (rows + 1) + row
        for column in range(columns)
        for row in range(rows)
    }
    pieces = {
        piece: _piece(piece, entry, bit=1 << number, stride=rows + 1)
        for number, (piece, entry) in enumerate({**data["five"], **data["six"]}.items())
    }
    if why := _wrong_pieces(pieces, columns * rows) or _wrong_ranking(data["ranking"]):
        raise EditionError("polyssimo", name, why)
    return PolyominoSet(
        columns,
        rows,
        {int(players): least for players, least in data["draft"]["least"].items()},
        pieces,
        {piece.bit: piece for piece in pieces.values()},
        sum(piece.bit for piece in pieces.values() if piece.size == LARGE),
        squares,
        {square: name for name, square in squares.items()},
        tuple(1 << square for square in range(columns * (rows + 1))),
        sum(1 << square for square in squares.values()),
        data["ranking"]["by"] == "squares",
    )


def _wrong_pieces(pieces: Mapping[str, Polyomino], squares: int) -> str:
    """RULES.md 1: twelve pieces of five squares and twelve of six, all different, fill the board.

    A name stands for one shape, whatever the edition: records of all are read alike.
    """
    forms: dict[frozenset[int], str] = {}
    for piece in pieces.values():
        if not _PIECE.fullmatch(piece.name):
            return f"[five] and [six]: {piece.name} is no name of a piece, such as C0"
        if not _is_whole(piece.cells):
            return f"{piece.name} is not one piece"
        if (other := forms.setdefault(piece.outlines, piece.name)) != piece.name:
            return f"{piece.name} has the shape of {other}"
    sizes = [piece.size for piece in pieces.values()]
    if (sizes.count(SMALL), sizes.count(LARGE), sum(sizes)) != (12, 12, squares):
        return f"12 pieces of 5 squares and 12 of 6 fill the board of {squares}"
    return ""


def _wrong_ranking(ranking: Mapping[str, str]) -> str:
    by = ranking.get("by")
    return "" if by in ("pieces", "squares") else f"[ranking] by is pieces or squares, not {by}"


def _is_whole(cells: Cells) -> bool:
    """Whether all squares of a piece hang together."""
    reached: set[tuple[int, int]] = set()
    edge = set(list(cells)[:1])
    while edge:
        reached |= edge
        steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
        edge = {(x + dx, y + dy) for x, y in edge for dx, dy in steps} & cells - reached
    return reached == cells


@cache
def piece_names() -> frozenset[str]:
    """Of all editions: what a record may name."""
    return frozenset(name for each in edition_names("polyssimo") for name in edition(each).pieces)


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


@lru_cache(maxsize=_KEPT)
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


def is_draft(value: str, *, players: int) -> bool:
    """Whether the tag is of its form: one letter of a playing seat for each take."""
    return bool(value) and set(value) <= set(SEATS[:players])


def takers_of(setup: Setup) -> str:
    """Who takes, one after the other; without the tag, clockwise from A (RULES.md 2)."""
    draft = setup.own.get(DRAFT, "")
    return draft if is_draft(draft, players=setup.players) else clockwise(numbers_of(setup))


@lru_cache(maxsize=_KEPT)
def clockwise(numbers: tuple[int, ...]) -> str:
    """Each seat in turn, past those who have their number."""
    laps = range(max(numbers))
    return "".join(seat for lap in laps for seat, n in zip(SEATS, numbers, strict=False) if n > lap)


def handicap(players: int) -> Handicap:
    """From the least to all but the least of the others (RULES.md 2)."""
    least, pieces = edition().least[players], len(edition().pieces)
    most = pieces - least * (players - 1)
    return Handicap(PIECES, least, most, usual=pieces // players, order=DRAFT)


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
    box: PolyominoSet
    numbers: tuple[int, ...]  # of pieces that each seat takes
    takers: str  # who takes, one after the other
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
        pieces = self.box.pieces_in(self.hand(seat) & ~self.unfit)
        return next((piece for piece in pieces if fits(piece, self.free)), None)


# Straight, since they are made for every action (games/values.py).
new_position = Position.__new__
new_placed = PlacedPiece.__new__


def start(setup: Setup) -> Position:
    """The position before the first piece is taken."""
    game, takers = edition(setup.edition), takers_of(setup)
    return Position(
        setup=setup,
        box=game,
        numbers=numbers_of(setup),
        takers=takers,
        to_take=len(takers),
        offer=sum(game.by_bit),
        hands=(0,) * setup.players,
        free=game.board,
        unfit=0,
        placed=(),
        turn=takers[0],
    )


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
