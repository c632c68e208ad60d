"""An action as people say it, and the pieces small enough for a line of text."""

from functools import cache

from games.pads import NOTHING, Said, Told
from games.polyssimo.board import Position, edition
from games.polyssimo.figures import pieces_left, squares_left
from games.polyssimo.symbols import whole_symbol
from games.scene import Shape
from games.values import Action, gettext_noop as _


def tell(action: Action) -> Told:
    if action.kind == "pass":
        return Told(Said(_("has no piece that fits")))
    piece = action.what[0]
    if action.kind == "take":
        return Told(Said(_("takes piece {piece}"), {"piece": piece}), signs=(piece,))
    squares = tuple(map(edition().names.__getitem__, action.what[1]))
    gaps = {"piece": piece, "squares": " ".join(squares)}
    return Told(Said(_("piece {piece} on {squares}"), gaps), signs=(piece,), fields=squares)


def reckon(before: Position, action: Action, after: Position) -> Said:
    """Nothing is scored: what counts is what a player has left (RULES.md 4)."""
    if action.kind != "place":
        return NOTHING
    text = _("{covered} squares, {squares} left (pieces: {pieces})")
    left = {"pieces": pieces_left(after, action.seat), "squares": squares_left(after, action.seat)}
    return Said(text, {"covered": len(action.what[1]), **left})


@cache
def signs() -> tuple[Shape, ...]:
    return tuple(whole_symbol(piece, name=piece.name) for piece in edition().pieces.values())
