"""A position of Twisty in words, and what its things are called on a score sheet."""

from collections.abc import Iterator, Mapping
from typing import Final

from games.contract import gettext_noop as _
from games.pads import Said
from games.twisty.board import (
    CENTRE,
    COLOUR_NAMES,
    CORNERS,
    EMPTY,
    NAMES,
    PlayerState,
    Position,
)

_KINDS = {
    **COLOUR_NAMES,
    **{kind: f"move {kind}" for kind in "1234"},
    "P": "protection",
}
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


def describe(position: Position) -> str:
    """Whose turn, every player's pawn and series, every kind of token with its squares."""
    seats = zip(position.setup.seats, position.players, strict=True)
    sentences = [
        f"{position.winner} has won." if position.winner else f"{position.turn} is to move.",
        *(series_in_words(seat, player) for seat, player in seats),
        *_tokens(position.board),
    ]
    return " ".join(sentences)


def series_in_words(seat: str, player: PlayerState) -> str:
    """A player's pawn, the cubes held, the colours still to come."""
    cards = [COLOUR_NAMES[colour] for colour in player.series]
    held = [
        f"{name} (protected)" if place < player.protected else name
        for place, name in enumerate(cards[: player.cubes])
    ]
    due = cards[player.cubes :]
    return (
        f"{seat}'s pawn is on {NAMES[player.square]}; cubes: {', '.join(held) or 'none'};"
        f" still to come: {', '.join(due) or 'the centre'}."
    )


def _tokens(board: str) -> Iterator[str]:
    for kind, name in _KINDS.items():
        squares = [NAMES[square] for square, token in enumerate(board) if token == kind]
        if squares:
            yield f"{name.capitalize()}: {', '.join(sorted(squares))}."


def holds(square: int, token: str, seat: str) -> Said:
    if seat:
        return Said(_PAWN_ON[token], {"seat": seat})
    if token != EMPTY:
        return Said(TOKEN_NAMES[token])
    if square == CENTRE:
        return Said(_("centre"))
    return Said(_("empty corner") if square in CORNERS else _("empty"))
