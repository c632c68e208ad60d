"""The position as a score sheet shows it, and what can be written on it.

The board is the area alone, with every piece as a symbol to be laid on it; a panel shows what lies
before a seat, as flat as a phone needs it: six colours with their points.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from math import sqrt

from games.contract import Action, Setup, gettext_noop as _
from games.kaleidoskop.board import ROW, Position, board, distance, fields_of, start
from games.kaleidoskop.description import describe, headline, track_in_words
from games.kaleidoskop.symbols import (
    FACE,
    FONT,
    HUES,
    SIGN,
    TILE,
    WIDTH,
    Point,
    SnugLayout,
    chip,
    double_hexagon,
    field_shapes,
    hexagon,
    label,
    last_move,
    outline,
    signs,
    symbol,
    tile_shapes,
)
from games.pads import NOTHING, InputForm, InputPart, Option, Pad, Said, Spot
from games.scene import Ready, Shape, drawing, group, shape

BLANK = "kaleidoskop-blank"
BOX = 100.0  # from the middle of a symbol's box to its edge: the radius of a field
CELL, HEIGHT = 120.0, 112.0
MIDDLE = 45.0  # of symbol and number
GROOVE, LINE = 94.0, 10.0
Look = dict[str, str | int | float]
_SYMBOLS = {
    "R": Said(_("red star")),
    "G": Said(_("green disc")),
    "B": Said(_("blue star with six points")),
    "O": Said(_("orange hexagon")),
    "Y": Said(_("yellow sun")),
    "P": Said(_("purple ring")),
}


def pad(position: Position, *, last: Action | None) -> Pad:
    return Pad(
        board=draw_board(position, last=last),
        panels=draw_panels(position),
        spots=_spots(position),
        order=_order(position),
        entries=tuple(_entries(position)),
        size=2 * SnugLayout(position).radius,
        notices=tuple(_notices(position)),
        own={"blank": BLANK},
    )


def _spots(position: Position) -> Mapping[str, Spot]:
    tables, layout = position.arrangement.board, SnugLayout(position)
    holds = {
        field: _SYMBOLS[colour.letter]
        for colour, bits in zip(tables.colours, position.symbols, strict=True)
        for field in fields_of(bits)
    }
    neighbours = _neighbours(position.arrangement.area)
    spots = {}
    for field in layout.area:
        x, y = layout.centre(field)
        spots[tables.names[field]] = Spot(
            round(x, 1),
            round(y, 1),
            is_free=bool(position.free & tables.bits[field]),
            neighbours=neighbours[field],
            holds=holds.get(field, NOTHING),
        )
    return spots


@cache
def _neighbours(area: int) -> Mapping[int, tuple[str, ...]]:
    tables = board()
    return {
        field: tuple(tables.names[near] for near in fields_of(tables.near[field] & area))
        for field in fields_of(area)
    }


def _order(position: Position) -> str:
    seats = position.setup.seats
    at = seats.find(position.turn)
    return seats[at:] + seats[:at] if position.turn else seats


def _entries(position: Position) -> Iterator[InputForm]:
    """A placement, and the exchange by whoever has just played."""
    if position.is_over:
        return
    if not position.hands.due_seat:
        yield _placement(position.turn)
    left = position.arrangement.rack - position.laid
    if position.rested and left:
        yield _exchange(position.rested, left)


@cache
def _placement(seat: str) -> InputForm:
    colours = tuple(
        Option(colour.letter, _SYMBOLS[colour.letter], symbol_id(colour.letter))
        for colour in board().colours
    )
    parts = (
        InputPart("one", Said(_("First symbol")), "option", options=colours),
        InputPart("two", Said(_("Second symbol")), "option", options=colours),
        InputPart("first", Said(_("Field of the first symbol")), "field", symbols="one"),
        InputPart("second", Said(_("Field of the second symbol")), "field", symbols="two"),
    )
    return InputForm("place", Said(_("Lay a tile")), seat, parts, "{one}{two} {first}-{second}")


@cache
def _exchange(seat: str, left: int) -> InputForm:
    tiles = tuple(Option(name, _tile_in_words(name), symbol_id(name)) for name in board().tiles)
    label = Said(_("All tiles left in the hand"))
    part = InputPart("tiles", label, "options", options=tiles, least=left, most=left)
    return InputForm("swap", Said(_("Exchange tiles")), seat, (part,), "swap {tiles}")


def _tile_in_words(name: str) -> Said:
    return Said(_("{one}, {two}"), {"one": _SYMBOLS[name[0]], "two": _SYMBOLS[name[1]]})


def _notices(position: Position) -> Iterator[Said]:
    gaps = {"seat": position.turn, "count": position.bonus}
    if position.bonus == 1:
        yield Said(_("Bonus: {seat} lays one more tile at once."), gaps)
    elif position.bonus:
        yield Said(_("Bonus: {seat} lays {count} more tiles at once."), gaps)
    if position.openings and position.turn:
        yield Said(_("First tile: lay it next to a printed symbol that nobody has used yet."))


def symbol_id(letters: str) -> str:
    """Of half a tile by its letter, of a tile by both."""
    return f"kaleidoskop-{letters}"


def draw_board(position: Position, *, last: Action | None) -> str:
    layout = SnugLayout(position)
    parts = [
        _ground(position.setup.players, position.setup.variant),
        group(tile_shapes(layout), class_="laid", pointer_events="none"),
        group(_signs(layout), class_="symbols", pointer_events="none"),
        *last_move(layout, last),
    ]
    return drawing(
        [_pieces(), group(parts, class_="kaleidoskop", font_family=FONT)],
        width=WIDTH,
        height=layout.height,
        title=f"Kaleidoskop: {headline(position)}",
        description=describe(position),
    )


@cache
def _ground(players: int, variant: str) -> Ready:
    """What does not change while a game is played: rim, fields and their names."""
    layout = SnugLayout(start(Setup(players, variant)))
    fields = group(
        field_shapes(layout, reach=1),
        class_="fields",
        stroke="#a69c8c",
        stroke_width=layout.radius * 0.07,
    )
    names = group(_coordinates(layout), class_="coordinates", pointer_events="none")
    return Ready.of(group([*_rim(layout), fields, names], class_="ground"))


def _rim(layout: SnugLayout) -> Iterator[Shape]:
    """The board's shadow and its rim: the fields at the edge with a broad outline."""
    steps = max(map(distance, layout.area))
    corners = [
        outline(hexagon(layout.centre(field), layout.radius))
        for field in layout.area
        if distance(field) == steps
    ]
    for name, fill, drop, rim in (
        ("frame-shadow", "#d3ccbf", 4, 0.84),
        ("frame-rim", "#2f4347", 0, 0.84),
        ("frame-bed", "#a69c8c", 0, 0.14),
    ):
        yield group(
            [shape("polygon", points=points) for points in corners],
            class_=name,
            fill=fill,
            stroke=fill,
            stroke_width=layout.radius * rim,
            stroke_linejoin="round",
            transform=f"translate(0 {drop})",
        )


