"""The board as a phone shows it: the area alone, and every piece as a symbol to be laid on it."""

from collections.abc import Iterator
from functools import cache
from math import sqrt

from games.contract import Action, Setup
from games.kaleidoskop import surface
from games.kaleidoskop.board import ROW, board, distance
from games.kaleidoskop.description import describe, headline
from games.kaleidoskop.play import Position, start
from games.kaleidoskop.sheet import WIDTH, SnugSheet
from games.kaleidoskop.symbols import Point, double_hexagon, hexagon, outline, symbol
from games.scene import Ready, Shape, drawing, group, shape

BLANK = "kaleidoskop-blank"
BOX = 100.0  # from the middle of a symbol's box to its edge: the radius of a field


def symbol_id(letters: str) -> str:
    """Of half a tile by its letter, of a tile by both."""
    return f"kaleidoskop-{letters}"


def draw_board(position: Position, *, last: Action | None) -> str:
    sheet = SnugSheet(position)
    parts = [
        _ground(position.setup.players, position.setup.variant),
        group(surface.tiles(sheet), class_="laid", pointer_events="none"),
        group(_signs(sheet), class_="symbols", pointer_events="none"),
        *surface.marks_of(sheet, last),
    ]
    return drawing(
        [_pieces(), group(parts, class_="kaleidoskop", font_family=surface.FONT)],
        width=WIDTH,
        height=sheet.height,
        title=f"Kaleidoskop: {headline(position)}",
        description=describe(position),
    )


@cache
def _ground(players: int, variant: str) -> Ready:
    """What does not change while a game is played: rim, fields and their names."""
    sheet = SnugSheet(start(Setup(players, variant)))
    fields = group(
        surface.fields(sheet, reach=1),
        class_="fields",
        stroke="#a69c8c",
        stroke_width=sheet.radius * 0.07,
    )
    names = group(_coordinates(sheet), class_="coordinates", pointer_events="none")
    return Ready.of(group([*_rim(sheet), fields, names], class_="ground"))


def _rim(sheet: SnugSheet) -> Iterator[Shape]:
    """The board's shadow and its rim: the fields at the edge with a broad outline."""
    steps = max(map(distance, sheet.area))
    corners = [
        outline(hexagon(sheet.centre(field), sheet.radius))
        for field in sheet.area
        if distance(field) == steps
    ]
    for name, fill, drop, rim in (
        ("frame-shadow", "#d3ccbf", 4, 0.84),
        ("frame-rim", "#2f4347", 0, 0.84),
        ("frame-bed", "#a69c8c", 0, 0.14),
    ):
        yield group(
            [shape("polygon", points=points) for points in corners],
            class_=name,
            fill=fill,
            stroke=fill,
            stroke_width=sheet.radius * rim,
            stroke_linejoin="round",
            transform=f"translate(0 {drop})",
        )


def _coordinates(sheet: SnugSheet) -> Iterator[Shape]:
    """Rows by letter at their left end, diagonals by number at their lower end: on the rim."""
    area, radius = set(sheet.area), sheet.radius
    for field in sheet.area:
        x, y = sheet.centre(field)
        name = sheet.board.names[field]
        if field - 1 not in area:
            at = (x - 1.08 * radius, y)
            yield surface.label(name[0], at, size=radius * 0.4, fill="#e6efee")
        if field - ROW not in area:
            at = (x + 0.53 * radius, y + 0.99 * radius)
            yield surface.label(name[1:], at, size=radius * 0.4, fill="#e6efee")


@cache
def _pieces() -> Ready:
    """Every half, every tile, and a half that is not yet chosen."""
    tables = board()
    letters = [colour.letter for colour in tables.colours]
    signs = [_sign(letter, on_paper=on_paper) for letter in letters for on_paper in (False, True)]
    halves = [_half(symbol_id(letter), _laid(letter, (0, 0), BOX)) for letter in letters]
    unknown = shape("circle", r=16, fill="#8f949e", class_="unknown")
    tiles = [_tile(name) for name in tables.tiles]
    return Ready.of(Shape("defs", children=(*signs, *halves, _half(BLANK, unknown), *tiles)))


def _sign(letter: str, *, on_paper: bool) -> Shape:
    """A symbol without its tile: what the others are made of."""
    sign = symbol(letter, (0, 0), radius=BOX * surface.SIGN, on_paper=on_paper)
    return _symbol(_sign_id(letter, on_paper=on_paper), [sign], half_width=BOX)


def _sign_id(letter: str, *, on_paper: bool) -> str:
    return f"kaleidoskop-{'print' if on_paper else 'sign'}-{letter}"


def _signs(sheet: SnugSheet) -> Iterator[Shape]:
    for letter, at, is_printed in surface.signs(sheet):
        yield _laid(letter, at, sheet.radius, on_paper=is_printed)


def _laid(letter: str, at: Point, radius: float, *, on_paper: bool = False) -> Shape:
    """A sign in the middle of a field of this radius."""
    name = _sign_id(letter, on_paper=on_paper)
    x, y = at[0] - radius, at[1] - radius
    return shape("use", href=f"#{name}", x=x, y=y, width=2 * radius, height=2 * radius)


def _half(name: str, sign: Shape) -> Shape:
    """Half a tile, as large as a field."""
    body = [
        shape("polygon", points=outline(hexagon((0, 0), radius)), fill=fill)
        for radius, fill in ((96, surface.TILE), (84, surface.FACE))
    ]
    return _symbol(name, [*body, sign], half_width=BOX)


def _tile(name: str) -> Shape:
    off = BOX * sqrt(3) / 2
    ends = ((-off, 0.0), (off, 0.0))
    body = [
        shape(
            "polygon",
            points=outline(double_hexagon(*ends, radius=BOX, inset=inset)),
            fill=fill,
            stroke=fill,
            stroke_width=line,
            stroke_linejoin="round",
        )
        for inset, line, fill in ((12, 16, surface.TILE), (22, 12, surface.FACE))
    ]
    signs = [_laid(letter, at, BOX) for letter, at in zip(name, ends, strict=True)]
    return _symbol(symbol_id(name), [*body, *signs], half_width=2 * off)


def _symbol(name: str, shapes: list[Shape], *, half_width: float) -> Shape:
    box = f"{-half_width:.0f} {-BOX:.0f} {2 * half_width:.0f} {2 * BOX:.0f}"
    return Shape("symbol", {"id": name, "viewBox": box}, children=tuple(shapes))
