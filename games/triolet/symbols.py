"""Tiles, the bag and the board's surface as shapes: squares, their signs, what lies on them.

The surface's upper left corner is (0, 0), row 1 is at the bottom; a drawing moves it to its place.
"""

from collections.abc import Iterable, Iterator

from games.scene import Shape, group, shape
from games.triolet.board import EXTRA, JOKER, SIDE, VALUE, WIDTH
from games.values import Action

Look = dict[str, str | int | float]
FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif"
INK = "#24211c"
FACE: Look = {"fill": "#fbf5e6", "stroke": "#b9a987", "stroke_width": 1}
JOKER_FACE: Look = {"fill": "#f3cf7a", "stroke": "#9b7418", "stroke_width": 1}
JOKER_SHADE = "#d9962b"  # under the number that a joker stands for
BACK: Look = {"fill": "#7c8f92", "stroke": "#556669", "stroke_width": 1}
_SMALL = 34
CELL = 40
EXTENT = SIDE * CELL
INSET = 1.5  # of a tile on its square
WOOD: Look = {"fill": "#0b4a52", "stroke": "#06343a", "stroke_width": 2}
GRID: Look = {"fill": "#7d9a97"}
# Plain and special squares: lightness and sign differ, not the hue alone.
FIELDS: dict[int, tuple[str, Look]] = {
    0: ("field", {"fill": "#dfe8e3"}),
    EXTRA: ("field field-extra", {"fill": "#f6d98b"}),
    2: ("field field-double", {"fill": "#9cc3dd"}),
    3: ("field field-triple", {"fill": "#c4573b"}),
}
SIGNS = {2: ("×2", "#12384f"), 3: ("×3", "#ffffff")}


def words(text: str, x: float, y: float, *, size: float, **look: str | int | float) -> Shape:
    """Text with its middle at a point; font and anchor are those of the whole drawing."""
    return shape("text", text, x=x, y=y + size * 0.355, font_size=size, **{"fill": INK, **look})


def tile(kind: int, value: int, *, x: float, y: float, side: float) -> Iterator[Shape]:
    """A tile lying on the board, its upper left corner at a point."""
    yield from _blank(kind, x=x, y=y, side=side)
    middle = x + side / 2, y + side * 0.51
    if kind == JOKER:
        yield star(*middle, side * 0.48, fill=JOKER_SHADE)
    size = 0.64 if value < 10 else 0.59  # two figures keep within the edge in wide letters too
    yield words(str(value), *middle, size=side * size, class_="number")


def hand_tile(kind: int, *, x: float, y: float, side: float = _SMALL) -> Iterator[Shape]:
    """A tile in a hand: a joker has no number yet."""
    if kind != JOKER:
        yield from tile(kind, kind, x=x, y=y, side=side)
        return
    yield from _blank(kind, x=x, y=y, side=side)
    yield star(x + side / 2, y + side * 0.51, side * 0.36)


def _blank(kind: int, *, x: float, y: float, side: float) -> Iterator[Shape]:
    """A tile without its number: shadow, face and a bright edge."""
    box: Look = {"width": side, "height": side, "rx": side * 0.16}
    yield shape("rect", x=x + 0.5, y=y + 2, fill="#000", opacity=0.28, class_="shadow", **box)
    name, face = ("tile-joker", JOKER_FACE) if kind == JOKER else ("tile", FACE)
    yield shape("rect", x=x, y=y, class_=name, **box, **face)
    edge: Look = {"width": side - 4, "height": side - 4, "rx": side * 0.11}
    yield shape("rect", x=x + 2, y=y + 2, fill="none", stroke="#fff", opacity=0.7, **edge)


def star(x: float, y: float, radius: float, *, fill: str = "#7a4a00") -> Shape:
    """A star with five points: the sign of a joker."""
    # A regular star's corners, outer and inner by turns, in hundredths of the radius.
    corners = (
        (0, -100), (24, -32), (95, -31), (38, 12), (59, 81),
        (0, 40), (-59, 81), (-38, 12), (-95, -31), (-24, -32),
    )  # fmt: skip
    points = " ".join(
        f"{x + dx * radius / 100:.1f},{y + dy * radius / 100:.1f}" for dx, dy in corners
    )
    return shape("polygon", points=points, fill=fill, class_="joker-sign")


