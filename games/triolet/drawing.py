"""A position as a drawing: the board from above, row 1 at the bottom, the seats below it."""

from collections.abc import Iterator, Sequence

from games import marks
from games.contract import Action
from games.scene import Shape, drawing, group
from games.triolet.board import JOKER, SIDE, Laid, laid, name_of, squares
from games.triolet.ending import standings
from games.triolet.laying import VALUE
from games.triolet.position import Position
from games.triolet.surface import (
    CELL,
    EXTENT,
    corner,
    outline_box,
    outlines,
    sign,
    square,
    surface,
    tile_at,
)
from games.triolet.symbols import FONT, GAP, Look, seats, seats_height, tile, words

FRAME = 20
BOARD = EXTENT + 2 * FRAME


def draw(
    position: Position,
    *,
    last: Action | None,
    coordinates: bool,
    attempted: Action | None = None,
) -> str:
    shapes = [*(_coordinates() if coordinates else ())]
    shapes += [_field(position, at) for at in squares()]
    shapes += outlines(last)
    if attempted is not None and attempted.kind == "place":
        shapes.append(marks.attempted(_attempt(position, attempted.what)))
    board = surface(shapes, width=FRAME)
    below = seats(position, top=BOARD + GAP, attempted=attempted)
    whole = group((board, *below), font_family=FONT, font_weight=700, text_anchor="middle")
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


def _coordinates() -> Iterator[Shape]:
    look: Look = {"fill": "#e9f1ee", "font_weight": 600, "class_": "coordinate"}
    for place in range(SIDE):
        middle = (place + 0.5) * CELL
        yield words(chr(ord("a") + place), middle, EXTENT + FRAME / 2 - 0.5, size=14, **look)
        yield words(str(SIDE - place), 0.5 - FRAME / 2, middle, size=13, **look)


def _field(position: Position, at: int) -> Shape:
    """A square, with its sign or its tile; a page may react to taps on the whole group."""
    if not (code := position.cells[at]):
        return group((square(at), *sign(at)), data_field=name_of(at))
    kind = JOKER if code > JOKER else VALUE[code]
    word = laid(at, kind, VALUE[code]).word
    shapes = (square(at), *tile_at(*corner(at), code))
    return group(shapes, data_field=name_of(at), data_tile=word)


def _attempt(position: Position, tiles: Sequence[Laid]) -> Iterator[Shape]:
    """Tiles that were to be laid: ghosts on free squares, small ones beside what is there.

    Two of them show that they are too many for one square, however many the record names.
    """
    on_square: dict[int, list[Laid]] = {}
    for one in dict.fromkeys(tiles):
        on_square.setdefault(one.at, []).append(one)
    for at, wanted in on_square.items():
        x, y = corner(at)
        box = outline_box(at)
        if position.cells[at] or len(wanted) > 1:
            yield marks.dashed("rect", line=2.5, **box)
            for one, left in zip(wanted[1::-1], (x + 24, x - 8), strict=False):
                yield marks.ghost(tile(one.kind, one.value, x=left, y=y + 21, side=25))
        else:
            one = wanted[0]
            yield marks.ghost(tile_at(x, y, one.code))
            yield marks.dashed("rect", line=2.5, **box)
        yield marks.cross(x + CELL - 4, y + 4, radius=7.5)
