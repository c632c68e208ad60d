"""A position as a drawing: the board on the arrangement, below it each side's track and open hands.

An action against the rules is marked on the board before it.
"""

from collections.abc import Iterable, Iterator
from math import sqrt

from games import marks
from games.kaleidoskop.board import ROW, STEPS, Position
from games.kaleidoskop.description import describe, headline
from games.kaleidoskop.symbols import (
    FONT,
    TILE,
    WIDTH,
    Layout,
    Point,
    double_hexagon,
    field_shapes,
    hexagon,
    label,
    last_move,
    outline,
    symbol,
    symbol_shapes,
    tile_shapes,
)
from games.scene import Shape, drawing, group, shape
from games.values import Action, Way

GAP = 14.0
HEAD = 50.0
LINE = 29.0
HAND = 54.0
PAD = 14.0
INK, SOFT, PAPER, LINE_COLOUR = "#24211c", "#5f584d", "#ffffff", "#ddd7cc"


def draw(
    position: Position,
    *,
    last: Action | None,
    coordinates: bool,
    attempted: Action | None = None,
) -> str:
    placing = attempted if attempted is not None and attempted.kind == "place" else None
    layout = Layout(position, besides=placing.what[1:] if placing else ())
    parts = [
        group(_frame(layout), class_="frame"),
        group(field_shapes(layout, reach=0.96), class_="fields"),
        group(tile_shapes(layout), class_="laid", pointer_events="none"),
        group(symbol_shapes(layout), class_="symbols", pointer_events="none"),
        *last_move(layout, last),
    ]
    if coordinates:
        parts.append(group(_coordinates(layout), class_="coordinates", pointer_events="none"))
    if placing:
        parts.append(marks.attempted(attempt_shapes(layout, placing)))
    below, height = panels(position, width=WIDTH, top=layout.height, attempted=attempted)
    return drawing(
        [group([*parts, *below], class_="kaleidoskop", font_family=FONT)],
        width=WIDTH,
        height=height,
        title=f"Kaleidoskop: {headline(position)}",
        description=[*describe(position), *marks.in_words(attempted)],
    )


def _frame(layout: Layout) -> Iterator[Shape]:
    """The board's shadow, its rim and its bed."""
    for name, fill, shrink, drop in (
        ("frame-shadow", "#d3ccbf", 0.0, 4.0),
        ("frame-rim", "#2f4347", 0.0, 0.0),
        ("frame-bed", "#a69c8c", layout.radius * 0.16, 0.0),
    ):
        corners = [(y, x) for x, y in hexagon((0, 0), (layout.half - shrink) * 2 / sqrt(3) - 8)]
        yield shape(
            "polygon",
            points=outline((WIDTH / 2 + x, layout.height / 2 + drop + y) for x, y in corners),
            fill=fill,
            stroke=fill,
            stroke_width=16,
            stroke_linejoin="round",
            class_=name,
        )


def _coordinates(layout: Layout) -> Iterator[Shape]:
    """Rows by letter at their left end, diagonals by number at their lower end."""
    area, size = set(layout.area), max(layout.radius * 0.5, 15.0)
    for field in layout.area:
        x, y = layout.centre(field)
        name = layout.board.names[field]
        if field - 1 not in area:
            at = (x - 1.36 * layout.radius, y)
            yield label(name[0], at, size=size, fill="#24211c")
        if field - ROW not in area:
            at = (x + 0.68 * layout.radius, y + 1.18 * layout.radius)
            yield label(name[1:], at, size=size, fill="#24211c")


def draw_better(position: Position, way: Way) -> str:
    layout = Layout(position, besides=())
    tile, one, two = way.action.what
    edge = outline(_whole(layout, one, two))
    x, y = max(layout.centre(one), layout.centre(two))
    radius = layout.radius
    halves = zip(layout.board.halves[tile], (one, two), strict=True)
    return marks.better(
        (
            marks.ghost(
                (
                    shape("polygon", points=edge, fill=TILE, class_="tile"),
                    *(_half(layout, colour, field) for colour, field in halves),
                )
            ),
            marks.dashed_better("polygon", points=edge, line=radius * 0.12),
            marks.gained(way.points, x + radius * 0.7, y - radius * 0.8, radius=radius * 0.62),
        ),
        font_family=FONT,
    )


def _half(layout: Layout, colour: int, field: int) -> Shape:
    letter = layout.board.colours[colour].letter
    return symbol(letter, layout.centre(field), radius=layout.radius * 0.58)


