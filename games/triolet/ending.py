"""The end: hands that are left, and what they do to the points (RULES.md 4)."""

from collections.abc import Sequence

from games.contract import Action, Fault, Setup, SideScore, Step
from games.triolet import faults
from games.triolet.board import JOKER, material
from games.triolet.position import OUT, Position
from games.turns import wrong_seat


def leave(position: Position, action: Action) -> Step | Fault:
    """A hand that is left after the end (RULES.md 4.4)."""
    seat, tiles = action.seat, action.what
    seats = position.setup.seats
    if fault := wrong_seat(action, turn=seat, seats=seats) or _wrong_hand(position, action):
        return fault
    known = position.known
    if not position.hands.is_open(seat):
        rules = material()
        known = rules.with_tiles(known, tiles)
        if known & rules.too_many:
            return faults.supply(rules.too_many_of(known), rule="4.4")
    return Step(position._replace(known=known, left={**position.left, seat: tiles}))


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


def standings(position: Position) -> list[SideScore]:
    """The points by seat; what is left counts only once all of it is known."""
    seats = position.setup.seats
    points = position.points
    if position.is_complete:
        points = tuple(
            score + _of_left(position, seat) for seat, score in zip(seats, points, strict=True)
        )
    return scores(position.setup, points)


def scores(setup: Setup, points: Sequence[int]) -> list[SideScore]:
    """RULES.md 4.3."""
    return [
        SideScore(seat, (seat,), score, (score,))
        for seat, score in zip(setup.seats, points, strict=True)
    ]


def _of_left(position: Position, seat: str) -> int:
    """RULES.md 4.1: who laid the last tile gains what the others have left; 4.2: own loss."""
    if position.ending != OUT:
        return -_value(position.left[seat])
    return 0 if seat in position.left else sum(map(_value, position.left.values()))


def _value(hand: Sequence[int]) -> int:
    return sum(kind for kind in hand if kind != JOKER)
