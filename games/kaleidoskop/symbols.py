"""The six symbols and the tile, as outlines: distinct by shape alone, not by colour.

Coordinates are of a symbol with radius 100 around (0, 0); a drawing moves and scales them.
"""

from collections.abc import Iterable
from math import cos, pi, sin, sqrt

from games.scene import Shape, shape

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
