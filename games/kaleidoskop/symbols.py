"""The symbols and the tiles as shapes, where the fields lie, and what lies on them.

The six symbols are distinct by shape alone, not by colour. Their coordinates are of a symbol with
radius 100 around (0, 0); a drawing moves and scales them.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import cos, pi, sin, sqrt

from games.kaleidoskop.board import (
    JOIN_SHIFTS,
    ROW,
    Board,
    Position,
    column_and_row,
    distance,
    fields_of,
)
from games.scene import Ready, Shape, group, shape
from games.values import Action

Point = tuple[float, float]
# By the letter of a colour: the hue on a dark tile, and a deeper one on paper.
HUES = {
    "R": ("#ff6a5c", "#d92d20"),
    "G": ("#3ecf8e", "#118a55"),
    "B": ("#5aa9ff", "#1766c2"),
    "O": ("#ff9d3c", "#d9730a"),
    "Y": ("#ffe14d", "#c9a200"),
    "P": ("#c98bff", "#8b3fd1"),
}
WIDTH = 720.0
RIM = 0.74  # of the frame around the fields, as a part of a field's radius
SNUG_RIM = 0.42  # the same where the frame follows the fields
EDGE = 6.0  # room for the shadow
MARGIN = 4.0  # the same on a phone
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif"
RINGS = ("#fdfcf9", "#e6e1d8", "#cdc6bb")  # white, light grey, grey (RULES.md 1.1)
TILE, FACE = "#1d1e22", "#373a42"
CHIP = 28.0  # radius of a tile that shows one symbol
SIGN = 0.58  # radius of a symbol, as a part of a field's


def symbol(letter: str, at: Point, *, radius: float, on_paper: bool = False) -> Shape:
    """A symbol on a tile or printed on paper."""
    kind = "print" if on_paper else "symbol"
    return shape(
        "path",
        d=_OUTLINES[letter],
        fill=HUES[letter][on_paper],
        fill_rule="evenodd",
        class_=f"{kind} {kind}-{letter}",
        transform=f"translate({at[0]:.1f} {at[1]:.1f}) scale({radius / 100:.3f})",
    )


def chip(letter: str, at: Point) -> Iterator[Shape]:
    """A symbol on a tile of one field."""
    for radius, fill in ((CHIP, TILE), (CHIP - 3.5, FACE)):
        yield shape("polygon", points=outline(hexagon(at, radius)), fill=fill)
    yield symbol(letter, at, radius=17)


def hexagon(at: Point, radius: float) -> list[Point]:
    """A hexagon that stands on a corner, as fields do."""
    return [_polar(radius, pi / 6 + turn * pi / 3, at) for turn in range(6)]


def double_hexagon(one: Point, two: Point, *, radius: float, inset: float) -> list[Point]:
    """The outline of two neighbouring hexagons as one piece, drawn in by `inset`."""
    inset = inset * 2 / sqrt(3)  # along a corner's axis
    across = ((two[0] - one[0]), (two[1] - one[1]))
    length = sqrt(across[0] ** 2 + across[1] ** 2)
    unit = (across[0] / length, across[1] / length)
    angle = [pi / 2, 5 * pi / 6, 7 * pi / 6, 3 * pi / 2]  # the four outer corners, seen from two
    waist = radius / 2 - inset
    middle = ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2)
    points = [(middle[0] - unit[1] * waist, middle[1] + unit[0] * waist)]
    points += [_turned(radius - inset, turn, unit, one) for turn in angle]
    points.append((middle[0] + unit[1] * waist, middle[1] - unit[0] * waist))
    points += [_turned(radius - inset, turn + pi, unit, two) for turn in angle]
    return points


def outline(points: Iterable[Point]) -> str:
    """Points as the value of a polygon's attribute."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _turned(radius: float, angle: float, unit: Point, centre: Point) -> Point:
    x, y = radius * cos(angle), radius * sin(angle)
    return centre[0] + x * unit[0] - y * unit[1], centre[1] + x * unit[1] + y * unit[0]


def _polar(radius: float, angle: float, centre: Point = (0, 0)) -> Point:
    return centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)


def _path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points) + "Z"


def _circle(radius: int) -> str:
    arc = f"a{radius} {radius} 0 1 0"
    return f"M{-radius} 0{arc} {2 * radius} 0{arc} {-2 * radius} 0Z"


def _star(corners: int, *, outer: float, inner: float) -> str:
    turn = pi / corners
    return _path(
        _polar(inner if corner % 2 else outer, corner * turn - pi / 2)
        for corner in range(2 * corners)
    )


def _hexagon(radius: float) -> str:
    return _path(hexagon((0, 0), radius))


def _sun() -> str:
    rays = 10
    path = _circle(50)
    for ray in range(rays):
        angle = 2 * pi * ray / rays - pi / 2
        path += _path((_polar(100, angle), _polar(62, angle + 0.26), _polar(62, angle - 0.26)))
    return path


_OUTLINES = {
    "R": _star(5, outer=104, inner=48),
    "G": _circle(84),
    "B": _star(6, outer=104, inner=40),
    "O": _hexagon(98) + _hexagon(68) + _hexagon(42),
    "Y": _sun(),
    "P": _circle(90) + _circle(52),
}


