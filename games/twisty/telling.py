"""A move as people say it, and the pawns small enough for a line of text."""

from functools import cache

from games.contract import SEATS, Action, gettext_noop as _
from games.pads import Said, Told
from games.scene import Shape
from games.twisty.board import NAMES
from games.twisty.figures import CROWN, CUBE
from games.twisty.symbols import crown, cube, pawn


def tell(action: Action) -> Told:
    if action.kind == "pass":
        return Told(Said(_("passes")))
    squares, victim, corner = action.what
    way = " → ".join(NAMES[square] for square in squares)
    if not victim:
        return Told(Said(_("goes to {way}"), {"way": way}), signs=(f"pawn-{action.seat}",))
    gaps = {"way": way, "seat": victim, "corner": NAMES[corner]}
    text = _("goes to {way} and sends {seat} to {corner}")
    return Told(Said(text, gaps), signs=(f"pawn-{action.seat}", f"pawn-{victim}"))


@cache
def signs() -> tuple[Shape, ...]:
    look = {"viewBox": "-42 -42 84 84"}
    pieces = {f"pawn-{seat}": pawn(seat) for seat in SEATS} | {CUBE: cube("R"), CROWN: crown()}
    return tuple(
        Shape("symbol", {"id": name, **look}, children=(piece,)) for name, piece in pieces.items()
    )
