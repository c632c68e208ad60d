"""What lies beside the board: the pieces on offer, and each player's tray with the figures."""

from collections.abc import Iterator

from games import marks
from games.contract import SEATS, Action
from games.polyssimo.board import Cells, edition, fits
from games.polyssimo.play import Position
from games.polyssimo.scoring import left, squares_left, standings
from games.polyssimo.symbols import (
    INK,
    Look,
    badge,
    centred,
    centring,
    highlight,
    outline_path,
    piece_shape,
    piece_words,
    upright,
)
from games.scene import Shape, group, shape

HEAD = 40
ACROSS = 6  # pieces beside each other
LINE = 70
SMALL = 15  # cell of a piece in a tray
OFFERED = 22
OFFERED_LINE = 110

ARROW = "M46 11L60 20L46 29Z"
BARS = "M46 12h4.5v16h-4.5zM54 12h4.5v16h-4.5z"
STAR = "M55 9l3.2 7.3 7.9.7-6 5.2 1.8 7.8-6.9-4.1-6.9 4.1 1.8-7.8-6-5.2 7.9-.7z"

GHOST: Look = {"fill": "none", "stroke": "currentColor", "stroke_opacity": 0.4}
MARKED: Look = {"fill": "#f2b134", "stroke": INK, "stroke_width": 1}


def offer_shapes(
    position: Position, attempted: Action | None, *, left: int, top: int, width: int
) -> Iterator[Shape]:
    """The pieces on offer, each always at its place."""
    step = width / ACROSS
    for number, piece in enumerate(edition().pieces.values()):
        if not piece.bit & position.offer:
            continue
        line, column = divmod(number, ACROSS)
        cells = upright(piece.cells)
        x, y = left + (column + 0.5) * step, top + (line + 0.5) * OFFERED_LINE
        shapes = [
            piece_shape(piece, cells, cell=OFFERED),
            piece_words(piece, cells, cell=OFFERED),
        ]
        if piece.name == _wanted(attempted):
            shapes.append(_attempt(cells, cell=OFFERED))
        move = centring(cells, x, y, cell=OFFERED)
        yield group(shapes, transform=move, class_="piece offered", data_piece=piece.name)


def tray_height(position: Position, seat: str) -> int:
    """Room for all pieces that the seat takes, so that nothing moves as the game goes on."""
    return HEAD + LINE * -(-position.numbers[SEATS.index(seat)] // ACROSS)


def tray_shapes(
    position: Position, seat: str, *, last: Action | None, attempted: Action | None, width: int
) -> Iterator[Shape]:
    yield from _figures(position, seat, width=width)
    if attempted and attempted.seat == seat:
        yield marks.seat(24, 20, radius=13)
    placed = {one.piece for one in position.placed if one.seat == seat}
    hand = position.hand(seat)
    own = [one for one in edition().pieces.values() if one.bit & hand or one.name in placed]
    taken = last.what[0] if last is not None and last.kind == "take" else ""
    step = width / ACROSS
    for number, piece in enumerate(own):
        line, column = divmod(number, ACROSS)
        x, y = (column + 0.5) * step, HEAD + line * LINE
        yield centred(piece.name, x, y + 8, size=14, fill="currentColor", class_="label")
        move = centring(piece.cells, x, y + 41, cell=SMALL)
        if piece.name in placed:
            ghost = outline_path(piece.cells, cell=SMALL, inset=1, radius=2)
            yield shape("path", d=ghost, transform=move, class_="ghost", **GHOST)
            if piece.name == _wanted(attempted):
                yield group([_attempt(piece.cells, cell=SMALL)], transform=move)
            continue
        fitting = fits(piece, position.free)
        shapes = [piece_shape(piece, piece.cells, cell=SMALL)]
        if piece.name == taken:
            shapes += highlight(piece.cells, cell=SMALL)
        if piece.name == _wanted(attempted):
            shapes.append(_attempt(piece.cells, cell=SMALL))
        yield group(
            shapes,
            transform=move,
            class_="piece held" if fitting else "piece held unfit",
            opacity=1 if fitting else 0.4,
            data_piece=piece.name,
        )


def _wanted(action: Action | None) -> str:
    """The piece that was to be taken or placed against the rules."""
    return action.what[0] if action and action.kind in ("take", "place") else ""


def _attempt(cells: Cells, *, cell: float) -> Shape:
    """The mark on that piece."""
    path = outline_path(cells, cell=cell, inset=cell * 0.05, radius=cell * 0.14)
    column, row = min(cells, key=lambda one: (one[1], -one[0]))
    sign = marks.cross((column + 1) * cell, row * cell, radius=8)
    return marks.attempted((marks.dashed("path", d=path, line=2), sign))


def _figures(position: Position, seat: str, *, width: int) -> Iterator[Shape]:
    """Whose tray it is, whose turn, who stands; pieces and squares left."""
    line: Look = {"stroke": "currentColor", "stroke_opacity": 0.25}
    yield shape("path", d=f"M8 0H{width - 8}", class_="rule", **line)
    yield group(badge(seat, 24, 20, radius=13))
    if seat == position.turn:
        yield _sign(ARROW, title=f"{seat}'s turn", kind="turn")
    elif position.is_over and seat == _winner(position):
        yield _sign(STAR, title=f"{seat} has won", kind="winner")
    elif not position.to_take and position.fitting(seat) is None:
        yield _sign(BARS, title=f"{seat} stands", kind="stands")
    x = width - 22
    for count, title, icon in (
        (squares_left(position, seat), "squares left", "M-36 -7h14v14h-14z"),
        (left(position, seat), "pieces left", "M-38 -9h9v9h9v9h-18z"),
    ):
        words = centred(str(count), 0, 0, size=18, fill="currentColor", class_="label")
        mark = shape("path", d=icon, fill="none", stroke="currentColor", stroke_width=1.6)
        tip = shape("title", f"{title}: {count}")
        yield group((tip, mark, words), transform=f"translate({x} 20)", class_="figure")
        x -= 84


def _winner(position: Position) -> str:
    """In a finished game the keys always decide (RULES.md 4)."""
    return max(standings(position), key=lambda one: one.keys).side


def _sign(path: str, *, title: str, kind: str) -> Shape:
    return group((shape("title", title), shape("path", d=path, **MARKED)), class_=kind)
