"""A position as a drawing: the board from above, row 1 at the bottom, the seats below it."""

from collections.abc import Iterator, Sequence

from games import marks
from games.contract import Action
from games.scene import Shape, drawing, group, shape
from games.triolet.board import VALUE
from games.triolet.ending import standings
from games.triolet.material import (
    EXTRA,
    JOKER,
    SIDE,
    WIDTH,
    Laid,
    laid,
    material,
    name_of,
    squares,
)
from games.triolet.position import Position
from games.triolet.tiles import FONT, GAP, INK, Look, seats, seats_height, tile, words

CELL = 40
FRAME = 20
BOARD = SIDE * CELL + 2 * FRAME

WOOD: Look = {"fill": "#0b4a52", "stroke": "#06343a", "stroke_width": 2}
GRID: Look = {"fill": "#7d9a97"}
# Plain and special squares: lightness and sign differ, not the hue alone.
FIELDS: dict[int, tuple[str, Look]] = {
    0: ("field", {"fill": "#dfe8e3"}),
    EXTRA: ("field field-extra", {"fill": "#f6d98b"}),
    2: ("field field-double", {"fill": "#9cc3dd"}),
    3: ("field field-triple", {"fill": "#c4573b"}),
}
SIGNS = {2: ("×2", "#12384f"), 3: ("×3", "#ffffff")}


def draw(
    position: Position,
    *,
    last: Action | None,
    coordinates: bool,
    attempted: Action | None = None,
) -> str:
    shapes = [*_board(), *(_coordinates() if coordinates else ())]
    shapes += [_field(position, at) for at in squares()]
    shapes += _last(last)
    shapes += seats(position, top=BOARD + GAP, attempted=attempted)
    if attempted is not None and attempted.kind == "place":
        shapes.append(marks.attempted(_attempt(position, attempted.what)))
    whole = group(shapes, font_family=FONT, font_weight=700, text_anchor="middle")
    return drawing(
        [whole],
        width=BOARD,
        height=BOARD + GAP + seats_height(position.setup.players),
        title="Triolet",
        description=describe(position) + marks.in_words(attempted),
    )


def describe(position: Position) -> str:
    """The position in words: who is to act, points, bag, hands that are known, the board."""
    turn = f"It is {position.turn}'s turn." if position.turn else "The game is over."
    points = ", ".join(f"{one.side} {one.score}" for one in standings(position))
    parts = [turn, f"Points: {points}.", f"Tiles in the bag: {position.bag}."]
    for seat in position.setup.seats:
        if hand := position.hand_of(seat):
            held = ", ".join("joker" if kind == JOKER else str(kind) for kind in hand)
            parts.append(f"{seat} holds {held}.")
    tiles = [f"{name_of(at)} {_in_words(position.cells[at])}" for at in _covered(position)]
    parts.append(f"On the board: {', '.join(tiles)}." if tiles else "The board is empty.")
    return " ".join(parts)


def _in_words(code: int) -> str:
    return f"joker as {VALUE[code]}" if code > JOKER else str(VALUE[code])


def _covered(position: Position) -> Iterator[int]:
    return (at for at in squares() if position.cells[at])


def _corner(at: int) -> tuple[int, int]:
    """The upper left corner of a square."""
    column, row = divmod(at, WIDTH)
    return FRAME + (column - 1) * CELL, FRAME + (SIDE - row) * CELL


def _board() -> Iterator[Shape]:
    box: Look = {"width": BOARD - 2, "height": BOARD - 2, "rx": 12}
    yield shape("rect", x=1, y=1, class_="board-frame", **box, **WOOD)
    shine: Look = {"width": BOARD - 8, "height": BOARD - 8, "rx": 9}
    yield shape("rect", x=4, y=4, fill="none", stroke="#fff", opacity=0.16, **shine)
    inner = SIDE * CELL + 3
    yield shape(
        "rect",
        x=FRAME - 1.5,
        y=FRAME - 1.5,
        width=inner,
        height=inner,
        rx=3,
        class_="board-grid",
        **GRID,
    )


