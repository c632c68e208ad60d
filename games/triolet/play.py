"""One action further: who may act, what a turn does and counts, how hands and the bag change.

Codes are checked in the order of the record format, then of RULES.md 5. Lawful runs and their
points are looked up in one table, so that the usual placement takes a few look-ups; which rule an
unlawful one breaks is found afterwards.
"""

from collections.abc import Sequence

from games.hands import Hands, draw_fault, rack_fault
from games.triolet import faults
from games.triolet.board import (
    ACROSS,
    EMPTY,
    EXTRA,
    HAND,
    JOKER,
    LONGEST,
    OUT,
    PASSED,
    PLAYING,
    SUM,
    SWAP_BAG,
    UP,
    VALUE,
    VALUES,
    WIDTH,
    Laid,
    Position,
    material,
    new_position,
    run_through,
    squares_2x2,
    squares_3x3,
    tile_bits,
)
from games.triolet.lawful_slots import lawful_single
from games.turns import after_end, wrong_seat
from games.values import SEATS, Action, Advance, Fault

_BOTH: tuple[int, ...] = (UP, ACROSS)
TRIO = 30  # RULES.md 3.1: its sum and a bonus of as much
TRIOLET = 50  # RULES.md 3.2
# By a cell's content: the points it is worth in a pair.
POINTS = bytes([0, *VALUES, *(0 for _ in VALUES)])
# A lawful placement: the board after it; the points it may give, the most first; what the special
# square under it does, as in Laid.
Laying = tuple[bytes, Sequence[int], int]


def step(position: Position, action: Action) -> Advance[Position] | Fault:
    """The position after an action, or the first rule that forbids it."""
    kind, hands = action.kind, position.hands
    if position.ending:
        return _leave(position, action) if kind == "left" else after_end()
    if kind == "draw" or hands.due_seat:
        return draw_fault(action, hands) or _draw(position, action)
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


def _place(position: Position, action: Action) -> Advance[Position] | Fault:
    """Tiles on the board: refused by the first code of RULES.md 5, or laid and counted.

    Refill, then the same player's extra turn or the next one's, or the end (2.9, 4.1).
    """
    seat, _, tiles, claim = action
    setup, box, cells, bag, known, hands, sizes, scores, place, acted, _, _, _, _ = position
    count = len(tiles)
    # One tile on a free square needs no closer look.
    if (count > 1 or cells[tiles[0].at]) and (fault := _unlawful_tiles(position, tiles)):
        return fault
    if seat in hands.held:
        kinds = [tile.kind for tile in tiles]
        rest = hands.rest(seat, kinds)
        if rest is None:
            return faults.not_in_hand(kinds, hands.held[seat])
        hands = hands.keeping(seat, rest, due=min(count, bag))
    else:
        for tile in tiles:
            known += box.one[tile.kind]
        if known & box.too_many:
            return faults.supply(box, known)
    laying = lay(cells, tiles, special=box.special, is_first_turn=not acted >> place & 1)
    if isinstance(laying, Fault):
        return laying
    cells, choices, special = laying
    points, claim_fault = choices[0], None
    if claim is not None and claim != points:
        points, claim_fault = _claimed(claim, choices)
    bag -= count
    ending = PLAYING
    if bag < 0:
        sizes, bag = _plus(sizes, place, bag), 0
        ending = PLAYING if sizes[place] else OUT
    following = place if special == EXTRA or ending else (place + 1) % setup.players
    scores, acted = _plus(scores, place, points), acted | 1 << place
    after = new_position(
        Position, setup, box, cells, bag, known, hands, sizes, scores, following, acted, 0, ending
    )
    return after, claim_fault


def _unlawful_tiles(position: Position, tiles: tuple[Laid, ...]) -> Fault | None:
    """What is wrong with the tiles before it matters whose they are and how they lie."""
    cells, size = position.cells, position.sizes[position.seat]
    if len(tiles) > size:
        return faults.tile_count(count=len(tiles), most=size)
    before = jokers = 0
    for at, kind, _, _, _ in tiles:
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


def _swap(position: Position, action: Action) -> Advance[Position] | Fault:
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
        given_up = sum(position.material.one[kind] for kind in tiles)
    return _next_turn(position, hands, given_up=given_up), None


def _pass(position: Position, action: Action) -> Advance[Position] | Fault:
    """RULES.md 2.8, 4.2."""
    if position.bag >= SWAP_BAG:
        return faults.bag_too_full(bag=position.bag, least=SWAP_BAG)
    hand = position.hands.held.get(action.seat)
    if hand and (tile := lawful_single(position.cells, hand)):
        return faults.can_place(tile)
    passes = position.passes + 1
    ending = PASSED if passes == position.setup.players else PLAYING
    return _next_turn(position, position.hands, passes=passes, ending=ending), None


