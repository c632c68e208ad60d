"""What lies before a player, small: a place for each piece, with what is left of them.

Nothing shows which of them still fit: that is for the players to see.
"""

from collections.abc import Iterator

from games.contract import SEATS, Action
from games.polyssimo.board import Piece, edition
from games.polyssimo.piece_symbols import BOX, PART, use
from games.polyssimo.play import Position
from games.polyssimo.symbols import Look, centring, highlight, outline_path, upright
from games.scene import Shape, drawing, group, shape

ACROSS = 12
STEP = 72  # from place to place: three squares and a little air
LINE = 104

EMPTY: Look = {"fill": "currentColor", "fill_opacity": 0.18}
GHOST: Look = {
    "fill": "currentColor",
    "fill_opacity": 0.06,
    "stroke": "currentColor",
    "stroke_opacity": 0.4,
}


def draw_panel(position: Position, seat: str, *, last: Action | None) -> str:
    """The pieces of a seat: in hand, placed already, still to be taken."""
    number = position.numbers[SEATS.index(seat)]
    held = [piece.name for piece in edition().pieces_in(position.hand(seat))]
    return drawing(
        _places(position, seat, number=number, last=last),
        width=ACROSS * STEP,
        height=-(-number // ACROSS) * LINE,
        title=f"Pieces of {seat}",
        description=f"In hand: {', '.join(held) or 'none'}.",
    )


def _places(position: Position, seat: str, *, number: int, last: Action | None) -> Iterator[Shape]:
    hand = position.hand(seat)
    placed = {one.piece for one in position.placed if one.seat == seat}
    pieces = [one for one in edition().pieces.values() if one.bit & hand or one.name in placed]
    new = last.what[0] if last is not None and last.kind == "take" else ""
    for place in range(number):
        line, column = divmod(place, ACROSS)
        x, y = (column + 0.5) * STEP, (line + 0.5) * LINE
        if place >= len(pieces):
            yield shape("circle", cx=x, cy=y, r=7, class_="place", **EMPTY)
        elif pieces[place].name in placed:
            yield _outlined(pieces[place], x, y)
        else:
            yield use(pieces[place], x - BOX / 2, y - BOX / 2, size=BOX)
            if pieces[place].name == new:
                yield _rimmed(pieces[place], x, y)


def _outlined(piece: Piece, x: float, y: float) -> Shape:
    """A piece that is on the board."""
    cells = upright(piece.cells)
    path = outline_path(cells, cell=PART, inset=1.5, radius=2.5)
    move = centring(cells, x, y, cell=PART)
    return shape("path", d=path, transform=move, class_="ghost", stroke_width=1.5, **GHOST)


def _rimmed(piece: Piece, x: float, y: float) -> Shape:
    """The rim of a piece that was just taken."""
    cells = upright(piece.cells)
    return group(highlight(cells, cell=PART), transform=centring(cells, x, y, cell=PART))
