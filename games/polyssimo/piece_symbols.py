"""Every piece as a symbol that a page lays wherever it wants: whole, or one square of it.

All whole pieces have the same box, so that they are drawn to one scale, turned as one wishes.
"""

from collections.abc import Iterator
from functools import cache

from games.polyssimo.board import Piece, edition
from games.polyssimo.symbols import INK, IVORY, Look, centring, piece_shape, upright
from games.scene import Shape, group, shape

BOX = 100  # side of a whole piece's box
PART = BOX / 5  # one square of it: the longest piece just fits
SQUARE = 40  # side of the box of one square

LIGHT, DARK = "polyssimo-cell-light", "polyssimo-cell-dark"


def symbol_of(piece: Piece) -> str:
    return f"polyssimo-{piece.name}"


def square_symbols(piece: Piece) -> list[str]:
    """What is laid on its squares, one after the other like on a chessboard."""
    return [f"polyssimo-cell-{piece.name}"] if piece.colour else [LIGHT, DARK]


@cache
def definitions() -> Shape:
    """All symbols; they never change."""
    return Shape("defs", children=tuple(_symbols()))


def use(piece: Piece, x: float, y: float, *, size: float, **attributes: str) -> Shape:
    """A whole piece in a box of this size."""
    box: Look = {"x": x, "y": y, "width": size, "height": size}
    return shape("use", href=f"#{symbol_of(piece)}", **box, **attributes)


def _symbols() -> Iterator[Shape]:
    pieces = edition().pieces.values()
    for piece in pieces:
        yield _symbol(symbol_of(piece), _whole(piece), size=BOX)
    for piece in pieces:
        if piece.colour:
            yield _symbol(square_symbols(piece)[0], _square(piece.colour), size=SQUARE)
    yield _symbol(LIGHT, _square(IVORY), size=SQUARE)
    yield _symbol(DARK, _square(IVORY), _square(INK, inset=SQUARE * 0.08), size=SQUARE)


def _whole(piece: Piece) -> Shape:
    """A piece that stands upright in the middle of its box."""
    cells = upright(piece.cells)
    move = centring(cells, BOX / 2, BOX / 2, cell=PART)
    return group([piece_shape(piece, cells, cell=PART)], transform=move)


def _symbol(name: str, *shapes: Shape, size: int) -> Shape:
    return Shape("symbol", {"id": name, "viewBox": f"0 0 {size} {size}"}, children=shapes)


def _square(colour: str, *, inset: float = 0) -> Shape:
    side = SQUARE - 2 * inset
    box: Look = {"x": inset, "y": inset, "width": side, "height": side, "rx": 4 if inset else 0}
    return shape("rect", **box, fill=colour)
