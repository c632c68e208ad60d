"""A position as a score sheet shows it: what can be entered, and what the table should know.

On the board and the racks every piece is a symbol, drawn once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from games.pads import NOTHING, InputForm, InputPart, Option, Pad, Said, Spot
from games.scene import Shape, drawing, group, shape
from games.triolet.board import (
    ACROSS,
    EXTRA,
    HAND,
    JOKER,
    JOKER_SIGN,
    OUT,
    SWAP_BAG,
    UP,
    VALUE,
    VALUES,
    Position,
    name_of,
    squares,
)
from games.triolet.description import describe, hand_in_words
from games.triolet.entering import HERE, known
from games.triolet.lawful import may_pass
from games.triolet.symbols import (
    BACK,
    CELL,
    EXTENT,
    FONT,
    INSET,
    Look,
    bag_shapes,
    corner,
    hand_tile,
    outlines,
    sign,
    square,
    surface,
    tile_at,
    words,
)
from games.values import Action, gettext_noop as _

EDGE = 7  # of wood around the squares: on a phone the squares need the width
FOOT = 27  # more of it below them, for the bag
SNUG_BOARD = EXTENT + 2 * EDGE
RACK_WIDTH, RACK_HEIGHT = 400, 50
LETTERS: Look = {"font-family": FONT, "font-weight": 700, "text-anchor": "middle"}
_TILES = Said(_("Tiles, such as 8,5, with * for a joker"))
_SIGNS = {
    EXTRA: Said(_("extra turn")),
    2: Said(_("counts twice")),
    3: Said(_("counts three times")),
}


def pad(position: Position, *, last: Action | None) -> Pad:
    return Pad(
        board=draw_board(position, last=last, description=describe(position)),
        panels=racks(position),
        spots={
            name_of(at): _spot(at, position.cells[at], position.material.special[at])
            for at in squares()
        },
        order=_order(position),
        entries=tuple(_entries(position)),
        size=CELL,
        notices=tuple(_notices(position, last)),
        own=known(position),
    )


@cache
def _spot(at: int, code: int, special: int) -> Spot:
    x, y = middle(at)
    near = (at + UP, at + ACROSS, at - UP, at - ACROSS)
    neighbours = tuple(name_of(neighbour) for neighbour in near if neighbour in _on_board())
    return Spot(x, y, is_free=not code, neighbours=neighbours, holds=_in_words(code, special))


@cache
def _on_board() -> frozenset[int]:
    return frozenset(squares())


def _in_words(code: int, special: int) -> Said:
    """What lies on a square, or what a free one does."""
    if not code:
        return _SIGNS.get(special, NOTHING)
    return _tile_in_words(code)


def _tile_in_words(code: int) -> Said:
    """A tile on the board, by what its cell holds."""
    number = {"number": VALUE[code]}
    return Said(_("joker as {number}"), number) if code > JOKER else Said("{number}", number)


def _order(position: Position) -> str:
    """From the seat that is due; at the end from the first whose hand is not told yet."""
    seats = position.setup.seats
    due = position.turn or "".join(_untold(position))[:1] or seats[0]
    place = seats.index(due)
    return seats[place:] + seats[:place]


def _untold(position: Position) -> list[str]:
    """Whose hands the end still asks for."""
    return [seat for seat in position.holders if seat not in position.left]


def _entries(position: Position) -> Iterator[InputForm]:
    """All kinds that may be written here."""
    if position.ending:
        for seat in _untold(position):
            size = position.sizes[position.setup.seats.index(seat)]
            label = Said(_("Tiles left: {seat}"), {"seat": seat})
            yield InputForm("left", label, seat, (_listed(size),), "left {tiles}")
    elif position.hands.due_seat:
        part = _listed(position.hands.due_count)
        yield InputForm("draw", Said(_("Draw tiles")), position.turn, (part,), "draw {tiles}")
    else:
        seat, size = position.turn, position.sizes[position.seat]
        yield InputForm("place", Said(_("Lay tiles")), seat, (_laid(size),), "{tiles}")
        if position.bag >= SWAP_BAG:
            yield InputForm(
                "swap", Said(_("Swap tiles")), seat, (_swapped(position),), "swap {tiles}"
            )
        elif may_pass(position):
            yield InputForm("pass", Said(_("Pass")), seat, (), "pass")


def _laid(size: int) -> InputPart:
    """Tiles on squares; a joker is chosen with its number (RULES.md 2.6)."""
    label = Said(_("Squares and their tiles, such as h8=7, or i8=*7 for a joker"))
    return InputPart("tiles", label, "pairs", _on_squares(), most=size, joiner=" ")


def _listed(size: int) -> InputPart:
    """So many tiles of any kind: how many there are of each is the server's to say."""
    return InputPart("tiles", _TILES, "options", _in_hand(), least=size, most=size)


