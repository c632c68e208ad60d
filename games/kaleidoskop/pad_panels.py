"""What lies before a seat, as flat as a phone needs it: six colours with their points."""

from collections.abc import Iterator
from functools import cache

from games.kaleidoskop import surface
from games.kaleidoskop.description import track_in_words
from games.kaleidoskop.play import Position
from games.kaleidoskop.symbols import HUES, hexagon, outline, symbol
from games.scene import Shape, drawing, group, shape

CELL, HEIGHT = 120.0, 112.0
MIDDLE = 45.0  # of symbol and number
GROOVE, LINE = 94.0, 10.0

Look = dict[str, str | int | float]


def draw_panels(position: Position) -> dict[str, str]:
    """By seat; those who share a track have the same drawing."""
    table = position.table
    drawn = [_panel(position, side) for side in range(len(table.sides))]
    return {seat: drawn[table.side_of[seat]] for seat in position.setup.seats}


def _panel(position: Position, side: int) -> str:
    table, track = position.table, position.tracks[side]
    lowest = min(track)
    cells = [
        _cell(colour.letter, points, top=table.top, is_lowest=points == lowest, place=place)
        for place, (colour, points) in enumerate(zip(table.board.colours, track, strict=True))
    ]
    return drawing(
        [group(cells, class_="kaleidoskop kaleidoskop-panel", font_family=surface.FONT)],
        width=CELL * len(track),
        height=HEIGHT,
        title=f"Kaleidoskop: {table.side_name(side)}",
        description=track_in_words(position, side),
    )


@cache  # few are ever different: colours, points and places
def _cell(letter: str, points: int, *, top: int, is_lowest: bool, place: int) -> Shape:
    left = CELL * place
    number = shape(
        "text",
        str(points),
        x=left + 84,
        y=MIDDLE,
        font_size=42,
        font_weight=700 if is_lowest else 400,
        text_anchor="middle",
        dominant_baseline="central",
        fill="currentColor",
        class_="points",
    )
    parts = [*_chip(letter, left + 33), number, *_groove(letter, points, left=left, top=top)]
    if is_lowest:
        parts.insert(0, _lowest(left))
    return group(parts, class_="track", data_colour=letter, data_points=points)


def _lowest(left: float) -> Shape:
    """A box around the colours that count."""
    return shape(
        "rect",
        x=left + 3,
        y=3,
        width=CELL - 6,
        height=HEIGHT - 6,
        rx=14,
        fill="#fdf0d4",
        stroke="#c98410",
        stroke_width=4,
        class_="lowest",
    )


def _chip(letter: str, x: float) -> Iterator[Shape]:
    for radius, fill in ((28, surface.TILE), (24.5, surface.FACE)):
        yield shape("polygon", points=outline(hexagon((x, MIDDLE), radius)), fill=fill)
    yield symbol(letter, (x, MIDDLE), radius=17)


def _groove(letter: str, points: int, *, left: float, top: int) -> Iterator[Shape]:
    """How far the peg has come."""
    start, length = left + 18, CELL - 36
    yield _line(start, length, stroke=surface.FACE, stroke_width=LINE, class_="groove")
    if points:
        look: Look = {"stroke": HUES[letter][0], "class_": f"way way-{letter}"}
        yield _line(start, length * points / top, stroke_width=LINE - 4, **look)


def _line(start: float, length: float, **look: str | int | float) -> Shape:
    end = start + length
    return shape("line", x1=start, x2=end, y1=GROOVE, y2=GROOVE, stroke_linecap="round", **look)
