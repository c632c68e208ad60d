"""A position as a drawing: the board on the table, below it each side's track and open hands."""

from collections.abc import Iterator
from math import sqrt

from games import marks
from games.contract import Action
from games.kaleidoskop import surface
from games.kaleidoskop.attempt import attempt_shapes
from games.kaleidoskop.board import ROW
from games.kaleidoskop.description import describe, headline
from games.kaleidoskop.panels import panels
from games.kaleidoskop.play import Position
from games.kaleidoskop.sheet import WIDTH, Sheet
from games.kaleidoskop.symbols import hexagon, outline
from games.scene import Shape, drawing, group, shape


def draw(
    position: Position,
    *,
    last: Action | None,
    coordinates: bool,
    attempted: Action | None = None,
) -> str:
    placing = attempted if attempted is not None and attempted.kind == "place" else None
    sheet = Sheet(position, besides=placing.what[1:] if placing else ())
    parts = [
        group(_frame(sheet), class_="frame"),
        group(surface.fields(sheet, reach=0.96), class_="fields"),
        group(surface.tiles(sheet), class_="laid", pointer_events="none"),
        group(surface.symbols(sheet), class_="symbols", pointer_events="none"),
        *surface.marks_of(sheet, last),
    ]
    if coordinates:
        parts.append(group(_coordinates(sheet), class_="coordinates", pointer_events="none"))
    if placing:
        parts.append(marks.attempted(attempt_shapes(sheet, placing)))
    below, height = panels(position, width=WIDTH, top=sheet.height, attempted=attempted)
    return drawing(
        [group([*parts, *below], class_="kaleidoskop", font_family=surface.FONT)],
        width=WIDTH,
        height=height,
        title=f"Kaleidoskop: {headline(position)}",
        description=describe(position) + marks.in_words(attempted),
    )


def _frame(sheet: Sheet) -> Iterator[Shape]:
    """The board's shadow, its rim and its bed."""
    for name, fill, shrink, drop in (
        ("frame-shadow", "#d3ccbf", 0.0, 4.0),
        ("frame-rim", "#2f4347", 0.0, 0.0),
        ("frame-bed", "#a69c8c", sheet.radius * 0.16, 0.0),
    ):
        corners = [(y, x) for x, y in hexagon((0, 0), (sheet.half - shrink) * 2 / sqrt(3) - 8)]
        yield shape(
            "polygon",
            points=outline((WIDTH / 2 + x, sheet.height / 2 + drop + y) for x, y in corners),
            fill=fill,
            stroke=fill,
            stroke_width=16,
            stroke_linejoin="round",
            class_=name,
        )


def _coordinates(sheet: Sheet) -> Iterator[Shape]:
    """Rows by letter at their left end, diagonals by number at their lower end."""
    area, size = set(sheet.area), max(sheet.radius * 0.5, 15.0)
    for field in sheet.area:
        x, y = sheet.centre(field)
        name = sheet.board.names[field]
        if field - 1 not in area:
            at = (x - 1.36 * sheet.radius, y)
            yield surface.label(name[0], at, size=size, fill="#24211c")
        if field - ROW not in area:
            at = (x + 0.68 * sheet.radius, y + 1.18 * sheet.radius)
            yield surface.label(name[1:], at, size=size, fill="#24211c")