def _swapped(position: Position) -> InputPart:
    """How many go back into the bag; of an open hand, which."""
    hand = position.hands.held.get(position.turn)
    if hand is None:
        return InputPart("tiles", Said(_("How many tiles?")), "number", least=1, most=HAND)
    held = [replace(_in_hand()[kind], left=hand.count(kind)) for kind in sorted(set(hand))]
    return InputPart("tiles", _TILES, "options", tuple(held), most=len(hand))


@cache
def _on_squares() -> tuple[Option, ...]:
    """Number tiles, then jokers, each as it lies on the board."""
    signs = [str(value) for value in VALUES] + [f"{JOKER_SIGN}{value}" for value in VALUES]
    return tuple(
        Option(sign, _tile_in_words(code), symbol_of(code)) for code, sign in enumerate(signs, 1)
    )


@cache
def _in_hand() -> tuple[Option, ...]:
    """All kinds of tiles, a joker without a number."""
    numbers = _on_squares()[:JOKER]
    return *numbers, Option(JOKER_SIGN, Said(_("joker")), symbol_in_hand(JOKER))


def _notices(position: Position, last: Action | None) -> Iterator[Said]:
    """What changes the turn: an extra one, a bag too small for swaps, the end."""
    if position.ending:
        if not position.is_complete:
            yield _end(position)
        return
    if _is_extra_turn(position, last):
        yield Said(_("Extra turn!"))
    if position.bag == 0:
        yield Said(_("The bag is empty."))
    elif position.bag < SWAP_BAG:
        text = _("Only {count} left in the bag: no more swaps.")
        yield Said(text, {"count": position.bag})


def _end(position: Position) -> Said:
    if position.ending != OUT:
        return Said(_("Everyone has passed. Enter the tiles that each player has left."))
    return Said(_("The last tile is laid. Enter the tiles that the others have left."))


def _is_extra_turn(position: Position, last: Action | None) -> bool:
    """RULES.md 2.9: who has laid tiles, and drawn if hands are open, is due again."""
    return (
        last is not None
        and last.kind in ("place", "draw")
        and last.seat == position.turn
        and not position.hands.due_seat
    )


def symbol_of(code: int) -> str:
    """The symbol of a tile on the board; the code is what its cell holds."""
    return f"triolet-joker-{VALUE[code]}" if code > JOKER else f"triolet-{VALUE[code]}"


def symbol_in_hand(kind: int) -> str:
    return "triolet-joker" if kind == JOKER else f"triolet-{kind}"


def draw_board(position: Position, *, last: Action | None, description: Sequence[Said]) -> str:
    """The board alone, the bag below it, with the symbols of all tiles."""
    special = position.material.special
    fields = (_field(at, position.cells[at], special[at]) for at in squares())
    whole = surface((*fields, *outlines(last), _bag(position.bag)), width=EDGE, foot=FOOT)
    return drawing(
        (_symbols(), group((whole,), **LETTERS)),
        width=SNUG_BOARD,
        height=SNUG_BOARD + FOOT,
        title="Triolet",
        description=description,
    )


