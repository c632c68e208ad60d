"""Where the fields of the area lie on the sheet that is drawn on."""

from collections.abc import Iterable, Sequence
from math import sqrt

from games.kaleidoskop.board import Board, column_and_row, distance, fields_of
from games.kaleidoskop.play import Position
from games.kaleidoskop.symbols import Point

WIDTH = 720.0
RIM = 0.74  # of the frame around the fields, as a part of a field's radius
SNUG_RIM = 0.42  # the same where the frame follows the fields
EDGE = 6.0  # room for the shadow
MARGIN = 4.0  # the same on a phone


class Sheet:
    """The area of a position as large as the sheet allows.

    Fields that are to be shown besides may lie beyond it: then the board is drawn smaller.
    """

    def __init__(self, position: Position, *, besides: Sequence[int]) -> None:
        self.position = position
        self.board: Board = position.table.board
        self.area = list(fields_of(position.table.area))
        reach, widest = _reach(self.area), _reach((*self.area, *besides))
        self.radius = (WIDTH / 2 - EDGE) / (widest * 2 / sqrt(3))  # of a field
        self.half = reach * self.radius  # from the centre to the frame's edge
        self.height = 2 * widest * self.radius + 2 * EDGE

    def centre(self, field: int) -> Point:
        x, y = column_and_row(field)
        return (
            WIDTH / 2 + (x - y / 2) * sqrt(3) * self.radius,
            self.height / 2 - 1.5 * y * self.radius,
        )


class SnugSheet(Sheet):
    """The area alone, its rim following the fields: as large as a phone's width allows."""

    def __init__(self, position: Position) -> None:
        super().__init__(position, besides=())
        steps = max(map(distance, self.area))
        self.radius = (WIDTH / 2 - MARGIN) / ((steps + 0.5) * sqrt(3) + SNUG_RIM)
        self.height = 2 * (1.5 * steps + 1 + SNUG_RIM) * self.radius + 2 * MARGIN


def _reach(fields: Iterable[int]) -> float:
    """From the centre to the edge of a frame around these fields, in radii of a field."""
    return 1.5 * max(map(distance, fields)) + 1 + RIM
