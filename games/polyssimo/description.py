"""A position in words, for those who do not see the drawing."""

from collections.abc import Iterator

from games.pads import Said
from games.polyssimo.board import Position, edition, squares_of
from games.polyssimo.figures import pieces_left, squares_left
from games.values import gettext_noop as _


def describe(position: Position, *, is_judged: bool = True) -> list[Said]:
    """`is_judged`: it says also who stands, which players have to find out themselves."""
    seats = position.setup.seats
    return [
        _whose_turn(position),
        *(_seat(position, seat, is_judged=is_judged) for seat in seats),
        *_board(position),
    ]


def _whose_turn(position: Position) -> Said:
    if position.is_over:
        return Said(_("The game is over."))
    seat = {"seat": position.turn}
    if position.to_take:
        text = _("{seat} takes a piece; still to be taken: {count}.")
        return Said(text, {**seat, "count": position.to_take})
    return Said(_("{seat} places a piece."), seat)


def _seat(position: Position, seat: str, *, is_judged: bool) -> Said:
    stands = is_judged and not position.to_take and position.fitting(seat) is None
    text = (
        _("{seat}: pieces left {pieces}, squares {squares}; {hand} No piece fits any more.")
        if stands
        else _("{seat}: pieces left {pieces}, squares {squares}; {hand}")
    )
    figures = {"pieces": pieces_left(position, seat), "squares": squares_left(position, seat)}
    return Said(text, {"seat": seat, **figures, "hand": hand_in_words(position, seat)})


def hand_in_words(position: Position, seat: str) -> Said:
    names = _names(position, position.hand(seat))
    return Said(_("in hand: {pieces}."), {"pieces": names}) if names else Said(_("hand empty."))


def _board(position: Position) -> Iterator[Said]:
    if position.to_take:
        yield Said(_("On offer: {pieces}."), {"pieces": _names(position, position.offer)})
    for placed in position.placed:
        covered = " ".join(edition().names[square] for square in squares_of(placed.squares))
        gaps = {"seat": placed.seat, "piece": placed.piece, "squares": covered}
        yield Said(_("{seat} placed {piece} on {squares}."), gaps)


def _names(position: Position, pieces: int) -> str:
    return ", ".join(piece.name for piece in position.box.pieces_in(pieces))
