"""Every outcome that a lawful action can have; and where an action that is begun can go on."""

from collections.abc import Iterator

from games.contract import SEATS, Action
from games.twisty.board import (
    MOVES,
    NAMES,
    SQUARES,
    Position,
    closed,
    free_corners,
    knight_moves,
    reach_of,
    seat_at,
    squares_in,
)
from games.twisty.words import NO_HIT


def lawful(position: Position) -> Iterator[Action]:
    """Every outcome that a lawful action can have, with a shortest way to it.

    The ways have no end, since a chain may go round (2.4). But what a move does depends on its
    last square, and on the corner for a pawn that it hits there, not on its way: so each last
    square with each corner is named once. Longer ways to the same are lawful too.
    """
    if position.winner:
        return
    seat, first = SEATS[position.mover], knight_moves(position)
    if not first:
        yield Action(seat, "pass")
        return
    board, others, seen = position.board, position.others, closed(position)
    ways: list[tuple[int, ...]] = [()]
    for way in ways:  # it grows as move tokens are found: nearest first
        fresh = (reach_of(board, way[-1], others) if way else first) & ~seen
        seen |= fresh
        for there in squares_in(fresh):
            onward = (*way, there)
            if others >> there & 1:
                yield from _thefts(position, onward)
                continue
            yield Action(seat, "move", (onward, *NO_HIT))
            if board[there] in MOVES:
                ways.append(onward)


def _thefts(position: Position, way: tuple[int, ...]) -> Iterator[Action]:
    """The ways to hit the pawn at the end of this one: a corner each."""
    victim = seat_at(position, way[-1])
    for corner in free_corners(position):
        yield Action(SEATS[position.mover], "move", (way, victim, corner))


def hints(position: Position, begun: str) -> tuple[str, ...]:
    """The squares to which a step leads from where these words end; for a hit, the corners."""
    path, mark, hit = begun.partition("x")
    victim, _arrow, corner = hit.partition(">")
    way = [SQUARES.get(name, -1) for name in path.split("-") if name]
    if position.winner or corner:
        return ()
    reach, others = knight_moves(position), position.others
    for place, here in enumerate(way, start=1):
        if here < 0 or not reach >> here & 1:
            return ()
        if others >> here & 1:
            is_theft = place == len(way) and victim in ("", seat_at(position, here))
            return (
                tuple(NAMES[free_corner] for free_corner in free_corners(position))
                if is_theft
                else ()
            )
        reach = _onward(position, here)
    return () if mark else tuple(NAMES[square] for square in squares_in(reach))


def _onward(position: Position, here: int) -> int:
    """The squares to which the token here leads on."""
    if position.board[here] not in MOVES:
        return 0
    return reach_of(position.board, here, position.others) & ~closed(position)
