"""The words of the record: reading actions and the game's tags, and writing them (RULES.md 5)."""

from collections.abc import Sequence

from games.polyssimo.board import (
    DRAFT,
    clockwise,
    edition,
    is_draft,
    numbers_of,
    piece_names,
    read_numbers,
    write_numbers,
)
from games.values import Action, Setup, Unreadable, gettext_noop as _, new_action


def read(seat: str, words: Sequence[str], claim: str | None) -> Action | Unreadable:
    """`take` and a piece, a piece and its squares, or `pass`."""
    if claim is not None:
        text = _("There is nothing to claim in this game: leave out “={claim}”.")
        return Unreadable(text, {"claim": claim[:20]})
    first = words[0] if words else ""
    pieces = piece_names()
    if first in pieces:
        return _read_placement(seat, words)
    if first == "take" and len(words) == 2 and words[1] in pieces:
        return new_action(Action, seat, "take", (words[1],))
    if first == "pass" and len(words) == 1:
        return Action(seat, "pass")
    return _unreadable(first)


def write(action: Action) -> str | None:
    """The canonical words; `pass` is a remark and left out."""
    _seat, kind, what, _claim = action
    if kind == "pass":
        return None
    if kind == "take":
        return f"take {what[0]}"
    piece, squares = what
    return " ".join([piece, *map(edition().names.__getitem__, squares)])


def read_tag(tag: str, value: str, *, players: int) -> Unreadable | None:
    """Whether the value of `Pieces` or `Draft` is of its form."""
    if tag == DRAFT:
        if is_draft(value, players=players):
            return None
        text = _("Draft has one letter of a seat for each take, such as “AABAB”, not “{value}”.")
        return Unreadable(text, {"value": value[:40]}, rule="record 1.2")
    if read_numbers(value, players=players) is not None:
        return None
    text = _("Pieces names every seat once, such as “A=8 B=12”, not “{value}”.")
    return Unreadable(text, {"value": value[:40]}, rule="record 1.2")


def default_tag(tag: str, setup: Setup) -> str | None:
    return canonical_tag(tag, "", setup)


def canonical_tag(tag: str, value: str, setup: Setup) -> str | None:
    """The usual order of taking is left out, so that records without the tag say the same."""
    numbers = numbers_of(setup)
    if tag != DRAFT:
        return write_numbers(numbers)
    is_usual = len(value) == sum(numbers) and value == clockwise(numbers)
    return None if is_usual or not value else value


def _read_placement(seat: str, words: Sequence[str]) -> Action | Unreadable:
    piece, *names = words
    squares = edition().squares
    try:
        numbers = [squares[name] for name in names]
    except KeyError as missing:
        text = _("“{word}” is not a square: squares are a to l with 1 to 11, such as c7.")
        return Unreadable(text, {"word": missing.args[0][:20]})
    if not numbers:
        text = _("After the piece {piece}, give the squares it covers.")
        return Unreadable(text, {"piece": piece})
    numbers.sort()
    return new_action(Action, seat, "place", (piece, tuple(numbers)))


def _unreadable(first: str) -> Unreadable:
    if first == "take":
        return Unreadable(_("After “take”, give the name of one piece, such as F or C0."))
    if first == "pass":
        return Unreadable(_("Write nothing else beside “pass”."))
    text = _("“{word}” is not “take”, “pass” or the name of a piece.")
    return Unreadable(text, {"word": first[:20]})