def _rack(position: Position, action: Action) -> Advance[Position] | Fault:
    hands = position.hands
    if fault := rack_fault(action, hands, has_begun=position.acted > 0, size=HAND):
        return fault
    rules = position.material
    known = rules.with_tiles(position.known, action.what)
    if known & rules.too_many:
        return faults.supply(rules, known)
    return position._replace(known=known, hands=hands.with_hand(action.seat, action.what)), None


def _draw(position: Position, action: Action) -> Advance[Position] | Fault:
    """The draw that is due; what was exchanged for it is back in the bag afterwards."""
    rules, known = position.material, position.known
    for kind in action.what:
        known += rules.one[kind]
    if known & rules.too_many:
        return faults.supply(rules, known)
    setup, box, cells, bag, _, hands, sizes, points, seat, acted, passes, _, given_up, _ = position
    known, hands = known - given_up, hands.drawn(action.what)
    after = new_position(
        Position, setup, box, cells, bag, known, hands, sizes, points, seat, acted, passes
    )
    return after, None


def _left_too_early(position: Position, action: Action) -> Advance[Position] | Fault:
    return faults.left_too_early()


def _next_turn(
    position: Position, hands: Hands, *, passes: int = 0, ending: str = PLAYING, given_up: int = 0
) -> Position:
    setup, box, cells, bag, known, _, sizes, points, seat, acted, _, _, _, _ = position
    following, acted = (seat + 1) % setup.players, acted | 1 << seat
    return new_position(
        Position,
        *(setup, box, cells, bag, known, hands, sizes, points),
        *(following, acted, passes, ending, given_up),
    )


