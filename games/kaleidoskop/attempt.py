"""A placement against the rules, marked on the board before it."""

from collections.abc import Iterable, Iterator

from games import marks
from games.contract import Action
from games.kaleidoskop.board import STEPS
from games.kaleidoskop.sheet import Sheet
from games.kaleidoskop.symbols import Point, double_hexagon, hexagon, outline, symbol
from games.scene import Shape, shape

INK = "#1d1e22"


def attempt_shapes(sheet: Sheet, action: Action) -> Iterator[Shape]:
    """The tile as a ghost; where something lies, its symbols small beside that."""
    _tile, one, two = action.what
    taken = [field for field in (one, two) if _is_taken(sheet, field)]
    is_tile = abs(one - two) in STEPS
    edges = [_whole(sheet, one, two)] if is_tile else _halves(sheet, (one, two))
    bodies = edges if not taken else _halves(sheet, {one, two} - {*taken})
    yield marks.ghost(
        shape("polygon", points=outline(body), fill=INK, class_="tile") for body in bodies
    )
    if not is_tile:
        (x0, y0), (x1, y1) = sheet.centre(one), sheet.centre(two)
        way = f"M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}"
        yield marks.dashed("path", d=way, line=sheet.radius * 0.12)
    for edge in edges:
        yield marks.dashed("polygon", points=outline(edge), line=sheet.radius * 0.12)
    yield from _symbols(sheet, action, small={*taken} if one != two else {one})
    yield from _crosses(sheet, one, two)


def _symbols(sheet: Sheet, action: Action, *, small: set[int]) -> Iterator[Shape]:
    """The symbols of both halves, in the middle of a free field; else at its upper corners."""
    board, radius = sheet.board, sheet.radius
    tile, *fields = action.what
    for side, colour, field in zip((-1, 1), board.halves[tile], fields, strict=True):
        letter, (x, y) = board.colours[colour].letter, sheet.centre(field)
        if field not in small:
            yield marks.ghost([symbol(letter, (x, y), radius=radius * 0.58)])
            continue
        at = (x + side * 0.5 * radius, y - 0.42 * radius)
        disc = shape("circle", cx=at[0], cy=at[1], r=radius * 0.4, fill=INK, class_="tile")
        yield marks.ghost([disc, symbol(letter, at, radius=radius * 0.28)])


def _crosses(sheet: Sheet, one: int, two: int) -> Iterator[Shape]:
    """On the fields that cannot be covered; if both can, between them."""
    area = sheet.position.table.area
    wrong = [at for at in (one, two) if _is_taken(sheet, at) or not area >> at & 1]
    radius = sheet.radius
    for x, y in dict.fromkeys(map(sheet.centre, wrong)):
        yield marks.cross(x, y + 0.5 * radius, radius=0.34 * radius)
    if not wrong:
        (x0, y0), (x1, y1) = sheet.centre(one), sheet.centre(two)
        yield marks.cross((x0 + x1) / 2, (y0 + y1) / 2, radius=0.38 * radius)


def _is_taken(sheet: Sheet, field: int) -> bool:
    """Whether a symbol is there already."""
    position = sheet.position
    return bool(position.table.area & ~position.free & sheet.board.bits[field])


def _whole(sheet: Sheet, one: int, two: int) -> list[Point]:
    radius = sheet.radius
    return double_hexagon(sheet.centre(one), sheet.centre(two), radius=radius, inset=radius * 0.08)


def _halves(sheet: Sheet, fields: Iterable[int]) -> list[list[Point]]:
    return [hexagon(sheet.centre(field), sheet.radius * 0.9) for field in fields]
