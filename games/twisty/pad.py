"""A position of Twisty as a score sheet shows it: the board, the series, what can be entered."""

from collections.abc import Iterator

from games.contract import SEATS, Action
from games.contract import gettext_noop as _
from games.pads import Entry, Option, Pad, Part, Said
from games.scene import Shape, drawing
from games.twisty import description, ground, labels, series
from games.twisty.board import (
    CORNERS,
    MOVES,
    NAMES,
    PROTECTION,
    SQUARES,
    Player,
    Position,
)
from games.twisty.pieces import STEPS, symbol_id, symbols_of_all, used
from games.twisty.play import closed, free_corners, knight_moves, reach_of, seat_at, squares_in

_CORNERS = tuple(NAMES[corner] for corner in CORNERS)
_LONGEST = 60  # squares of a way that a form takes: longer than any that people jump


def pad(position: Position, *, last: Action | None) -> Pad:
    seats = position.setup.seats
    pawns = {player.square: seat for seat, player in zip(seats, position.players, strict=True)}
    return Pad(
        board=board(
            position.board,
            position.players,
            words=description.describe(position),
            marks=ground.last_move(last),
        ),
        panels={
            seat: _panel(seat, player) for seat, player in zip(seats, position.players, strict=True)
        },
        spots=labels.spots(position.board, pawns),
        order=seats[position.mover :] + seats[: position.mover],
        entries=() if position.winner else tuple(_entries(position)),
        size=ground.CELL,
        notices=tuple(_notices(position, last)),
        own={
            "pawns": {seat: NAMES[square] for square, seat in pawns.items()},
            "corners": _CORNERS,
            "numbered": STEPS,
        },
    )


def board(tokens: str, players: tuple[Player, ...], *, words: str, marks: Iterator[Shape]) -> str:
    """The board alone, with every piece as a symbol."""
    shapes = [
        symbols_of_all(),
        *ground.frame(),
        ground.fields(tokens, players, put=used),
        *ground.coordinates(),
        *marks,
    ]
    size = ground.WIDTH
    return drawing(shapes, width=size, height=size, title="Twisty", description=words)


def _panel(seat: str, player: Player) -> str:
    """The series, wide and flat."""
    shapes = [
        series.paper(width=series.WIDTH, is_turn=False),
        *series.cards(seat, player, put=used),
    ]
    return drawing(
        shapes,
        width=series.WIDTH,
        height=series.HEIGHT,
        title="Twisty",
        description=description.series(seat, player),
    )


def _entries(position: Position) -> Iterator[Entry]:
    victims = tuple(
        Option(seat, Said(_("{seat}'s pawn"), {"seat": seat}), symbol_id(f"pawn-{seat}"))
        for seat in position.setup.seats
        if seat != position.turn
    )
    way = Part(
        "way",
        Said(_("The squares where the pawn lands")),
        "fields",
        most=_LONGEST,
        joiner="-",
        fields=NAMES,
    )
    victim = Part("victim", Said(_("Whose pawn is hit")), "option", victims, least=0)
    corner = Part(
        "corner",
        Said(_("The corner where that pawn goes")),
        "field",
        least=0,
        fields=_CORNERS,
    )
    pattern = "{way}[x{victim}>{corner}]"
    yield Entry("move", Said(_("Move")), position.turn, (way, victim, corner), pattern)
    yield Entry("pass", Said(_("Pass")), position.turn, (), "pass")


def _notices(position: Position, last: Action | None) -> Iterator[Said]:
    """What has to be done at the table now, and who is on the way to the centre."""
    if last and last.kind == "move":
        squares, victim, _corner = last.what
        mover = position.players[SEATS.index(last.seat)]
        if victim:
            text = _("{victim}: the card of the stolen cube goes to the end of your series.")
            yield Said(text, {"victim": victim})
        elif position.board[squares[-1]] == PROTECTION and mover.protected:
            yield Said(_("{seat}'s cubes are protected now."), {"seat": last.seat})
    if not position.winner:
        for seat, player in zip(position.setup.seats, position.players, strict=True):
            if not player.next_colour:
                yield Said(_("{seat} has all cubes and wins on the centre."), {"seat": seat})


def hints(position: Position, begun: str) -> tuple[str, ...]:
    """The squares to which a step leads from where these words end; for a hit, the corners."""
    path, mark, hit = begun.partition("x")
    victim, _arrow, corner = hit.partition(">")
    way = [SQUARES.get(name, -1) for name in path.split("-") if name]
    if position.winner or corner:
        return ()
    reach, others = knight_moves(position), position.others
    for place, here in enumerate(way, start=1):
        if here < 0 or not reach >> here & 1:
            return ()
        if others >> here & 1:
            is_theft = place == len(way) and victim in ("", seat_at(position, here))
            return tuple(NAMES[one] for one in free_corners(position)) if is_theft else ()
        reach = _onward(position, here)
    return () if mark else tuple(NAMES[square] for square in squares_in(reach))


def _onward(position: Position, here: int) -> int:
    """The squares to which the token here leads on."""
    if position.board[here] not in MOVES:
        return 0
    return reach_of(position.board, here, position.others) & ~closed(position)
