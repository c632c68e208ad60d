"""Below the board: each side's scoring board with its pegs, and the hands that are open."""

from collections.abc import Iterator

from games import marks
from games.contract import Action
from games.kaleidoskop.play import Position
from games.kaleidoskop.symbols import Point, double_hexagon, outline, symbol
from games.scene import Shape, group, shape

GAP = 14.0
HEAD = 50.0
LINE = 29.0
HAND = 54.0
PAD = 14.0
INK, SOFT, PAPER, LINE_COLOUR = "#24211c", "#5f584d", "#ffffff", "#ddd7cc"


def panels(
    position: Position, *, width: float, top: float, attempted: Action | None
) -> tuple[list[Shape], float]:
    """The panels of all sides, and where the last of them ends."""
    table = position.table
    columns = 1 if table.top > table.board.track else 2
    panel_width = (width - 2 - (columns - 1) * GAP) / columns
    drawn: list[Shape] = []
    top += GAP
    for first in range(0, len(table.sides), columns):
        sides = range(first, min(first + columns, len(table.sides)))
        height = max(_height(position, side) for side in sides)
        for column, side in enumerate(sides):
            left = 1 + column * (panel_width + GAP)
            panel = _Panel(position, side, left=left, top=top, width=panel_width)
            drawn.append(panel.shape(height))
            drawn += panel.attempt(attempted)
        top += height + GAP
    return drawn, top - GAP + 2


def _height(position: Position, side: int) -> float:
    open_hands = sum(seat in position.hands.held for seat in position.table.sides[side])
    return HEAD + LINE * len(position.symbols) + HAND * open_hands + PAD


class _Panel:
    """One side's panel at its place."""

    def __init__(
        self, position: Position, side: int, *, left: float, top: float, width: float
    ) -> None:
        self.position, self.table = position, position.table
        self.side, self.seats = side, position.table.sides[side]
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
            data_side=self.table.side_name(self.side),
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
        colours = self.table.board.colours
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
        gap = (end - start) / self.table.top
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
        for stop in range(self.table.board.track, self.table.top + 1, self.table.board.track):
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
        board = self.table.board
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