def middle(at: int) -> tuple[int, int]:
    """The middle of a square in the drawing of the board alone."""
    x, y = corner(at)
    return EDGE + x + CELL // 2, EDGE + y + CELL // 2


@cache
def _field(at: int, code: int, special: int) -> Shape:
    """A square, with its sign or its tile."""
    x, y = corner(at)
    if code:
        place: Look = {"x": x, "y": y, "width": CELL, "height": CELL}
        lying = shape("use", href=f"#{symbol_of(code)}", **place)
        return group((square(at, special), lying), data_field=name_of(at))
    return group((square(at, special), *sign(at, special)), data_field=name_of(at))


@cache
def _symbols() -> Shape:
    """Every tile, a joker for every number, a joker in the hand, and the mark of a square."""
    tiles = {symbol_of(code): tile_at(0, 0, code) for code in range(1, len(VALUE))}
    tiles[symbol_in_hand(JOKER)] = hand_tile(JOKER, x=INSET, y=INSET - 0.5, side=CELL - 2 * INSET)
    tiles[HERE] = _here()
    box: Look = {"viewBox": f"0 0 {CELL} {CELL}", "stroke": "none", **LETTERS}
    return Shape(
        "defs",
        children=tuple(
            Shape("symbol", {"id": name, **box}, children=tuple(shapes))
            for name, shapes in tiles.items()
        ),
    )


def _here() -> Iterator[Shape]:
    """A ring that is seen on every square and on tiles."""
    box: Look = {"x": 3, "y": 3, "width": CELL - 6, "height": CELL - 6, "rx": 6, "fill": "none"}
    yield shape("rect", stroke="#fff", stroke_width=6, class_="here-ground", **box)
    yield shape("rect", stroke="#0c5a62", stroke_width=3.5, class_="here", **box)


def _bag(count: int) -> Shape:
    """How many tiles are in the bag, in the wood below the squares."""
    cloth = bag_shapes(cloth="#d9b988", string="#7a4a00")  # light on the dark wood
    small = group(cloth, transform=f"translate(6 {EXTENT + 4.5}) scale(0.43)")
    look: Look = {"fill": "#fff", "text_anchor": "start", "class_": "bag-count"}
    return group((small, words(str(count), 44, EXTENT + 17.5, size=25, **look)), class_="bag-left")


def racks(position: Position) -> dict[str, str]:
    """By seat: its rack, from when it is not simply full any more, or is known."""
    return {
        seat: _rack(seat, size, position.hand_of(seat))
        for seat, size in zip(position.setup.seats, position.sizes, strict=True)
        if size != HAND or position.hand_of(seat)
    }


def _rack(seat: str, size: int, hand: Sequence[int] | None) -> str:
    shapes = [*_slat()]
    for place in range(size if hand is None else len(hand)):
        x = 10 + place * (CELL + 2)
        if hand is None:
            box: Look = {"x": x + 2, "y": 2, "width": CELL - 4, "height": CELL - 4, "rx": 6}
            shapes.append(shape("rect", class_="tile-back", **box, **BACK))
        else:
            box = {"x": x, "y": 0, "width": CELL, "height": CELL}
            shapes.append(shape("use", href=f"#{symbol_in_hand(hand[place])}", **box))
    words = hand_in_words(seat, hand) if hand else Said(_("Tiles: {count}."), {"count": size})
    return drawing(
        (group(shapes, **LETTERS),),
        width=RACK_WIDTH,
        height=RACK_HEIGHT,
        title=seat,
        description=[words],
    )


def _slat() -> Iterator[Shape]:
    """The wood that a hand stands on."""
    box: Look = {"x": 1, "width": 2 * 8 + HAND * (CELL + 2)}
    yield shape("rect", y=27, height=22, rx=6, fill="#0b4a52", class_="rack", **box)
    yield shape("rect", y=41, height=8, rx=4, fill="#06343a", class_="rack-edge", **box)
