"""The board of Twisty from above, as shapes: squares with what stands on them, the last move."""

from collections.abc import Callable, Iterator
from math import hypot

from games.contract import SEATS, Action
from games.scene import Shape, group, shape
from games.twisty import symbols
from games.twisty.board import CENTRE, COLOURS, COLUMNS, CORNERS, EMPTY, NAMES, ROWS, Player
from games.twisty.symbols import Look, styled

CELL = 100
_EDGE = 34  # the frame around the squares, with room for coordinates
WIDTH = 7 * CELL + 2 * _EDGE

Put = Callable[[str], Shape]  # a piece by its name (pieces.py), as it is put into a drawing


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


def fields(board: str, players: tuple[Player, ...], *, put: Put) -> Shape:
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
        yield shape(
            "path", d=symbols.star(8, 37, 28), fill="#fff3cf", stroke="#8a5d00", stroke_width=2
        )
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


def coordinates() -> Iterator[Shape]:
    look: Look = {
        "fill": "#d6e4e1",
        "font_family": symbols.FONT,
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
    way = [middle(square) for square in squares]
    look: Look = {"fill": "none", "stroke": "#b8430a", "pointer_events": "none"}
    if len(way) > 1:
        (x0, y0), (x1, y1) = way[-2:]
        short = 40 / max(1, hypot(x1 - x0, y1 - y0))  # the line stops at the pawn
        stop = (x1 - (x1 - x0) * short, y1 - (y1 - y0) * short)
        line = "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in (*way[:-1], stop))
        yield styled(look, "path", d=line, stroke_width=7, stroke_opacity=0.55, class_="last-way")
    for x, y in dict.fromkeys(way[:-1]):
        yield _outline(x, y, {**look, "stroke_width": 4, "stroke_dasharray": "10 8"}, "last-step")
    yield _outline(*way[-1], {**look, "stroke_width": 7}, "last-move")
    if victim:
        goal = middle(corner)
        yield _outline(*goal, {**look, "stroke_width": 5, "stroke_dasharray": "18 8"}, "last-hit")


def _outline(x: int, y: int, look: Look, name: str) -> Shape:
    size: Look = {"x": x - 46, "y": y - 46, "width": 92, "height": 92, "rx": 10}
    return styled({**size, **look}, "rect", class_=name)
