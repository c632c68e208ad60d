"""Which rule forbids an action, a set-up or final figures, as a sentence for players."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from games.polyssimo.board import (
    DRAFT,
    PIECES,
    Polyomino,
    Position,
    edition,
    numbers_of,
    placements,
    takers_of,
)
from games.turns import wrong_seat
from games.values import Action, Fault, Setup, TagFault, gettext_noop as _


def pass_fault(position: Position, action: Action) -> Fault | None:
    """RULES.md 3.3: out of turn and after the end too, but only after the draft."""
    seat, seats = action.seat, position.setup.seats
    turn = position.turn if position.to_take else seat
    if fault := wrong_seat(action, turn=turn, seats=seats):
        return fault
    if position.to_take:
        return pass_in_draft(to_take=position.to_take)
    piece = position.fitting(seat)
    if piece is None:
        return None
    squares = next(placements(piece, position.free))
    return can_place(seat, piece=piece.name, squares=_names(squares))


def owner_of(position: Position, piece: Polyomino) -> str:
    """Who holds a piece, or nobody."""
    return next((seat for seat in position.setup.seats if position.hand(seat) & piece.bit), "")


def ownership_fault(position: Position, piece: Polyomino) -> Fault:
    for placed in position.placed:
        if placed.piece == piece.name:
            return placed_already(piece.name, owner=placed.seat)
    owner = owner_of(position, piece)
    if not owner:
        return of_nobody(piece.name)
    return of_another(piece.name, seat=position.turn, owner=owner)


def shape_fault(piece: Polyomino, squares: tuple[int, ...]) -> Fault:
    for square, following in pairwise(squares):
        if square == following:
            return square_twice(edition().names[square])
    if len(squares) != piece.size:
        return wrong_size(piece.name, size=piece.size, count=len(squares))
    return wrong_shape(piece.name, _names(squares))


def occupied_fault(position: Position, mask: int) -> Fault:
    """The first square, in canonical order, on which another piece lies."""
    taken = mask & ~position.free
    lowest = taken & -taken
    other = next(placed for placed in position.placed if placed.squares & lowest)
    square = edition().names[lowest.bit_length() - 1]
    return occupied(square, owner=other.seat, other=other.piece)


def _names(squares: tuple[int, ...]) -> list[str]:
    return [edition().names[square] for square in squares]


def wrong_tags(setup: Setup) -> Sequence[TagFault]:
    """RULES.md 2: the least that each takes, not more than there are, and an order that fits."""
    numbers = numbers_of(setup)
    least, pieces = edition().least[setup.players], len(edition().pieces)
    for seat, count in zip(setup.seats, numbers, strict=True):
        if count < least:
            fault = too_few(seat, count=count, least=least, players=setup.players)
            return (TagFault(PIECES, fault),)
    if sum(numbers) > pieces:
        return (TagFault(PIECES, too_many(count=sum(numbers), pieces=pieces)),)
    takers = takers_of(setup)
    for seat, count in zip(setup.seats, numbers, strict=True):
        if takers.count(seat) != count:
            return (TagFault(DRAFT, other_draft(seat, count=takers.count(seat), right=count)),)
    return ()


def place_in_draft(*, to_take: int) -> Fault:
    text = _("Pieces are placed when the draft is over; still to be taken: {count}.")
    return Fault("draft", "2", text, {"count": to_take})


def pass_in_draft(*, to_take: int) -> Fault:
    text = _("You cannot pass during the draft; still to be taken: {count}.")
    return Fault("draft", "2", text, {"count": to_take})


def take_after_draft(piece: str) -> Fault:
    text = _("{piece} cannot be taken any more: the draft is over.")
    return Fault("draft", "2", text, {"piece": piece})


def taken(piece: str, *, owner: str) -> Fault:
    text = _("{piece} is not on offer: {owner} has taken it.")
    return Fault("taken", "2", text, {"piece": piece, "owner": owner})


def not_in_the_box(piece: str, code: str, rule: str) -> Fault:
    return Fault(code, rule, _("{piece} is a piece of another edition."), {"piece": piece})


def placed_already(piece: str, *, owner: str) -> Fault:
    text = _("{piece} is already on the board: {owner} placed it.")
    return Fault("not-own", "3.2", text, {"piece": piece, "owner": owner})


def of_another(piece: str, *, seat: str, owner: str) -> Fault:
    text = _("{piece} is {owner}'s piece; {seat} may place only their own pieces.")
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
    text = _("{square} is not free: {owner}'s {other} is there.")
    return Fault("occupied", "3.2", text, {"square": square, "owner": owner, "other": other})


def can_place(seat: str, *, piece: str, squares: Iterable[str]) -> Fault:
    text = _("{seat} cannot pass: {piece} still fits, for instance on {squares}.")
    gaps = {"seat": seat, "piece": piece, "squares": " ".join(squares)}
    discreet = _("You may not pass: there is a place for one of your pieces.")
    return Fault("can-place", "3.3", text, gaps, discreet)


def too_few(seat: str, *, count: int, least: int, players: int) -> Fault:
    text = _("{seat} takes at least {least} pieces in a game of {players}, not {count}.")
    gaps = {"seat": seat, "count": count, "least": least, "players": players}
    return Fault("tag-value", "2", text, gaps)


def too_many(*, count: int, pieces: int) -> Fault:
    text = _("Together that is {count} pieces; the game has {pieces}.")
    return Fault("tag-value", "2", text, {"count": count, "pieces": pieces})


def other_draft(seat: str, *, count: int, right: int) -> Fault:
    text = _("By the order of taking (Draft), {seat} takes {count} times; it should be {right}.")
    return Fault("tag-value", "2", text, {"seat": seat, "count": count, "right": right})


def more_left(seat: str, *, count: int, taken: int) -> Fault:
    text = _("{side} cannot have {count} pieces left of {taken}.")
    return Fault("pieces", "2", text, {"side": seat, "count": count, "taken": taken}, side=seat)


def wrong_squares(seat: str, *, count: int, squares: int, least: int, most: int) -> Fault:
    text = _("{side}: {count} pieces cover {least} to {most} squares, not {squares}.")
    gaps = {"side": seat, "count": count, "squares": squares, "least": least, "most": most}
    return Fault("squares", "1.3", text, gaps, side=seat)


def no_such_squares(seat: str, *, squares: int) -> Fault:
    text = _("{side}: pieces of 5 and 6 squares cannot add up to {squares}.")
    return Fault("squares", "1.3", text, {"side": seat, "squares": squares}, side=seat)


def too_many_of_size(size: int, *, count: int, pieces: int) -> Fault:
    text = _("That would be {count} pieces of {size} squares; the game has {pieces}.")
    return Fault("supply", "1.3", text, {"size": size, "count": count, "pieces": pieces})


def could_place(seat: str, *, placed: int) -> Fault:
    text = _(
        "{side} must have placed more: with {placed} pieces on the board every other one fits."
    )
    return Fault("could-place", "3.3", text, {"side": seat, "placed": placed}, side=seat)


def nobody_placed(seat: str) -> Fault:
    text = _("{side} cannot have placed last: by these figures nobody has placed a piece.")
    return Fault("last", "3.1", text, {"side": seat}, side=seat)


def other_last(seat: str, *, last: str, first: str) -> Fault:
    text = _("{side} cannot have placed last: {first} began, so by these figures {last} was last.")
    return Fault("last", "3.1", text, {"side": seat, "last": last, "first": first}, side=seat)
