"""A position as a drawing: the board from above, and below it what each player has.

While pieces are drafted, those on offer lie on the board. Row 1 is at the bottom.
"""

from collections.abc import Iterable, Iterator

from games import marks
from games.polyssimo.board import Cells, Position, edition, fits, is_shape_of, squares_of
from games.polyssimo.description import describe
from games.polyssimo.figures import pieces_left, squares_left, standings
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
from games.scene import Shape, drawing, group, shape
from games.values import SEATS, Action

CELL = 40
FRAME = 26
GAP = 14  # above each tray
WOOD: Look = {"fill": "#c9a87c", "stroke": "#8c6b43", "stroke_width": 1.5, "rx": 14}
GROOVE: Look = {"fill": "#9a7c55", "rx": 6}
FIELD: Look = {"fill": "#e9dec7"}
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


def draw(
    position: Position,
    *,
    last: Action | None,
    coordinates: bool,
    attempted: Action | None = None,
) -> str:
    width, height = board_size()
    shapes = [*_board(position), *(_coordinates() if coordinates else ())]
    if position.to_take:
        shapes += offer_shapes(position, attempted, left=FRAME, top=FRAME, width=width - 2 * FRAME)
    shapes += _pieces(position, last)
    if attempted is not None and attempted.kind == "place":
        move = f"translate({FRAME} {FRAME})"
        shapes.append(group([marks.attempted(_attempt(position, attempted))], transform=move))
    for seat in position.setup.seats:
        tray = tray_shapes(position, seat, last=last, attempted=attempted, width=width)
        move = f"translate(0 {height + GAP})"
        shapes.append(group(tray, transform=move, data_seat=seat, class_="tray"))
        height += GAP + tray_height(position, seat)
    return drawing(
        shapes,
        width=width,
        height=height + 2,
        title="Polyssimo Challenge",
        description=[*describe(position), *marks.in_words(attempted)],
    )


def draw_board(position: Position, *, last: Action | None, symbols: Shape) -> str:
    """The board alone, with symbols to be laid on it. Nothing shows what still fits."""
    width, height = board_size()
    return drawing(
        [symbols, *_board(position), *_coordinates(), *_pieces(position, last)],
        width=width,
        height=height,
        title="Polyssimo Challenge",
        description=describe(position, is_judged=False),
    )


def board_size() -> tuple[int, int]:
    game = edition()
    return game.columns * CELL + 2 * FRAME, game.rows * CELL + 2 * FRAME


def middle_of(square: int) -> tuple[float, float]:
    """Where a square is in the drawing; row 1 is at the bottom."""
    rows = edition().rows
    column, row = divmod(square, rows + 1)
    return FRAME + (column + 0.5) * CELL, FRAME + (rows - row - 0.5) * CELL


def _board(position: Position) -> Iterator[Shape]:
    game = edition()
    width, height = game.columns * CELL, game.rows * CELL
    yield _box(1, width + 2 * FRAME - 2, height + 2 * FRAME - 2, class_="board-frame", **WOOD)
    yield _box(FRAME - 3, width + 6, height + 6, class_="board-well", **GROOVE)
    for name, square in game.squares.items():
        x, y = middle_of(square)
        yield shape(
            "rect",
            x=x - CELL / 2 + 0.75,
            y=y - CELL / 2 + 0.75,
            width=CELL - 1.5,
            height=CELL - 1.5,
            rx=4,
            class_="field free" if position.free >> square & 1 else "field",
            data_field=name,
            **FIELD,
        )


def _box(corner: int, width: int, height: int, **look: str | int | float) -> Shape:
    return shape("rect", x=corner, y=corner, width=width, height=height, **look)


def _coordinates() -> Iterator[Shape]:
    """The names of columns and rows, on the frame."""
    game = edition()
    for name, square in game.squares.items():
        x, y = middle_of(square)
        if name[1:] == "1":
            yield _coordinate(name[0], x, y + (CELL + FRAME) / 2 + 1)
        if name[0] == "a":
            yield _coordinate(name[1:], FRAME / 2 - 0.5, y)


def _coordinate(text: str, x: float, y: float) -> Shape:
    return centred(text, x, y, size=14, fill="#4a3519", class_="coordinate")


