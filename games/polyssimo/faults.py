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
