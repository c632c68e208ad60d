"""A position as a score sheet shows it, and what can be entered (RULES.md 5).

Nothing here says which pieces fit and who stands, but for what play itself has made known: players
who were passed over.
"""

from collections.abc import Iterator, Mapping
from functools import cache, partial

from games.pads import NOTHING, InputForm, InputPart, Option, Pad, Said, Spot
from games.polyssimo.board import Polyomino, Position, edition, squares_of
from games.polyssimo.description import hand_in_words
from games.polyssimo.drawing import CELL, draw_board, middle_of
from games.polyssimo.symbols import (
    BOX,
    PART,
    Cell,
    Look,
    centring,
    definitions,
    from_the_middle,
    highlight,
    outline_path,
    square_symbols,
    symbol_of,
    upright,
    use,
)
from games.scene import Shape, drawing, group, shape
from games.values import SEATS, Action, gettext_noop as _

ACROSS = (6, 8, 12)  # places in a line: larger pieces where all have few
STEP = 72  # from place to place: three squares and a little air
LINE = 104
EMPTY: Look = {"fill": "currentColor", "fill_opacity": 0.18}
GHOST: Look = {
    "fill": "currentColor",
    "fill_opacity": 0.06,
    "stroke": "currentColor",
    "stroke_opacity": 0.4,
}


def pad(position: Position, *, last: Action | None) -> Pad:
    seats = position.setup.seats
    return Pad(
        board=draw_board(position, last=last, symbols=definitions(position.setup.edition)),
        panels={seat: draw_panel(position, seat, last=last) for seat in seats},
        spots=_spots(position),
        order=_order(position),
        entries=_entries(position),
        size=CELL,
        notices=tuple(_notices(position)),
        own=_own(position),
    )


def _order(position: Position) -> str:
    """As they take in the draft, anticlockwise from then on (RULES.md 2 and 3.1)."""
    seats = position.setup.seats
    if position.to_take:
        return "".join(dict.fromkeys(position.takers[-position.to_take :] + seats))
    around = seats[::-1]
    first = around.find(position.turn or SEATS[0])
    return around[first:] + around[:first]


def _entries(position: Position) -> tuple[InputForm, ...]:
    turn = position.turn
    if not turn:
        return ()
    if position.to_take:
        part = InputPart("piece", _PIECE, "option", options=_options(position, position.offer))
        return (InputForm("take", Said(_("Take a piece")), turn, (part,), "take {piece}"),)
    pieces = InputPart("piece", _PIECE, "option", options=_options(position, position.hand(turn)))
    sizes = [piece.size for piece in position.box.pieces.values()]
    squares = InputPart(
        "squares",
        Said(_("Its squares")),
        "fields",
        least=min(sizes),
        most=max(sizes),
        joiner=" ",
        symbols="piece",
    )
    place = InputForm(
        "place", Said(_("Place a piece")), turn, (pieces, squares), "{piece} {squares}"
    )
    done = "".join(filter(partial(_is_done, position), _order(position)))
    stand = InputForm("pass", Said(_("No piece fits")), done, (), "pass")
    return (place, stand) if done else (place,)


_PIECE = Said(_("Piece"))


def _options(position: Position, pieces: int) -> tuple[Option, ...]:
    return tuple(
        Option(piece.name, _label(piece), symbol_of(piece), left=1)
        for piece in position.box.pieces_in(pieces)
    )


def _label(piece: Polyomino) -> Said:
    return Said(_("{piece}, {count} squares"), {"piece": piece.name, "count": piece.size})


def _spots(position: Position) -> Mapping[str, Spot]:
    holds = {
        square: Said(_("{piece} of {seat}"), {"piece": placed.piece, "seat": placed.seat})
        for placed in position.placed
        for square in squares_of(placed.squares)
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
        text = _("All pieces are taken; {seat} places first. Tap a piece, then the board.")
        yield Said(text, {"seat": position.turn})
    for seat in position.setup.seats:
        if not position.hand(seat):
            yield Said(_("{seat} has placed every piece."), {"seat": seat})
        elif _is_done(position, seat):
            yield Said(_("{seat} is done: no piece fits any more."), {"seat": seat})


def _is_done(position: Position, seat: str) -> bool:
    """As play itself has made known: the seat was passed over, or has placed everything."""
    return not position.hand(seat) & ~position.unfit


def _own(position: Position) -> Mapping[str, object]:
    """What lies where, and how the pieces of the game turn."""
    game = position.box
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
        "places": {
            seat: [piece.name for piece in _pieces_of(position, seat)]
            for seat in position.setup.seats
        },
        "turned": {piece.name: _turned(piece) for piece in game.pieces_in(in_play)},
        "squares": {piece.name: square_symbols(piece) for piece in game.pieces_in(in_play)},
    }


