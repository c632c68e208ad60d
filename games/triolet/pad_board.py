"""The board and the racks as a score sheet shows them: every piece a symbol, drawn once."""

from collections.abc import Iterator, Sequence
from functools import cache

from games.contract import Action
from games.scene import Shape, drawing, group, shape
from games.triolet.board import HAND, JOKER, name_of, squares
from games.triolet.laying import VALUE
from games.triolet.position import Position
from games.triolet.surface import (
    CELL,
    EXTENT,
    INSET,
    corner,
    outlines,
    sign,
    square,
    surface,
    tile_at,
)
from games.triolet.symbols import BACK, FONT, Look, bag_shapes, hand_tile, words

EDGE = 7  # of wood around the squares: on a phone the squares need the width
FOOT = 27  # more of it below them, for the bag
BOARD = EXTENT + 2 * EDGE
RACK_WIDTH, RACK_HEIGHT = 400, 50

HERE = "triolet-here"  # the mark of the square that is chosen
LETTERS: Look = {"font-family": FONT, "font-weight": 700, "text-anchor": "middle"}


def symbol_of(code: int) -> str:
    """The symbol of a tile on the board; the code is what its cell holds."""
    return f"triolet-joker-{VALUE[code]}" if code > JOKER else f"triolet-{VALUE[code]}"


def symbol_in_hand(kind: int) -> str:
    return "triolet-joker" if kind == JOKER else f"triolet-{kind}"


def board(position: Position, *, last: Action | None, description: str) -> str:
    """The board alone, the bag below it, with the symbols of all tiles."""
    fields = (_field(at, position.cells[at]) for at in squares())
    whole = surface((*fields, *outlines(last), _bag(position.bag)), width=EDGE, foot=FOOT)
    return drawing(
        (_symbols(), group((whole,), **LETTERS)),
        width=BOARD,
        height=BOARD + FOOT,
        title="Triolet",
        description=description,
    )


def middle(at: int) -> tuple[int, int]:
    """The middle of a square in the drawing of the board alone."""
    x, y = corner(at)
    return EDGE + x + CELL // 2, EDGE + y + CELL // 2


@cache
def _field(at: int, code: int) -> Shape:
    """A square, with its sign or its tile."""
    x, y = corner(at)
    if code:
        place: Look = {"x": x, "y": y, "width": CELL, "height": CELL}
        lying = shape("use", href=f"#{symbol_of(code)}", **place)
        return group((square(at), lying), data_field=name_of(at))
    return group((square(at), *sign(at)), data_field=name_of(at))


@cache
def _symbols() -> Shape:
    """Every tile, a joker for every number, a joker in the hand, and the mark of a square."""
    tiles = {symbol_of(code): tile_at(0, 0, code) for code in range(1, len(VALUE))}
    tiles[symbol_in_hand(JOKER)] = hand_tile(JOKER, x=INSET, y=INSET - 0.5, side=CELL - 2 * INSET)
    tiles[HERE] = _here()
    box: Look = {"viewBox": f"0 0 {CELL} {CELL}", "stroke": "none", **LETTERS}
    return Shape(
        "defs",
        children=tuple(
            Shape("symbol", {"id": name, **box}, children=tuple(shapes))
            for name, shapes in tiles.items()
        ),
    )


def _here() -> Iterator[Shape]:
    """A ring that is seen on every square and on tiles."""
    box: Look = {"x": 3, "y": 3, "width": CELL - 6, "height": CELL - 6, "rx": 6, "fill": "none"}
    yield shape("rect", stroke="#fff", stroke_width=6, class_="here-ground", **box)
    yield shape("rect", stroke="#0c5a62", stroke_width=3.5, class_="here", **box)


def _bag(count: int) -> Shape:
    """How many tiles are in the bag, in the wood below the squares."""
    cloth = bag_shapes(cloth="#d9b988", string="#7a4a00")  # light on the dark wood
    small = group(cloth, transform=f"translate(6 {EXTENT + 4.5}) scale(0.43)")
    look: Look = {"fill": "#fff", "text_anchor": "start", "class_": "bag-count"}
    return group((small, words(str(count), 44, EXTENT + 17.5, size=25, **look)), class_="bag-left")


def racks(position: Position) -> dict[str, str]:
    """By seat: its rack, from when it is not simply full any more, or is known."""
    return {
        seat: _rack(seat, size, position.hand_of(seat))
        for seat, size in zip(position.setup.seats, position.sizes, strict=True)
        if size != HAND or position.hand_of(seat)
    }


def _rack(seat: str, size: int, hand: Sequence[int] | None) -> str:
    shapes = [*_slat()]
    for place in range(size if hand is None else len(hand)):
        x = 10 + place * (CELL + 2)
        if hand is None:
            box: Look = {"x": x + 2, "y": 2, "width": CELL - 4, "height": CELL - 4, "rx": 6}
            shapes.append(shape("rect", class_="tile-back", **box, **BACK))
        else:
            box = {"x": x, "y": 0, "width": CELL, "height": CELL}
            shapes.append(shape("use", href=f"#{symbol_in_hand(hand[place])}", **box))
    names = ", ".join(map(_in_words, hand)) if hand else size
    return drawing(
        (group(shapes, **LETTERS),),
        width=RACK_WIDTH,
        height=RACK_HEIGHT,
        title=seat,
        description=f"{seat}'s tiles: {names}.",
    )


def _in_words(kind: int) -> str:
    return "joker" if kind == JOKER else str(kind)


def _slat() -> Iterator[Shape]:
    """The wood that a hand stands on."""
    box: Look = {"x": 1, "width": 2 * 8 + HAND * (CELL + 2)}
    yield shape("rect", y=27, height=22, rx=6, fill="#0b4a52", class_="rack", **box)
    yield shape("rect", y=41, height=8, rx=4, fill="#06343a", class_="rack-edge", **box)
