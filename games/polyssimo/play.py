"""One action further: taking a piece, placing one, and whose turn comes next.

That means who can still place (RULES.md 3.3). Room only shrinks, so a piece that was once found not
to fit is never tried again: over a whole game each piece is given up once.
"""

from games.polyssimo import faults
from games.polyssimo.board import (
    PlacedPiece,
    PolyominoSet,
    Position,
    fits,
    new_placed,
    new_position,
)
from games.turns import after_end, wrong_seat
from games.values import SEATS, Action, Advance, Fault


def step(position: Position, action: Action) -> Advance[Position] | Fault:
    """One action further, or the first rule that forbids it."""
    if action.kind == "pass":
        return faults.pass_fault(position, action) or (position, None)
    turn = position.turn
    if not turn:
        return after_end()
    if action.seat != turn and (fault := wrong_seat(action, turn=turn, seats=position.setup.seats)):
        return fault
    return _take(position, action) if action.kind == "take" else _place(position, action)


def _take(position: Position, action: Action) -> Advance[Position] | Fault:
    setup, box, numbers, takers, to_take, offer, hands, free, unfit, placed, turn = position
    name = action.what[0]
    if not to_take:
        return faults.take_after_draft(name)
    piece = box.pieces.get(name)
    if piece is None:
        return faults.not_in_the_box(name, "taken", "1.3")
    if not offer & piece.bit:
        return faults.taken(piece.name, owner=faults.owner_of(position, piece))
    bit = piece.bit
    hands = _changed(hands, SEATS.index(turn), bit)
    offer ^= bit
    to_take -= 1
    if to_take:  # RULES.md 2; whoever takes last places first
        turn = takers[-to_take]
    after = new_position(
        Position, setup, box, numbers, takers, to_take, offer, hands, free, unfit, placed, turn
    )
    return after, None


def _place(position: Position, action: Action) -> Advance[Position] | Fault:
    name, squares = action.what
    setup, box, numbers, takers, to_take, offer, hands, free, unfit, placed, turn = position
    if to_take:
        return faults.place_in_draft(to_take=to_take)
    seat = SEATS.index(turn)
    piece = box.pieces.get(name)
    if piece is None:
        return faults.not_in_the_box(name, "not-own", "1.3")
    if not hands[seat] & piece.bit:
        return faults.ownership_fault(position, piece)
    bits, mask = box.bits, 0
    for square in squares:
        mask |= bits[square]
    # As many squares as the piece has, and these in its shape: so none is named twice.
    if len(squares) != piece.size or mask >> squares[0] not in piece.outlines:
        return faults.shape_fault(piece, squares)
    if mask & ~free:
        return faults.occupied_fault(position, mask)
    hands = _changed(hands, seat, piece.bit)
    free ^= mask
    placed = (*placed, new_placed(PlacedPiece, turn, name, mask))
    turn, unfit = _next(box, seat, hands=hands, free=free, unfit=unfit)
    after = new_position(
        Position, setup, box, numbers, takers, 0, offer, hands, free, unfit, placed, turn
    )
    return after, None


def _changed(hands: tuple[int, ...], seat: int, bit: int) -> tuple[int, ...]:
    """With a piece more in a hand, or without the one that was there."""
    changed = list(hands)
    changed[seat] ^= bit
    return tuple(changed)


def _next(
    box: PolyominoSet, seat: int, *, hands: tuple[int, ...], free: int, unfit: int
) -> tuple[str, int]:
    """The next seat, anticlockwise, that can place, if any; and what was found not to fit."""
    by_bit = box.by_bit
    for step in range(1, len(hands) + 1):
        other = (seat - step) % len(hands)
        candidates = hands[other] & ~unfit
        while candidates:
            bit = candidates & -candidates
            if fits(by_bit[bit], free):
                return SEATS[other], unfit
            unfit |= bit
            candidates ^= bit
    return "", unfit
