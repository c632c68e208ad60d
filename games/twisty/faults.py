"""Which rule forbids a move or a set-up, as a sentence for players (RULES.md 1 and 2)."""

from itertools import pairwise

from games.twisty.board import (
    CENTRE,
    COLOURS,
    CORNERS,
    EMPTY,
    FLIGHT,
    KNIGHT,
    MOVES,
    NAMES,
    PER_COLOUR,
    PROTECTION,
    SQUARES,
    STEPS,
    Position,
    free_corners,
    knight_moves,
    seat_at,
    squares_in,
    tokens,
)
from games.values import SEATS, Fault, Setup, TagFault, gettext_noop as _

_KNIGHT = STEPS[KNIGHT]
_BARE = frozenset((CENTRE, *CORNERS))
_NO_STEP = {
    "1": _("{here} to {there}: token 1 leads one square across or down."),
    "2": _("{here} to {there}: token 2 leads one square diagonally."),
    "3": _("{here} to {there}: token 3 leads on by a knight's move."),
    "4": _("{here} to {there}: token 4 leads only to another token 4."),
}


def pass_fault(position: Position) -> Fault | None:
    moves = knight_moves(position)
    if not moves:
        return None
    text = _("{seat} cannot pass: {square} can be reached by a knight's move.")
    gaps = {"seat": position.turn, "square": NAMES[next(squares_in(moves))]}
    return Fault("can-move", "2.1", text, gaps, _("You may not pass: there is a move."))


def broken_step(position: Position, squares: tuple[int, ...]) -> int | None:
    """The place of the first square to which no step leads (2.1, 2.4); None if all are reached."""
    board, others = position.board, position.others
    start = position.players[position.mover].square
    if not _KNIGHT[start] >> squares[0] & 1:
        return 0
    for place, (here, there) in enumerate(pairwise(squares), start=1):
        token = board[here]
        if token in STEPS:
            is_step = STEPS[token][here] >> there & 1
        else:
            is_step = token == FLIGHT == board[there] and here != there
        if not is_step or others >> here & 1:
            return place
    return None


def step_fault(position: Position, squares: tuple[int, ...], place: int) -> Fault:
    """Why no step leads to the square at this place (code `step`)."""
    there = NAMES[squares[place]]
    if not place:
        start = position.players[position.mover].square
        text = _("{here} to {there} is not a knight's move, and every turn begins with one.")
        return _fault("step", "2.1", text, here=NAMES[start], there=there)
    here = squares[place - 1]
    token = position.board[here]
    if token not in MOVES or position.others >> here & 1:
        return _end_fault(position, here)
    return _fault("step", "2.4", _NO_STEP[token], here=NAMES[here], there=there)


def _end_fault(position: Position, here: int) -> Fault:
    """Going on from a square on which the turn ends, whatever makes it end."""
    mover, token = position.players[position.mover], position.board[here]
    gaps = {"square": NAMES[here], "token": token}
    if other := seat_at(position, here):
        text = _("{other}'s pawn stands on {square}: the turn ends there.")
        return _fault("step", "2.6", text, other=other, **gaps)
    if token == PROTECTION:
        return _fault(
            "step", "2.5", _("{square} is a protection token: the turn ends there."), **gaps
        )
    if token == mover.next_colour:
        return _fault("step", "2.3", _("The {token} on {square} is taken: the turn ends."), **gaps)
    if token != EMPTY:
        text = _("{square} holds the colour {token}: the turn ends there.")
        return _fault("step", "2.2", text, **gaps)
    if here == CENTRE and not mover.next_colour:
        text = _("{square} is the centre, reached with all cubes: the game is won there.")
        return _fault("step", "2.8", text, **gaps)
    return _fault("step", "2.2", _("{square} is empty: the turn ends there."), **gaps)


