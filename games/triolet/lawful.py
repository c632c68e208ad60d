"""Every lawful action of a position, one at a time; and where one that is begun can go on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement

from games.triolet.board import (
    HAND,
    JOKER,
    OUT,
    SWAP_BAG,
    Laid,
    Position,
    material,
    name_of,
    squares,
)
from games.triolet.lawful_slots import fillings, lawful_single, slots
from games.triolet.play import lay
from games.triolet.words import listing, placement
from games.values import Action, Fault, Way


def lawful(position: Position) -> Iterator[Action]:
    """All lawful actions without claims. Of a closed hand: all that the supply allows.

    Starting hands are left out: whether to open them is no choice of the game.
    """
    hands = position.hands
    if position.ending:
        yield from _lefts(position)
    elif hands.due_seat:
        stock = position.material.unknown(position.known)
        for tiles in _hands(stock, hands.due_count):
            yield listing(hands.due_seat, "draw", tiles)
    else:
        yield from _placements(position)
        yield from _others(position)


def hints(position: Position, begun: str) -> list[str]:
    """The squares on which a lawful placement with these tiles has more of its tiles.

    A square may stand there without its tile yet. Lists of tiles go on without the board.
    """
    if position.ending or position.hands.due_seat:
        return []
    chosen: dict[int, Laid | None] = {}
    for word in begun.split():
        tile = material().laid.get(word)
        at = tile.at if tile else _named().get(word)
        if at is None or at in chosen:
            return []
        chosen[at] = tile
    return [name_of(at) for at in sorted(_more_squares(position, chosen))]


def _more_squares(position: Position, chosen: Mapping[int, Laid | None]) -> set[int]:
    stock = stock_of(position)
    wanted = {tile for tile in chosen.values() if tile}
    further: set[int] = set()
    for size in range(len(chosen) + 1, position.sizes[position.seat] + 1):
        for slot in slots(position.cells, size=size, is_first_turn=position.is_first_turn):
            more = set(slot.squares) - chosen.keys()
            if len(more) + len(chosen) > size or more <= further:
                continue
            if any(wanted.issubset(tiles) for tiles in fillings(slot, stock)):
                further |= more
    return further


@cache
def _named() -> dict[str, int]:
    return {name_of(at): at for at in squares()}


def ways(position: Position, action: Action) -> Iterator[Way]:
    """Where the tiles of a placement, or any of an open hand, could lie; the most that it counts.

    A joker may take another value.
    """
    if action.kind != "place":
        return
    laid = [tile.kind for tile in action.what]
    is_open = action.seat in position.hands.held
    stock = stock_of(position) if is_open else [laid.count(kind) for kind in range(JOKER + 1)]
    sizes = range(1, position.sizes[position.seat] + 1) if is_open else (len(laid),)
    for placed in _laid_from(position, stock, sizes):
        laying = lay(
            position.cells,
            placed.what,
            special=position.material.special,
            is_first_turn=position.is_first_turn,
        )
        assert not isinstance(laying, Fault)
        yield Way(placed, laying[1][0])


def stock_of(position: Position) -> list[int]:
    """What the player may have to lay, as counts by kind."""
    hand = position.hands.held.get(position.turn)
    if hand is None:
        return position.material.unknown(position.known)
    return [hand.count(kind) for kind in range(JOKER + 1)]


def _placements(position: Position) -> Iterator[Action]:
    sizes = range(1, position.sizes[position.seat] + 1)
    return _laid_from(position, stock_of(position), sizes)


def _laid_from(position: Position, stock: Sequence[int], sizes: Iterable[int]) -> Iterator[Action]:
    for size in sizes:
        for slot in slots(position.cells, size=size, is_first_turn=position.is_first_turn):
            for tiles in fillings(slot, stock):
                yield placement(position.turn, tiles)


def _others(position: Position) -> Iterator[Action]:
    seat = position.turn
    hand = position.hands.held.get(seat)
    if position.bag < SWAP_BAG:
        if may_pass(position):
            yield Action(seat, "pass")
    elif hand is None:
        for count in range(1, HAND + 1):
            yield listing(seat, "swap", [count])
    else:
        stock = stock_of(position)
        for count in range(1, HAND + 1):
            for tiles in _hands(stock, count):
                yield listing(seat, "swap", tiles)


def may_pass(position: Position) -> bool:
    """RULES.md 2.8, as far as the hand is known."""
    hand = position.hands.held.get(position.turn)
    return position.bag < SWAP_BAG and not (hand and lawful_single(position.cells, hand))


def _lefts(position: Position) -> Iterator[Action]:
    for seat in position.holders:
        if seat in position.left:
            continue
        hand = position.hands.held.get(seat)
        if hand is not None:
            yield listing(seat, "left", hand)
            continue
        size = position.sizes[position.setup.seats.index(seat)]
        for tiles in _hands(_left_stock(position), size):
            yield listing(seat, "left", tiles)


def _left_stock(position: Position) -> list[int]:
    """What a closed hand may have left: after passes nothing that could have been laid (2.8)."""
    stock = position.material.unknown(position.known)
    if position.ending == OUT:
        return stock
    return [
        0 if count and lawful_single(position.cells, [kind]) else count
        for kind, count in enumerate(stock)
    ]


def _hands(stock: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """All hands of a size that a stock can give."""
    kinds = [kind for kind, count in enumerate(stock) if count]
    for tiles in combinations_with_replacement(kinds, size):
        if all(tiles.count(kind) <= stock[kind] for kind in tiles):
            yield tiles
