"""The board and the tiles as tables, built once when first asked for; and a game as it stands.

The board is a grid of 17 × 17 cells with an empty border, so that no run goes round an edge. A
cell's number is 17 × column + row, both from 1: sorted cells are in order of column, then row. What
lies on it is the bytes of its cells; 0 is an empty one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import NamedTuple

from games.editions import MOST, EditionError, edition_data
from games.hands import Hands
from games.values import STANDARD, Setup

PLAYERS = (2, 3, 4)
SIDE = 15
WIDTH = SIDE + 2
CELLS = WIDTH * WIDTH
UP, ACROSS = 1, WIDTH  # the step to the next cell of a column, of a row
SUM = 15  # what a trio sums to and a pair may not exceed; also the highest number
VALUES = range(SUM + 1)
JOKER = 16  # the kind of a joker; the kind of a number tile is its number
HAND = 3
JOKER_SIGN = "*"
EXTRA = 1  # in Material.special: an extra turn; 2 and 3 are the factors of the other squares
# Counts of all kinds in one integer, five bits each: a kind's field starts at 15 less what the
# game has of it, so that its highest bit is set as soon as there is one too many (RULES.md 1.3).
_FIELD = 5
_FULL = 15
EMPTY = bytes(CELLS)
LONGEST = 3
# By a cell's content: the number that the rules see.
VALUE = bytes([0, *VALUES, *VALUES])
_IS_TILE = bytes([ord("0"), *[ord("1")] * 255])
SWAP_BAG = 5  # RULES.md 2.7: an exchange needs so many in the bag
PLAYING, OUT, PASSED = "", "out", "passed"
_NOTHING: Mapping[str, tuple[int, ...]] = MappingProxyType({})


class Laid(NamedTuple):
    """A tile on its square. `code` is what the cell holds: number + 1, of a joker number + 17."""

    at: int
    kind: int
    value: int
    code: int
    word: str  # as records have it


@dataclass(frozen=True, slots=True)
class Material:
    """What an edition has."""

    special: bytes  # by cell: 0, EXTRA, 2 or 3
    centre: int
    counts: tuple[int, ...]  # by kind
    bag: int  # tiles in the game but those set aside
    laid: Mapping[str, Laid]  # by word
    laid_at: Mapping[tuple[int, int], Laid]  # by cell and code
    kinds: Mapping[str, int]  # by the word of a tile in a list
    names: tuple[str, ...]  # those words by kind
    none_known: int  # packed counts before anything is known
    too_many: int  # the bits of packed counts that must not be set
    one: tuple[int, ...]  # by kind: what one tile adds to packed counts

    def with_tiles(self, packed: int, kinds: Iterable[int]) -> int:
        """Packed counts with a few tiles more."""
        return packed + sum([self.one[kind] for kind in kinds])

    def unknown(self, packed: int) -> list[int]:
        """By kind: how many tiles are not in packed counts."""
        return [_FULL - (packed >> _FIELD * kind) % (1 << _FIELD) for kind in self.kinds.values()]

    def too_many_of(self, packed: int) -> int:
        """The first kind that packed counts hold too often."""
        return next(kind for kind, count in enumerate(self.unknown(packed)) if count < 0)


def name_of(at: int) -> str:
    """`h8`: the name of a cell's square."""
    column, row = divmod(at, WIDTH)
    return f"{chr(ord('a') + column - 1)}{row}"


def squares() -> Iterator[int]:
    """All squares, by column, then row."""
    for column in range(1, SIDE + 1):
        yield from range(column * WIDTH + 1, column * WIDTH + SIDE + 1)


def tile_word(kind: int) -> str:
    return JOKER_SIGN if kind == JOKER else str(kind)


@lru_cache(maxsize=MOST)
def material(edition: str = STANDARD) -> Material:
    data = edition_data("triolet", edition, tables=("squares", "tiles"))
    tiles = data["tiles"]
    counts = (*tiles["numbers"], tiles["jokers"])
    if len(counts) != JOKER + 1 or not all(0 < count <= _FULL for count in counts):
        raise EditionError("triolet", edition, f"[tiles] has 1 to {_FULL} of 0, 1, … 15 and joker")
    return Material(
        special=_special(edition, data["squares"]),
        centre=_cells()[data["board"]["centre"]],
        counts=counts,
        bag=sum(counts) - tiles["aside"],
        laid={tile.word: tile for tile in _every_laid()},
        laid_at={(tile.at, tile.code): tile for tile in _every_laid()},
        kinds={tile_word(kind): kind for kind in range(len(counts))},
        names=tuple(map(tile_word, range(len(counts)))),
        none_known=sum(_FULL - count << _FIELD * kind for kind, count in enumerate(counts)),
        too_many=sum(_FULL + 1 << _FIELD * kind for kind in range(len(counts))),
        one=tuple(1 << _FIELD * kind for kind in range(len(counts))),
    )


