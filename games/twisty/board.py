"""The board of Twisty and a game as it stands on it.

Squares are numbers from 0 (`a1`) row by row to 48 (`g7`); sets of squares are bits of an integer.
Where pawns can go is answered here; which moves are lawful, in faults.py.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from games.editions import MOST, EditionError, edition_data
from games.values import SEATS, STANDARD, Setup

PLAYERS: Final = (2, 3, 4)
# The package is loaded when the game is first asked for (registry.py), and the data with it.
EDITION: Final[Mapping[str, Any]] = edition_data("twisty", STANDARD, tables=())
COLUMNS: Final[str] = EDITION["board"]["columns"]
ROWS: Final[str] = EDITION["board"]["rows"]
NAMES: Final = tuple(column + row for row in ROWS for column in COLUMNS)
SQUARES: Final[Mapping[str, int]] = {name: square for square, name in enumerate(NAMES)}
CENTRE: Final[int] = SQUARES[EDITION["board"]["centre"]]
CORNERS: Final = tuple(SQUARES[name] for name in EDITION["board"]["corners"])
COLOUR_NAMES: Final[Mapping[str, str]] = EDITION["colours"]
COLOURS: Final[str] = "".join(COLOUR_NAMES)
PER_COLOUR: Final[int] = EDITION["tokens"]["per_colour"]
SPECIAL: Final[int] = EDITION["tokens"]["special"]
PROTECTION: Final[str] = EDITION["tokens"]["protection"]
EMPTY: Final = "."
_BITS: Final = tuple(1 << square for square in range(len(NAMES)))
CROSS, DIAGONAL, KNIGHT, FLIGHT = MOVES = "1234"


@lru_cache(maxsize=MOST)
def usual(edition: str = STANDARD) -> Mapping[str, int]:
    """How many special tokens of each kind an edition has; a record may split them otherwise."""
    split: Mapping[str, int] = edition_data("twisty", edition, tables=("usual",), free=("usual",))[
        "usual"
    ]
    kinds = [*MOVES, PROTECTION]
    is_split = sum(split.values()) == SPECIAL and min(split.values()) >= 0
    if not is_split or not split.keys() <= set(kinds):
        why = f"[usual] splits {SPECIAL} tokens over {', '.join(kinds)}"
        raise EditionError("twisty", edition, why)
    return {kind: split.get(kind, 0) for kind in kinds}


def _steps(long: int, short: int) -> tuple[int, ...]:
    """From each square, the squares `long` away one way and `short` the other."""
    masks = []
    for here in NAMES:
        column, row = COLUMNS.index(here[0]), ROWS.index(here[1])
        mask = 0
        for there, name in enumerate(NAMES):
            across = abs(COLUMNS.index(name[0]) - column)
            down = abs(ROWS.index(name[1]) - row)
            mask |= (sorted((across, down)) == [short, long]) << there
        masks.append(mask)
    return tuple(masks)


# RULES.md 2.4: where the tokens 1, 2 and 3 lead from each square; a turn begins as from a 3 (2.1).
STEPS: Final[Mapping[str, tuple[int, ...]]] = {
    CROSS: _steps(1, 0),
    DIAGONAL: _steps(1, 1),
    KNIGHT: _steps(2, 1),
}


class PlayerState(NamedTuple):
    """A pawn and a series; the cubes held lie under its first cards.

    That they do follows from 2.3, 2.6 and 2.7: cubes come in the order of the cards, and the card
    of a stolen cube goes to the end. Protection covers all cubes held at that time, and those
    cannot be stolen: so the protected ones are the first of all.
    """

    square: int
    series: str
    cubes: int = 0
    protected: int = 0

    @property
    def next_colour(self) -> str:
        """The first colour without a cube (2.7); empty with all seven."""
        return self.series[self.cubes : self.cubes + 1]

    @property
    def loose(self) -> str:
        """The colours of the cubes that can be stolen."""
        return self.series[self.protected : self.cubes]


class Position(NamedTuple):
    """A game as it stands: the tokens by square, the players in seat order, who is to move."""

    setup: Setup
    board: str
    players: tuple[PlayerState, ...]
    mover: int = 0
    winner: str = ""

    @property
    def turn(self) -> str:
        return "" if self.winner else SEATS[self.mover]

    @property
    def is_over(self) -> bool:
        return bool(self.winner)

    @property
    def is_complete(self) -> bool:
        return bool(self.winner)

    @property
    def others(self) -> int:
        """The squares on which the pawns of those who are not to move stand."""
        mask = 0
        for player in self.players:
            mask |= _BITS[player.square]
        return mask ^ _BITS[self.players[self.mover].square]


# Straight, since both are made for every move (games/values.py).
new_player = PlayerState.__new__
new_position = Position.__new__


def start(setup: Setup) -> Position:
    """The position before the first move: pawns in their corners, no cubes."""
    own = setup.own
    players = tuple(
        PlayerState(SQUARES[own[f"Corner{seat}"]], own[f"Series{seat}"]) for seat in setup.seats
    )
    return Position(setup, tokens(own["Board"]), players)


def tokens(board: str) -> str:
    """The tokens in the order of the squares, from a `Board` tag, which begins with row 7."""
    return "".join(reversed(board.split("/")))


def knight_moves(position: Position) -> int:
    """The squares to which a lawful knight's move leads (2.1)."""
    return STEPS[KNIGHT][position.players[position.mover].square] & ~closed(position)


def free_corners(position: Position) -> list[int]:
    """The corners for a pawn that is hit in this turn (2.6).

    The mover leaves the own corner free, and stands in the victim's if that is one.
    """
    others = position.others
    return [corner for corner in CORNERS if not others >> corner & 1]


def closed(position: Position) -> int:
    """The squares of pawns that may not be hit (2.6)."""
    mask = 0
    colour = position.players[position.mover].next_colour
    for index, player in enumerate(position.players):
        if index != position.mover and not (colour and colour in player.loose):
            mask |= 1 << player.square
    return mask


def reach_of(board: str, here: int, others: int) -> int:
    """The squares to which the move token here leads (2.4)."""
    if board[here] != FLIGHT:
        return STEPS[board[here]][here]
    mask, there = 0, board.find(FLIGHT)
    while there >= 0:
        mask |= 1 << there
        there = board.find(FLIGHT, there + 1)
    return mask & ~others & ~(1 << here)


def squares_in(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def seat_at(position: Position, square: int) -> str:
    """Whose pawn stands here; the mover's has left its square (2.4)."""
    for index, player in enumerate(position.players):
        if player.square == square and index != position.mover:
            return SEATS[index]
    return ""