def landing_fault(
    position: Position, squares: tuple[int, ...], hit: str, victim: str, corner: int
) -> Fault | None:
    """What the last square forbids, on which somebody's pawn is hit, or said to be: codes `pawn`,
    `capture`, `corner`.
    """
    if hit and (fault := _pawn_fault(position, squares, hit, victim)):
        return fault  # also a hit that the move does not say: from here on there is a victim
    gaps = {"victim": victim, "square": NAMES[squares[-1]], "corner": NAMES[corner]}
    if victim != hit:
        return _fault("capture", "2.6", _("{victim}'s pawn does not stand on {square}."), **gaps)
    if corner not in CORNERS:
        text = _("{corner} is not a corner; {victim}'s pawn goes to a free one.")
        return _fault("corner", "2.6", text, **gaps)
    if corner not in free_corners(position):
        text = _("{corner} is not free; {victim}'s pawn goes to a corner without a pawn.")
        return _fault("corner", "2.6", text, **gaps)
    return None


def _pawn_fault(
    position: Position, squares: tuple[int, ...], hit: str, victim: str
) -> Fault | None:
    """A pawn that may not be landed on, or not so (code `pawn`)."""
    mover, end = position.players[position.mover], squares[-1]
    gaps = {"hit": hit, "square": NAMES[end], "colour": mover.next_colour}
    if len(squares) > 1 and position.board[squares[-2]] == FLIGHT:
        text = _("{hit}'s pawn stands on {square}: token 4 does not lead there.")
        return _fault("pawn", "2.4", text, **gaps)
    if not mover.next_colour:
        text = _("{hit}'s pawn stands on {square}: a player with all cubes cannot land there.")
        return _fault("pawn", "2.6", text, **gaps)
    if mover.next_colour not in position.players[SEATS.index(hit)].loose:
        text = _("{hit}'s pawn stands on {square}, and {hit} has no unprotected {colour} cube.")
        return _fault("pawn", "2.6", text, **gaps)
    if not victim:
        text = _("{hit}'s pawn stands on {square}: write {square}x{hit}> and its new corner.")
        return _fault("pawn", "2.6", text, **gaps)
    return None


def wrong_tags(setup: Setup) -> list[TagFault]:
    """Everything that the set-up has wrong, each at its tag, in the order of the lines."""
    wrong: list[TagFault] = []
    corners: dict[str, str] = {}
    for tag, value in setup.own.items():
        if tag == "Board":
            fault = _board_fault(tokens(value))
        elif tag.startswith("Corner"):
            fault = _corner_fault(value, tag[-1], corners)
            corners.setdefault(value, tag[-1])
        else:
            fault = _series_fault(value, tag[-1])
        if fault:
            wrong.append(TagFault(tag, fault))
    return wrong


def _board_fault(board: str) -> Fault | None:
    """1.1, 1.2: five squares without a token, 28 colour tokens; the rest are the 16 special."""
    for square, token in enumerate(board):
        if (token == EMPTY) == (square in _BARE):
            continue
        if token != EMPTY:
            text = _("{square} holds a token: the corners and the centre are empty.")
        else:
            text = _("{square} holds no token: only the corners and the centre are empty.")
        return _wrong("1.2", text, square=NAMES[square])
    for colour in COLOURS:
        count = board.count(colour)
        if count != PER_COLOUR:
            text = _("There are {count} {colour} tokens on the board; the game has {right}.")
            return _wrong("1.2", text, count=count, colour=colour, right=PER_COLOUR)
    return None


def _corner_fault(value: str, seat: str, corners: dict[str, str]) -> Fault | None:
    if SQUARES[value] not in CORNERS:
        text = _("{seat} starts on {square}, which is not a corner.")
        return _wrong("1.3", text, seat=seat, square=value)
    if value in corners:
        text = _("{seat} starts on {square}, which is {other}'s corner.")
        return _wrong("1.3", text, seat=seat, square=value, other=corners[value])
    return None


def _series_fault(value: str, seat: str) -> Fault | None:
    missing = [colour for colour in COLOURS if colour not in value]
    if not missing:
        return None
    text = _("{seat}'s series does not have every colour once: {missing} is missing.")
    return _wrong("1.3", text, seat=seat, missing=", ".join(missing))


def _wrong(rule: str, text: str, **gaps: object) -> Fault:
    return Fault("set-up", rule, text, gaps)


def _fault(code: str, rule: str, text: str, **gaps: object) -> Fault:
    return Fault(code, rule, text, gaps)