def _coordinates(layout: SnugLayout) -> Iterator[Shape]:
    """Rows by letter at their left end, diagonals by number at their lower end: on the rim."""
    area, radius = set(layout.area), layout.radius
    for field in layout.area:
        x, y = layout.centre(field)
        name = layout.board.names[field]
        if field - 1 not in area:
            at = (x - 1.08 * radius, y)
            yield label(name[0], at, size=radius * 0.4, fill="#e6efee")
        if field - ROW not in area:
            at = (x + 0.53 * radius, y + 0.99 * radius)
            yield label(name[1:], at, size=radius * 0.4, fill="#e6efee")


@cache
def _pieces() -> Ready:
    """Every half, every tile, and a half that is not yet chosen."""
    tables = board()
    letters = [colour.letter for colour in tables.colours]
    signs = [_sign(letter, on_paper=on_paper) for letter in letters for on_paper in (False, True)]
    halves = [_half(symbol_id(letter), _laid(letter, (0, 0), BOX)) for letter in letters]
    unknown = shape("circle", r=16, fill="#8f949e", class_="unknown")
    tiles = [_tile(name) for name in tables.tiles]
    return Ready.of(Shape("defs", children=(*signs, *halves, _half(BLANK, unknown), *tiles)))


def _sign(letter: str, *, on_paper: bool) -> Shape:
    """A symbol without its tile: what the others are made of."""
    sign = symbol(letter, (0, 0), radius=BOX * SIGN, on_paper=on_paper)
    return _symbol(_sign_id(letter, on_paper=on_paper), [sign], half_width=BOX)


def _sign_id(letter: str, *, on_paper: bool) -> str:
    return f"kaleidoskop-{'print' if on_paper else 'sign'}-{letter}"


def _signs(layout: SnugLayout) -> Iterator[Shape]:
    for letter, at, is_printed in signs(layout):
        yield _laid(letter, at, layout.radius, on_paper=is_printed)