def _coordinates() -> Iterator[Shape]:
    look: Look = {"fill": "#e9f1ee", "font_weight": 600, "class_": "coordinate"}
    for place in range(SIDE):
        middle = FRAME + (place + 0.5) * CELL
        yield words(chr(ord("a") + place), middle, BOARD - FRAME / 2 - 0.5, size=14, **look)
        yield words(str(SIDE - place), FRAME / 2 + 0.5, middle, size=13, **look)


def _field(position: Position, at: int) -> Shape:
    """A square, with its sign or its tile; a page may react to taps on the whole group."""
    x, y = _corner(at)
    special = material().special[at]
    name, look = FIELDS[special]
    box: Look = {"x": x + 0.75, "y": y + 0.75, "width": CELL - 1.5, "height": CELL - 1.5, "rx": 3}
    shapes = [shape("rect", class_=name, **box, **look)]
    if code := position.cells[at]:
        value = VALUE[code]
        kind = JOKER if code > JOKER else value
        shapes += tile(kind, value, x=x + 2, y=y + 1.5, side=CELL - 4)
        return group(shapes, data_field=name_of(at), data_tile=laid(at, kind, value).word)
    if special == EXTRA:
        shapes += _again(x + CELL / 2, y + CELL / 2)
    elif special:
        sign, ink = SIGNS[special]
        shapes.append(words(sign, x + CELL / 2, y + CELL / 2, size=19, fill=ink, class_="sign"))
    return group(shapes, data_field=name_of(at))


def _again(x: float, y: float) -> Iterator[Shape]:
    """An arrow in a circle: another turn."""
    arc = f"M{x + 9:.1f} {y:.1f} A9 9 0 1 1 {x + 4:.1f} {y - 8:.1f}"
    yield shape("path", d=arc, fill="none", stroke=INK, stroke_width=3, class_="sign")
    head = f"M{x + 1:.1f} {y - 13:.1f} l9.5 3.6 l-7.6 6.8 z"
    yield shape("path", d=head, fill=INK, class_="sign")


def _last(last: Action | None) -> Iterator[Shape]:
    """The tiles laid last, outlined; taps go through the outline."""
    if last is None or last.kind != "place":
        return
    for one in last.what:
        x, y = _corner(one.at)
        box: Look = {"x": x + 1.5, "y": y + 1.5, "width": CELL - 3, "height": CELL - 3, "rx": 6}
        for kind, colour, width in (("last-edge", INK, 5), ("last", "#ffb81c", 3)):
            look: Look = {"stroke": colour, "stroke_width": width, "pointer_events": "none"}
            yield shape("rect", fill="none", class_=kind, **box, **look)


def _attempt(position: Position, tiles: Sequence[Laid]) -> Iterator[Shape]:
    """Tiles that were to be laid: ghosts on free squares, small ones beside what is there.

    Two of them show that they are too many for one square, however many the record names.
    """
    on_square: dict[int, list[Laid]] = {}
    for one in dict.fromkeys(tiles):
        on_square.setdefault(one.at, []).append(one)
    for at, wanted in on_square.items():
        x, y = _corner(at)
        box: Look = {"x": x + 1.5, "y": y + 1.5, "width": CELL - 3, "height": CELL - 3, "rx": 6}
        if position.cells[at] or len(wanted) > 1:
            yield marks.dashed("rect", line=2.5, **box)
            for one, left in zip(wanted[1::-1], (x + 24, x - 8), strict=False):
                yield marks.ghost(tile(one.kind, one.value, x=left, y=y + 21, side=25))
        else:
            one = wanted[0]
            yield marks.ghost(tile(one.kind, one.value, x=x + 2, y=y + 1.5, side=CELL - 4))
            yield marks.dashed("rect", line=2.5, **box)
        yield marks.cross(x + CELL - 4, y + 4, radius=7.5)
