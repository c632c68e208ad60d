"""Reading and writing: the forms of tags and moves (RULES.md section 4).

What is not of its form is unreadable; a set-up of the right form that the game does not allow is
illegal at its tag (faults.py).
"""

import re
from collections.abc import Sequence
from functools import cache

from games.twisty.board import (
    COLOURS,
    EMPTY,
    MOVES,
    NAMES,
    PROTECTION,
    SQUARES,
)
from games.values import SEATS, Action, Unreadable, gettext_noop as _, new_action

# A move is its squares, the seat whose pawn it hits ("" for none) and that pawn's new square.
Move = tuple[tuple[int, ...], str, int]
NO_HIT = ("", -1)
_ROW = f"[{re.escape(EMPTY)}{COLOURS}{MOVES}{PROTECTION}]{{7}}"
_BOARD = re.compile(f"{_ROW}(?:/{_ROW}){{6}}")
_SERIES = re.compile(f"[{COLOURS}]{{7}}")
# Most moves are one square: these are read by one look.
_SINGLE = {name: ((square,), *NO_HIT) for name, square in SQUARES.items()}
_LONGEST_ECHO = 40


@cache
def own_tags(players: int) -> tuple[str, ...]:
    seats = SEATS[:players]
    return ("Board", *(f"{tag}{seat}" for seat in seats for tag in ("Corner", "Series")))


def read_tag(tag: str, value: str, *, players: int) -> Unreadable | None:
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


def read(seat: str, words: Sequence[str], claim: str | None) -> Action | Unreadable:
    if claim is not None:
        return Unreadable(_("Twisty has no points: a move carries no claim."))
    if len(words) != 1:
        return Unreadable(_("A line is a seat and one move, or a seat and “pass”."))
    word = words[0]
    if word == "pass":
        return Action(seat, "pass")
    move = _SINGLE.get(word) or _read_move(word)
    if move is None:
        text = _("“{word}” is not a move: write c2, e6-f5-d4 or c4xB>g1, with squares a1 to g7.")
        return Unreadable(text, {"word": word[:_LONGEST_ECHO]})
    return new_action(Action, seat, "move", move)


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


def write(action: Action) -> str:
    if action.kind == "pass":
        return "pass"
    squares, victim, corner = action.what
    path = "-".join([NAMES[square] for square in squares])
    return f"{path}x{victim}>{NAMES[corner]}" if victim else path
