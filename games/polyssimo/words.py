"""The words of the record: reading actions and the tag `Pieces`, and writing them (RULES.md 5)."""

from collections.abc import Sequence

from games.contract import SEATS, Action, Setup, Unreadable
from games.contract import gettext_noop as _
from games.polyssimo.board import edition
from games.record import number

PIECES = "Pieces"


def read_action(seat: str, words: Sequence[str], claim: str | None) -> Action | Unreadable:
    """`take` and a piece, a piece and its squares, or `pass`."""
    if claim is not None:
        text = _("There is nothing to claim in this game: leave out “={claim}”.")
        return Unreadable(text, {"claim": claim[:20]})
    first = words[0] if words else ""
    pieces = edition().pieces
    if first in pieces:
        return _read_placement(seat, words)
    if first == "take" and len(words) == 2 and words[1] in pieces:
        return Action(seat, "take", (words[1],))
    if first == "pass" and len(words) == 1:
        return Action(seat, "pass")
    return _unreadable(first)


def write_action(action: Action) -> str | None:
    """The canonical words; `pass` is a remark and left out."""
    if action.kind == "pass":
        return None
    if action.kind == "take":
        return f"take {action.what[0]}"
    piece, squares = action.what
    return " ".join([piece, *map(edition().names.__getitem__, squares)])


def read_numbers(value: str, *, players: int) -> tuple[int, ...] | None:
    """How many pieces each seat takes, in seat order; None if the tag is not of its form."""
    found: dict[str, int] = {}
    words = value.split(" ")
    for word in words:
        seat, _equals, text = word.partition("=")
        count = number(text)
        if count is None:
            return None
        found[seat] = count
    seats = SEATS[:players]
    if len(words) != players or set(found) != set(seats):
        return None
    return tuple(found[seat] for seat in seats)


def numbers_of(setup: Setup) -> tuple[int, ...]:
    """How many pieces each seat takes; without the tag, equally many (RULES.md 2)."""
    numbers = read_numbers(setup.own.get(PIECES, ""), players=setup.players)
    return numbers or (len(edition().pieces) // setup.players,) * setup.players


def write_numbers(numbers: Sequence[int]) -> str:
    return " ".join(f"{seat}={count}" for seat, count in zip(SEATS, numbers, strict=False))


def _read_placement(seat: str, words: Sequence[str]) -> Action | Unreadable:
    squares = edition().squares
    found = []
    for word in words[1:]:
        square = squares.get(word)
        if square is None:
            text = _("“{word}” is no square: squares are a to l with 1 to 11, such as c7.")
            return Unreadable(text, {"word": word[:20]})
        found.append(square)
    if not found:
        text = _("After the piece {piece} stand the squares that it covers.")
        return Unreadable(text, {"piece": words[0]})
    found.sort()
    return Action(seat, "place", (words[0], tuple(found)))


def _unreadable(first: str) -> Unreadable:
    if first == "take":
        return Unreadable(_("After “take” stands the name of one piece, such as F or C0."))
    if first == "pass":
        return Unreadable(_("“pass” stands alone."))
    text = _("“{word}” is not “take”, “pass” or the name of a piece.")
    return Unreadable(text, {"word": first[:20]})
