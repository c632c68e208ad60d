"""A position as a score sheet shows it: what can be entered, and what the table should know."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from games.contract import Action
from games.contract import gettext_noop as _
from games.pads import NOTHING, Entry, Option, Pad, Part, Said, Spot
from games.triolet.board import (
    ACROSS,
    EXTRA,
    HAND,
    JOKER,
    JOKER_SIGN,
    UP,
    VALUES,
    material,
    name_of,
    squares,
)
from games.triolet.drawing import describe
from games.triolet.laying import VALUE
from games.triolet.pad_board import HERE, board, middle, racks, symbol_in_hand, symbol_of
from games.triolet.play import SWAP_BAG
from games.triolet.position import OUT, Position
from games.triolet.surface import CELL

_TILES = Said(_("Tiles, such as 8,5, with * for a joker"))
_SIGNS = {
    EXTRA: Said(_("extra turn")),
    2: Said(_("counts twice")),
    3: Said(_("counts three times")),
}


def pad(position: Position, *, last: Action | None) -> Pad:
    return Pad(
        board=board(position, last=last, description=describe(position)),
        panels=racks(position),
        spots={name_of(at): _spot(at, position.cells[at]) for at in squares()},
        order=_order(position),
        entries=tuple(_entries(position)),
        size=CELL,
        notices=tuple(_notices(position, last)),
        own={"here": HERE, "joker": JOKER_SIGN},
    )


@cache
def _spot(at: int, code: int) -> Spot:
    x, y = middle(at)
    near = (at + UP, at + ACROSS, at - UP, at - ACROSS)
    neighbours = tuple(name_of(one) for one in near if one in _on_board())
    return Spot(x, y, is_free=not code, neighbours=neighbours, holds=_in_words(at, code))


@cache
def _on_board() -> frozenset[int]:
    return frozenset(squares())


def _in_words(at: int, code: int) -> Said:
    """What lies on a square, or what a free one does."""
    if not code:
        return _SIGNS.get(material().special[at], NOTHING)
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


def _entries(position: Position) -> Iterator[Entry]:
    """All kinds that may be written here, also what only a later bag allows.

    A phone without network goes on with these when the bag is smaller than it knows. Exchanges
    are over for good once the bag is too small: it never grows.
    """
    if position.ending:
        for seat in _untold(position):
            size = position.sizes[position.setup.seats.index(seat)]
            label = Said(_("Tiles left to {seat}"), {"seat": seat})
            yield Entry("left", label, seat, (_listed(size),), "left {tiles}")
    elif position.hands.due_seat:
        part = _listed(position.hands.due_count)
        yield Entry("draw", Said(_("Draw tiles")), position.turn, (part,), "draw {tiles}")
    else:
        seat, size = position.turn, position.sizes[position.seat]
        yield Entry("place", Said(_("Lay tiles")), seat, (_laid(size),), "{tiles}")
        if position.bag >= SWAP_BAG:
            yield Entry("swap", Said(_("Swap tiles")), seat, (_swapped(position),), "swap {tiles}")
        yield Entry("pass", Said(_("Pass")), seat, (), "pass")


def _laid(size: int) -> Part:
    """Tiles on squares; a joker is chosen with its number (RULES.md 2.6)."""
    label = Said(_("Squares and their tiles, such as h8=7, or i8=*7 for a joker"))
    return Part("tiles", label, "pairs", _on_squares(), most=size, joiner=" ")


def _listed(size: int) -> Part:
    """So many tiles of any kind: how many there are of each is the server's to say."""
    return Part("tiles", _TILES, "options", _in_hand(), least=size, most=size)


def _swapped(position: Position) -> Part:
    """How many go back into the bag; of an open hand, which."""
    hand = position.hands.held.get(position.turn)
    if hand is None:
        return Part("tiles", Said(_("How many tiles?")), "number", least=1, most=HAND)
    held = [replace(_in_hand()[kind], left=hand.count(kind)) for kind in sorted(set(hand))]
    return Part("tiles", _TILES, "options", tuple(held), most=len(hand))


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
        yield Said(_("Extra turn for {seat}!"), {"seat": position.turn})
    if position.bag == 0:
        yield Said(_("The bag is empty."))
    elif position.bag < SWAP_BAG:
        text = _("Only {count} left in the bag: nobody may swap any more.")
        yield Said(text, {"count": position.bag})


def _end(position: Position) -> Said:
    if position.ending != OUT:
        return Said(_("Everyone has passed. Enter the tiles that each player has left."))
    text = _("{seat} has laid the last tile. Enter the tiles that the others have left.")
    return Said(text, {"seat": position.setup.seats[position.seat]})


def _is_extra_turn(position: Position, last: Action | None) -> bool:
    """RULES.md 2.9: who has laid tiles, and drawn if hands are open, is due again."""
    return (
        last is not None
        and last.kind in ("place", "draw")
        and last.seat == position.turn
        and not position.hands.due_seat
    )
