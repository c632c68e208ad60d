"""A position of Twisty as a drawing: the board from above, and each player's series below it."""

from collections.abc import Iterator
from itertools import pairwise
from math import hypot

from games import marks
from games.contract import Action
from games.scene import Shape, drawing, group
from games.twisty import ground, series, symbols
from games.twisty.board import Player, Position
from games.twisty.description import describe
from games.twisty.ground import middle
from games.twisty.pieces import itself
from games.twisty.play import broken_step, free_corners
from games.twisty.symbols import Look, styled

_WIDTH = ground.WIDTH
_PANEL = 96  # the height of a player's series, with the gap above it


def draw(
    position: Position,
    *,
    last: Action | None,
    coordinates: bool,
    attempted: Action | None = None,
) -> str:
    """The position as an SVG drawing; every square carries its name as `data-field`."""
    seats = zip(position.setup.seats, position.players, strict=True)
    shapes = [
        *ground.frame(),
        ground.fields(position.board, position.players, put=itself),
        *(ground.coordinates() if coordinates else ()),
        *ground.last_move(last),
        *(_panel(position, index, *who) for index, who in enumerate(seats)),
        *(_attempt(position, attempted) if attempted else ()),
    ]
    height = _WIDTH + _PANEL * len(position.players)
    words = describe(position) + marks.in_words(attempted)
    return drawing(shapes, width=_WIDTH, height=height, title="Twisty", description=words)


def _panel(position: Position, index: int, seat: str, player: Player) -> Shape:
    """A player's series, and the number of cubes."""
    shapes = [
        series.paper(width=_WIDTH, is_turn=position.turn == seat),
        *series.cards(seat, player, put=itself),
        _count(player, has_won=position.winner == seat),
    ]
    top = _WIDTH + 4 + index * _PANEL
    return group(shapes, class_="series", data_seat=seat, transform=f"translate(0 {top})")


def _count(player: Player, *, has_won: bool) -> Shape:
    if has_won:
        return group((symbols.crown(),), transform="translate(717 47)")
    look: Look = {"font_family": symbols.FONT, "font_size": 38, "font_weight": 700}
    place: Look = {"x": 717, "y": 60, "text_anchor": "middle"}
    count = str(player.cubes)
    return styled({**look, **place}, "text", count, fill=symbols.INK, class_="count")


def _attempt(position: Position, action: Action) -> Iterator[Shape]:
    """A move against the rules: its way from the pawn, and where it breaks off."""
    place = position.setup.seats.find(action.seat)
    if place >= 0:
        yield marks.seat(52, _WIDTH + 51 + place * _PANEL, radius=34)
    if action.kind != "move":
        return
    squares, victim, corner = action.what
    start = [position.players[place].square] if place >= 0 else []
    goal = [corner] if victim else []  # where a pawn that is hit goes
    steps = dict.fromkeys(pairwise((*start, *squares, *goal)))  # a chain may go round
    line = "".join(_between(here, there) for here, there in steps if here != there)
    shapes = [marks.dashed("path", d=line, line=6)] if line else []
    for x, y in map(middle, dict.fromkeys((*squares, *goal))):
        shapes.append(marks.dashed("rect", x=x - 46, y=y - 46, width=92, height=92, rx=10, line=5))
    pawns = zip((action.seat, victim), (squares[-1], *goal), strict=False)
    shapes += [_ghost(seat, square) for seat, square in pawns]
    wrong = [_broken(position, action), *(one for one in goal if one not in free_corners(position))]
    for x, y in map(middle, wrong):
        shapes.append(marks.cross(x + 36, y - 36, radius=19))
    yield marks.attempted(shapes)


def _between(here: int, there: int) -> str:
    """A line from square to square that leaves what is in their middle to be seen."""
    (x0, y0), (x1, y1) = middle(here), middle(there)
    short = 38 / hypot(x1 - x0, y1 - y0)
    x, y = (x1 - x0) * short, (y1 - y0) * short
    return f"M{x0 + x:.0f} {y0 + y:.0f}L{x1 - x:.0f} {y1 - y:.0f}"


def _broken(position: Position, action: Action) -> int:
    """The square to which no step leads; else the last, where the pawn lands."""
    squares: tuple[int, ...] = action.what[0]
    place = broken_step(position, squares) if action.seat == position.turn else None
    return squares[-1 if place is None else place]


def _ghost(seat: str, square: int) -> Shape:
    """A pawn where it was to go, beside what is there."""
    x, y = middle(square)
    place = f"translate({x - 20} {y + 20}) scale(0.8)"
    return marks.ghost((itself(f"pawn-{seat}"),), transform=place)