class Layout:
    """The area of a position as large as the drawing allows.

    Fields that are to be shown besides may lie beyond it: then the board is drawn smaller.
    """

    def __init__(self, position: Position, *, besides: Sequence[int]) -> None:
        self.position = position
        self.board: Board = position.arrangement.board
        self.area = list(fields_of(position.arrangement.area))
        reach, widest = _reach(self.area), _reach((*self.area, *besides))
        self.radius = (WIDTH / 2 - EDGE) / (widest * 2 / sqrt(3))  # of a field
        self.half = reach * self.radius  # from the centre to the frame's edge
        self.height = 2 * widest * self.radius + 2 * EDGE

    def centre(self, field: int) -> Point:
        x, y = column_and_row(field)
        return (
            WIDTH / 2 + (x - y / 2) * sqrt(3) * self.radius,
            self.height / 2 - 1.5 * y * self.radius,
        )


class SnugLayout(Layout):
    """The area alone, its rim following the fields: as large as a phone's width allows."""

    def __init__(self, position: Position) -> None:
        super().__init__(position, besides=())
        steps = max(map(distance, self.area))
        self.radius = (WIDTH / 2 - MARGIN) / ((steps + 0.5) * sqrt(3) + SNUG_RIM)
        self.height = 2 * (1.5 * steps + 1 + SNUG_RIM) * self.radius + 2 * MARGIN


def _reach(fields: Iterable[int]) -> float:
    """From the centre to the edge of a frame around these fields, in radii of a field."""
    return 1.5 * max(map(distance, fields)) + 1 + RIM


def field_shapes(layout: Layout, *, reach: float) -> Iterator[Shape]:
    """Every field of the area; `reach` is how much of its radius is its own."""
    white = layout.board.areas[1]
    inner = distance(max(fields_of(white)))
    for field in layout.area:
        ring = max(distance(field) - inner, 0)
        yield shape(
            "polygon",
            points=outline(hexagon(layout.centre(field), layout.radius * reach)),
            fill=RINGS[ring],
            class_=f"field ring-{ring}",
            data_field=layout.board.names[field],
        )


def tile_shapes(layout: Layout) -> Iterator[Shape]:
    pairs = list(_pairs(layout))
    for name, fill, inset, width, drop in (
        ("tile-shadow", "#6f675b", 0.14, 0.18, 0.10),
        ("tile", TILE, 0.14, 0.18, 0.0),
        ("tile-face", FACE, 0.24, 0.10, -0.03),
    ):
        yield group(
            (_tile(*pair, radius=layout.radius, inset=inset, drop=drop) for pair in pairs),
            class_=name,
            fill=fill,
            stroke=fill,
            stroke_width=layout.radius * width,
            stroke_linejoin="round",
        )


def symbol_shapes(layout: Layout) -> Iterator[Shape]:
    for letter, at, is_printed in signs(layout):
        yield symbol(letter, at, radius=layout.radius * SIGN, on_paper=is_printed)


def signs(layout: Layout) -> Iterator[tuple[str, Point, bool]]:
    """What the fields show: a letter, where, and whether it is printed there."""
    printed = layout.position.arrangement.symbols
    for colour, bits, own in zip(
        layout.board.colours, layout.position.symbols, printed, strict=True
    ):
        for field in fields_of(bits):
            yield colour.letter, layout.centre(field), bool(own >> field & 1)


def last_move(layout: Layout, last: Action | None) -> Iterator[Shape]:
    """The outline of the last action, if it was a placement."""
    if last is None or last.kind != "place":
        return
    one, two = (layout.centre(field) for field in last.what[1:])
    points = double_hexagon(one, two, radius=layout.radius, inset=layout.radius * 0.06)
    outlined = shape(
        "polygon",
        points=outline(points),
        fill="none",
        stroke="#ff9f0a",
        stroke_width=layout.radius * 0.14,
        stroke_linejoin="round",
        class_="last-move",
    )
    yield group([outlined], class_="last", pointer_events="none")


def label(text: str, at: Point, *, size: float, fill: str) -> Shape:
    """A coordinate."""
    return shape(
        "text",
        text,
        x=at[0],
        y=at[1],
        font_size=size,
        text_anchor="middle",
        dominant_baseline="central",
        fill=fill,
        class_="coordinate",
    )


@lru_cache(maxsize=8192)  # three for every place where a tile can lie, on boards of a few sizes
def _tile(one: Point, two: Point, *, radius: float, inset: float, drop: float) -> Ready:
    points = double_hexagon(one, two, radius=radius, inset=radius * inset)
    return Ready.of(shape("polygon", points=outline((x, y + drop * radius) for x, y in points)))


def _pairs(layout: Layout) -> Iterator[tuple[Point, Point]]:
    for step, shift in JOIN_SHIFTS.items():
        joined = layout.position.joins >> shift & (1 << ROW * ROW) - 1
        for field in fields_of(joined):
            yield layout.centre(field), layout.centre(field + step)
