"""Every outcome that a lawful action can have; and where an action that is begun can go on."""

from collections.abc import Iterator

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
from games.values import SEATS, Action


def lawful(position: Position) -> Iterator[Action]:
    """Every outcome that a lawful action can have, with a shortest way to it.

    What a move does depends on its last square, and on the corner for a pawn that it hits there,
    not on its way: so each last square with each corner is named once. Longer ways to the same are
    lawful too.
    """
    if position.winner:
        return
    seat, others = SEATS[position.mover], position.others
    if not knight_moves(position):
        yield Action(seat, "pass")
        return
    for way in ways(position, most=1):
        if others >> way[-1] & 1:
            yield from _thefts(position, way)
        else:
            yield Action(seat, "move", (way, *NO_HIT))


def ways(position: Position, *, most: int) -> Iterator[tuple[int, ...]]:
    """Ways to every square where the pawn may stay: nearest first, `most` to each at the most.

    There is no end of them, since a chain may go round (2.4); those here lead nowhere twice.
    """
    if position.winner:
        return
    board, others, shut = position.board, position.others, closed(position)
    count = [0] * len(NAMES)
    onward: list[tuple[int, ...]] = [()]
    for way in onward:  # it grows as move tokens are found
        reach = reach_of(board, way[-1], others) if way else knight_moves(position)
        for there in squares_in(reach & ~shut):
            if count[there] == most or there in way:
                continue
            count[there] += 1
            yield (*way, there)
            if board[there] in MOVES and not others >> there & 1:
                onward.append((*way, there))


def _thefts(position: Position, way: tuple[int, ...]) -> Iterator[Action]:
    """The ways to hit the pawn at the end of this one: a corner each."""
    victim = seat_at(position, way[-1])
    for corner in free_corners(position):
        yield Action(SEATS[position.mover], "move", (way, victim, corner))


def hints(position: Position, begun: str) -> tuple[str, ...]:
    """The squares to which a step leads from where these words end; for a hit, the corners.

    With no words: where the pawn may stay, by whatever way.
    """
    if not begun:
        return tuple(NAMES[way[-1]] for way in ways(position, most=1))
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
