"""How a piece looks: its outline, body, pattern, name and owner; and every piece as a symbol.

A page lays symbols wherever it wants: whole pieces, or one square of them. All whole pieces have
the same box, so that they are drawn to one scale, turned as one wishes.
"""

from collections.abc import Iterator
from functools import lru_cache

from games.editions import MOST
from games.polyssimo.board import Cells, Polyomino, PolyominoSet, edition
from games.scene import Shape, group, shape

INK = "#22302f"
IVORY = "#f7f3e8"
FONT = "system-ui, sans-serif"
Cell = tuple[int, int]
Look = dict[str, str | int | float]
BOX = 100  # side of a whole piece's box
PART = BOX / 5  # one square of it: the longest piece just fits
SQUARE = 40  # side of the box of one square
LIGHT, DARK = "polyssimo-cell-light", "polyssimo-cell-dark"


def piece_shape(piece: Polyomino, cells: Cells, *, cell: float) -> Shape:
    """A wooden piece seen from above: coloured, or in black and white fields."""
    path = outline_path(cells, cell=cell, inset=cell * 0.035, radius=cell * 0.16)
    inner = outline_path(cells, cell=cell, inset=cell * 0.1, radius=cell * 0.1)
    down = f"translate(0 {cell * 0.08:.1f})"
    body: Look = {"fill": piece.colour or IVORY, "stroke": INK, "stroke_width": cell * 0.035}
    edge: Look = {"stroke": "#fff", "stroke_opacity": 0.5, "stroke_width": cell * 0.04}
    return group(
        [
            shape("path", d=path, transform=down, class_="piece-shadow", fill_opacity=0.35),
            shape("path", d=path, class_="piece-body", **body),
            *(_seams(cells, cell=cell) if piece.colour else _pattern(cells, cell=cell)),
            shape("path", d=inner, class_="piece-light", fill="none", **edge),
        ]
    )


def piece_words(piece: Polyomino, cells: Cells, *, cell: float, owner: str = "") -> Shape:
    """The name on the cell nearest to the middle, and a badge of the owner beside it."""
    middle, beside, *_rest = from_the_middle(cells)
    x, y = (middle[0] + 0.5) * cell, (middle[1] + 0.5) * cell
    size = cell * (0.58 if len(piece.name) == 1 else 0.46)
    ink = INK if _is_light(piece.colour or IVORY) else "#fff"
    shapes = [centred(piece.name, x, y, size=size, fill=ink, class_="piece-name")]
    if owner:
        x, y = (beside[0] + 0.5) * cell, (beside[1] + 0.5) * cell
        shapes += badge(owner, x, y, radius=cell * 0.27)
    return group(shapes)


def highlight(cells: Cells, *, cell: float) -> list[Shape]:
    """An outline in two tones that shows on every colour."""
    path = outline_path(cells, cell=cell, inset=cell * 0.05, radius=cell * 0.14)
    tones = ((INK, 0.17), ("#ffd24d", 0.09))
    return [
        shape("path", d=path, class_="last", fill="none", stroke=tone, stroke_width=cell * width)
        for tone, width in tones
    ]


def upright(cells: Cells) -> Cells:
    """Turned so that it is not wider than high."""
    if max(column for column, _row in cells) <= max(row for _column, row in cells):
        return cells
    return frozenset((row, column) for column, row in cells)


def from_the_middle(cells: Cells) -> list[Cell]:
    """The cells of a piece, the nearest to its middle first."""
    x, y = sum(column for column, _row in cells), sum(row for _column, row in cells)

    def distance(place: Cell) -> tuple[int, Cell]:
        column, row = (part * len(cells) for part in place)
        return (column - x) ** 2 + (row - y) ** 2, place

    return sorted(cells, key=distance)


@lru_cache(maxsize=2048)  # a game is drawn again after every action
def outline_path(cells: Cells, *, cell: float, inset: float, radius: float) -> str:
    """The outline of cells that hang together and enclose nothing, as the data of a path."""
    corners = _corners(cells)
    parts: list[str] = []
    for number, corner in enumerate(corners):
        coming = _direction(corners[number - 1], corner)
        going = _direction(corner, corners[(number + 1) % len(corners)])
        # The inside is on the right hand: both edges move that way by the inset.
        x = corner[0] * cell - inset * (coming[1] + going[1])
        y = corner[1] * cell + inset * (coming[0] + going[0])
        start = f"{x - radius * coming[0]:.1f} {y - radius * coming[1]:.1f}"
        end = f"{x + radius * going[0]:.1f} {y + radius * going[1]:.1f}"
        parts.append(f"{'L' if parts else 'M'}{start}Q{x:.1f} {y:.1f} {end}")
    return "".join(parts) + "Z"


