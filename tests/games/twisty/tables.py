"""A board for the tests, and positions on it.

7  .  R  P  O  G  Y  .
6  4  G  Y  2  W  1  B
5  B  1  O  3  G  W  P
4  V  O  W  .  P  V  B
3  R  R  3  Y  V  O  Y
2  R  P  1  2  G  2  4
1  .  B  4  V  3  W  .
   a  b  c  d  e  f  g
"""

from games.twisty import RULES
from games.twisty.board import NAMES, SQUARES, PlayerState, Position, tokens
from games.values import SEATS, Action, Fault, Setup

BOARD = ".RPOGY./4GY2W1B/B1O3GWP/VOW.PVB/RR3YVOY/RP12G24/.B4V3W."
SERIES = "ROYGBVW"


def player(square: str, series: str = SERIES, cubes: int = 0, protected: int = 0) -> PlayerState:
    return PlayerState(SQUARES[square], series, cubes, protected)


def table(*players: PlayerState, turn: str = "A", board: str = BOARD, empty: str = "") -> Position:
    """A position; `empty` names squares whose tokens have been taken."""
    bare = empty.split()
    left = [
        "." if name in bare else token for name, token in zip(NAMES, tokens(board), strict=True)
    ]
    own = {"Board": board}
    for seat in SEATS[: len(players)]:
        own |= {f"Corner{seat}": "a1", f"Series{seat}": SERIES}
    return Position(Setup(len(players), own=own), "".join(left), players, SEATS.index(turn))


def move(text: str) -> Action:
    seat, word = text.split()
    action = RULES.play.read(seat, [word], None)
    assert isinstance(action, Action), text
    return action


def after(position: Position, *lines: str) -> Position:
    for line in lines:
        outcome = RULES.play.step(position, move(line))
        assert not isinstance(outcome, Fault), (line, outcome)
        position, _claim_fault = outcome
    return position


def fault(position: Position, line: str) -> tuple[str, str] | None:
    """Code and paragraph of what forbids an action."""
    found = RULES.play.why_not(position, move(line))
    assert isinstance(found, Fault | None)
    return (found.code, found.rule) if found else None


def squares(position: Position) -> list[str]:
    return [NAMES[one.square] for one in position.players]


def setup(**tags: str) -> Setup:
    own = {"Board": BOARD, "CornerA": "a1", "SeriesA": SERIES, "CornerB": "g7", "SeriesB": SERIES}
    return Setup(2, own=own | tags)