def _pieces(position: Position, last: Action | None) -> Iterator[Shape]:
    """The pieces on the board; taps go through them to the fields."""
    pieces = position.box.pieces
    move = f"translate({FRAME} {FRAME})"
    for placed in position.placed:
        piece, cells = pieces[placed.piece], _cells(squares_of(placed.squares))
        shapes = (
            piece_shape(piece, cells, cell=CELL),
            piece_words(piece, cells, cell=CELL, owner=placed.seat),
        )
        yield group(
            shapes,
            transform=move,
            class_="piece",
            data_piece=placed.piece,
            data_seat=placed.seat,
            pointer_events="none",
        )
    if last is not None and last.kind == "place":
        outline = highlight(_cells(last.what[1]), cell=CELL)
        yield group(outline, transform=move, class_="last", pointer_events="none")


def _attempt(position: Position, action: Action) -> Iterator[Shape]:
    """A piece that was to be placed as a ghost, or the squares that are not of its shape."""
    piece, squares = position.box.pieces.get(action.what[0]), action.what[1]
    cells = _cells(squares)
    if piece and is_shape_of(piece, squares):
        words = piece_words(piece, cells, cell=CELL, owner=action.seat)
        yield marks.ghost((piece_shape(piece, cells, cell=CELL), words))
        path = outline_path(cells, cell=CELL, inset=CELL * 0.05, radius=CELL * 0.14)
        yield marks.dashed("path", d=path, line=3)
    else:
        for column, row in sorted(cells):
            box: Look = {"x": column * CELL + 2.5, "y": row * CELL + 2.5, "rx": 5}
            yield marks.dashed("rect", line=2.5, width=CELL - 5, height=CELL - 5, **box)
    taken = _cells(square for square in squares if not position.free >> square & 1)
    for column, row in sorted(taken):
        yield marks.cross((column + 0.5) * CELL, (row + 0.5) * CELL, radius=11)
    if not taken:
        column, row = min(cells, key=lambda cell: (cell[1], -cell[0]))
        yield marks.cross((column + 1) * CELL - 5, row * CELL + 5, radius=10)


def _cells(squares: Iterable[int]) -> Cells:
    """Squares as cells from the top left corner."""
    rows = edition().rows
    places = (divmod(square, rows + 1) for square in squares)
    return frozenset((column, rows - 1 - row) for column, row in places)


def offer_shapes(
    position: Position, attempted: Action | None, *, left: int, top: int, width: int
) -> Iterator[Shape]:
    """The pieces on offer, each always at its place."""
    step = width / ACROSS
    for number, piece in enumerate(position.box.pieces.values()):
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
            shapes.append(_attempt_mark(cells, cell=OFFERED))
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
    placed = {placed.piece for placed in position.placed if placed.seat == seat}
    hand = position.hand(seat)
    pieces = position.box.pieces.values()
    own = [piece for piece in pieces if piece.bit & hand or piece.name in placed]
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
                yield group([_attempt_mark(piece.cells, cell=SMALL)], transform=move)
            continue
        fitting = fits(piece, position.free)
        shapes = [piece_shape(piece, piece.cells, cell=SMALL)]
        if piece.name == taken:
            shapes += highlight(piece.cells, cell=SMALL)
        if piece.name == _wanted(attempted):
            shapes.append(_attempt_mark(piece.cells, cell=SMALL))
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


def _attempt_mark(cells: Cells, *, cell: float) -> Shape:
    """The mark on that piece."""
    path = outline_path(cells, cell=cell, inset=cell * 0.05, radius=cell * 0.14)
    column, row = min(cells, key=lambda place: (place[1], -place[0]))
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
        (pieces_left(position, seat), "pieces left", "M-38 -9h9v9h9v9h-18z"),
    ):
        words = centred(str(count), 0, 0, size=18, fill="currentColor", class_="label")
        mark = shape("path", d=icon, fill="none", stroke="currentColor", stroke_width=1.6)
        tip = shape("title", f"{title}: {count}")
        yield group((tip, mark, words), transform=f"translate({x} 20)", class_="figure")
        x -= 84


def _winner(position: Position) -> str:
    """In a finished game the keys always decide (RULES.md 4)."""
    return max(standings(position), key=lambda side: side.keys).side


def _sign(path: str, *, title: str, kind: str) -> Shape:
    return group((shape("title", title), shape("path", d=path, **MARKED)), class_=kind)