def centring(cells: Cells, x: float, y: float, *, cell: float) -> str:
    """The transformation that puts a piece with its middle there."""
    columns = max(column for column, _row in cells) + 1
    rows = max(row for _column, row in cells) + 1
    return f"translate({x - columns * cell / 2:.1f} {y - rows * cell / 2:.1f})"


def centred(text: str, x: float, y: float, *, size: float, fill: str, class_: str) -> Shape:
    return shape(
        "text",
        text,
        x=x,
        y=y + size * 0.355,  # half the height of a capital: centred in every renderer
        text_anchor="middle",
        font_family=FONT,
        font_size=size,
        font_weight=700,
        fill=fill,
        class_=class_,
    )


def badge(seat: str, x: float, y: float, *, radius: float) -> list[Shape]:
    """The letter of a seat on a disc."""
    rim: Look = {"fill": "#fff", "stroke": INK, "stroke_width": radius * 0.14}
    return [
        shape("circle", cx=x, cy=y, r=radius, class_="seat", **rim),
        centred(seat, x, y, size=radius * 1.35, fill=INK, class_="seat-name"),
    ]


def _corners(cells: Cells) -> list[Cell]:
    """The corners of the outline, clockwise: edges that two cells share cancel out."""
    edges: set[tuple[Cell, Cell]] = set()
    for x, y in cells:
        ring = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        edges.update(zip(ring, (*ring[1:], ring[0]), strict=True))
    follows = {start: end for start, end in edges if (end, start) not in edges}
    path = [min(follows)]
    while (following := follows[path[-1]]) != path[0]:
        path.append(following)
    return [
        corner
        for before, corner in zip((path[-1], *path), path, strict=False)
        if _direction(before, corner) != _direction(corner, follows[corner])
    ]


def _direction(start: Cell, end: Cell) -> Cell:
    x, y = end[0] - start[0], end[1] - start[1]
    return (x > 0) - (x < 0), (y > 0) - (y < 0)


def _seams(cells: Cells, *, cell: float) -> list[Shape]:
    """Fine lines where two cells of a piece meet."""
    lines = []
    for x, y in sorted(cells):
        if (x + 1, y) in cells:
            lines.append(f"M{(x + 1) * cell:.1f} {(y + 0.14) * cell:.1f}v{cell * 0.72:.1f}")
        if (x, y + 1) in cells:
            lines.append(f"M{(x + 0.14) * cell:.1f} {(y + 1) * cell:.1f}h{cell * 0.72:.1f}")
    line: Look = {"stroke": INK, "stroke_opacity": 0.28, "stroke_width": cell * 0.03}
    return [shape("path", d="".join(lines), class_="piece-seam", fill="none", **line)]


def _pattern(cells: Cells, *, cell: float) -> list[Shape]:
    """Black fields on every other cell; the one nearest to the middle stays white."""
    middle = sum(from_the_middle(cells)[0]) % 2
    dark = [place for place in sorted(cells) if sum(place) % 2 != middle]
    size = cell * 0.84
    return [
        shape(
            "rect",
            x=x * cell + cell * 0.08,
            y=y * cell + cell * 0.08,
            width=size,
            height=size,
            rx=cell * 0.12,
            class_="piece-black",
            fill=INK,
        )
        for x, y in dark
    ]


def _is_light(colour: str) -> bool:
    """Whether dark letters read better on a colour #rrggbb."""
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return 299 * red + 587 * green + 114 * blue > 140_000


def symbol_of(piece: Polyomino) -> str:
    return f"polyssimo-{piece.name}"


def square_symbols(piece: Polyomino) -> list[str]:
    """What is laid on its squares, one after the other like on a chessboard."""
    return [f"polyssimo-cell-{piece.name}"] if piece.colour else [LIGHT, DARK]


@lru_cache(maxsize=MOST)
def definitions(name: str) -> Shape:
    """All symbols of an edition; they never change."""
    return Shape("defs", children=tuple(_symbols(edition(name))))


def use(piece: Polyomino, x: float, y: float, *, size: float, **attributes: str) -> Shape:
    """A whole piece in a box of this size."""
    box: Look = {"x": x, "y": y, "width": size, "height": size}
    return shape("use", href=f"#{symbol_of(piece)}", **box, **attributes)


def _symbols(box: PolyominoSet) -> Iterator[Shape]:
    pieces = box.pieces.values()
    for piece in pieces:
        yield whole_symbol(piece, name=symbol_of(piece))
    for piece in pieces:
        if piece.colour:
            yield _symbol(square_symbols(piece)[0], _square(piece.colour), size=SQUARE)
    yield _symbol(LIGHT, _square(IVORY), size=SQUARE)
    yield _symbol(DARK, _square(IVORY), _square(INK, inset=SQUARE * 0.08), size=SQUARE)


def whole_symbol(piece: Polyomino, *, name: str) -> Shape:
    return _symbol(name, _whole(piece), size=BOX)


def _whole(piece: Polyomino) -> Shape:
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