@cache
def _cells() -> Mapping[str, int]:
    return {name_of(at): at for at in squares()}


def _special(edition: str, named: Mapping[str, Sequence[str]]) -> bytes:
    """What each square does; RULES.md 1.2: no turn can cover two that do something."""
    special = bytearray(CELLS)
    for effect, kind in zip((EXTRA, 2, 3), ("extra", "double", "triple"), strict=True):
        for name in named[kind]:
            if name not in _cells() or special[_cells()[name]]:
                raise EditionError("triolet", edition, f"[squares] {kind}: {name}")
            special[_cells()[name]] = effect
    for at in squares():
        near = [at + step * far for step in (UP, ACROSS) for far in (1, 2)]
        near = [other for other in near if other < CELLS]
        if special[at] and (others := [name_of(other) for other in near if special[other]]):
            why = f"[squares] {name_of(at)} and {others[0]} could be covered in one turn"
            raise EditionError("triolet", edition, why)
    return bytes(special)


@cache
def _every_laid() -> tuple[Laid, ...]:
    return tuple(
        Laid(at, kind, value, value + 1 + (JOKER if sign else 0), f"{name_of(at)}={sign}{value}")
        for at in squares()
        for value in VALUES
        for kind, sign in ((value, ""), (JOKER, JOKER_SIGN))
    )


def laid(at: int, kind: int, value: int) -> Laid:
    """A tile on its square: a number tile's value is its kind."""
    return material().laid_at[at, value + 1 + (JOKER if kind == JOKER else 0)]


def tile_bits(cells: bytes) -> int:
    """The squares with tiles as the bits of an integer."""
    return int(cells.translate(_IS_TILE)[::-1], 2)


def squares_2x2(tiles: int) -> int:
    """The lowest corners of all 2 × 2 blocks of tiles."""
    pairs = tiles & tiles >> UP
    return pairs & pairs >> ACROSS


def squares_3x3(tiles: int) -> int:
    """The lowest corners of all 3 × 3 blocks of tiles."""
    trios = tiles & tiles >> UP & tiles >> 2 * UP
    return trios & trios >> ACROSS & trios >> 2 * ACROSS


def run_through(cells: bytes, at: int, step: int) -> bytes:
    """The unbroken run of tiles through a square: what its cells hold."""
    first, end = at, at + step
    while cells[first - step]:
        first -= step
    while cells[end]:
        end += step
    return cells[first:end:step]


class Position(NamedTuple):
    """Tuples are by seat. `known` counts the tiles on the board and in open hands, packed."""

    setup: Setup
    material: Material
    cells: bytes
    bag: int  # tiles in it after every refill (RULES.md 2.7)
    known: int
    hands: Hands
    sizes: tuple[int, ...]  # of the hands, once a draw that is due is drawn
    points: tuple[int, ...]
    seat: int  # whose turn; at the end who took the last one
    acted: int = 0  # bits of the seats that have had a turn
    passes: int = 0  # in a row
    ending: str = PLAYING
    given_up: int = 0  # packed: exchanged, not yet back in the bag (record 1.7)
    left: Mapping[str, tuple[int, ...]] = _NOTHING

    @property
    def turn(self) -> str:
        return "" if self.ending else self.hands.due_seat or self.setup.seats[self.seat]

    @property
    def is_over(self) -> bool:
        return self.ending != PLAYING

    @property
    def is_complete(self) -> bool:
        return self.is_over and len(self.left) == len(self.holders)

    @property
    def holders(self) -> str:
        """Whose hands the end asks for: all but who laid the last tile (RULES.md 4.4)."""
        seats = self.setup.seats
        return seats.replace(seats[self.seat], "") if self.ending == OUT else seats

    @property
    def is_first_turn(self) -> bool:
        """Whether the player has had no turn yet (RULES.md 2.4)."""
        return not self.acted >> self.seat & 1

    def hand_of(self, seat: str) -> tuple[int, ...] | None:
        """What a seat is known to hold: an open hand, or what it had left at the end."""
        return self.left.get(seat) or self.hands.held.get(seat)


# Straight, since one is made for every action (games/values.py).
new_position = Position.__new__


def start(setup: Setup) -> Position:
    players, box = setup.players, material(setup.edition)
    return Position(
        setup=setup,
        material=box,
        cells=EMPTY,
        bag=box.bag - HAND * players,
        known=box.none_known,
        hands=Hands(),
        sizes=(HAND,) * players,
        points=(0,) * players,
        seat=0,
    )
