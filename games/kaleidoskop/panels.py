"""What lies before a seat, as flat as a phone needs it: six colours with their points."""

from functools import cache

from games.kaleidoskop.board import Position
from games.kaleidoskop.description import track_in_words
from games.kaleidoskop.symbols import FONT, chip
from games.scene import Shape, drawing, group, shape

CELL, HEIGHT = 104.0, 60.0
MIDDLE = HEIGHT / 2
SMALLER = 0.9  # than a chip in a line of text: two digits stand beside it


def draw_panels(position: Position) -> dict[str, str]:
    """By seat; those who share a track have the same drawing."""
    arrangement = position.arrangement
    drawn = [_panel(position, side) for side in range(len(arrangement.sides))]
    return {seat: drawn[arrangement.side_of[seat]] for seat in position.setup.seats}


def _panel(position: Position, side: int) -> str:
    arrangement, track = position.arrangement, position.tracks[side]
    lowest = min(track)
    cells = [
        _cell(colour.letter, points, is_lowest=points == lowest, place=place)
        for place, (colour, points) in enumerate(zip(arrangement.board.colours, track, strict=True))
    ]
    return drawing(
        [group(cells, class_="kaleidoskop kaleidoskop-panel", font_family=FONT)],
        width=CELL * len(track),
        height=HEIGHT,
        title=f"Kaleidoskop: {arrangement.side_name(side)}",
        description=[track_in_words(position, side)],
    )


@cache  # few are ever different: colours, points and places
def _cell(letter: str, points: int, *, is_lowest: bool, place: int) -> Shape:
    left = CELL * place
    number = shape(
        "text",
        str(points),
        x=left + 75,
        y=MIDDLE + 1,
        font_size=42 if points < 10 else 36,
        font_weight=700 if is_lowest else 500,
        text_anchor="middle",
        dominant_baseline="central",
        fill="currentColor",
        class_="points",
    )
    moved = f"translate({left + 24:g} {MIDDLE:g}) scale({SMALLER})"
    parts = [group(chip(letter, (0, 0)), transform=moved), number]
    if is_lowest:
        parts.insert(0, _lowest(left))
    return group(parts, class_="track", data_colour=letter, data_points=points)


def _lowest(left: float) -> Shape:
    """A box around the colours that count."""
    return shape(
        "rect",
        x=left + 1.5,
        y=1.5,
        width=CELL - 3,
        height=HEIGHT - 3,
        rx=12,
        fill="#fdf0d4",
        stroke="#c98410",
        stroke_width=3,
        class_="lowest",
    )
