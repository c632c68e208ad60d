"""The rules that an action can break, each as a sentence for players. When they apply: board.py."""

from collections.abc import Iterable

from games.contract import Fault
from games.contract import gettext_noop as _


def place_in_draft(*, to_take: int) -> Fault:
    text = _("Pieces are placed when the draft is over; still to be taken: {count}.")
    return Fault("draft", "2", text, {"count": to_take})


def pass_in_draft(*, to_take: int) -> Fault:
    text = _("There is no passing in the draft; still to be taken: {count}.")
    return Fault("draft", "2", text, {"count": to_take})


def take_after_draft(piece: str) -> Fault:
    text = _("{piece} cannot be taken any more: the draft is over.")
    return Fault("draft", "2", text, {"piece": piece})


def taken(piece: str, *, owner: str) -> Fault:
    text = _("{piece} is not on offer: {owner} has taken it.")
    return Fault("taken", "2", text, {"piece": piece, "owner": owner})


def placed_already(piece: str, *, owner: str) -> Fault:
    text = _("{piece} lies on the board already: {owner} has placed it.")
    return Fault("not-own", "3.2", text, {"piece": piece, "owner": owner})


def of_another(piece: str, *, seat: str, owner: str) -> Fault:
    text = _("{piece} is {owner}'s piece; {seat} places own pieces only.")
    return Fault("not-own", "3.2", text, {"piece": piece, "seat": seat, "owner": owner})


def of_nobody(piece: str) -> Fault:
    text = _("Nobody has taken {piece}; it stays out of this game.")
    return Fault("not-own", "3.2", text, {"piece": piece})


def square_twice(square: str) -> Fault:
    return Fault("shape", "3.2", _("{square} is named twice."), {"square": square})


def wrong_size(piece: str, *, size: int, count: int) -> Fault:
    text = _("{piece} covers {size} squares, not {count}.")
    return Fault("shape", "3.2", text, {"piece": piece, "size": size, "count": count})


def wrong_shape(piece: str, squares: Iterable[str]) -> Fault:
    text = _("{squares} do not form the piece {piece}, however it is turned or flipped.")
    return Fault("shape", "3.2", text, {"piece": piece, "squares": " ".join(squares)})


def occupied(square: str, *, owner: str, other: str) -> Fault:
    text = _("{square} is not free: {owner}'s {other} lies there.")
    return Fault("occupied", "3.2", text, {"square": square, "owner": owner, "other": other})


def can_place(seat: str, *, piece: str, squares: Iterable[str]) -> Fault:
    text = _("{seat} cannot pass: {piece} still fits, for instance on {squares}.")
    return Fault(
        "can-place", "3.3", text, {"seat": seat, "piece": piece, "squares": " ".join(squares)}
    )


def too_few(seat: str, *, count: int, least: int, players: int) -> Fault:
    text = _("{seat} takes at least {least} pieces in a game of {players}, not {count}.")
    gaps = {"seat": seat, "count": count, "least": least, "players": players}
    return Fault("tag-value", "2", text, gaps)


def too_many(*, count: int, pieces: int) -> Fault:
    text = _("Together that is {count} pieces; the game has {pieces}.")
    return Fault("tag-value", "2", text, {"count": count, "pieces": pieces})


def more_left(seat: str, *, count: int, taken: int) -> Fault:
    text = _("{side} cannot have {count} pieces left of {taken}.")
    return Fault("pieces", "2", text, {"side": seat, "count": count, "taken": taken})


def wrong_squares(seat: str, *, count: int, squares: int, least: int, most: int) -> Fault:
    text = _("{side}: {count} pieces cover {least} to {most} squares, not {squares}.")
    gaps = {"side": seat, "count": count, "squares": squares, "least": least, "most": most}
    return Fault("squares", "1.3", text, gaps)


def too_many_of_size(size: int, *, count: int, pieces: int) -> Fault:
    text = _("That would be {count} pieces of {size} squares; the game has {pieces}.")
    return Fault("supply", "1.3", text, {"size": size, "count": count, "pieces": pieces})


def could_place(seat: str, *, placed: int) -> Fault:
    text = _(
        "{side} must have placed more: with {placed} pieces on the board every other one fits."
    )
    return Fault("could-place", "3.3", text, {"side": seat, "placed": placed})


def nobody_placed(seat: str) -> Fault:
    text = _("{side} cannot have placed last: by these figures nobody has placed.")
    return Fault("last", "3.1", text, {"side": seat})


def other_last(seat: str, *, last: str, first: str) -> Fault:
    text = _("{side} cannot have placed last: {first} began, so by these figures {last} was last.")
    return Fault("last", "3.1", text, {"side": seat, "last": last, "first": first})
