"""The position as a score sheet shows it, and what can be written on it."""

from collections.abc import Iterator, Mapping
from functools import cache

from games.contract import Action
from games.contract import gettext_noop as _
from games.kaleidoskop.board import board, fields_of
from games.kaleidoskop.pad_board import BLANK, draw_board, symbol_id
from games.kaleidoskop.pad_panels import draw_panels
from games.kaleidoskop.play import Position
from games.kaleidoskop.sheet import SnugSheet
from games.pads import NOTHING, Entry, Option, Pad, Part, Said, Spot

KEY_NAMES = (
    _("lowest colour"),
    _("second lowest colour"),
    _("third lowest colour"),
    _("fourth lowest colour"),
    _("fifth lowest colour"),
    _("highest colour"),
)
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
        size=2 * SnugSheet(position).radius,
        notices=tuple(_notices(position)),
        own={"blank": BLANK},
    )


def _spots(position: Position) -> Mapping[str, Spot]:
    tables, sheet = position.table.board, SnugSheet(position)
    holds = {
        field: _SYMBOLS[colour.letter]
        for colour, bits in zip(tables.colours, position.symbols, strict=True)
        for field in fields_of(bits)
    }
    neighbours = _neighbours(position.table.area)
    spots = {}
    for field in sheet.area:
        x, y = sheet.centre(field)
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


def _entries(position: Position) -> Iterator[Entry]:
    """A placement, and the exchange by whoever has just played."""
    if position.is_over:
        return
    if not position.hands.due_seat:
        yield _placement(position.turn)
    left = position.table.rack - position.laid
    if position.rested and left:
        yield _exchange(position.rested, left)


@cache
def _placement(seat: str) -> Entry:
    colours = tuple(
        Option(colour.letter, _SYMBOLS[colour.letter], symbol_id(colour.letter))
        for colour in board().colours
    )
    parts = (
        Part("one", Said(_("First symbol")), "option", options=colours),
        Part("two", Said(_("Second symbol")), "option", options=colours),
        Part("first", Said(_("Field of the first symbol")), "field", symbols="one"),
        Part("second", Said(_("Field of the second symbol")), "field", symbols="two"),
    )
    return Entry("place", Said(_("Lay a tile")), seat, parts, "{one}{two} {first}-{second}")


@cache
def _exchange(seat: str, left: int) -> Entry:
    tiles = tuple(Option(name, _tile_in_words(name), symbol_id(name)) for name in board().tiles)
    label = Said(_("All tiles left in the hand"))
    part = Part("tiles", label, "options", options=tiles, least=left, most=left)
    return Entry("swap", Said(_("Exchange tiles")), seat, (part,), "swap {tiles}")


def _tile_in_words(name: str) -> Said:
    return Said(_("{one}, {two}"), {"one": _SYMBOLS[name[0]], "two": _SYMBOLS[name[1]]})


def _notices(position: Position) -> Iterator[Said]:
    gaps = {"seat": position.turn, "count": position.bonus}
    if position.bonus == 1:
        yield Said(_("Bonus: {seat} lays one more tile at once."), gaps)
    elif position.bonus:
        yield Said(_("Bonus: {seat} lays {count} more tiles at once."), gaps)
    if position.openings and position.turn:
        yield Said(_("First tile: touch a printed symbol that nobody has touched."))
