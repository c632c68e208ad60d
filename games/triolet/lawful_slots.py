"""Where tiles fit: every way to lay one, two or three, found on bitboards.

A slot is a set of free squares that may be filled in one turn as far as places go (RULES.md
2.1–2.5); which values go there depends on the runs, and is enumerated for a given stock of tiles.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from games.triolet.board import (
    ACROSS,
    JOKER,
    LONGEST,
    SUM,
    UP,
    VALUE,
    Laid,
    laid,
    material,
    squares,
    squares_2x2,
    squares_3x3,
    tile_bits,
)

ANY = (1 << SUM + 1) - 1  # a set of values as bits: all of them

# Runs of two and three by which of their squares are filled in the turn.
_PATTERNS = {
    2: ((True, True), (True, True, False), (True, False, True), (False, True, True)),
    3: ((True, True, True),),
}


class LineSlot(NamedTuple):
    """Free squares to fill in one turn: what fits each by its crossing run, and their own run."""

    squares: tuple[int, ...]
    fits: tuple[int, ...]  # sets of values; of a single square by both its runs
    total: int = 0  # what lies in the run already
    length: int = 1  # of the run when filled


@cache
def _all_squares() -> int:
    return sum(1 << at for at in squares())


def slots(cells: bytes, *, size: int, is_first_turn: bool) -> Iterator[LineSlot]:
    """All slots for so many tiles."""
    board = _Board(cells, is_first_turn=is_first_turn)
    if size == 1:
        yield from board.singles()
    else:
        for pattern in _PATTERNS[size]:
            yield from board.lines(pattern, step=ACROSS)
            yield from board.lines(pattern, step=UP)


def fillings(slot: LineSlot, stock: Sequence[int]) -> Iterator[tuple[Laid, ...]]:
    """The lawful ways to fill a slot from a stock: how many tiles there are of each kind."""
    if len(slot.squares) == 1:
        yield from ((tile,) for tile in _tiles(slot.squares[0], slot.fits[0], stock))
    else:
        yield from _filled(slot, list(stock), (), SUM - slot.total)


def lawful_single(cells: bytes, hand: Sequence[int]) -> Laid | None:
    """A tile of the hand that can be laid. If none can, no two or three can be either:

    of any lawful placement, a tile that touches the board is lawful alone, since parts of its runs
    sum to no more, and complete no more blocks.
    """
    values = ANY if JOKER in hand else sum({1 << kind for kind in hand})
    for at, fits in _single_fits(cells):
        if fit := fits & values:
            value = (fit & -fit).bit_length() - 1
            return laid(at, value if value in hand else JOKER, value)
    return None


@lru_cache(maxsize=4)  # at the end all pass, and then show their hands, on the same board
def _single_fits(cells: bytes) -> tuple[tuple[int, int], ...]:
    return tuple(_Board(cells, is_first_turn=False).single_fits())


class _Board:
    """A board as bits, for one search."""

    def __init__(self, cells: bytes, *, is_first_turn: bool) -> None:
        self.cells = cells
        self.tiles = tiles = tile_bits(cells)
        self.is_first_turn = is_first_turn
        self.blocks = squares_2x2(tiles)
        free = _all_squares() & ~tiles
        # By direction: free squares that a tile on them would not make a run of four through.
        self.fitting = {step: free & ~_makes_four(tiles, step) for step in (ACROSS, UP)}
        near = tiles << ACROSS | tiles >> ACROSS | tiles << UP | tiles >> UP
        self.anchors = near & free if tiles else 1 << material().centre  # RULES.md 2.1

    def singles(self) -> Iterator[LineSlot]:
        return (LineSlot((at,), (fit,)) for at, fit in self.single_fits())

    def single_fits(self) -> Iterator[tuple[int, int]]:
        """The squares for one tile, each with the values that fit."""
        for at in _bits(self.anchors & self.fitting[ACROSS] & self.fitting[UP]):
            fit = _run_fit(self.cells, at, ACROSS) & _run_fit(self.cells, at, UP)
            if not fit:
                continue
            # Where more than one value fits there is no trio, and so no block of nine tiles.
            is_clear = fit & fit - 1 and not self.is_first_turn
            if is_clear or not self._makes_block(1 << at):
                yield at, fit

    def lines(self, pattern: tuple[bool, ...], *, step: int) -> Iterator[LineSlot]:
        """Slots of two or three squares in a row or column, that fill a run of this pattern."""
        crossing = UP if step == ACROSS else ACROSS
        free, tiles, length = self.fitting[crossing], self.tiles, len(pattern)
        starts = ~(tiles << step) & ~(tiles >> step * length)
        touching = 0
        for place, is_free in enumerate(pattern):
            starts &= (free if is_free else tiles) >> step * place
            touching |= self.anchors >> step * place
        if all(pattern):
            starts &= touching
        for start in _bits(starts):
            run = range(start, start + step * length, step)
            slot = [at for at, is_free in zip(run, pattern, strict=True) if is_free]
            fits = [_run_fit(self.cells, at, crossing) for at in slot]
            if all(fits) and not self._makes_block(sum(1 << at for at in slot)):
                total = sum(VALUE[self.cells[at]] for at in run)
                yield LineSlot(tuple(slot), tuple(fits), total, length)

    def _makes_block(self, slot: int) -> bool:
        filled = self.tiles | slot
        if self.is_first_turn and squares_2x2(filled) != self.blocks:  # RULES.md 2.4
            return True
        return squares_3x3(filled) > 0  # RULES.md 2.5


def _makes_four(tiles: int, step: int) -> int:
    """Squares whose run in a direction would be longer than three."""
    before, after = tiles << step, tiles >> step
    before2, after2 = before & tiles << 2 * step, after & tiles >> 2 * step
    return (
        before2 & tiles << 3 * step | before2 & after | before & after2 | after2 & tiles >> 3 * step
    )


def _run_fit(cells: bytes, at: int, step: int) -> int:
    """The values that a free square may take by a run of three at most (RULES.md 2.3)."""
    before, after = cells[at - step], cells[at + step]
    if before:
        one, other = before, after or cells[at - 2 * step]
    elif after:
        one, other = after, cells[at + 2 * step]
    else:
        return ANY
    total = VALUE[one] + VALUE[other]
    if total > SUM:
        return 0
    return 1 << SUM - total if other else (2 << SUM - total) - 1


def _filled(
    slot: LineSlot, stock: list[int], laying: tuple[Laid, ...], rest: int
) -> Iterator[tuple[Laid, ...]]:
    """The ways to go on filling a slot; `stock` and `rest` are what is left of it and of 15."""
    place = len(laying)
    if place == len(slot.squares):
        yield laying
        return
    fit = slot.fits[place] & (2 << rest) - 1
    if slot.length == LONGEST and place == len(slot.squares) - 1:
        fit &= 1 << rest
    for tile in _tiles(slot.squares[place], fit, stock):
        left = stock[tile.kind]
        stock[tile.kind] = 0 if tile.kind == JOKER else left - 1  # RULES.md 2.6: one joker a turn
        yield from _filled(slot, stock, (*laying, tile), rest - tile.value)
        stock[tile.kind] = left


def _tiles(at: int, fit: int, stock: Sequence[int]) -> Iterator[Laid]:
    for value in _bits(fit):
        if stock[value]:
            yield laid(at, value, value)
        if stock[JOKER]:
            yield laid(at, JOKER, value)


def _bits(board: int) -> Iterator[int]:
    while board:
        low = board & -board
        yield low.bit_length() - 1
        board ^= low
