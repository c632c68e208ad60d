"""A game of Triolet as it stands: board, hands as far as they are known, points, whose turn."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from games.contract import Action, Fault, Setup
from games.hands import Hands
from games.triolet.board import HAND, material
from games.triolet.laying import EMPTY

PLAYING, OUT, PASSED = "", "out", "passed"


_NOTHING: Mapping[str, tuple[int, ...]] = MappingProxyType({})


class Position(NamedTuple):
    """Tuples are by seat. `known` counts the tiles on the board and in open hands, packed."""

    setup: Setup
    cells: bytes
    bag: int  # tiles in it after every refill (RULES.md 2.7)
    known: int
    hands: Hands
    sizes: tuple[int, ...]  # of the hands, once a draw that is due is drawn
    points: tuple[int, ...]
    seat: int  # whose turn; at the end who took the last one
    acted: int = 0  # bits of the seats that have had a turn
    passes: int = 0  # in a row
    ending: str = PLAYING
    given_up: int = 0  # packed: exchanged, not yet back in the bag (record 1.7)
    left: Mapping[str, tuple[int, ...]] = _NOTHING

    @property
    def turn(self) -> str:
        return "" if self.ending else self.hands.due_seat or self.setup.seats[self.seat]

    @property
    def is_over(self) -> bool:
        return self.ending != PLAYING

    @property
    def is_complete(self) -> bool:
        return self.is_over and len(self.left) == len(self.holders)

    @property
    def holders(self) -> str:
        """Whose hands the end asks for: all but who laid the last tile (RULES.md 4.4)."""
        seats = self.setup.seats
        return seats.replace(seats[self.seat], "") if self.ending == OUT else seats

    @property
    def is_first_turn(self) -> bool:
        """Whether the player has had no turn yet (RULES.md 2.4)."""
        return not self.acted >> self.seat & 1

    def hand_of(self, seat: str) -> tuple[int, ...] | None:
        """What a seat is known to hold: an open hand, or what it had left at the end."""
        return self.left.get(seat) or self.hands.held.get(seat)

    def after(self, action: Action) -> "Position":
        from games.triolet.play import step  # play needs positions

        outcome = step(self, action)
        if isinstance(outcome, Fault):
            raise ValueError(outcome.text.format(**outcome.gaps))
        position: Position = outcome.position
        return position


def start(setup: Setup) -> Position:
    players = setup.players
    return Position(
        setup=setup,
        cells=EMPTY,
        bag=material().bag - HAND * players,
        known=material().none_known,
        hands=Hands(),
        sizes=(HAND,) * players,
        points=(0,) * players,
        seat=0,
    )
