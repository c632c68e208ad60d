"""A position as a score sheet shows it, and what can be entered (RULES.md 5).

Nothing here says which pieces fit and who stands, but for what play itself has made known: players
who were passed over.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from games.contract import SEATS, Action
from games.contract import gettext_noop as _
from games.pads import NOTHING, Entry, Option, Pad, Part, Said, Spot
from games.polyssimo.board import Piece, edition, placements, spots, squares_of
from games.polyssimo.drawing import CELL, draw_board, middle_of
from games.polyssimo.panels import draw_panel
from games.polyssimo.piece_symbols import definitions, square_symbols, symbol_of
from games.polyssimo.play import Position
from games.polyssimo.symbols import Cell, from_the_middle, upright
from games.polyssimo.words import read_action


def pad(position: Position, *, last: Action | None) -> Pad:
    seats = position.setup.seats
    return Pad(
        board=draw_board(position, last=last, symbols=definitions()),
        panels={seat: draw_panel(position, seat, last=last) for seat in seats},
        spots=_spots(position),
        order=_order(position),
        entries=_entries(position),
        size=CELL,
        notices=tuple(_notices(position)),
        own=_own(position),
    )


def hints(position: Position, begun: str) -> Sequence[str]:
    """The squares that a piece of the one whose turn it is can cover, with those named so far."""
    if position.to_take or not position.turn:
        return ()
    name, *named = begun.split() or [""]
    mine = list(edition().pieces_in(position.hand(position.turn) & ~position.unfit))
    covered = 0
    if not named:
        for piece in mine:
            if name in ("", piece.name):
                covered |= _coverable(piece, position.free)
    else:
        action = read_action(position.turn, [name, *named], None)
        if isinstance(action, Action) and action.kind == "place":
            covered = _coverable_with(mine, action, position.free)
    return [edition().names[square] for square in squares_of(covered)]


def _coverable(piece: Piece, free: int) -> int:
    covered = 0
    for shifts in piece.shifts:
        found = spots(shifts, free)
        for shift in (0, *shifts):
            covered |= found << shift
    return covered


def _coverable_with(mine: Sequence[Piece], begun: Action, free: int) -> int:
    """What can be covered besides the squares that are named."""
    name, squares = begun.what
    covered = 0
    for piece in mine:
        if piece.name != name:
            continue
        for placement in placements(piece, free):
            if set(squares) <= set(placement):
                covered |= sum(1 << square for square in placement if square not in squares)
    return covered


def _order(position: Position) -> str:
    """Clockwise in the draft, anticlockwise from then on (RULES.md 2 and 3.1)."""
    seats = position.setup.seats
    around = seats if position.to_take else seats[::-1]
    first = around.find(position.turn or SEATS[0])
    return around[first:] + around[:first]


def _entries(position: Position) -> tuple[Entry, ...]:
    turn = position.turn
    if not turn:
        return ()
    if position.to_take:
        part = Part("piece", _PIECE, "option", options=_options(position.offer))
        return (Entry("take", Said(_("Take a piece")), turn, (part,), "take {piece}"),)
    pieces = Part("piece", _PIECE, "option", options=_options(position.hand(turn)))
    sizes = [piece.size for piece in edition().pieces.values()]
    squares = Part(
        "squares",
        Said(_("Its squares")),
        "fields",
        least=min(sizes),
        most=max(sizes),
        joiner=" ",
        symbols="piece",
    )
    place = Entry("place", Said(_("Place a piece")), turn, (pieces, squares), "{piece} {squares}")
    stand = Entry("pass", Said(_("No piece fits")), _order(position), (), "pass")
    return place, stand


_PIECE = Said(_("Piece"))


def _options(pieces: int) -> tuple[Option, ...]:
    return tuple(
        Option(piece.name, _label(piece), symbol_of(piece), left=1)
        for piece in edition().pieces_in(pieces)
    )


def _label(piece: Piece) -> Said:
    return Said(_("{piece}, {count} squares"), {"piece": piece.name, "count": piece.size})


def _spots(position: Position) -> Mapping[str, Spot]:
    holds = {
        square: Said(_("{piece} of {seat}"), {"piece": one.piece, "seat": one.seat})
        for one in position.placed
        for square in squares_of(one.squares)
    }
    return {
        name: Spot(*middle_of(square), square not in holds, beside, holds.get(square, NOTHING))
        for name, (square, beside) in _neighbours().items()
    }


@cache
def _neighbours() -> dict[str, tuple[int, tuple[str, ...]]]:
    """Each square's number, and those that share an edge with it."""
    game = edition()
    steps = (1, -1, game.rows + 1, -game.rows - 1)
    return {
        name: (
            square,
            tuple(game.names[square + step] for step in steps if square + step in game.names),
        )
        for name, square in game.squares.items()
    }


def _notices(position: Position) -> Iterator[Said]:
    if position.to_take or position.is_over:
        return
    if not position.placed:
        text = _("All pieces are taken. {seat} took the last one and places first.")
        yield Said(text, {"seat": position.turn})
    for seat in position.setup.seats:
        if not position.hand(seat):
            yield Said(_("{seat} has placed every piece."), {"seat": seat})
        elif not position.hand(seat) & ~position.unfit:
            yield Said(_("{seat} stands: no piece fits any more."), {"seat": seat})


def _own(position: Position) -> Mapping[str, object]:
    """What lies where, and how the pieces of the game turn."""
    game = edition()
    in_play = position.offer if position.to_take else 0
    for hand in position.hands:
        in_play |= hand
    return {
        "to_take": position.to_take,
        "pieces": list(game.pieces),
        "offer": [piece.name for piece in game.pieces_in(position.offer)],
        "hands": {
            seat: [piece.name for piece in game.pieces_in(position.hand(seat))]
            for seat in position.setup.seats
        },
        "turned": {piece.name: _turned(piece) for piece in game.pieces_in(in_play)},
        "squares": {piece.name: square_symbols(piece) for piece in game.pieces_in(in_play)},
    }


@cache
def _turned(piece: Piece) -> list[list[Cell]]:
    """A piece turned clockwise four times, then the same mirrored from left to right.

    Its cells are counted from the one in the middle, which comes first and stays where it is; the
    first orientation is that of its symbol.
    """
    cells = from_the_middle(upright(piece.cells))
    x, y = cells[0]
    turned = [[(column - x, row - y) for column, row in cells]]
    for _turn in range(3):
        turned.append([(-row, column) for column, row in turned[-1]])
    return turned + [[(-column, row) for column, row in each] for each in turned]