def attempt_shapes(layout: Layout, action: Action) -> Iterator[Shape]:
    """The tile as a ghost; where something lies, its symbols small beside that."""
    _tile, one, two = action.what
    taken = [field for field in (one, two) if _is_taken(layout, field)]
    is_tile = abs(one - two) in STEPS
    edges = [_whole(layout, one, two)] if is_tile else _halves(layout, (one, two))
    bodies = edges if not taken else _halves(layout, {one, two} - {*taken})
    yield marks.ghost(
        shape("polygon", points=outline(body), fill=TILE, class_="tile") for body in bodies
    )
    if not is_tile:
        (x0, y0), (x1, y1) = layout.centre(one), layout.centre(two)
        way = f"M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}"
        yield marks.dashed("path", d=way, line=layout.radius * 0.12)
    for edge in edges:
        yield marks.dashed("polygon", points=outline(edge), line=layout.radius * 0.12)
    yield from _attempted_symbols(layout, action, small={*taken} if one != two else {one})
    yield from _crosses(layout, one, two)


def _attempted_symbols(layout: Layout, action: Action, *, small: set[int]) -> Iterator[Shape]:
    """The symbols of both halves, in the middle of a free field; else at its upper corners."""
    board, radius = layout.board, layout.radius
    tile, *fields = action.what
    for side, colour, field in zip((-1, 1), board.halves[tile], fields, strict=True):
        letter, (x, y) = board.colours[colour].letter, layout.centre(field)
        if field not in small:
            yield marks.ghost([symbol(letter, (x, y), radius=radius * 0.58)])
            continue
        at = (x + side * 0.5 * radius, y - 0.42 * radius)
        disc = shape("circle", cx=at[0], cy=at[1], r=radius * 0.4, fill=TILE, class_="tile")
        yield marks.ghost([disc, symbol(letter, at, radius=radius * 0.28)])


def _crosses(layout: Layout, one: int, two: int) -> Iterator[Shape]:
    """On the fields that cannot be covered; if both can, between them."""
    area = layout.position.arrangement.area
    wrong = [at for at in (one, two) if _is_taken(layout, at) or not area >> at & 1]
    radius = layout.radius
    for x, y in dict.fromkeys(map(layout.centre, wrong)):
        yield marks.cross(x, y + 0.5 * radius, radius=0.34 * radius)
    if not wrong:
        (x0, y0), (x1, y1) = layout.centre(one), layout.centre(two)
        yield marks.cross((x0 + x1) / 2, (y0 + y1) / 2, radius=0.38 * radius)


def _is_taken(layout: Layout, field: int) -> bool:
    """Whether a symbol is there already."""
    position = layout.position
    return bool(position.arrangement.area & ~position.free & layout.board.bits[field])


def _whole(layout: Layout, one: int, two: int) -> list[Point]:
    radius = layout.radius
    return double_hexagon(
        layout.centre(one), layout.centre(two), radius=radius, inset=radius * 0.08
    )


def _halves(layout: Layout, fields: Iterable[int]) -> list[list[Point]]:
    return [hexagon(layout.centre(field), layout.radius * 0.9) for field in fields]


def panels(
    position: Position, *, width: float, top: float, attempted: Action | None
) -> tuple[list[Shape], float]:
    """The panels of all sides, and where the last of them ends."""
    arrangement = position.arrangement
    columns = 1 if arrangement.top > arrangement.board.track else 2
    panel_width = (width - 2 - (columns - 1) * GAP) / columns
    drawn: list[Shape] = []
    top += GAP
    for first in range(0, len(arrangement.sides), columns):
        sides = range(first, min(first + columns, len(arrangement.sides)))
        height = max(_height(position, side) for side in sides)
        for column, side in enumerate(sides):
            left = 1 + column * (panel_width + GAP)
            panel = _Panel(position, side, left=left, top=top, width=panel_width)
            drawn.append(panel.shape(height))
            drawn += panel.attempt(attempted)
        top += height + GAP
    return drawn, top - GAP + 2


def _height(position: Position, side: int) -> float:
    open_hands = sum(seat in position.hands.held for seat in position.arrangement.sides[side])
    return HEAD + LINE * len(position.symbols) + HAND * open_hands + PAD


