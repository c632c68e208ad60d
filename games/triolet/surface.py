"""The board's surface as shapes: squares, their signs, what lies on them, the frame around.

Its upper left corner is (0, 0), row 1 is at the bottom; a drawing moves it to its place.
"""

from collections.abc import Iterable, Iterator

from games.contract import Action
from games.scene import Shape, group, shape
from games.triolet.board import EXTRA, JOKER, SIDE, WIDTH, material
from games.triolet.laying import VALUE
from games.triolet.symbols import INK, Look, tile, words

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


def square(at: int) -> Shape:
    """The ground of a square."""
    x, y = corner(at)
    name, look = FIELDS[material().special[at]]
    box: Look = {"x": x + 0.75, "y": y + 0.75, "width": CELL - 1.5, "height": CELL - 1.5, "rx": 3}
    return shape("rect", class_=name, **box, **look)


def sign(at: int) -> Iterator[Shape]:
    """What a special square does, as long as it is free."""
    x, y = (place + CELL / 2 for place in corner(at))
    special = material().special[at]
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
    for one in last.what:
        for kind, colour, width in (("last-edge", INK, 5), ("last", "#ffb81c", 3)):
            look: Look = {"stroke": colour, "stroke_width": width, "pointer_events": "none"}
            yield shape("rect", fill="none", class_=kind, **outline_box(one.at), **look)


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
