"""Reading and writing: the forms of tags and moves (RULES.md section 4), and wrong set-ups.

What is not of its form is unreadable; a set-up of the right form that the game does not allow is
illegal at its tag.
"""

import re
from collections.abc import Iterator, Sequence

from games.contract import SEATS, Action, Fault, Setup, TagFault, Unreadable
from games.contract import gettext_noop as _
from games.twisty.board import (
    CENTRE,
    COLOURS,
    CORNERS,
    EMPTY,
    MOVES,
    NAMES,
    PER_COLOUR,
    PROTECTION,
    SQUARES,
    tokens,
)

# A move is its squares, the seat whose pawn it hits ("" for none) and that pawn's new square.
Move = tuple[tuple[int, ...], str, int]
NO_HIT = ("", -1)

_ROW = f"[{re.escape(EMPTY)}{COLOURS}{MOVES}{PROTECTION}]{{7}}"
_BOARD = re.compile(f"{_ROW}(?:/{_ROW}){{6}}")
_SERIES = re.compile(f"[{COLOURS}]{{7}}")
# Most moves are one square: these are read by one look.
_SINGLE = {name: ((square,), *NO_HIT) for name, square in SQUARES.items()}
_LONGEST_ECHO = 40


def own_tags(players: int) -> tuple[str, ...]:
    seats = SEATS[:players]
    return ("Board", *(f"{tag}{seat}" for seat in seats for tag in ("Corner", "Series")))


def read_tag(tag: str, value: str) -> Unreadable | None:
    """Whether the value of an own tag is of its form."""
    if tag == "Board":
        is_formed = _BOARD.fullmatch(value) is not None
        text = _("Board is 7 rows of 7 of the signs . {colours} 1 2 3 4 P, joined by “/”.")
    elif tag.startswith("Corner"):
        is_formed = value in SQUARES
        text = _("{tag} is a square, a1 to g7.")
    else:
        is_formed = _SERIES.fullmatch(value) is not None
        text = _("{tag} is 7 letters out of {colours}.")
    if is_formed:
        return None
    return Unreadable(text, {"tag": tag, "colours": " ".join(COLOURS)}, rule="record 1.2")


def read_action(seat: str, words: Sequence[str], claim: str | None) -> Action | Unreadable:
    if claim is not None:
        return Unreadable(_("Twisty has no points: a move carries no claim."))
    if len(words) != 1:
        return Unreadable(_("A line is a seat and one move, or a seat and “pass”."))
    word = words[0]
    if word == "pass":
        return Action(seat, "pass")
    move = _SINGLE.get(word) or _read_move(word)
    if move is None:
        text = _("“{word}” is no move: write c2, e6-f5-d4 or c4xB>g1, with squares a1 to g7.")
        return Unreadable(text, {"word": word[:_LONGEST_ECHO]})
    return Action(seat, "move", move)


def _read_move(word: str) -> Move | None:
    path, mark, hit = word.partition("x")
    try:
        squares = tuple([SQUARES[name] for name in path.split("-")])
    except KeyError:
        return None
    if not mark:
        return (squares, *NO_HIT)
    victim, arrow, corner = hit[:1], hit[1:2], hit[2:]
    if not victim or victim not in SEATS or arrow != ">" or corner not in SQUARES:
        return None
    return (squares, victim, SQUARES[corner])


def write_action(action: Action) -> str:
    if action.kind == "pass":
        return "pass"
    squares, victim, corner = action.what
    path = "-".join([NAMES[square] for square in squares])
    return f"{path}x{victim}>{NAMES[corner]}" if victim else path


def wrong_tags(setup: Setup) -> Iterator[TagFault]:
    """Everything that the set-up has wrong, each at its tag, in the order of the lines."""
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
            yield TagFault(tag, fault)


def _board_fault(board: str) -> Fault | None:
    """1.1, 1.2: five squares without a token, 28 colour tokens; the rest are the 16 special."""
    for square, token in enumerate(board):
        is_bare = square == CENTRE or square in CORNERS
        if is_bare and token != EMPTY:
            text = _("{square} holds a token: the corners and the centre are empty.")
            return _wrong("1.2", text, square=NAMES[square])
        if not is_bare and token == EMPTY:
            text = _("{square} holds no token: only the corners and the centre are empty.")
            return _wrong("1.2", text, square=NAMES[square])
    for colour in COLOURS:
        count = board.count(colour)
        if count != PER_COLOUR:
            text = _("There are {count} tokens {colour} on the board; the game has {right}.")
            return _wrong("1.2", text, count=count, colour=colour, right=PER_COLOUR)
    return None


def _corner_fault(value: str, seat: str, corners: dict[str, str]) -> Fault | None:
    if SQUARES[value] not in CORNERS:
        text = _("{seat} starts on {square}, which is no corner.")
        return _wrong("1.3", text, seat=seat, square=value)
    if value in corners:
        text = _("{seat} starts on {square}, which is {other}'s corner.")
        return _wrong("1.3", text, seat=seat, square=value, other=corners[value])
    return None


def _series_fault(value: str, seat: str) -> Fault | None:
    missing = [colour for colour in COLOURS if colour not in value]
    if not missing:
        return None
    text = _("{seat}'s series has not every colour once: {missing} is missing.")
    return _wrong("1.3", text, seat=seat, missing=", ".join(missing))


def _wrong(rule: str, text: str, **gaps: object) -> Fault:
    return Fault("set-up", rule, text, gaps)
