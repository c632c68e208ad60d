"""Positions: who holds what, what lies where, whose turn it is, and which actions are lawful.

Words and scores are not decided here. Positions do not change; each knows whose turn it is, which
means who can still place (RULES.md 3.3). Room only shrinks, so a piece that was once found not to
fit is never tried again: over a whole game each piece is given up once.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from games.contract import SEATS, Action, Fault, Setup
from games.polyssimo import faults
from games.polyssimo.board import Piece, edition, fits, placements
from games.turns import after_end, wrong_seat


class Placed(NamedTuple):
    """A piece on the board."""

    seat: str
    piece: str
    squares: int


class Position(NamedTuple):
    """A game as it stands; sets of pieces and squares are ints, see pieces.py."""

    setup: Setup
    numbers: tuple[int, ...]  # of pieces that each seat takes
    to_take: int  # pieces that are to be taken before the draft is over
    offer: int
    hands: tuple[int, ...]
    free: int
    unfit: int  # pieces that were found not to fit any more
    placed: tuple[Placed, ...]
    turn: str  # empty when the game is over

    @property
    def is_over(self) -> bool:
        return not self.turn

    @property
    def is_complete(self) -> bool:
        return not self.turn

    def after(self, action: Action) -> "Position":
        outcome = play(self, action)
        if isinstance(outcome, Fault):
            raise ValueError(outcome.text.format(**outcome.gaps))
        return outcome

    def hand(self, seat: str) -> int:
        return self.hands[SEATS.index(seat)]

    def fitting(self, seat: str) -> Piece | None:
        """A piece of a seat that fits, or None if the seat stands (RULES.md 3.3)."""
        pieces = edition().pieces_in(self.hand(seat) & ~self.unfit)
        return next((piece for piece in pieces if fits(piece, self.free)), None)


def start(setup: Setup, numbers: tuple[int, ...]) -> Position:
    """The position before the first piece is taken."""
    game = edition()
    everything = sum(game.by_bit)
    hands = (0,) * setup.players
    return Position(setup, numbers, sum(numbers), everything, hands, game.board, 0, (), SEATS[0])


def play(position: Position, action: Action) -> Position | Fault:
    """One action further, or the first rule that forbids it."""
    if action.kind == "pass":
        return _pass_fault(position, action) or position
    turn = position.turn
    if not turn:
        return after_end()
    if action.seat != turn and (fault := wrong_seat(action, turn=turn, seats=position.setup.seats)):
        return fault
    return _take(position, action) if action.kind == "take" else _place(position, action)


def lawful(position: Position) -> Iterator[Action]:
    """All lawful actions; `pass`, which is only a remark, comes last."""
    game, turn = edition(), position.turn
    if position.to_take:
        for piece in game.pieces_in(position.offer):
            yield Action(turn, "take", (piece.name,))
        return
    for piece in game.pieces_in(position.hand(turn) & ~position.unfit if turn else 0):
        for squares in placements(piece, position.free):
            yield Action(turn, "place", (piece.name, squares))
    for seat in position.setup.seats:
        if position.fitting(seat) is None:
            yield Action(seat, "pass")


def _take(position: Position, action: Action) -> Position | Fault:
    piece = edition().pieces[action.what[0]]
    setup, numbers, to_take, offer, hands, free, unfit, placed, turn = position
    if not to_take:
        return faults.take_after_draft(piece.name)
    if not offer & piece.bit:
        return faults.taken(piece.name, owner=_owner(position, piece))
    seat = SEATS.index(turn)
    hands = (*hands[:seat], hands[seat] | piece.bit, *hands[seat + 1 :])
    to_take -= 1
    if to_take:
        # RULES.md 2: clockwise, past those who have their number; whoever takes last begins then.
        seat = (seat + 1) % len(hands)
        while hands[seat].bit_count() == numbers[seat]:
            seat = (seat + 1) % len(hands)
    offer ^= piece.bit
    return Position(setup, numbers, to_take, offer, hands, free, unfit, placed, SEATS[seat])


def _place(position: Position, action: Action) -> Position | Fault:
    name, squares = action.what
    piece = edition().pieces[name]
    setup, numbers, to_take, offer, hands, free, unfit, placed, turn = position
    if to_take:
        return faults.place_in_draft(to_take=to_take)
    seat = SEATS.index(turn)
    if not hands[seat] & piece.bit:
        return _not_own(position, piece)
    mask = 0
    for square in squares:
        mask |= 1 << square
    # As many squares as the piece has, and these in its shape: so none is named twice.
    if len(squares) != piece.size or mask >> squares[0] not in piece.outlines:
        return _wrong_shape(piece, squares)
    if mask & ~free:
        return _occupied(position, mask)
    hands = (*hands[:seat], hands[seat] ^ piece.bit, *hands[seat + 1 :])
    free ^= mask
    placed = (*placed, Placed(turn, name, mask))
    turn, unfit = _next(seat, hands=hands, free=free, unfit=unfit)
    return Position(setup, numbers, 0, offer, hands, free, unfit, placed, turn)


def _next(seat: int, *, hands: tuple[int, ...], free: int, unfit: int) -> tuple[str, int]:
    """The next seat, anticlockwise, that can place, if any; and what was found not to fit."""
    by_bit = edition().by_bit
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


def _pass_fault(position: Position, action: Action) -> Fault | None:
    """RULES.md 3.3: out of turn and after the end too, but only after the draft."""
    seat, seats = action.seat, position.setup.seats
    turn = position.turn if position.to_take else seat
    if fault := wrong_seat(action, turn=turn, seats=seats):
        return fault
    if position.to_take:
        return faults.pass_in_draft(to_take=position.to_take)
    piece = position.fitting(seat)
    if piece is None:
        return None
    squares = next(placements(piece, position.free))
    return faults.can_place(seat, piece=piece.name, squares=_names(squares))


def _owner(position: Position, piece: Piece) -> str:
    """Who holds a piece, or nobody."""
    return next((seat for seat in position.setup.seats if position.hand(seat) & piece.bit), "")


def _not_own(position: Position, piece: Piece) -> Fault:
    for one in position.placed:
        if one.piece == piece.name:
            return faults.placed_already(piece.name, owner=one.seat)
    owner = _owner(position, piece)
    if not owner:
        return faults.of_nobody(piece.name)
    return faults.of_another(piece.name, seat=position.turn, owner=owner)


def _wrong_shape(piece: Piece, squares: tuple[int, ...]) -> Fault:
    for square, following in pairwise(squares):
        if square == following:
            return faults.square_twice(edition().names[square])
    if len(squares) != piece.size:
        return faults.wrong_size(piece.name, size=piece.size, count=len(squares))
    return faults.wrong_shape(piece.name, _names(squares))


def _occupied(position: Position, mask: int) -> Fault:
    """The first square, in canonical order, on which another piece lies."""
    taken = mask & ~position.free
    lowest = taken & -taken
    other = next(one for one in position.placed if one.squares & lowest)
    square = edition().names[lowest.bit_length() - 1]
    return faults.occupied(square, owner=other.seat, other=other.piece)


def _names(squares: tuple[int, ...]) -> list[str]:
    return [edition().names[square] for square in squares]
