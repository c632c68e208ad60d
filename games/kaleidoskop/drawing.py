"""A position as a drawing: the board on the table, below it each side's track and open hands."""

from collections.abc import Iterator
from math import sqrt

from games import marks
from games.contract import Action
from games.kaleidoskop.attempt import attempt_shapes
from games.kaleidoskop.board import JOIN_SHIFTS, ROW, distance, fields_of
from games.kaleidoskop.description import describe, headline
from games.kaleidoskop.panels import panels
from games.kaleidoskop.play import Position
from games.kaleidoskop.sheet import WIDTH, Sheet
from games.kaleidoskop.symbols import Point, double_hexagon, hexagon, outline, symbol
from games.scene import Shape, drawing, group, shape

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif"
RINGS = ("#fdfcf9", "#e6e1d8", "#cdc6bb")  # white, light grey, grey (RULES.md 1.1)


def draw(
    position: Position,
    *,
    last: Action | None,
    coordinates: bool,
    attempted: Action | None = None,
) -> str:
    placing = attempted if attempted is not None and attempted.kind == "place" else None
    sheet = _Sheet(position, besides=placing.what[1:] if placing else ())
    parts = [
        group(sheet.frame(), class_="frame"),
        group(sheet.fields(), class_="fields"),
        group(sheet.tiles(), class_="tiles", pointer_events="none"),
        group(sheet.symbols(), class_="symbols", pointer_events="none"),
    ]
    if last is not None and last.kind == "place":
        parts.append(group([sheet.mark(last)], class_="last", pointer_events="none"))
    if coordinates:
        parts.append(group(sheet.coordinates(), class_="coordinates", pointer_events="none"))
    if placing:
        parts.append(marks.attempted(attempt_shapes(sheet, placing)))
    below, height = panels(position, width=WIDTH, top=sheet.height, attempted=attempted)
    return drawing(
        [group([*parts, *below], class_="kaleidoskop", font_family=FONT)],
        width=WIDTH,
        height=height,
        title=f"Kaleidoskop: {headline(position)}",
        description=describe(position) + marks.in_words(attempted),
    )


class _Sheet(Sheet):
    """What lies on the fields of the area."""

    def frame(self) -> Iterator[Shape]:
        """The board's shadow, its rim and its bed."""
        for name, fill, shrink, drop in (
            ("frame-shadow", "#d3ccbf", 0.0, 4.0),
            ("frame-rim", "#2f4347", 0.0, 0.0),
            ("frame-bed", "#a69c8c", self.radius * 0.16, 0.0),
        ):
            corners = [(y, x) for x, y in hexagon((0, 0), (self.half - shrink) * 2 / sqrt(3) - 8)]
            yield shape(
                "polygon",
                points=outline((WIDTH / 2 + x, self.height / 2 + drop + y) for x, y in corners),
                fill=fill,
                stroke=fill,
                stroke_width=16,
                stroke_linejoin="round",
                class_=name,
            )

    def fields(self) -> Iterator[Shape]:
        white = self.board.areas[1]
        inner = distance(max(fields_of(white)))
        for field in self.area:
            ring = max(distance(field) - inner, 0)
            name = self.board.names[field]
            yield shape(
                "polygon",
                points=outline(hexagon(self.centre(field), self.radius * 0.96)),
                fill=RINGS[ring],
                class_=f"field ring-{ring}",
                data_field=name,
            )

    def tiles(self) -> Iterator[Shape]:
        pairs = list(self._pairs())
        for name, fill, inset, width, drop in (
            ("tile-shadow", "#6f675b", 0.14, 0.18, 0.10),
            ("tile", "#1d1e22", 0.14, 0.18, 0.0),
            ("tile-face", "#373a42", 0.24, 0.10, -0.03),
        ):
            yield group(
                (self._tile(pair, inset=inset, drop=drop) for pair in pairs),
                class_=name,
                fill=fill,
                stroke=fill,
                stroke_width=self.radius * width,
                stroke_linejoin="round",
            )

    def symbols(self) -> Iterator[Shape]:
        for colour, bits in zip(self.board.colours, self.position.symbols, strict=True):
            for field in fields_of(bits):
                yield symbol(
                    colour.letter,
                    self.centre(field),
                    radius=self.radius * 0.58,
                    on_paper=field == colour.printed,
                )

    def mark(self, last: Action) -> Shape:
        one, two = (self.centre(field) for field in last.what[1:])
        points = double_hexagon(one, two, radius=self.radius, inset=self.radius * 0.06)
        return shape(
            "polygon",
            points=outline(points),
            fill="none",
            stroke="#ff9f0a",
            stroke_width=self.radius * 0.14,
            stroke_linejoin="round",
            class_="last-move",
        )

    def coordinates(self) -> Iterator[Shape]:
        """Rows by letter at their left end, diagonals by number at their lower end."""
        area = set(self.area)
        for field in self.area:
            x, y = self.centre(field)
            if field - 1 not in area:
                yield self._label(self.board.names[field][0], (x - 1.36 * self.radius, y))
            if field - ROW not in area:
                at = (x + 0.68 * self.radius, y + 1.18 * self.radius)
                yield self._label(self.board.names[field][1:], at)

    def _label(self, text: str, at: Point) -> Shape:
        return shape(
            "text",
            text,
            x=at[0],
            y=at[1],
            font_size=max(self.radius * 0.5, 15.0),
            text_anchor="middle",
            dominant_baseline="central",
            fill="#24211c",
            class_="coordinate",
        )

    def _tile(self, pair: tuple[Point, Point], *, inset: float, drop: float) -> Shape:
        points = double_hexagon(*pair, radius=self.radius, inset=self.radius * inset)
        return shape("polygon", points=outline((x, y + drop * self.radius) for x, y in points))

    def _pairs(self) -> Iterator[tuple[Point, Point]]:
        for step, shift in JOIN_SHIFTS.items():
            joined = self.position.joins >> shift & (1 << ROW * ROW) - 1
            for field in fields_of(joined):
                yield self.centre(field), self.centre(field + step)
