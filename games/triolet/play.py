"""One action further: who may act, what a turn does, how hands and the bag change.

Codes are checked in the order of the record format, then of RULES.md 5.
"""

from games.contract import SEATS, Action, Fault, Step
from games.hands import draw_fault, rack_fault
from games.triolet import faults
from games.triolet.board import lay
from games.triolet.ending import leave
from games.triolet.fitting import lawful_single
from games.triolet.material import EXTRA, HAND, JOKER, Laid, material
from games.triolet.position import OUT, PASSED, PLAYING, Position
from games.turns import after_end, wrong_seat

SWAP_BAG = 5  # RULES.md 2.7: an exchange needs so many in the bag


def step(position: Position, action: Action) -> Step | Fault:
    """The position after an action, or the first rule that forbids it."""
    kind, hands = action.kind, position.hands
    if position.ending:
        return leave(position, action) if kind == "left" else after_end()
    if (kind == "draw" or hands.due_seat) and (fault := draw_fault(action, hands)):
        return fault
    if kind == "draw":
        return _draw(position, action)
    if action.seat != SEATS[position.seat] and (fault := _wrong_seat(position, action)):
        return fault
    if kind == "place":
        return _place(position, action)
    return _OTHERS[kind](position, action)


def _wrong_seat(position: Position, action: Action) -> Fault | None:
    """Out of turn; but hands are given by any seat that plays, in any order."""
    seats = position.setup.seats
    is_hand = action.kind in ("rack", "left")
    return wrong_seat(action, turn=action.seat if is_hand else position.turn, seats=seats)


def _place(position: Position, action: Action) -> Step | Fault:
    tiles: tuple[Laid, ...] = action.what
    if fault := _unlawful_tiles(position, tiles):
        return fault
    known = position.known
    if action.seat not in position.hands.held:
        rules = material()
        for tile in tiles:
            known += rules.one[tile.kind]
        if known & rules.too_many:
            return faults.supply(rules.too_many_of(known))
    laying = lay(position.cells, tiles, is_first_turn=position.is_first_turn)
    if isinstance(laying, Fault):
        return laying
    cells, choices = laying
    claim, points = action.claim, choices[0]
    if claim is None or claim == points:
        return Step(_placed(position, tiles, cells, known, points))
    # RULES.md 3.3: a claim that equals another lawful choice counts, else the best one.
    if claim in choices:
        return Step(_placed(position, tiles, cells, known, claim))
    fault = faults.claim_differs(claimed=claim, points=points)
    return Step(_placed(position, tiles, cells, known, points), fault)


def _unlawful_tiles(position: Position, tiles: tuple[Laid, ...]) -> Fault | None:
    """What is wrong with the tiles before it matters how they lie."""
    size = position.sizes[position.seat]
    if len(tiles) > size:
        return faults.tile_count(count=len(tiles), most=size)
    cells = position.cells
    before = jokers = 0
    for tile in tiles:
        if cells[tile.at]:
            return faults.occupied(tile.at)
        if tile.at == before:
            return faults.twice(tile.at)
        before = tile.at
        jokers += tile.kind == JOKER
    if jokers > 1:
        return faults.two_jokers()
    if position.hands.held:
        return _missing(position, tuple([tile.kind for tile in tiles]))
    return None


def _placed(
    position: Position, tiles: tuple[Laid, ...], cells: bytes, known: int, points: int
) -> Position:
    """Refill, then the same player's extra turn or the next one's, or the end (2.9, 4.1)."""
    setup, _, bag, _, hands, sizes, scores, seat, acted, *_ = position
    count = drawn = len(tiles)
    ending = PLAYING
    if drawn > bag:
        drawn = bag
        sizes = _with(sizes, seat, sizes[seat] - count + drawn)
        if not sizes[seat]:
            ending = OUT
    if hands.held:
        name = SEATS[seat]
        hands = hands.without(name, [tile.kind for tile in tiles]).owing(name, drawn)
    following = (seat + 1) % setup.players
    for tile in tiles:
        if tile.special == EXTRA:
            following = seat
    if ending:
        following = seat
    scores = _with(scores, seat, scores[seat] + points)
    acted |= 1 << seat
    return Position(
        setup, cells, bag - drawn, known, hands, sizes, scores, following, acted, 0, ending
    )


def _swap(position: Position, action: Action) -> Step | Fault:
    """RULES.md 2.7. With a closed hand the one word is a count, not a tile."""
    if position.bag < SWAP_BAG:
        return faults.bag_too_small(bag=position.bag, least=SWAP_BAG)
    tiles: tuple[int, ...] = action.what
    size = position.sizes[position.seat]
    hands, given_up = position.hands, 0
    if not hands.is_open(action.seat):
        if len(tiles) != 1 or not 1 <= tiles[0] <= size:
            return faults.swap_count(most=size)
    else:
        if len(tiles) > size:
            return faults.swap_too_many(count=len(tiles), most=size)
        if fault := _missing(position, tiles):
            return fault
        hands = hands.without(action.seat, tiles).owing(action.seat, len(tiles))
        given_up = sum(material().one[kind] for kind in tiles)
    return Step(_next_turn(position)._replace(hands=hands, given_up=given_up, passes=0))


def _pass(position: Position, action: Action) -> Step | Fault:
    """RULES.md 2.8, 4.2."""
    if position.bag >= SWAP_BAG:
        return faults.bag_too_full(bag=position.bag, least=SWAP_BAG)
    hand = position.hands.held.get(action.seat)
    if hand and (tile := lawful_single(position.cells, hand)):
        return faults.can_place(tile)
    passes = position.passes + 1
    ending = PASSED if passes == position.setup.players else PLAYING
    return Step(_next_turn(position)._replace(passes=passes, ending=ending))


def _rack(position: Position, action: Action) -> Step | Fault:
    hands = position.hands
    if fault := rack_fault(action, hands, has_begun=position.acted > 0, size=HAND):
        return fault
    known = material().with_tiles(position.known, action.what)
    if known & material().too_many:
        return faults.supply(material().too_many_of(known))
    return Step(position._replace(known=known, hands=hands.with_hand(action.seat, action.what)))


def _draw(position: Position, action: Action) -> Step | Fault:
    """The draw that is due; what was exchanged for it is back in the bag afterwards."""
    rules, known = material(), position.known
    for kind in action.what:
        known += rules.one[kind]
    if known & rules.too_many:
        return faults.supply(rules.too_many_of(known))
    setup, cells, bag, _, hands, sizes, points, seat, acted, passes, _, given_up, _ = position
    known, hands = known - given_up, hands.drawn(action.what)
    return Step(Position(setup, cells, bag, known, hands, sizes, points, seat, acted, passes))


def _left_too_early(position: Position, action: Action) -> Step | Fault:
    return faults.left_too_early()


def _next_turn(position: Position) -> Position:
    following = (position.seat + 1) % position.setup.players
    return position._replace(seat=following, acted=position.acted | 1 << position.seat)


def _missing(position: Position, tiles: tuple[int, ...]) -> Fault | None:
    """What is played or exchanged but not in an open hand (record 1.6)."""
    seat = SEATS[position.seat]
    if position.hands.holds(seat, tiles):
        return None
    return faults.not_in_hand(tiles, position.hands.held[seat])


def _with(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*values[:place], value, *values[place + 1 :])


_OTHERS = {"swap": _swap, "pass": _pass, "rack": _rack, "left": _left_too_early}
