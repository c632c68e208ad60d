"""One action further: who may act, what a turn does, how hands and the bag change.

Codes are checked in the order of the record format, then of RULES.md 5.
"""

from collections.abc import Sequence

from games.contract import SEATS, Action, Fault, Step
from games.hands import Hands, draw_fault, rack_fault
from games.triolet import faults
from games.triolet.board import EXTRA, HAND, JOKER, Laid, material
from games.triolet.ending import leave
from games.triolet.lawful_slots import lawful_single
from games.triolet.laying import Laying, lay
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


def right_claim(position: Position, action: Action, *, after: Position) -> str | None:
    """What a placement should claim: what it counted (RULES.md 3.3: the best of its choices, or
    the one that its claim names).
    """
    seat = position.seat
    return str(after.points[seat] - position.points[seat]) if action.kind == "place" else None


def _wrong_seat(position: Position, action: Action) -> Fault | None:
    """Out of turn; but hands are given by any seat that plays, in any order."""
    seats = position.setup.seats
    is_hand = action.kind in ("rack", "left")
    return wrong_seat(action, turn=action.seat if is_hand else position.turn, seats=seats)


def _place(position: Position, action: Action) -> Step | Fault:
    """Tiles on the board: refused by the first code of RULES.md 5, or laid and counted."""
    seat, _, tiles, claim = action
    cells, known, hands = position.cells, position.known, position.hands
    # One tile on a free square needs no closer look.
    if (len(tiles) > 1 or cells[tiles[0].at]) and (fault := _unlawful_tiles(position, tiles)):
        return fault
    if seat in hands.held:
        kinds = [tile.kind for tile in tiles]
        rest = hands.rest(seat, kinds)
        if rest is None:
            return faults.not_in_hand(kinds, hands.held[seat])
        hands = hands.keeping(seat, rest, due=min(len(tiles), position.bag))
    else:
        rules = material()
        for tile in tiles:
            known += rules.one[tile.kind]
        if known & rules.too_many:
            return faults.supply(rules.too_many_of(known))
    laying = lay(cells, tiles, is_first_turn=not position.acted >> position.seat & 1)
    if isinstance(laying, Fault):
        return laying
    points, claim_fault = laying[1][0], None
    if claim is not None and claim != points:
        points, claim_fault = _claimed(claim, laying[1])
    return Step(_placed(position, len(tiles), laying, known, hands, points), claim_fault)


def _unlawful_tiles(position: Position, tiles: tuple[Laid, ...]) -> Fault | None:
    """What is wrong with the tiles before it matters whose they are and how they lie."""
    cells, size = position.cells, position.sizes[position.seat]
    if len(tiles) > size:
        return faults.tile_count(count=len(tiles), most=size)
    before = jokers = 0
    for at, kind, _, _, _, _ in tiles:
        if cells[at]:
            return faults.occupied(at)
        if at == before:
            return faults.twice(at)
        before = at
        jokers += kind == JOKER
    return faults.two_jokers() if jokers > 1 else None


def _claimed(claim: int, choices: Sequence[int]) -> tuple[int, Fault | None]:
    """RULES.md 3.3: a claim that equals another lawful choice counts, else the best one."""
    if claim in choices:
        return claim, None
    return choices[0], faults.claim_differs(claimed=claim, points=choices[0])


def _placed(
    position: Position, count: int, laying: Laying, known: int, hands: Hands, points: int
) -> Position:
    """Refill, then the same player's extra turn or the next one's, or the end (2.9, 4.1)."""
    setup, _, bag, _, _, sizes, scores, seat, acted, _, _, _, _ = position
    cells, _, special = laying
    bag -= count
    ending = PLAYING
    if bag < 0:
        sizes, bag = _plus(sizes, seat, bag), 0
        if not sizes[seat]:
            ending = OUT
    following = seat if special == EXTRA or ending else (seat + 1) % setup.players
    scores, acted = _plus(scores, seat, points), acted | 1 << seat
    return Position(setup, cells, bag, known, hands, sizes, scores, following, acted, 0, ending)


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
        rest = hands.rest(action.seat, tiles)
        if rest is None:
            return faults.not_in_hand(tiles, hands.held[action.seat])
        hands = hands.keeping(action.seat, rest, due=len(tiles))
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


def _plus(values: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    changed = list(values)
    changed[place] += more
    return tuple(changed)


_OTHERS = {"swap": _swap, "pass": _pass, "rack": _rack, "left": _left_too_early}
