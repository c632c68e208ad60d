"""A position of Twisty as a drawing: the board from above, and each player's series below it.

What the score sheet draws as well stands here too: squares with what stands on them, the last move,
the series of cards with their cubes.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import hypot

from games import marks
from games.scene import Shape, drawing, group, shape
from games.twisty.board import (
    CENTRE,
    COLOURS,
    COLUMNS,
    CORNERS,
    EMPTY,
    NAMES,
    ROWS,
    PlayerState,
    Position,
    free_corners,
)
from games.twisty.description import describe
from games.twisty.faults import broken_step
from games.twisty.symbols import FONT, INK, Look, crown, itself, star, styled
from games.values import SEATS, Action

CELL = 100
_EDGE = 34  # the frame around the squares, with room for coordinates
WIDTH = 7 * CELL + 2 * _EDGE
Put = Callable[[str], Shape]  # a piece by its name (symbols.py), as it is put into a drawing
SERIES_HEIGHT = 92
SERIES_WIDTH = 582  # of the cards alone
_STEP = 82  # from one card to the next
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
        *frame(),
        fields(position.board, position.players, put=itself),
        *(coordinate_shapes() if coordinates else ()),
        *last_move(last),
        *(_panel(position, index, *who) for index, who in enumerate(seats)),
        *(_attempt(position, attempted) if attempted else ()),
    ]
    height = WIDTH + _PANEL * len(position.players)
    words = [*describe(position), *marks.in_words(attempted)]
    return drawing(shapes, width=WIDTH, height=height, title="Twisty", description=words)


def _panel(position: Position, index: int, seat: str, player: PlayerState) -> Shape:
    """A player's series, and the number of cubes."""
    shapes = [
        paper(width=WIDTH, is_turn=position.turn == seat),
        *cards(seat, player, put=itself),
        _count(player, has_won=position.winner == seat),
    ]
    top = WIDTH + 4 + index * _PANEL
    return group(shapes, class_="series", data_seat=seat, transform=f"translate(0 {top})")


def _count(player: PlayerState, *, has_won: bool) -> Shape:
    if has_won:
        return group((crown(),), transform="translate(717 47)")
    look: Look = {"font_family": FONT, "font_size": 38, "font_weight": 700}
    place: Look = {"x": 717, "y": 60, "text_anchor": "middle"}
    count = str(player.cubes)
    return styled({**look, **place}, "text", count, fill=INK, class_="count")


def _attempt(position: Position, action: Action) -> Iterator[Shape]:
    """A move against the rules: its way from the pawn, and where it breaks off."""
    place = position.setup.seats.find(action.seat)
    if place >= 0:
        yield marks.seat(52, WIDTH + 51 + place * _PANEL, radius=34)
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


def frame() -> Iterator[Shape]:
    size: Look = {"x": 2, "width": WIDTH - 4, "height": WIDTH - 8, "rx": 26}
    yield styled(size, "rect", y=6, fill="#000000", fill_opacity=0.28, class_="board-shadow")
    yield styled(size, "rect", y=1, fill="#24474c", class_="board-frame")
    yield shape(
        "rect",
        x=_EDGE - 5,
        y=_EDGE - 5,
        width=7 * CELL + 10,
        height=7 * CELL + 10,
        rx=12,
        fill="#17343a",
        class_="board-bed",
    )


def middle(square: int) -> tuple[int, int]:
    """Row 1 lies at the bottom."""
    row, column = divmod(square, 7)
    return _EDGE + column * CELL + CELL // 2, _EDGE + (6 - row) * CELL + CELL // 2


def fields(board: str, players: tuple[PlayerState, ...], *, put: Put) -> Shape:
    """Every square, with its name as `data-field`."""
    pawns = {player.square: seat for seat, player in zip(SEATS, players, strict=False)}
    return group(
        _field(square, board[square], pawns.get(square, ""), put) for square in range(len(NAMES))
    )


def _field(square: int, token: str, seat: str, put: Put) -> Shape:
    x, y = middle(square)
    shapes = [*_ground(square)]
    if seat:
        shapes += _standing(seat, token, put)
    elif token != EMPTY:
        shapes.append(put(f"token-{token}"))
    return group(shapes, class_="field", data_field=NAMES[square], transform=f"translate({x} {y})")


def _ground(square: int) -> Iterator[Shape]:
    """The bare square; a knight's move always changes its shade."""
    shade = "light" if sum(divmod(square, 7)) % 2 else "dark"
    fill = {"light": "#f1e9d8", "dark": "#dfd3ba"}[shade]
    size: Look = {"x": -48.5, "y": -48.5, "width": 97, "height": 97, "rx": 9}
    yield styled(size, "rect", fill=fill, class_=f"square square-{shade}")
    if square == CENTRE:
        yield shape("circle", cx=0, cy=0, r=41, fill="#f2b632", class_="centre")
        yield shape("path", d=star(8, 37, 28), fill="#fff3cf", stroke="#8a5d00", stroke_width=2)
    elif square in CORNERS:
        ring: Look = {
            "fill": "none",
            "stroke": "#24474c",
            "stroke_opacity": 0.55,
            "class_": "corner",
        }
        yield styled(ring, "circle", cx=0, cy=0, r=39, stroke_width=5)
        yield styled(ring, "circle", cx=0, cy=0, r=29, stroke_width=2.5)


