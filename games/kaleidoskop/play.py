"""One action further: what happens when an action is lawful, and what it scores.

Which rule forbids an action is games/kaleidoskop/faults.py's matter.
"""

from collections.abc import Sequence

from games.hands import Hands
from games.kaleidoskop import faults
from games.kaleidoskop.board import (
    COUNT_BITS,
    Arrangement,
    Board,
    Position,
    Track,
    has_free_pair,
    new_position,
)
from games.kaleidoskop.words import Claim, write_points
from games.values import Action, Advance, Fault, gettext_noop as _


def step(position: Position, action: Action) -> Advance[Position] | Fault:
    """One action further, or the first rule that forbids it."""
    kind = action.kind
    if kind == "place":
        return faults.placement_fault(position, action) or _place(position, action)
    fault = faults.hand_fault(position, action)
    if fault is not None:
        return fault
    if kind == "draw":
        return _draw(position, action), None
    if kind == "swap":
        return _exchange(position, action), None
    if kind == "pass":
        return _decline(position, action.seat), None
    hands = position.hands.with_hand(action.seat, action.what)
    seen = position.seen + faults.tally(action.what)
    return position._replace(hands=hands, seen=seen), None


def points_of(position: Position, tile: int, first: int, second: int) -> Claim:
    """What a placement scores on the board, before any cap (RULES.md 3.3)."""
    return _points(position.arrangement.board, position.symbols, tile, first, second)


def _points(frame: Board, symbols: Sequence[int], tile: int, first: int, second: int) -> Claim:
    left, right = frame.halves[tile]
    one = frame.row_points(symbols[left], first)
    two = frame.row_points(symbols[right], second)
    if left == right:
        return ((left, one + two),) if one or two else ()
    if one and two:
        return (left, one), (right, two)
    return ((left, one),) if one else ((right, two),) if two else ()


def right_claim(position: Position, action: Action, *, after: Position) -> str | None:
    """What a placement should claim."""
    return write_points(points_of(position, *action.what)) if action.kind == "place" else None


def _place(position: Position, action: Action) -> Advance[Position]:
    seat, _, what, claim = action
    setup, frame, _, free, old, joins, tracks, seen, placed, openings, laid, bonus, _, hands, _ = (
        position
    )
    tile, first, second = what
    board = frame.board
    bits, join = board.joined[first, second]
    points = _points(board, old, tile, first, second)
    reached = 0
    if points:
        reached, tracks = _scored(frame, tracks, seat, points)
    free ^= bits
    laid, bonus = (laid + 1, bonus - 1 + reached) if bonus else (1, reached)
    # RULES.md 4.2 can only come about by reaching the end of a track.
    is_over = not has_free_pair(free) or (reached > 0 and _has_won(frame, tracks, seat))
    is_turn_over = not is_over and (not bonus or laid >= frame.rack)  # RULES.md 3.5
    if seat in hands.held:
        hands = _played(hands, seat, tile, due=laid if is_turn_over else 0)
    else:
        seen += 1 << COUNT_BITS * tile
    passes_on = is_turn_over and not hands.due_seat
    after = new_position(
        Position,
        setup,
        frame,
        "" if is_over else frame.next_seat[seat] if passes_on else seat,
        free,
        _with_tile(board, old, what),
        joins | join,
        tracks,
        seen,
        placed + 1,
        _openings_left(position, first, second) if openings else 0,
        laid,
        0 if is_over or is_turn_over else bonus,
        seat if is_turn_over and frame.can_exchange else "",
        hands,
    )
    return after, None if claim is None or claim == points else _claim_fault(claim, points)


def _scored(
    frame: Arrangement, tracks: tuple[Track, ...], seat: str, points: Claim
) -> tuple[int, tuple[Track, ...]]:
    """How many colours reached a stop, and the tracks after it."""
    side, changed = frame.side_of[seat], list(tracks)
    reached, changed[side] = moved(frame, tracks[side], points)
    return reached, tuple(changed)


def moved(frame: Arrangement, track: Track, points: Claim) -> tuple[int, Track]:
    """How many colours reached a stop, and the track after it (RULES.md 3.4, 3.5).

    Both halves of a double are one sum here: a peg stops at the same place either way.
    """
    middle, pegs, reached = frame.board.track, list(track), 0
    for colour, count in points:
        peg = pegs[colour]
        stop = middle if peg < middle else frame.top
        if peg < stop:
            peg += count
            if peg >= stop:
                peg = stop
                reached += 1
            pegs[colour] = peg
    return reached, tuple(pegs)


def _has_won(frame: Arrangement, tracks: tuple[Track, ...], seat: str) -> bool:
    return min(tracks[frame.side_of[seat]]) == frame.top


def _with_tile(board: Board, symbols: Sequence[int], what: Sequence[int]) -> tuple[int, ...]:
    tile, first, second = what
    left, right = board.halves[tile]
    changed = list(symbols)
    changed[left] |= board.bits[first]
    changed[right] |= board.bits[second]
    return tuple(changed)


def _played(hands: Hands, seat: str, tile: int, *, due: int) -> Hands:
    """The hands after a tile of an open one was laid."""
    rest = list(hands.held[seat])
    rest.remove(tile)
    return hands.keeping(seat, tuple(rest), due=due)


def _exchange(position: Position, action: Action) -> Position:
    """All tiles of the hand are shown, so that an open one keeps none (RULES.md 3.6)."""
    seat, hands = action.seat, position.hands
    if seat not in hands.held:
        return position._replace(rested="")
    hands = hands.keeping(seat, (), due=position.arrangement.rack)
    return position._replace(rested="", hands=hands, aside=action.what)


def _decline(position: Position, seat: str) -> Position:
    """The bonus that is open lapses; exchange and refilling follow (RULES.md 3.5)."""
    hands, frame = position.hands, position.arrangement
    if seat in hands.held:
        hands = hands.keeping(seat, hands.held[seat], due=position.laid)
    turn = seat if hands.due_seat else frame.next_seat[seat]
    return position._replace(turn=turn, bonus=0, rested=seat, hands=hands)


def _draw(position: Position, action: Action) -> Position:
    setup, frame, _, free, symbols, joins, tracks, seen, placed, openings, laid, _, _, hands, _ = (
        position
    )
    turn, hands = frame.next_seat[action.seat], hands.drawn(action.what)
    seen += faults.tally(action.what)
    if position.aside:  # what was exchanged is back in the bag
        seen -= faults.tally(position.aside)
    return new_position(
        Position,
        setup,
        frame,
        turn,
        free,
        symbols,
        joins,
        tracks,
        seen,
        placed,
        openings,
        laid,
        0,
        "",
        hands,
    )


def _openings_left(position: Position, first: int, second: int) -> int:
    """The fields for the first tiles that are still to come; none after the first round."""
    if position.placed + 1 >= position.arrangement.players:
        return 0
    frame = position.arrangement.board
    touched = frame.near[first] | frame.near[second]
    printed = [field for field in position.arrangement.printed if touched >> field & 1]
    return position.openings & ~sum(frame.near[field] for field in printed)


def _claim_fault(claim: Claim, points: Claim) -> Fault:
    text = _("{claimed} was claimed; the rows on the board give {points}.")
    gaps = {"claimed": write_points(claim), "points": write_points(points)}
    return Fault("claim-differs", "3.3", text, gaps)
