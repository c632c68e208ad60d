"""Every lawful action of a position, one at a time; and where one that is begun can go on."""

from collections.abc import Iterator, Sequence

from games.polyssimo.board import Polyomino, Position, edition, placements, spots, squares_of
from games.polyssimo.words import read
from games.values import Action


def lawful(position: Position) -> Iterator[Action]:
    """All lawful actions; `pass`, which is only a remark, comes last."""
    game, turn = position.box, position.turn
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


def hints(position: Position, begun: str) -> Sequence[str]:
    """The squares that a piece of the one whose turn it is can cover, with those named so far."""
    if position.to_take or not position.turn:
        return ()
    name, *named = begun.split() or [""]
    mine = list(position.box.pieces_in(position.hand(position.turn) & ~position.unfit))
    covered = 0
    if not named:
        for piece in mine:
            if name in ("", piece.name):
                covered |= _coverable(piece, position.free)
    else:
        action = read(position.turn, [name, *named], None)
        if isinstance(action, Action) and action.kind == "place":
            covered = _coverable_with(mine, action, position.free)
    return [edition().names[square] for square in squares_of(covered)]


def _coverable(piece: Polyomino, free: int) -> int:
    covered = 0
    for shifts in piece.shifts:
        places = spots(shifts, free)
        for shift in (0, *shifts):
            covered |= places << shift
    return covered


def _coverable_with(mine: Sequence[Polyomino], begun: Action, free: int) -> int:
    """What can be covered besides the squares that are named."""
    name, squares = begun.what
    covered = 0
    for piece in mine:
        if piece.name != name:
            continue
        for placement in placements(piece, free):
            if set(squares) <= set(placement):
                covered |= sum(1 << square for square in placement if square not in squares)
    return covered
