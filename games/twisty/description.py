"""A position of Twisty in words, for those who do not see the drawing."""

from collections.abc import Iterator

from games.twisty.board import COLOUR_NAMES, NAMES, Player, Position

_KINDS = {
    **COLOUR_NAMES,
    **{kind: f"move {kind}" for kind in "1234"},
    "P": "protection",
}


def describe(position: Position) -> str:
    """Whose turn, every player's pawn and series, every kind of token with its squares."""
    seats = zip(position.setup.seats, position.players, strict=True)
    sentences = [
        f"{position.winner} has won." if position.winner else f"{position.turn} is to move.",
        *(series(seat, player) for seat, player in seats),
        *_tokens(position.board),
    ]
    return " ".join(sentences)


def series(seat: str, player: Player) -> str:
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
