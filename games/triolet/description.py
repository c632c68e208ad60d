"""A position in words, for those who do not see the drawing."""

from collections.abc import Iterator

from games.triolet.board import JOKER, VALUE, Position, name_of, squares
from games.triolet.figures import standings


def describe(position: Position) -> str:
    """The position in words: who is to act, points, bag, hands that are known, the board."""
    turn = f"It is {position.turn}'s turn." if position.turn else "The game is over."
    points = ", ".join(f"{side.side} {side.score}" for side in standings(position))
    parts = [turn, f"Points: {points}.", f"Tiles in the bag: {position.bag}."]
    for seat in position.setup.seats:
        if hand := position.hand_of(seat):
            held = ", ".join("joker" if kind == JOKER else str(kind) for kind in hand)
            parts.append(f"{seat} holds {held}.")
    tiles = [f"{name_of(at)} {_in_words(position.cells[at])}" for at in _covered(position)]
    parts.append(f"On the board: {', '.join(tiles)}." if tiles else "The board is empty.")
    return " ".join(parts)


def _in_words(code: int) -> str:
    return f"joker as {VALUE[code]}" if code > JOKER else str(VALUE[code])


def _covered(position: Position) -> Iterator[int]:
    return (at for at in squares() if position.cells[at])
