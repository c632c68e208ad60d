"""The position as a score sheet shows it, and what can be written on it.

The board is the area alone, with every half of a tile as a symbol to be laid on it.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from games.kaleidoskop.board import ROW, Position, board, distance, fields_of, start
from games.kaleidoskop.description import describe, headline
from games.kaleidoskop.faults import copies_seen
from games.kaleidoskop.lawful import may_decline, tiles_to_show
from games.kaleidoskop.panels import draw_panels
from games.kaleidoskop.symbols import (
    FACE,
    FONT,
    SIGN,
    TILE,
    WIDTH,
    Point,
    SnugLayout,
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
from games.values import Action, Setup, gettext_noop as _, pgettext

BLANK = "kaleidoskop-blank"
BOX = 100.0  # from the middle of a symbol's box to its edge: the radius of a field
# The tiles in rows of seven: all with red that come first, then purple's own; and so on inwards.
KEYS = (
    ("RR", "RG", "RB", "RO", "RY", "RP", "PP"),
    ("GG", "GB", "GO", "GY", "GP", "YY", "YP"),
    ("BB", "BO", "BY", "BP", "OO", "OY", "OP"),
)
_SYMBOLS = {
    "R": Said(_("red star")),
    "G": Said(_("green disc")),
    "B": Said(_("blue star with six points")),
    "O": Said(_("orange hexagon")),
    "Y": Said(_("yellow sun")),
    "P": Said(_("purple ring")),
}

_ONE_MUST = _("Bonus: one more tile at once.")
_ONE_MAY = _("Bonus: one more tile may be laid at once.")
_MORE_MUST = _("Bonus: {count} more tiles at once.")
_MORE_MAY = _("Bonus: {count} more tiles may be laid at once.")


def pad(position: Position, *, last: Action | None) -> Pad:
    return Pad(
        board=draw_board(position, last=last),
        panels=draw_panels(position),
        spots=_spots(position),
        order=_order(position),
        entries=tuple(_entries(position)),
        size=2 * SnugLayout(position).radius,
        notices=tuple(_notices(position)),
        own=_known(position),
    )


def _known(position: Position) -> Mapping[str, object]:
    """What the way of input knows besides. `rack` and `laid`: for an exchange by whoever laid what
    the rules have not seen yet; a hand of one tile is never exchanged (RULES.md 3.6).
    """
    rack = position.arrangement.rack
    return {
        "keys": KEYS,
        "symbols": _SYMBOLS,
        "rack": rack if rack > 1 else 0,
        "laid": position.laid if position.bonus else 0,
        "tile_faults": ("not-in-hand", "supply"),
    }


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
    """A placement, the pass of teams, and the exchange by whoever has just played."""
    if position.is_over:
        return
    if not position.hands.due_seat:
        yield _placement(position)
    if may_decline(position):
        yield InputForm("pass", Said(_("Decline the bonus")), position.turn, (), "pass")
    if tiles := tiles_to_show(position):
        yield _exchange(position, tiles)


def _placement(position: Position) -> InputForm:
    tiles = _options(position, range(len(board().tiles)), of=position.turn)
    parts = (
        InputPart("tile", Said(_("The tile")), "option", options=tiles),
        InputPart("first", Said(_("Field of the first symbol")), "field"),
        InputPart("second", Said(_("Field of the second symbol")), "field"),
    )
    label = Said(_("Lay a tile"))
    return InputForm("place", label, position.turn, parts, "{tile} {first}-{second}")


def _exchange(position: Position, tiles: Iterable[int]) -> InputForm:
    seat, count = position.rested, position.arrangement.rack - position.laid
    options = _options(position, tiles, of=seat)
    label = Said(_("All tiles left in the hand"))
    part = InputPart("tiles", label, "options", options=options, least=count, most=count)
    return InputForm("swap", Said(_("Exchange tiles")), seat, (part,), "swap {tiles}")


def _options(position: Position, tiles: Iterable[int], *, of: str) -> tuple[Option, ...]:
    """Tiles with how many of each can still be in the hand of a seat."""
    tables, hand = position.arrangement.board, position.hands.held.get(of)
    return tuple(
        Option(
            tables.tiles[tile],
            _tile_in_words(tables.tiles[tile]),
            left=tables.copies[tile] - copies_seen(position.seen, tile)
            if hand is None
            else hand.count(tile),
        )
        for tile in tiles
    )


@cache
def _tile_in_words(name: str) -> Said:
    return Said(_("{one}, {two}"), {"one": _SYMBOLS[name[0]], "two": _SYMBOLS[name[1]]})


def _notices(position: Position) -> Iterator[Said]:
    if position.bonus == 1:
        yield Said(_ONE_MAY if may_decline(position) else _ONE_MUST)
    elif position.bonus:
        gaps = {"count": position.bonus}
        yield Said(_MORE_MAY if may_decline(position) else _MORE_MUST, gaps)
    if position.openings and position.turn:
        yield Said(_("First tile: beside a printed symbol that nobody has used."))


def symbol_id(letter: str) -> str:
    """Of half a tile."""
    return f"kaleidoskop-{letter}"


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
    """Every half, and the ground of one that is not yet chosen."""
    letters = [colour.letter for colour in board().colours]
    signs = [_sign(letter, on_paper=on_paper) for letter in letters for on_paper in (False, True)]
    halves = [_half(symbol_id(letter), _laid(letter, (0, 0), BOX)) for letter in letters]
    return Ready.of(Shape("defs", children=(*signs, *halves, _half(BLANK))))


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


def _half(name: str, *sign: Shape) -> Shape:
    """Half a tile, as large as a field."""
    body = [
        shape("polygon", points=outline(hexagon((0, 0), radius)), fill=fill)
        for radius, fill in ((96, TILE), (84, FACE))
    ]
    return _symbol(name, [*body, *sign], half_width=BOX)


def _symbol(name: str, shapes: list[Shape], *, half_width: float) -> Shape:
    box = f"{-half_width:.0f} {-BOX:.0f} {2 * half_width:.0f} {2 * BOX:.0f}"
    return Shape("symbol", {"id": name, "viewBox": box}, children=tuple(shapes))


INPUT_TEXTS: Mapping[str, str | Said] = {
    "kaleidoskop.tiles": _("Tiles"),
    "kaleidoskop.key": _("{tile}: {left} left"),
    "kaleidoskop.lay": _("Back to laying"),
    "kaleidoskop.choose": _("Choose a tile and swipe across its two fields."),
    "kaleidoskop.swipe": _("Swipe: first the {one}, then the {two}."),
    "kaleidoskop.beside": _("{one}: {first}. Now the field beside it: {two}."),
    "kaleidoskop.other_field": _("{first}. Now the field beside it, or the tile."),
    "kaleidoskop.which": _(
        "Which tile? Its left half is on {first} (1), the right one on {second} (2)."
    ),
    "kaleidoskop.again": _("Swipe elsewhere, or choose another tile."),
    "kaleidoskop.exchange": pgettext("key", "Exchange"),
    "kaleidoskop.laid": _("{one}: {first}, {two}: {second}"),
    "kaleidoskop.taken": _("{field} is not free: {symbol}"),
    "kaleidoskop.used_up": _("All tiles of this kind are on the board: {tile}"),
    "kaleidoskop.lowest": _(
        "{tile} cannot be exchanged: {seat} has the fewest points in one of its colours."
    ),
    "kaleidoskop.show": _("Show all tiles of the hand: tile {count} of {most}."),
    "kaleidoskop.show_again": _("Tap a tile above the keys to take it back, then enter another."),
    "kaleidoskop.all_shown": _("{seat} shows these tiles and draws six new ones."),
    "kaleidoskop.hide": _("Take back: {tile}"),
}
