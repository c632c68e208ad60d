"""Tiles, seats and the bag as shapes, for the drawing."""

from collections.abc import Iterator, Sequence

from games import marks
from games.contract import Action
from games.scene import Shape, group, shape
from games.triolet.board import JOKER, tile_word
from games.triolet.ending import standings
from games.triolet.position import Position

Look = dict[str, str | int | float]

FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif"
INK = "#24211c"
FACE: Look = {"fill": "#fbf5e6", "stroke": "#b9a987", "stroke_width": 1}
JOKER_FACE: Look = {"fill": "#f3cf7a", "stroke": "#9b7418", "stroke_width": 1}
JOKER_SHADE = "#d9962b"  # under the number that a joker stands for
BACK: Look = {"fill": "#7c8f92", "stroke": "#556669", "stroke_width": 1}
SEAT: Look = {"fill": "#f2ece0", "stroke": "#d5cab5", "stroke_width": 1}
SEAT_ON_TURN: Look = {"fill": "#fdf0d4", "stroke": "#c98410", "stroke_width": 3}

SEAT_WIDTH, SEAT_HEIGHT, GAP = 274, 58, 8
_SMALL = 34


def words(text: str, x: float, y: float, *, size: float, **look: str | int | float) -> Shape:
    """Text with its middle at a point; font and anchor are those of the whole drawing."""
    return shape("text", text, x=x, y=y + size * 0.355, font_size=size, **{"fill": INK, **look})


def tile(kind: int, value: int, *, x: float, y: float, side: float) -> Iterator[Shape]:
    """A tile lying on the board, its upper left corner at a point."""
    yield from _blank(kind, x=x, y=y, side=side)
    middle = x + side / 2, y + side * 0.51
    if kind == JOKER:
        yield star(*middle, side * 0.48, fill=JOKER_SHADE)
    size = 0.64 if value < 10 else 0.59  # two figures keep within the edge in wide letters too
    yield words(str(value), *middle, size=side * size, class_="number")


def hand_tile(kind: int, *, x: float, y: float, side: float = _SMALL) -> Iterator[Shape]:
    """A tile in a hand: a joker has no number yet."""
    if kind != JOKER:
        yield from tile(kind, kind, x=x, y=y, side=side)
        return
    yield from _blank(kind, x=x, y=y, side=side)
    yield star(x + side / 2, y + side * 0.51, side * 0.36)


def _blank(kind: int, *, x: float, y: float, side: float) -> Iterator[Shape]:
    """A tile without its number: shadow, face and a bright edge."""
    box: Look = {"width": side, "height": side, "rx": side * 0.16}
    yield shape("rect", x=x + 0.5, y=y + 2, fill="#000", opacity=0.28, class_="shadow", **box)
    name, face = ("tile-joker", JOKER_FACE) if kind == JOKER else ("tile", FACE)
    yield shape("rect", x=x, y=y, class_=name, **box, **face)
    edge: Look = {"width": side - 4, "height": side - 4, "rx": side * 0.11}
    yield shape("rect", x=x + 2, y=y + 2, fill="none", stroke="#fff", opacity=0.7, **edge)


def star(x: float, y: float, radius: float, *, fill: str = "#7a4a00") -> Shape:
    """A star with five points: the sign of a joker."""
    # A regular star's corners, outer and inner by turns, in hundredths of the radius.
    corners = (
        (0, -100), (24, -32), (95, -31), (38, 12), (59, 81),
        (0, 40), (-59, 81), (-38, 12), (-95, -31), (-24, -32),
    )  # fmt: skip
    points = " ".join(
        f"{x + dx * radius / 100:.1f},{y + dy * radius / 100:.1f}" for dx, dy in corners
    )
    return shape("polygon", points=points, fill=fill, class_="joker-sign")


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


def bag_shapes(*, cloth: str = "#5f4632", string: str = "#e7c98b") -> Iterator[Shape]:
    body = "M24 16 C4 30 2 57 22 57 H54 C74 57 72 30 52 16 Z"
    yield shape("path", d=body, fill=cloth, stroke="#3d2c1e", class_="bag")
    neck = "M22 6 Q38 14 54 6 L50 17 H26 Z"
    yield shape("path", d=neck, fill=cloth, stroke="#3d2c1e", class_="bag")
    yield shape("path", d="M25 16.5 H51", stroke=string, stroke_width=3, class_="bag-string")
