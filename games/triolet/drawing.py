"""A position as a drawing: the board from above, row 1 at the bottom, the seats below it."""

from collections.abc import Iterator, Sequence

from games import marks
from games.scene import Shape, drawing, group, shape
from games.triolet.board import (
    JOKER,
    SIDE,
    VALUE,
    Laid,
    Position,
    laid,
    name_of,
    squares,
    tile_word,
)
from games.triolet.description import describe
from games.triolet.figures import standings
from games.triolet.symbols import (
    _SMALL,
    BACK,
    CELL,
    EXTENT,
    FONT,
    Look,
    bag_shapes,
    corner,
    hand_tile,
    outline_box,
    outlines,
    sign,
    square,
    surface,
    tile,
    tile_at,
    words,
)
from games.values import Action, Way

FRAME = 20
BOARD = EXTENT + 2 * FRAME
SEAT: Look = {"fill": "#f2ece0", "stroke": "#d5cab5", "stroke_width": 1}
SEAT_ON_TURN: Look = {"fill": "#fdf0d4", "stroke": "#c98410", "stroke_width": 3}
SEAT_WIDTH, SEAT_HEIGHT, GAP = 274, 58, 8


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
        description=[*describe(position), *marks.in_words(attempted)],
    )


def draw_better(position: Position, way: Way) -> str:
    shapes: list[Shape] = []
    for tile_there in way.action.what:
        shapes += [
            marks.ghost(tile_at(*corner(tile_there.at), tile_there.code)),
            marks.dashed_better("rect", line=2.5, **outline_box(tile_there.at)),
        ]
    x, y = corner(way.action.what[-1].at)
    shapes.append(marks.gained(way.points, x + CELL - 2, y + 2, radius=13))
    move = f"translate({FRAME} {FRAME})"
    return marks.better(shapes, transform=move, font_family=FONT, font_weight=700)


def _coordinates() -> Iterator[Shape]:
    look: Look = {"fill": "#e9f1ee", "font_weight": 600, "class_": "coordinate"}
    for place in range(SIDE):
        middle = (place + 0.5) * CELL
        yield words(chr(ord("a") + place), middle, EXTENT + FRAME / 2 - 0.5, size=14, **look)
        yield words(str(SIDE - place), 0.5 - FRAME / 2, middle, size=13, **look)


def _field(position: Position, at: int) -> Shape:
    """A square, with its sign or its tile; a page may react to taps on the whole group."""
    special = position.material.special[at]
    if not (code := position.cells[at]):
        return group((square(at, special), *sign(at, special)), data_field=name_of(at))
    kind = JOKER if code > JOKER else VALUE[code]
    word = laid(at, kind, VALUE[code]).word
    shapes = (square(at, special), *tile_at(*corner(at), code))
    return group(shapes, data_field=name_of(at), data_tile=word)


def _attempt(position: Position, tiles: Sequence[Laid]) -> Iterator[Shape]:
    """Tiles that were to be laid: ghosts on free squares, small ones beside what is there.

    Two of them show that they are too many for one square, however many the record names.
    """
    on_square: dict[int, list[Laid]] = {}
    for laid_tile in dict.fromkeys(tiles):
        on_square.setdefault(laid_tile.at, []).append(laid_tile)
    for at, wanted in on_square.items():
        x, y = corner(at)
        box = outline_box(at)
        if position.cells[at] or len(wanted) > 1:
            yield marks.dashed("rect", line=2.5, **box)
            for laid_tile, left in zip(wanted[1::-1], (x + 24, x - 8), strict=False):
                yield marks.ghost(tile(laid_tile.kind, laid_tile.value, x=left, y=y + 21, side=25))
        else:
            laid_tile = wanted[0]
            yield marks.ghost(tile_at(x, y, laid_tile.code))
            yield marks.dashed("rect", line=2.5, **box)
        yield marks.cross(x + CELL - 4, y + 4, radius=7.5)


def seats(position: Position, *, top: float, attempted: Action | None) -> Iterator[Shape]:
    """Each seat with its points and hand, two in a row, and the bag beside them."""
    for place, standing in enumerate(standings(position)):
        across, down = place % 2, place // 2
        move = f"translate({across * (SEAT_WIDTH + GAP)} {top + down * (SEAT_HEIGHT + GAP)})"
        shapes = [*_seat(position, place, standing.score)]
        if attempted and attempted.seat == standing.side:
            shapes.append(marks.seat(30, SEAT_HEIGHT / 2, radius=17))
        yield group(shapes, transform=move, class_="seat", data_seat=standing.side)
    yield group(_bag(position.bag), transform=f"translate({2 * (SEAT_WIDTH + GAP)} {top})")


def seats_height(players: int) -> int:
    return (players + 1) // 2 * (SEAT_HEIGHT + GAP) - GAP


def _seat(position: Position, place: int, score: int) -> Iterator[Shape]:
    name = position.setup.seats[place]
    is_on_turn = position.turn == name
    middle = SEAT_HEIGHT / 2
    look = SEAT_ON_TURN if is_on_turn else SEAT
    kind = "seat-on-turn" if is_on_turn else "seat-box"
    yield shape(
        "rect",
        x=1.5,
        y=1.5,
        width=SEAT_WIDTH - 3,
        height=SEAT_HEIGHT - 3,
        rx=10,
        class_=kind,
        **look,
    )
    yield shape("circle", cx=30, cy=middle, r=17, fill="#0c5a62", class_="seat-badge")
    yield words(name, 30, middle, size=20, fill="#fff", class_="seat-name")
    if is_on_turn:
        yield shape("path", d=f"M52 {middle - 8} l10 8 l-10 8 z", fill="#7a4a00", class_="on-turn")
    yield words(str(score), 103, middle, size=28, class_="points")
    yield from _hand(position.hand_of(name), position.sizes[place])


def _hand(hand: Sequence[int] | None, size: int) -> Iterator[Shape]:
    y = (SEAT_HEIGHT - _SMALL) / 2
    for place in range(size if hand is None else len(hand)):
        x = 150 + place * (_SMALL + 5)
        if hand is None:
            box: Look = {"x": x, "y": y, "width": _SMALL, "height": _SMALL, "rx": 6}
            yield shape("rect", class_="tile-back", **box, **BACK)
        else:
            kind = hand[place]
            yield group(hand_tile(kind, x=x, y=y), data_tile=tile_word(kind))


def _bag(count: int) -> Iterator[Shape]:
    """A cloth bag with the number of tiles in it."""
    yield from bag_shapes()
    yield words(str(count), 38, 38, size=23, fill="#fff", class_="bag-count")
