"""A move as people say it, and the pawns small enough for a line of text."""

from functools import cache

from games.pads import NOTHING, Said, Told, listed
from games.scene import Shape
from games.twisty.board import NAMES, Position
from games.twisty.description import TOKEN_NAMES
from games.twisty.figures import CROWN, CUBE
from games.twisty.symbols import crown, cube, pawn
from games.values import SEATS, Action, SideScore, gettext_noop as _


def tell(action: Action) -> Told:
    if action.kind == "pass":
        return Told(Said(_("passes")))
    squares, victim, corner = action.what
    way = " → ".join(NAMES[square] for square in squares)
    last, mover = (NAMES[squares[-1]],), f"pawn-{action.seat}"
    if not victim:
        return Told(Said(_("goes to {way}"), {"way": way}), signs=(mover,), fields=last)
    gaps = {"way": way, "seat": victim, "corner": NAMES[corner]}
    text = _("goes to {way} and sends {seat} to {corner}")
    return Told(Said(text, gaps), signs=(mover, f"pawn-{victim}"), fields=last)


def reckon(before: Position, action: Action, after: Position) -> Said:
    """What a move won, and what it has made sure."""
    was, now = (position.players[SEATS.index(action.seat)] for position in (before, after))
    if after.winner and now.cubes == was.cubes:
        return Said(_("all cubes, and in the centre: the game is won"))
    if now.cubes > was.cubes:
        gaps = {"colour": Said(TOKEN_NAMES[now.series[was.cubes]]), "cubes": now.cubes}
        if action.what[1]:
            text = _("+1: {colour}, stolen from {victim} ({cubes} of 7)")
            return Said(text, {**gaps, "victim": action.what[1]})
        return Said(_("+1: {colour} ({cubes} of 7)"), gaps)
    if now.protected > was.protected:
        sure = [Said(TOKEN_NAMES[colour]) for colour in now.series[was.protected : now.protected]]
        return Said(_("protected now: {colours}"), {"colours": listed(sure)})
    return NOTHING


def key_signs(position: Position, side: SideScore) -> tuple[str, str]:
    """Won or not, then the cubes."""
    return CROWN, CUBE


@cache
def signs() -> tuple[Shape, ...]:
    look = {"viewBox": "-42 -42 84 84"}
    pieces = {f"pawn-{seat}": pawn(seat) for seat in SEATS} | {CUBE: cube("R"), CROWN: crown()}
    return tuple(
        Shape("symbol", {"id": name, **look}, children=(piece,)) for name, piece in pieces.items()
    )
