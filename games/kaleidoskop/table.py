"""What the number of players and the variant decide before a game begins (RULES.md 1.1, 2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from games.contract import SEATS
from games.contract import gettext_noop as _
from games.kaleidoskop.board import Board, board
from games.tallies import side_name

VARIANTS: Mapping[str, tuple[int, ...]] = {"base": (2, 3, 4), "teams": (4,), "solo": (1,)}
VARIANT_NAMES: Mapping[str, str] = {
    "base": _("base game"),
    "teams": _("teams of two"),
    "solo": _("solo"),
}


@dataclass(frozen=True, slots=True)
class Table:
    """The frame of a game; it does not change while it is played."""

    board: Board
    players: int
    area: int
    sides: tuple[str, ...]  # the seats of each side
    side_of: Mapping[str, int]
    next_seat: Mapping[str, str]
    top: int  # where a colour's track ends
    rack: int
    can_exchange: bool
    symbols: tuple[int, ...]  # the printed symbols: a set of fields for each colour
    free: int  # the area without them

    def side_name(self, side: int) -> str:
        return side_name(self.sides[side])


@cache
def table(players: int, *, variant: str) -> Table:
    tables = board()
    seats = SEATS[:players]
    sides = (seats[0::2], seats[1::2]) if variant == "teams" else tuple(seats)
    printed = tuple(1 << colour.printed for colour in tables.colours)
    is_joint = variant in ("teams", "solo")
    return Table(
        board=tables,
        players=players,
        area=tables.areas[players],
        sides=sides,
        side_of={seat: side for side, members in enumerate(sides) for seat in members},
        next_seat=dict(zip(seats, seats[1:] + seats[:1], strict=True)),
        top=2 * tables.track if is_joint else tables.track,
        rack=1 if variant == "solo" else tables.rack,
        can_exchange=variant != "solo",
        symbols=printed,
        free=tables.areas[players] & ~sum(printed),
    )
