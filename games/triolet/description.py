"""A position in words, for those who do not see the drawing."""

from collections.abc import Iterator, Sequence

from games.pads import Said, listed
from games.triolet.board import Position, name_of, squares
from games.triolet.figures import standings
from games.triolet.telling import laid_in_words, tile_in_words
from games.values import gettext_noop as _


def describe(position: Position) -> list[Said]:
    """The position in words: who is to act, points, bag, hands that are known, the board."""
    return [
        _turn(position),
        Said(_("Points: {points}."), {"points": _points(position)}),
        Said(_("Tiles in the bag: {count}."), {"count": position.bag}),
        *_hands(position),
        _board(position),
    ]


def _turn(position: Position) -> Said:
    if position.turn:
        return Said(_("{seat} is to play."), {"seat": position.turn})
    return Said(_("The game is over."))


def _points(position: Position) -> str:
    return ", ".join(f"{side.side} {side.score}" for side in standings(position))


def _hands(position: Position) -> Iterator[Said]:
    for seat in position.setup.seats:
        if hand := position.hand_of(seat):
            yield hand_in_words(seat, hand)


def hand_in_words(seat: str, hand: Sequence[int]) -> Said:
    held = listed([*map(tile_in_words, hand)])
    return Said(_("{seat} holds {tiles}."), {"seat": seat, "tiles": held})


def _board(position: Position) -> Said:
    laid = [laid_in_words(code, name_of(at)) for at in squares() if (code := position.cells[at])]
    if not laid:
        return Said(_("The board is empty."))
    return Said(_("On the board: {tiles}."), {"tiles": listed(laid)})
