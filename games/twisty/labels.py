"""What things are called on a score sheet of Twisty: tokens, pawns, squares."""

from collections.abc import Iterator, Mapping
from typing import Final

from games.contract import gettext_noop as _
from games.pads import Said, Spot
from games.twisty.board import CENTRE, CORNERS, CROSS, EMPTY, NAMES, SQUARES, STEPS
from games.twisty.ground import middle

TOKENS: Final[Mapping[str, str]] = {
    "R": _("red"),
    "O": _("orange"),
    "Y": _("yellow"),
    "G": _("green"),
    "B": _("blue"),
    "V": _("violet"),
    "W": _("white"),
    "1": _("token 1"),
    "2": _("token 2"),
    "3": _("token 3"),
    "4": _("token 4"),
    "P": _("protection"),
}
# Whole phrases: other languages bend the words.
_PAWN_ON: Final[Mapping[str, str]] = {
    "R": _("{seat}'s pawn, on red"),
    "O": _("{seat}'s pawn, on orange"),
    "Y": _("{seat}'s pawn, on yellow"),
    "G": _("{seat}'s pawn, on green"),
    "B": _("{seat}'s pawn, on blue"),
    "V": _("{seat}'s pawn, on violet"),
    "W": _("{seat}'s pawn, on white"),
    "1": _("{seat}'s pawn, on token 1"),
    "2": _("{seat}'s pawn, on token 2"),
    "3": _("{seat}'s pawn, on token 3"),
    "4": _("{seat}'s pawn, on token 4"),
    "P": _("{seat}'s pawn, on protection"),
    EMPTY: _("{seat}'s pawn"),
}


def spots(board: str, pawns: Mapping[int, str]) -> dict[str, Spot]:
    """The squares by name; free are those without a pawn."""
    found = {}
    for square, name in enumerate(NAMES):
        x, y = middle(square)
        holds = _holds(square, board[square], pawns.get(square, ""))
        found[name] = Spot(x, y, square not in pawns, _NEIGHBOURS[name], holds)
    return found


def _holds(square: int, token: str, seat: str) -> Said:
    if seat:
        return Said(_PAWN_ON[token], {"seat": seat})
    if token != EMPTY:
        return Said(TOKENS[token])
    if square == CENTRE:
        return Said(_("centre"))
    return Said(_("empty corner") if square in CORNERS else _("empty"))


def _beside(name: str) -> Iterator[str]:
    """The squares across and down, for those who go by keys."""
    mask = STEPS[CROSS][SQUARES[name]]
    return (other for square, other in enumerate(NAMES) if mask >> square & 1)


_NEIGHBOURS: Final = {name: tuple(_beside(name)) for name in NAMES}
