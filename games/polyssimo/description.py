"""A position in words, for those who do not see the drawing."""

from collections.abc import Iterator

from games.polyssimo.board import Position, edition, squares_of
from games.polyssimo.figures import pieces_left, squares_left


def describe(position: Position, *, is_judged: bool = True) -> str:
    """`is_judged`: it says also who stands, which players have to find out themselves."""
    return "\n".join(_sentences(position, is_judged=is_judged))


def _sentences(position: Position, *, is_judged: bool) -> Iterator[str]:
    yield f"Polyssimo Challenge, {position.setup.players} players. {_whose_turn(position)}"
    for seat in position.setup.seats:
        names = ", ".join(piece.name for piece in edition().pieces_in(position.hand(seat)))
        stands = is_judged and not position.to_take and position.fitting(seat) is None
        pieces, squares = pieces_left(position, seat), squares_left(position, seat)
        yield (
            f"{seat}: pieces left {pieces}, squares {squares}, "
            f"in hand {names or 'none'}{'; stands' if stands else ''}."
        )
    if position.to_take:
        names = ", ".join(piece.name for piece in edition().pieces_in(position.offer))
        yield f"On offer: {names}."
    for placed in position.placed:
        covered = " ".join(edition().names[square] for square in squares_of(placed.squares))
        yield f"{placed.seat} placed {placed.piece} on {covered}."


def _whose_turn(position: Position) -> str:
    if position.is_over:
        return "The game is over."
    if position.to_take:
        return f"{position.turn} takes a piece; still to be taken: {position.to_take}."
    return f"{position.turn} places a piece."