@cache
def _turned(piece: Polyomino) -> list[list[Cell]]:
    """A piece turned clockwise four times, then the same mirrored from left to right.

    Its cells are counted from the one in the middle, which comes first and stays where it is; the
    first orientation is that of its symbol.
    """
    cells = from_the_middle(upright(piece.cells))
    x, y = cells[0]
    turned = [[(column - x, row - y) for column, row in cells]]
    for _turn in range(3):
        turned.append([(-row, column) for column, row in turned[-1]])
    return turned + [[(-column, row) for column, row in way] for way in turned]


def draw_panel(position: Position, seat: str, *, last: Action | None) -> str:
    """The pieces of a seat: in hand, placed already, still to be taken."""
    number = position.numbers[SEATS.index(seat)]
    across = next(most for most in ACROSS if max(position.numbers) <= most or most == ACROSS[-1])
    return drawing(
        _places(position, seat, across=across, last=last),
        width=across * STEP,
        height=-(-number // across) * LINE,
        title=f"Pieces of {seat}",
        description=[hand_in_words(position, seat)],
    )


def _places(position: Position, seat: str, *, across: int, last: Action | None) -> Iterator[Shape]:
    hand, pieces = position.hand(seat), _pieces_of(position, seat)
    new = last.what[0] if last is not None and last.kind == "take" else ""
    for place in range(position.numbers[SEATS.index(seat)]):
        line, column = divmod(place, across)
        x, y = (column + 0.5) * STEP, (line + 0.5) * LINE
        if place >= len(pieces):
            yield shape("circle", cx=x, cy=y, r=7, class_="place", **EMPTY)
        elif not pieces[place].bit & hand:
            yield _outlined(pieces[place], x, y)
        else:
            yield use(pieces[place], x - BOX / 2, y - BOX / 2, size=BOX)
            if pieces[place].name == new:
                yield _rimmed(pieces[place], x, y)


def _pieces_of(position: Position, seat: str) -> list[Polyomino]:
    """What a seat has taken: in hand, or placed already."""
    hand = position.hand(seat)
    placed = {piece.piece for piece in position.placed if piece.seat == seat}
    return [
        piece for piece in position.box.pieces.values() if piece.bit & hand or piece.name in placed
    ]


def _outlined(piece: Polyomino, x: float, y: float) -> Shape:
    """A piece that is on the board."""
    cells = upright(piece.cells)
    path = outline_path(cells, cell=PART, inset=1.5, radius=2.5)
    move = centring(cells, x, y, cell=PART)
    return shape("path", d=path, transform=move, class_="ghost", stroke_width=1.5, **GHOST)


def _rimmed(piece: Polyomino, x: float, y: float) -> Shape:
    """The rim of a piece that was just taken."""
    cells = upright(piece.cells)
    return group(highlight(cells, cell=PART), transform=centring(cells, x, y, cell=PART))


INPUT_TEXTS: Mapping[str, str | Said] = {
    "polyssimo.offer": _("Pieces on offer"),
    "polyssimo.take": _("Tap the piece that you take."),
    "polyssimo.chosen": _("You take {piece}."),
    "polyssimo.hand": _("Pieces of {seat}"),
    "polyssimo.none": _("{seat} has no piece left."),
    "polyssimo.pick": _("Tap a piece or drag it onto the board."),
    "polyssimo.lay": _("Tap the board. Another tap on {piece} turns it."),
    "polyssimo.which": _("How does {piece} lie? Tap a picture."),
    "polyssimo.unfit": _("{piece} does not fit there."),
    "polyssimo.ways": _("Ways to lay the piece"),
    "polyssimo.laid": _("{piece} on {squares}."),
}