def bag_shapes(*, cloth: str = "#5f4632", string: str = "#e7c98b") -> Iterator[Shape]:
    body = "M24 16 C4 30 2 57 22 57 H54 C74 57 72 30 52 16 Z"
    yield shape("path", d=body, fill=cloth, stroke="#3d2c1e", class_="bag")
    neck = "M22 6 Q38 14 54 6 L50 17 H26 Z"
    yield shape("path", d=neck, fill=cloth, stroke="#3d2c1e", class_="bag")
    yield shape("path", d="M25 16.5 H51", stroke=string, stroke_width=3, class_="bag-string")


def corner(at: int) -> tuple[int, int]:
    """The upper left corner of a square."""
    column, row = divmod(at, WIDTH)
    return (column - 1) * CELL, (SIDE - row) * CELL


def frame(width: float, *, foot: float) -> Iterator[Shape]:
    """The wood around the squares, so wide, below by a foot more; and the lines between them."""
    side = EXTENT + 2 * width
    box: Look = {"width": side - 2, "height": side + foot - 2, "rx": width * 0.6}
    yield shape("rect", x=1 - width, y=1 - width, class_="board-frame", **box, **WOOD)
    shine: Look = {"width": side - 8, "height": side + foot - 8, "rx": width * 0.45}
    edge: Look = {"x": 4 - width, "y": 4 - width, "fill": "none", "stroke": "#fff"}
    yield shape("rect", opacity=0.16, **edge, **shine)
    grid: Look = {"x": -1.5, "y": -1.5, "width": EXTENT + 3, "height": EXTENT + 3, "rx": 3}
    yield shape("rect", class_="board-grid", **grid, **GRID)


def square(at: int, special: int) -> Shape:
    """The ground of a square, by what it does."""
    x, y = corner(at)
    name, look = FIELDS[special]
    box: Look = {"x": x + 0.75, "y": y + 0.75, "width": CELL - 1.5, "height": CELL - 1.5, "rx": 3}
    return shape("rect", class_=name, **box, **look)


def sign(at: int, special: int) -> Iterator[Shape]:
    """What a special square does, as long as it is free."""
    x, y = (place + CELL / 2 for place in corner(at))
    if special == EXTRA:
        yield from _again(x, y)
    elif special:
        text, ink = SIGNS[special]
        yield words(text, x, y, size=22, fill=ink, stroke="none", class_="sign")


def tile_at(x: float, y: float, code: int) -> Iterator[Shape]:
    """A tile on the square with this corner; the code is what its cell holds."""
    kind = JOKER if code > JOKER else VALUE[code]
    yield from tile(kind, VALUE[code], x=x + INSET, y=y + INSET - 0.5, side=CELL - 2 * INSET)


def outlines(last: Action | None) -> Iterator[Shape]:
    """The tiles laid last, outlined; taps go through the outline."""
    if last is None or last.kind != "place":
        return
    for laid_tile in last.what:
        for kind, colour, width in (("last-edge", INK, 5), ("last", "#ffb81c", 3)):
            look: Look = {"stroke": colour, "stroke_width": width, "pointer_events": "none"}
            yield shape("rect", fill="none", class_=kind, **outline_box(laid_tile.at), **look)


def outline_box(at: int) -> Look:
    x, y = corner(at)
    return {"x": x + 1.5, "y": y + 1.5, "width": CELL - 3, "height": CELL - 3, "rx": 6}


def surface(shapes: Iterable[Shape], *, width: float, foot: float = 0) -> Shape:
    """All of the board in its place: within a frame so wide."""
    return group((*frame(width, foot=foot), *shapes), transform=f"translate({width} {width})")


def _again(x: float, y: float) -> Iterator[Shape]:
    """An arrow in a circle: another turn."""
    arc = f"M{x + 9:.1f} {y:.1f} A9 9 0 1 1 {x + 4:.1f} {y - 8:.1f}"
    yield shape("path", d=arc, fill="none", stroke=INK, stroke_width=3, class_="sign")
    head = f"M{x + 1:.1f} {y - 13:.1f} l9.5 3.6 l-7.6 6.8 z"
    yield shape("path", d=head, fill=INK, stroke="none", class_="sign")