def _plus(values: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    changed = list(values)
    changed[place] += more
    return tuple(changed)


def _leave(position: Position, action: Action) -> Advance[Position] | Fault:
    """A hand that is left after the end (RULES.md 4.4)."""
    seat, tiles = action.seat, action.what
    seats = position.setup.seats
    if fault := wrong_seat(action, turn=seat, seats=seats) or _disproved_pass(position, action):
        return fault
    if fault := _wrong_hand(position, action):
        return fault
    known = position.known
    if not position.hands.is_open(seat):
        rules = position.material
        known = rules.with_tiles(known, tiles)
        if known & rules.too_many:
            return faults.supply(rules, known, rule="4.4")
    return position._replace(known=known, left={**position.left, seat: tiles}), None


def _disproved_pass(position: Position, action: Action) -> Fault | None:
    """RULES.md 2.8: a closed hand that comes to light after all have passed, unchanged since."""
    if position.ending != PASSED or position.hands.is_open(action.seat):
        return None
    tile = lawful_single(position.cells, action.what)
    return faults.could_have_placed(action.seat, tile) if tile else None


def _wrong_hand(position: Position, action: Action) -> Fault | None:
    seat, tiles = action.seat, action.what
    if seat not in position.holders:
        return faults.left_nothing(seat)
    if seat in position.left:
        return faults.left_twice(seat)
    size = position.sizes[position.setup.seats.index(seat)]
    if len(tiles) != size:
        return faults.left_size(seat, count=len(tiles), size=size)
    hand = position.hands.held.get(seat, tiles)
    return faults.left_other(seat, hand) if tiles != hand else None


def _group_points() -> dict[bytes, int]:
    """Every run that RULES.md 2.3 allows, with its points by 3.1."""
    codes = range(1, len(VALUE))
    points = {bytes([code]): 0 for code in codes}
    for first in codes:
        for second in codes:
            if (pair := VALUE[first] + VALUE[second]) > SUM:
                continue
            points[bytes([first, second])] = POINTS[first] + POINTS[second]
            third = SUM - pair + 1
            points[bytes([first, second, third])] = TRIO
            points[bytes([first, second, third + JOKER])] = TRIO
    return points


_GROUPS = _group_points()


def lay(
    cells: bytes, tiles: Sequence[Laid], *, special: bytes, is_first_turn: bool
) -> Laying | Fault:
    """Put tiles, sorted by square, on free squares; or the first rule of 2.1–2.5 they break."""
    board, effect = bytearray(cells), 0
    for at, _, _, code, _ in tiles:
        board[at] = code
        effect |= special[at]
    after = bytes(board)
    runs: list[bytes] = []
    step, sides = ACROSS, _BOTH
    if len(tiles) > 1:
        step = _line_step(tiles)
        if fault := _no_run(after, tiles, step):
            return fault
        runs.append(run_through(after, at, step))
        sides = (UP + ACROSS - step,)
    for tile in tiles:
        at = tile.at
        for side in sides:
            if after[at - side] or after[at + side]:
                runs.append(run_through(after, at, side))
    touches = runs and (len(runs) > 1 or len(runs[0]) > len(tiles))
    if not touches and (fault := _untouched(cells, tiles)):
        return fault
    points = 0
    for run in runs:
        if run not in _GROUPS:
            return _wrong_run(after, tiles, step)
        points += _GROUPS[run]
    may_block = is_first_turn or points >= 2 * TRIO  # two trios may complete a block
    if may_block and (fault := _new_block(cells, after, is_first_turn=is_first_turn)):
        return fault
    if len(tiles) == LONGEST and all(tile.kind != JOKER for tile in tiles):
        points += TRIOLET
    choices = _choices(after, tiles, points, special) if effect > EXTRA else (points,)
    return after, choices, effect


def _line_step(tiles: Sequence[Laid]) -> int:
    """The step from tile to tile in their row or column; 0 if they lie in none."""
    first = tiles[0].at
    if first // WIDTH == tiles[-1].at // WIDTH:
        return UP
    for tile in tiles:
        if (tile.at - first) % WIDTH:
            return 0
    return ACROSS


def _no_run(after: bytes, tiles: Sequence[Laid], step: int) -> Fault | None:
    """Tiles that lie in no row or column, or with a gap between them (RULES.md 2.2)."""
    if not step:
        return faults.not_in_line(tiles)
    first = tiles[0].at
    gap = after[first : tiles[-1].at : step].find(0)
    return faults.gap(first + gap * step) if gap >= 0 else None


def _new_block(cells: bytes, after: bytes, *, is_first_turn: bool) -> Fault | None:
    """A block that a turn completes but must not: 2 × 2 in the first one, 3 × 3 in any."""
    tiles = tile_bits(after)
    if is_first_turn and squares_2x2(tiles) != squares_2x2(tile_bits(cells)):  # RULES.md 2.4
        return faults.block_2x2()
    return faults.block_3x3() if squares_3x3(tiles) else None  # RULES.md 2.5: none before


def _untouched(cells: bytes, tiles: Sequence[Laid]) -> Fault | None:
    """Tiles that touch none that was there: lawful only at the start (RULES.md 2.1)."""
    if cells != EMPTY:
        return faults.no_contact(tiles)
    centre = material().centre
    return None if any(tile.at == centre for tile in tiles) else faults.centre(centre)


def _wrong_run(cells: bytes, tiles: Sequence[Laid], step: int) -> Fault:
    """What is wrong with a run by RULES.md 2.3: its length first, then pairs, then trios."""
    lines = [_squares_through(cells, tiles[0].at, step)]
    lines += [_squares_through(cells, tile.at, UP + ACROSS - step) for tile in tiles]
    if too_long := [line for line in lines if len(line) > LONGEST]:
        return faults.run_too_long(too_long[0])
    numbers = [(line, [VALUE[cells[at]] for at in line]) for line in lines]
    if over := [run for run in numbers if len(run[0]) == 2 and sum(run[1]) > SUM]:
        return faults.sum_over_15(*over[0])
    wrong = [run for run in numbers if len(run[0]) == LONGEST and sum(run[1]) != SUM]
    return faults.sum_not_15(*wrong[0])


def _squares_through(cells: bytes, at: int, step: int) -> list[int]:
    while cells[at - step]:
        at -= step
    return list(range(at, at + step * len(run_through(cells, at, step)), step))


def groups_of(cells: bytes, tiles: Sequence[Laid]) -> list[list[int]]:
    """The squares of all runs with these tiles, each once (RULES.md 3.1)."""
    runs = [_squares_through(cells, tile.at, step) for tile in tiles for step in _BOTH]
    return [run for place, run in enumerate(runs) if run not in runs[:place]]


def _choices(after: bytes, tiles: Sequence[Laid], points: int, special: bytes) -> Sequence[int]:
    """The points with a factor, the most first: it is for one group of its tile (RULES.md 3.3)."""
    tile = next(tile for tile in tiles if special[tile.at] > EXTRA)
    runs = run_through(after, tile.at, ACROSS), run_through(after, tile.at, UP)
    more = special[tile.at] - 1
    gains = [
        more * (TRIO if len(run) == LONGEST else POINTS[tile.code]) for run in runs if len(run) > 1
    ]
    return [points + gain for gain in sorted(gains, reverse=True)] or [points]


_OTHERS = {"swap": _swap, "pass": _pass, "rack": _rack, "left": _left_too_early}