def _standing(seat: str, token: str, put: Put) -> Iterator[Shape]:
    """A pawn on its square; the token that it covers is shown again, small, at its foot."""
    pawn = put(f"pawn-{seat}")
    if token == EMPTY:
        yield group((pawn,), transform="translate(0 -2)")
        return
    yield put("disc-colour" if token in COLOURS else "disc-special")
    yield group((pawn,), transform="translate(-7 -8)")
    under = put(f"token-{token}")
    yield group((under,), transform="translate(26 26) scale(0.5)", class_="under")


def coordinate_shapes() -> Iterator[Shape]:
    look: Look = {
        "fill": "#d6e4e1",
        "font_family": FONT,
        "font_size": 22,
        "font_weight": 600,
        "text_anchor": "middle",
        "class_": "coordinate",
    }
    for index, column in enumerate(COLUMNS):
        yield shape("text", column, x=_EDGE + index * CELL + 50, y=WIDTH - 15, **look)
    for index, row in enumerate(ROWS):
        yield shape("text", row, x=15, y=_EDGE + (6 - index) * CELL + 58, **look)


def last_move(last: Action | None) -> Iterator[Shape]:
    """The squares landed on, joined; the last, and a hit pawn's corner, boldly."""
    if last is None or last.kind != "move":
        return
    squares, victim, corner = last.what
    shapes = [*_way_of(squares), _outline(squares[-1], "last-move", stroke_width=7)]
    if victim:
        shapes.append(_outline(corner, "last-hit", stroke_width=5, stroke_dasharray="18 8"))
    yield group(shapes, fill="none", stroke="#b8430a", pointer_events="none")


def _way_of(squares: Sequence[int]) -> Iterator[Shape]:
    """A line that stops at the pawn, and the squares on the way."""
    if len(squares) < 2:
        return
    way = [middle(square) for square in squares]
    (x0, y0), (x1, y1) = way[-2:]
    short = 40 / max(1, hypot(x1 - x0, y1 - y0))
    stop = (x1 - (x1 - x0) * short, y1 - (y1 - y0) * short)
    line = "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in (*way[:-1], stop))
    yield shape("path", d=line, stroke_width=7, stroke_opacity=0.55, class_="last-way")
    for square in dict.fromkeys(squares[:-1]):
        yield _outline(square, "last-step", stroke_width=4, stroke_dasharray="10 8")


def _outline(square: int, name: str, **look: float | str) -> Shape:
    """The same everywhere, on its square: of the next move only the square has changed."""
    x, y = middle(square)
    drawn = shape("rect", x=-46, y=-46, width=92, height=92, rx=10, **look, class_=name)
    return group((drawn,), transform=f"translate({x} {y})")


def paper(*, width: float, is_turn: bool) -> Shape:
    """What the series lies on; outlined for the one who is to move."""
    edge: Look = {
        "stroke": "#b8430a" if is_turn else "#c9c1b0",
        "stroke_width": 5 if is_turn else 2,
    }
    size: Look = {"x": 4, "y": 4, "width": width - 8, "height": SERIES_HEIGHT - 8, "rx": 14}
    name = "panel panel-turn" if is_turn else "panel"
    return styled({**size, **edge}, "rect", fill="#f6f1e6", class_=name)


def cards(seat: str, player: PlayerState, *, put: Put) -> Iterator[Shape]:
    """The pawn, and seven cards in order with their cubes."""
    yield group((put(f"pawn-{seat}"),), transform="translate(52 47)")
    yield from series_cards(player, put=put, x=140)


def series_cards(player: PlayerState, *, put: Put, x: int) -> Iterator[Shape]:
    """The cards alone, the middle of the first at `x`."""
    for place in range(len(player.series)):
        yield _card(player, place, put, x + place * _STEP)


def _card(player: PlayerState, place: int, put: Put, x: int) -> Shape:
    """A card, its cube on it if it is held, a shield if that is protected; the next one marked."""
    colour = player.series[place]
    shapes = [put(f"card-{colour}")]
    if place < player.cubes:
        cube = put(f"cube-{colour}")
        shapes.append(group((cube,), transform="scale(1.25)", class_="held"))
    if place < player.protected:
        shapes.append(group((put("shield"),), transform="translate(23 21) scale(0.6)"))
    if place == player.cubes:
        ring: Look = {"x": -37, "y": -37, "width": 74, "height": 74, "rx": 12, "fill": "none"}
        shapes.append(styled(ring, "rect", stroke=INK, stroke_width=5, class_="next"))
    return group(shapes, transform=f"translate({x} 46)")
