"""What lies on the fields of the area, drawn on a sheet of any kind."""

from collections.abc import Iterator

from games.contract import Action
from games.kaleidoskop.board import JOIN_SHIFTS, ROW, distance, fields_of
from games.kaleidoskop.sheet import Sheet
from games.kaleidoskop.symbols import Point, double_hexagon, hexagon, outline, symbol
from games.scene import Shape, group, shape

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif"
RINGS = ("#fdfcf9", "#e6e1d8", "#cdc6bb")  # white, light grey, grey (RULES.md 1.1)
TILE, FACE = "#1d1e22", "#373a42"
SIGN = 0.58  # radius of a symbol, as a part of a field's


def fields(sheet: Sheet, *, reach: float) -> Iterator[Shape]:
    """Every field of the area; `reach` is how much of its radius is its own."""
    white = sheet.board.areas[1]
    inner = distance(max(fields_of(white)))
    for field in sheet.area:
        ring = max(distance(field) - inner, 0)
        yield shape(
            "polygon",
            points=outline(hexagon(sheet.centre(field), sheet.radius * reach)),
            fill=RINGS[ring],
            class_=f"field ring-{ring}",
            data_field=sheet.board.names[field],
        )


def tiles(sheet: Sheet) -> Iterator[Shape]:
    pairs = list(_pairs(sheet))
    for name, fill, inset, width, drop in (
        ("tile-shadow", "#6f675b", 0.14, 0.18, 0.10),
        ("tile", TILE, 0.14, 0.18, 0.0),
        ("tile-face", FACE, 0.24, 0.10, -0.03),
    ):
        yield group(
            (_tile(sheet, pair, inset=inset, drop=drop) for pair in pairs),
            class_=name,
            fill=fill,
            stroke=fill,
            stroke_width=sheet.radius * width,
            stroke_linejoin="round",
        )


def symbols(sheet: Sheet) -> Iterator[Shape]:
    for letter, at, is_printed in signs(sheet):
        yield symbol(letter, at, radius=sheet.radius * SIGN, on_paper=is_printed)


def signs(sheet: Sheet) -> Iterator[tuple[str, Point, bool]]:
    """What the fields show: a letter, where, and whether it is printed there."""
    for colour, bits in zip(sheet.board.colours, sheet.position.symbols, strict=True):
        for field in fields_of(bits):
            yield colour.letter, sheet.centre(field), field == colour.printed


def marks_of(sheet: Sheet, last: Action | None) -> Iterator[Shape]:
    """The outline of the last action, if it was a placement."""
    if last is None or last.kind != "place":
        return
    one, two = (sheet.centre(field) for field in last.what[1:])
    points = double_hexagon(one, two, radius=sheet.radius, inset=sheet.radius * 0.06)
    outlined = shape(
        "polygon",
        points=outline(points),
        fill="none",
        stroke="#ff9f0a",
        stroke_width=sheet.radius * 0.14,
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


def _tile(sheet: Sheet, pair: tuple[Point, Point], *, inset: float, drop: float) -> Shape:
    points = double_hexagon(*pair, radius=sheet.radius, inset=sheet.radius * inset)
    return shape("polygon", points=outline((x, y + drop * sheet.radius) for x, y in points))


def _pairs(sheet: Sheet) -> Iterator[tuple[Point, Point]]:
    for step, shift in JOIN_SHIFTS.items():
        joined = sheet.position.joins >> shift & (1 << ROW * ROW) - 1
        for field in fields_of(joined):
            yield sheet.centre(field), sheet.centre(field + step)