def _laid(letter: str, at: Point, radius: float, *, on_paper: bool = False) -> Shape:
    """A sign in the middle of a field of this radius."""
    name = _sign_id(letter, on_paper=on_paper)
    x, y = at[0] - radius, at[1] - radius
    return shape("use", href=f"#{name}", x=x, y=y, width=2 * radius, height=2 * radius)


def _half(name: str, sign: Shape) -> Shape:
    """Half a tile, as large as a field."""
    body = [
        shape("polygon", points=outline(hexagon((0, 0), radius)), fill=fill)
        for radius, fill in ((96, TILE), (84, FACE))
    ]
    return _symbol(name, [*body, sign], half_width=BOX)


def _tile(name: str) -> Shape:
    off = BOX * sqrt(3) / 2
    ends = ((-off, 0.0), (off, 0.0))
    body = [
        shape(
            "polygon",
            points=outline(double_hexagon(*ends, radius=BOX, inset=inset)),
            fill=fill,
            stroke=fill,
            stroke_width=line,
            stroke_linejoin="round",
        )
        for inset, line, fill in ((12, 16, TILE), (22, 12, FACE))
    ]
    signs = [_laid(letter, at, BOX) for letter, at in zip(name, ends, strict=True)]
    return _symbol(symbol_id(name), [*body, *signs], half_width=2 * off)


def _symbol(name: str, shapes: list[Shape], *, half_width: float) -> Shape:
    box = f"{-half_width:.0f} {-BOX:.0f} {2 * half_width:.0f} {2 * BOX:.0f}"
    return Shape("symbol", {"id": name, "viewBox": box}, children=tuple(shapes))


def draw_panels(position: Position) -> dict[str, str]:
    """By seat; those who share a track have the same drawing."""
    arrangement = position.arrangement
    drawn = [_panel(position, side) for side in range(len(arrangement.sides))]
    return {seat: drawn[arrangement.side_of[seat]] for seat in position.setup.seats}


def _panel(position: Position, side: int) -> str:
    arrangement, track = position.arrangement, position.tracks[side]
    lowest = min(track)
    cells = [
        _cell(colour.letter, points, top=arrangement.top, is_lowest=points == lowest, place=place)
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
def _cell(letter: str, points: int, *, top: int, is_lowest: bool, place: int) -> Shape:
    left = CELL * place
    number = shape(
        "text",
        str(points),
        x=left + 84,
        y=MIDDLE,
        font_size=42,
        font_weight=700 if is_lowest else 400,
        text_anchor="middle",
        dominant_baseline="central",
        fill="currentColor",
        class_="points",
    )
    parts = [
        *chip(letter, (left + 33, MIDDLE)),
        number,
        *_groove(letter, points, left=left, top=top),
    ]
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


def _groove(letter: str, points: int, *, left: float, top: int) -> Iterator[Shape]:
    """How far the peg has come."""
    start, length = left + 18, CELL - 36
    yield _line(start, length, stroke=FACE, stroke_width=LINE, class_="groove")
    if points:
        look: Look = {"stroke": HUES[letter][0], "class_": f"way way-{letter}"}
        yield _line(start, length * points / top, stroke_width=LINE - 4, **look)


def _line(start: float, length: float, **look: str | int | float) -> Shape:
    end = start + length
    return shape("line", x1=start, x2=end, y1=GROOVE, y2=GROOVE, stroke_linecap="round", **look)


INPUT_TEXTS: Mapping[str, str | Said] = {
    "kaleidoskop.symbols": _("Symbols"),
    "kaleidoskop.tile": _("The tile"),
    "kaleidoskop.first_half": _("First half: empty"),
    "kaleidoskop.second_half": _("Second half: empty"),
    "kaleidoskop.lift": _("Take off: {symbol}"),
    "kaleidoskop.turn": _("Turn the tile round"),
    "kaleidoskop.closer": _("Look closer"),
    "kaleidoskop.whole": _("Whole board"),
    "kaleidoskop.lay": _("Lay a tile"),
    "kaleidoskop.first": _("Choose the two symbols of the tile."),
    "kaleidoskop.second": _("Choose its second symbol."),
    "kaleidoskop.symbol_on": _("Choose the symbol on {field}."),
    "kaleidoskop.tap": _("Tap the field: {symbol}"),
    "kaleidoskop.laid": _("{one}: {first}, {two}: {second}"),
    "kaleidoskop.taken": _("{field} is not free: {symbol}"),
    "kaleidoskop.show": _("{seat} shows all tiles: tile {count} of {most}."),
    "kaleidoskop.all_shown": _("{seat} shows these tiles and draws six new ones."),
    "kaleidoskop.hide": _("Take back: {tile}"),
}
