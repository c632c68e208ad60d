"""An action as people say it, and the pieces small enough for a line of text."""

from functools import cache

from games.contract import Action, gettext_noop as _
from games.pads import Said, Told
from games.polyssimo.board import edition
from games.polyssimo.symbols import whole_symbol
from games.scene import Shape


def tell(action: Action) -> Told:
    if action.kind == "pass":
        return Told(Said(_("has no piece that fits")))
    piece = action.what[0]
    if action.kind == "take":
        return Told(Said(_("takes piece {piece}"), {"piece": piece}), signs=(piece,))
    squares = " ".join(map(edition().names.__getitem__, action.what[1]))
    gaps = {"piece": piece, "squares": squares}
    return Told(Said(_("piece {piece} on {squares}"), gaps), signs=(piece,))


@cache
def signs() -> tuple[Shape, ...]:
    return tuple(whole_symbol(piece, name=piece.name) for piece in edition().pieces.values())
