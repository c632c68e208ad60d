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
        x=left + 82,
        y=MIDDLE,
        font_size=46,
        font_weight=700 if is_lowest else 400,
        text_anchor="middle",
        dominant_baseline="central",
        fill="currentColor",
        class_="points",
    )
    parts = [*_chip(letter, left + 34), number, *_groove(letter, points, left=left, top=top)]
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
    for radius, fill in ((30, surface.TILE), (26.5, surface.FACE)):
        yield shape("polygon", points=outline(hexagon((x, MIDDLE), radius)), fill=fill)
    yield symbol(letter, (x, MIDDLE), radius=18)


def _groove(letter: str, points: int, *, left: float, top: int) -> Iterator[Shape]:
    """How far the peg has come, and where it stops on its way."""
    start, length = left + 18, CELL - 36
    place = {"y1": GROOVE, "y2": GROOVE, "stroke_linecap": "round"}
    yield shape(
        "line",
        x1=start,
        x2=start + length,
        stroke=surface.FACE,
        stroke_width=LINE,
        class_="groove",
        **place,
    )
    if points:
        yield shape(
            "line",
            x1=start,
            x2=start + length * points / top,
            stroke=HUES[letter][0],
            stroke_width=LINE - 4,
            class_=f"way way-{letter}",
            **place,
        )