class _Panel:
    """One side's panel at its place."""

    def __init__(
        self, position: Position, side: int, *, left: float, top: float, width: float
    ) -> None:
        self.position, self.arrangement = position, position.arrangement
        self.side, self.seats = side, position.arrangement.sides[side]
        self.track = position.tracks[side]
        self.left, self.top, self.width = left, top, width

    def shape(self, height: float) -> Shape:
        is_due = bool(self.position.turn) and self.position.turn in self.seats
        box = shape(
            "rect",
            x=self.left,
            y=self.top,
            width=self.width,
            height=height,
            rx=12,
            fill=PAPER,
            stroke="#0c5a62" if is_due else LINE_COLOUR,
            stroke_width=3 if is_due else 1.5,
            class_="panel panel-due" if is_due else "panel",
        )
        return group(
            [box, *self._head(), *self._rows(), *self._hands()],
            class_="side",
            data_side=self.arrangement.side_name(self.side),
        )

    def attempt(self, action: Action | None) -> Iterator[Shape]:
        """Who attempted an action against the rules."""
        if action and action.seat in self.seats:
            yield marks.seat(*self._seat_at(self.seats.index(action.seat)), radius=17)

    def _seat_at(self, place: int) -> Point:
        return self.left + PAD + 17 + place * 42, self.top + PAD / 2 + HEAD / 2

    def _head(self) -> Iterator[Shape]:
        due = self.position.turn
        for place, seat in enumerate(self.seats):
            x, middle = self._seat_at(place)
            is_due = seat == due
            yield shape(
                "circle",
                cx=x,
                cy=middle,
                r=17,
                fill="#0c5a62" if is_due else "#efebe3",
                class_="seat seat-due" if is_due else "seat",
            )
            yield _text(seat, (x, middle), 20, "#ffffff" if is_due else INK, bold=True)
        right = self.left + self.width - PAD
        yield _text(str(min(self.track)), (right, middle), 30, INK, bold=True, anchor="end")

    def _rows(self) -> Iterator[Shape]:
        colours = self.arrangement.board.colours
        lowest = min(self.track)
        for row, (colour, points) in enumerate(zip(colours, self.track, strict=True)):
            y = self.top + PAD / 2 + HEAD + LINE * (row + 0.5)
            if points == lowest:
                yield self._lowest(y)
            at = (self.left + PAD + 13, y)
            yield symbol(colour.letter, at, radius=11, on_paper=True)
            yield from self._peg_row(colour.letter, y, points)
            right = self.left + self.width - PAD
            is_lowest = points == lowest
            yield _text(
                str(points),
                (right, y),
                20,
                INK if is_lowest else SOFT,
                bold=is_lowest,
                anchor="end",
            )

    def _lowest(self, y: float) -> Shape:
        return shape(
            "rect",
            x=self.left + PAD / 2,
            y=y - LINE / 2 + 1,
            width=self.width - PAD,
            height=LINE - 2,
            rx=6,
            fill="#fdf0d4",
            class_="lowest",
        )

    def _peg_row(self, letter: str, y: float, points: int) -> Iterator[Shape]:
        """A groove with a hole for every point; those where a peg stops are rings."""
        start, end = self.left + PAD + 42, self.left + self.width - PAD - 44
        gap = (end - start) / self.arrangement.top
        yield shape(
            "line",
            x1=start,
            y1=y,
            x2=end + 0.1,
            y2=y,
            stroke="#b9b1a3",
            stroke_width=4.6,
            stroke_linecap="round",
            stroke_dasharray=f"0 {gap:.3f}",
            class_="holes",
        )
        for stop in range(
            self.arrangement.board.track, self.arrangement.top + 1, self.arrangement.board.track
        ):
            yield shape(
                "circle",
                cx=start + stop * gap,
                cy=y,
                r=4.5,
                fill=PAPER,
                stroke="#847b6e",
                stroke_width=1.8,
                class_="stop",
            )
        yield shape(
            "circle",
            cx=start + points * gap,
            cy=y,
            r=9,
            fill="#26282d",
            class_="peg",
            data_points=points,
        )
        yield symbol(letter, (start + points * gap, y), radius=6.4)

    def _hands(self) -> Iterator[Shape]:
        y = self.top + PAD / 2 + HEAD + LINE * len(self.track) + HAND / 2 + 4
        for seat in self.seats:
            hand = self.position.hands.held.get(seat)
            if hand is None:
                continue
            x = self.left + PAD
            if len(self.seats) > 1:
                yield _text(seat, (x + 13, y), 18, SOFT, bold=True)
                x += 36
            yield group(
                (part for place, tile in enumerate(hand) for part in self._tile(tile, x, place, y)),
                class_="hand",
                data_seat=seat,
            )
            y += HAND

    def _tile(self, tile: int, left: float, place: int, y: float) -> Iterator[Shape]:
        radius = 14.5
        step = radius * 1.732
        one = (left + step / 2 + place * (2 * step + 3), y)
        two = (one[0] + step, y)
        board = self.arrangement.board
        yield shape(
            "polygon",
            points=outline(double_hexagon(one, two, radius=radius, inset=1.6)),
            fill="#26282d",
            stroke="#26282d",
            stroke_width=2,
            stroke_linejoin="round",
            class_="tile",
            data_tile=board.tiles[tile],
        )
        for colour, at in zip(board.halves[tile], (one, two), strict=True):
            yield symbol(board.colours[colour].letter, at, radius=8.6)


def _text(
    text: str, at: Point, size: int, fill: str, *, bold: bool = False, anchor: str = "middle"
) -> Shape:
    return shape(
        "text",
        text,
        x=at[0],
        y=at[1],
        font_size=size,
        font_weight=700 if bold else 400,
        text_anchor=anchor,
        dominant_baseline="central",
        fill=fill,
        class_="words",
    )
