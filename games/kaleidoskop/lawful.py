"""Every lawful action of a position, one at a time; and where one that is begun can go on.

Of a closed hand nothing is known: whatever the bag could have given it may be played or shown.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, permutations

from games.kaleidoskop.board import Position, free_pairs
from games.kaleidoskop.faults import copies_seen, hand_fault, lowest_colours
from games.kaleidoskop.play import points_of
from games.values import Action, Way


def lawful(position: Position) -> Iterator[Action]:
    """Placements, the pass that declines a bonus, the exchange, draws; no starting hands."""
    if position.is_over:
        return
    if not position.hands.due_seat:
        yield from placements(position)
    if may_decline(position):
        yield Action(position.turn, "pass")
    if position.rested:
        yield from exchanges(position)
    if position.hands.due_seat:
        yield from _draws(position)


def ways(position: Position, action: Action) -> Iterator[Way]:
    """Where the tile of a placement, or any of an open hand, could lie; its points of all colours.

    As the rows give them, whether or not a track has an end for them.
    """
    if action.kind != "place":
        return
    hand = position.hands.held.get(action.seat)
    tiles = [action.what[0]] if hand is None else sorted(set(hand))
    for placement in _placements(position, tiles):
        yield Way(placement, sum(count for _colour, count in points_of(position, *placement.what)))


def placements(position: Position) -> Iterator[Action]:
    return _placements(position, tiles_to_play(position))


def _placements(position: Position, tiles: Sequence[int]) -> Iterator[Action]:
    seat, openings = position.turn, position.openings
    halves = position.arrangement.board.halves
    for pair in free_pairs(position.free):
        if openings and not openings & (1 << pair[0] | 1 << pair[1]):
            continue
        for tile in tiles:
            is_double = halves[tile][0] == halves[tile][1]
            for first, second in (pair,) if is_double else permutations(pair):
                yield Action(seat, "place", (tile, first, second))


def may_decline(position: Position) -> bool:
    """Whether a pass is lawful now (RULES.md 3.5)."""
    return position.bonus > 0 and position.arrangement.can_decline


def exchanges(position: Position) -> Iterator[Action]:
    """The exchange by whoever has just played; of a closed hand, all that could be shown."""
    seat = position.rested
    tiles = tiles_to_show(position)
    hand = position.hands.held.get(seat)
    if hand is not None:
        if tiles:
            yield Action(seat, "swap", hand)
        return
    count = position.arrangement.rack - position.laid
    if tiles:
        yield from _lists(position, seat, "swap", tiles=tiles, count=count)


def tiles_to_show(position: Position) -> list[int]:
    """What an exchange may show now: an open hand, or whatever a closed one could be made of."""
    seat = position.rested
    if not seat or position.laid >= position.arrangement.rack:
        return []
    hand = position.hands.held.get(seat)
    if hand is not None:
        is_lawful = hand_fault(position, Action(seat, "swap", hand)) is None
        return sorted(set(hand)) if is_lawful else []
    lowest = set(lowest_colours(position, seat))
    halves = position.arrangement.board.halves
    return [tile for tile in _tiles_in_bag(position) if lowest.isdisjoint(halves[tile])]


def _draws(position: Position) -> Iterator[Action]:
    hands = position.hands
    tiles = _tiles_in_bag(position)
    return _lists(position, hands.due_seat, "draw", tiles=tiles, count=hands.due_count)


def _lists(
    position: Position, seat: str, kind: str, *, tiles: list[int], count: int
) -> Iterator[Action]:
    for chosen in combinations_with_replacement(tiles, count):
        action = Action(seat, kind, chosen)
        if hand_fault(position, action) is None:
            yield action


def tiles_to_play(position: Position) -> list[int]:
    """What is in an open hand; of a closed one, what could be."""
    hand = position.hands.held.get(position.turn)
    return _tiles_in_bag(position) if hand is None else sorted(set(hand))


def _tiles_in_bag(position: Position) -> list[int]:
    """The tiles that do not all lie on the board or in open hands."""
    copies = position.arrangement.board.copies
    return [tile for tile, most in enumerate(copies) if copies_seen(position.seen, tile) < most]


def hints(position: Position, begun: str) -> Sequence[str]:
    """The fields for what is missing of a tile: its symbols may be, and either of its fields.

    `begun` is `RG m9-m10` without what is not yet there: `R`, `RG m9-`, `-m10`, or nothing.
    """
    if position.is_over or position.hands.due_seat:
        return ()
    letters, chosen = "", set[str]()
    for word in begun.split():
        if "-" in word:
            chosen = {name for name in word.split("-") if name}
        else:
            letters += word
    if not _is_at_hand(position, letters):
        return ()
    fields = set[str]()
    for ends in _ends(position):
        if chosen < ends:
            fields |= ends - chosen
    return sorted(fields)


def _is_at_hand(position: Position, letters: str) -> bool:
    """Whether a tile with these symbols could be played."""
    tiles = position.arrangement.board.tiles
    wanted = sorted(letters)
    return any(
        wanted in (sorted(tiles[tile]), [tiles[tile][0]], [tiles[tile][1]], [])
        for tile in tiles_to_play(position)
    )


def _ends(position: Position) -> Iterator[set[str]]:
    """The fields of each placement, by name."""
    names, openings = position.arrangement.board.names, position.openings
    for one, two in free_pairs(position.free):
        if not openings or openings & (1 << one | 1 << two):
            yield {names[one], names[two]}
