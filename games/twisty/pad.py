"""A position of Twisty as a score sheet shows it, what can be entered, and what is laid out first.

The board of a set-up is drawn bare: what is laid already stands in `own`, where the sheet can
change it.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from games.pads import InputForm, InputPart, Option, Pad, Said, SetUp, Spot
from games.scene import Shape, drawing
from games.twisty.board import (
    CENTRE,
    COLOURS,
    COLUMNS,
    CORNERS,
    CROSS,
    EMPTY,
    MOVES,
    NAMES,
    PER_COLOUR,
    PROTECTION,
    ROWS,
    SQUARES,
    STEPS,
    PlayerState,
    Position,
    free_corners,
    knight_moves,
    tokens,
    usual,
)
from games.twisty.description import TOKEN_NAMES, describe, holds, series_in_words
from games.twisty.drawing import (
    CELL,
    SERIES_HEIGHT,
    SERIES_WIDTH,
    WIDTH,
    coordinate_shapes,
    fields,
    frame,
    last_move,
    middle,
    paper,
    series_cards,
)
from games.twisty.faults import wrong_tags
from games.twisty.lawful import ways
from games.twisty.symbols import NUMBERED_STEPS, TOKENS, symbol_id, symbols_of_all, used
from games.twisty.words import own_tags, read_tag
from games.values import SEATS, Action, Setup, gettext_noop as _

_CORNERS = tuple(NAMES[corner] for corner in CORNERS)
_MOST_WAYS = 6  # to one square: people go by the first few
_LONGEST = 60  # squares of a way that a form takes: longer than any that people jump
_ROWS = tuple(tuple(column + row for column in COLUMNS) for row in reversed(ROWS))
_PLACES = tuple(
    name
    for row in _ROWS
    for name in row
    if SQUARES[name] not in CORNERS and SQUARES[name] != CENTRE
)
_BARE = EMPTY * len(NAMES)


def pad(position: Position, *, last: Action | None) -> Pad:
    seats = position.setup.seats
    pawns = {player.square: seat for seat, player in zip(seats, position.players, strict=True)}
    return Pad(
        board=draw_board(
            position.board,
            position.players,
            words=describe(position),
            marks=last_move(last),
        ),
        panels={
            seat: _panel(seat, player) for seat, player in zip(seats, position.players, strict=True)
        },
        spots=spots(position.board, pawns),
        order=seats[position.mover :] + seats[: position.mover],
        entries=() if position.winner else tuple(_entries(position)),
        size=CELL,
        notices=tuple(_notices(position, last)),
        own={
            "pawns": {seat: NAMES[square] for square, seat in pawns.items()},
            "corners": _CORNERS,
            "numbered": NUMBERED_STEPS,
            **_whither(position),
        },
    )


def _whither(position: Position) -> dict[str, object]:
    """Where the pawn may stay and by which ways; where it may go on; corners for one it hits."""
    found = ways(position, most=_MOST_WAYS)
    goes_on = (name for name, token in zip(NAMES, position.board, strict=True) if token in MOVES)
    return {
        "ways": _tree(found),
        "onward": tuple(goes_on),
        "free_corners": tuple(NAMES[corner] for corner in free_corners(position)),
    }


def _tree(found: Iterable[Sequence[int]]) -> str:
    """Ways as people jump them, branch by branch, since many begin alike: `c1(a2e2(g1))b2`.

    Every square ends a way. Phones get it with each move, so it is short.
    """
    branches = defaultdict(list)
    for *begun, there in found:
        branches[tuple(begun)].append(there)

    def written(begun: tuple[int, ...]) -> str:
        return "".join(
            NAMES[there] + (f"({onward})" if (onward := written((*begun, there))) else "")
            for there in branches.get(begun, ())
        )

    return written(())


def draw_board(
    tokens: str, players: tuple[PlayerState, ...], *, words: Sequence[Said], marks: Iterator[Shape]
) -> str:
    """The board alone, with every piece as a symbol."""
    shapes = [
        symbols_of_all(),
        *frame(),
        fields(tokens, players, put=used),
        *coordinate_shapes(),
        *marks,
    ]
    size = WIDTH
    return drawing(shapes, width=size, height=size, title="Twisty", description=words)


def _panel(seat: str, player: PlayerState) -> str:
    """The series, wide and flat; whose it is stands beside."""
    shapes = [
        paper(width=SERIES_WIDTH, is_turn=False),
        *series_cards(player, put=used, x=45),
    ]
    return drawing(
        shapes,
        width=SERIES_WIDTH,
        height=SERIES_HEIGHT,
        title="Twisty",
        description=[series_in_words(seat, player)],
    )


def _entries(position: Position) -> Iterator[InputForm]:
    if not knight_moves(position):
        yield InputForm("pass", Said(_("Pass")), position.turn, (), "pass")
        return
    victims = tuple(  # the same in every turn, so that phones are not told again
        Option(seat, Said(_("{seat}'s pawn"), {"seat": seat}), symbol_id(f"pawn-{seat}"))
        for seat in position.setup.seats
    )
    way = InputPart(
        "way",
        Said(_("The squares where the pawn lands")),
        "fields",
        most=_LONGEST,
        joiner="-",
        fields=NAMES,
    )
    victim = InputPart("victim", Said(_("Whose pawn is hit")), "option", victims, least=0)
    corner = InputPart(
        "corner",
        Said(_("The corner where that pawn goes")),
        "field",
        least=0,
        fields=_CORNERS,
    )
    pattern = "{way}[x{victim}>{corner}]"
    yield InputForm("move", Said(_("Move")), position.turn, (way, victim, corner), pattern)


def _notices(position: Position, last: Action | None) -> Iterator[Said]:
    """What has to be done at the table now, and who is on the way to the centre."""
    if last and last.kind == "move":
        squares, victim, _corner = last.what
        mover = position.players[SEATS.index(last.seat)]
        if victim:
            text = _("{victim}: move the card of the stolen cube to the end.")
            yield Said(text, {"victim": victim})
        elif position.board[squares[-1]] == PROTECTION and mover.protected:
            yield Said(_("{seat}'s cubes are protected now."), {"seat": last.seat})
    if not position.winner:
        for seat, player in zip(position.setup.seats, position.players, strict=True):
            if not player.next_colour:
                yield Said(_("{seat} has all cubes and wins on the centre."), {"seat": seat})


def set_up(setup: Setup) -> SetUp:
    own = _sound(setup)
    laid = zip(NAMES, tokens(own.get("Board", _BARE)), strict=True)
    return SetUp(
        board=draw_board(_BARE, (), words=(), marks=iter(())),
        spots=spots(_BARE, {}),
        options=tuple(
            Option(
                kind,
                Said(TOKEN_NAMES[kind]),
                symbol_id(f"token-{kind}"),
                _left(kind, setup.edition),
            )
            for kind in TOKENS
        ),
        size=CELL,
        own={
            "rows": _ROWS,  # as the tag Board writes them
            "empty": EMPTY,
            "places": _PLACES,  # where tokens lie, in reading order
            "laid": {name: token for name, token in laid if token != EMPTY},
            "colours": COLOURS,
            "corners": tuple(NAMES[corner] for corner in CORNERS),
            "pawns": {seat: own.get(f"Corner{seat}", "") for seat in setup.seats},
            "series": {seat: own.get(f"Series{seat}", "") for seat in setup.seats},
        },
    )


def _left(kind: str, edition: str) -> int:
    """How many of a token are in the box, with the usual split of the special ones."""
    return usual(edition).get(kind, PER_COLOUR)


def _sound(setup: Setup) -> dict[str, str]:
    """The own tags that are there and right."""
    players = setup.players
    tags = ((tag, setup.own.get(tag, "")) for tag in own_tags(players))
    formed = {tag: value for tag, value in tags if read_tag(tag, value, players=players) is None}
    wrong = {fault.tag for fault in wrong_tags(replace(setup, own=formed))}
    return {tag: value for tag, value in formed.items() if tag not in wrong}


def spots(board: str, pawns: Mapping[int, str]) -> dict[str, Spot]:
    """The squares by name; free are those without a pawn."""
    by_name = {}
    for square, name in enumerate(NAMES):
        x, y = middle(square)
        what = holds(square, board[square], pawns.get(square, ""))
        by_name[name] = Spot(x, y, square not in pawns, _NEIGHBOURS[name], what)
    return by_name


def _beside(name: str) -> Iterator[str]:
    """The squares across and down, for those who go by keys."""
    mask = STEPS[CROSS][SQUARES[name]]
    return (other for square, other in enumerate(NAMES) if mask >> square & 1)


_NEIGHBOURS: Final = {name: tuple(_beside(name)) for name in NAMES}


INPUT_TEXTS: Mapping[str, str | Said] = {
    "twisty.jump": _("Tap the square where {seat}'s pawn stays."),
    "twisty.which-way": _("Which way to {square}? Tap it again for the shortest."),
    "twisty.straight": _("straight"),
    "twisty.way": _("By {way}"),
    "twisty.another-way": _("Another way"),
    "twisty.by-step": _("Square by square"),
    "twisty.first": _("Tap every square where {seat}'s pawn lands, in order."),
    "twisty.on": _("Tap the next square; where it stays, tap twice."),
    "twisty.corner": _("Tap the corner where {victim}'s pawn goes."),
    "twisty.passes": _("{seat} passes."),
    "twisty.stuck": _("{seat}'s pawn cannot move."),
    "twisty.pass": _("Pass"),
    "twisty.corners": _("Corner for {victim}'s pawn"),
    "twisty.corner-name": _("Corner {square}"),
    "twisty.tokens": _("Tokens"),
    "twisty.pawns": _("Corners"),
    "twisty.series": _("Series"),
    "twisty.by-kind": _("By kind"),
    "twisty.shuffle": _("Shuffle for us"),
    "twisty.shuffle-how": _("you copy it onto the table"),
    "twisty.shuffle-again": _("Shuffle again"),
    "twisty.shuffle-rest": _("Shuffle the rest"),
    "twisty.by-hand": _("Enter how it lies on the table"),
    "twisty.choose": _("How do you lay the game out?"),
    "twisty.change": _("Change something"),
    "twisty.shuffled": _("Copy all this onto the table."),
    "twisty.not-shuffled": _("Shuffling needs the network. Try again, or lay it out yourselves."),
    "twisty.which": _("Which token lies on {square}?"),
    "twisty.where": _("Tap the squares with {token}, or slide over them."),
    "twisty.other-counts": _("All laid. The numbers in amber are not as usual: look again."),
    "twisty.seat-corner": _("Tap the corner where {seat} starts."),
    "twisty.every-series": _("Tap the colours of every series in order; the seventh follows."),
    "twisty.series-name": _("{seat}'s series"),
    "twisty.placed": _("{seat}: {token} is number {place}"),
    "twisty.not-placed": _("{seat}: {token}"),
    "twisty.ready": _("All is laid out. To change a token, tap it."),
    "twisty.left": _("{token}: {count} left"),
    "twisty.done-of": _("{done} of {all}"),
    "twisty.starts": _("{seat} starts on {square}"),
    "twisty.no-corner": _("{seat} has no corner yet"),
    "twisty.series-of": _("{seat}: {colours}"),
}
