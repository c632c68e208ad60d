"""A position of Twisty in words, and what its things are called on a score sheet."""

from collections.abc import Iterator, Mapping
from typing import Final

from games.pads import Said, listed
from games.twisty.board import (
    CENTRE,
    CORNERS,
    EMPTY,
    NAMES,
    PlayerState,
    Position,
)
from games.values import gettext_noop as _

TOKEN_NAMES: Final[Mapping[str, str]] = {
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


def describe(position: Position) -> list[Said]:
    """Whose turn, every player's pawn and series, every kind of token with its squares."""
    seats = zip(position.setup.seats, position.players, strict=True)
    return [
        _turn(position),
        *(series_in_words(seat, player) for seat, player in seats),
        *_tokens(position.board),
    ]


def _turn(position: Position) -> Said:
    if position.winner:
        return Said(_("{seat} has won."), {"seat": position.winner})
    return Said(_("{seat} is to move."), {"seat": position.turn})


def series_in_words(seat: str, player: PlayerState) -> Said:
    """A player's pawn, the cubes held, the colours still to come."""
    cards = [Said(TOKEN_NAMES[colour]) for colour in player.series]
    held = [
        Said(_("{colour} (protected)"), {"colour": card}) if place < player.protected else card
        for place, card in enumerate(cards[: player.cubes])
    ]
    gaps = {
        "seat": seat,
        "square": NAMES[player.square],
        "cubes": listed(held) if held else Said(_("none")),
        "due": listed(cards[player.cubes :]) if cards[player.cubes :] else Said(_("the centre")),
    }
    return Said(_("{seat}'s pawn is on {square}; cubes: {cubes}; still to come: {due}."), gaps)


def _tokens(board: str) -> Iterator[Said]:
    for kind, name in TOKEN_NAMES.items():
        squares = [NAMES[square] for square, token in enumerate(board) if token == kind]
        if squares:
            gaps = {"token": Said(name), "squares": ", ".join(sorted(squares))}
            yield Said("{token}: {squares}.", gaps)


def holds(square: int, token: str, seat: str) -> Said:
    if seat:
        return Said(_PAWN_ON[token], {"seat": seat})
    if token != EMPTY:
        return Said(TOKEN_NAMES[token])
    if square == CENTRE:
        return Said(_("centre"))
    return Said(_("empty corner") if square in CORNERS else _("empty"))
