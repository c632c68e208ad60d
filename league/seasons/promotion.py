"""Who goes up and who goes down between the divisions of a season.

Decided here: how many change places across each line, which places play off around it, and the
divisions after it. Divisions are lists of players in the order of their final tables, the highest
division first. As many go up as go down, so that every division keeps its size.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

SHARE = 6  # of a division, rounded up: one in six goes up, one in six goes down


class Zone(StrEnum):
    """What a place in a table leads to."""

    UP = "up"
    UP_PLAY_OFF = "up_play_off"
    STAY = "stay"
    DOWN_PLAY_OFF = "down_play_off"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class DivisionLine:
    """What happens between a division and the one below it."""

    movers: int  # that many go up and as many go down
    has_play_off: bool = False  # the next two, one from each side, play for the place

    @property
    def places(self) -> int:
        return self.movers + self.has_play_off


def lines(
    sizes: Sequence[int], *, movers: int | None = None, play_offs: bool = False
) -> tuple[DivisionLine, ...]:
    """One for each pair of neighbours, from the top. `movers` None: a sixth, rounded up.

    Nobody can both go up and go down: where a division is too small for what is wished, fewer
    move, and there is no play-off. A division keeps half of its places for the line below it.
    """
    found: list[DivisionLine] = []
    for at, (upper, lower) in enumerate(pairwise(sizes)):
        above = upper - (found[-1].places if found else 0)
        is_last = at + 2 == len(sizes)
        room = max(0, min(above, lower if is_last else lower // 2))
        wished = -(-min(upper, lower) // SHARE) if movers is None else movers
        moving = min(wished, room)
        found.append(DivisionLine(moving, has_play_off=play_offs and 0 < moving < room))
    return tuple(found)


def zones(sizes: Sequence[int], drawn: Sequence[DivisionLine]) -> tuple[tuple[Zone, ...], ...]:
    """For every division the zone of each place, the first place first."""
    nothing = DivisionLine(0)
    return tuple(
        _zones(size, above=above, below=below)
        for size, above, below in zip(sizes, (nothing, *drawn), (*drawn, nothing), strict=True)
    )


def play_off_pairs(
    tables: Sequence[Sequence[str]], drawn: Sequence[DivisionLine]
) -> dict[int, tuple[str, str]]:
    """By the index of the upper division: who defends the place above the line, who wants it."""
    return {
        at: (tables[at][-1 - line.movers], tables[at + 1][line.movers])
        for at, line in enumerate(drawn)
        if line.has_play_off
    }


def after_moves(
    tables: Sequence[Sequence[str]],
    drawn: Sequence[DivisionLine],
    *,
    winners: Mapping[int, str] | None = None,
) -> tuple[tuple[str, ...], ...]:
    """The divisions of the next season if nobody left and nobody came.

    In each: first those who come from above, then those who stay, then those who come from below,
    each group in the order of its final table. A play-off without a winner yet changes nothing.
    """
    pairs = play_off_pairs(tables, drawn)
    up: list[list[str]] = []
    down: list[list[str]] = []
    for at, line in enumerate(drawn):
        upper, lower = tables[at], tables[at + 1]
        goes_up = list(lower[: line.movers])
        goes_down = list(upper[len(upper) - line.movers :])
        if at in pairs and (winners or {}).get(at) == pairs[at][1]:
            goes_up.append(pairs[at][1])
            goes_down.insert(0, pairs[at][0])
        up.append(goes_up)
        down.append(goes_down)
    moved = {player for group in (*up, *down) for player in group}
    return tuple(
        (
            *(down[at - 1] if at else ()),
            *(player for player in table if player not in moved),
            *(up[at] if at < len(up) else ()),
        )
        for at, table in enumerate(tables)
    )


def _zones(size: int, *, above: DivisionLine, below: DivisionLine) -> tuple[Zone, ...]:
    head = [Zone.UP] * above.movers + [Zone.UP_PLAY_OFF] * above.has_play_off
    tail = [Zone.DOWN_PLAY_OFF] * below.has_play_off + [Zone.DOWN] * below.movers
    return (*head, *[Zone.STAY] * (size - len(head) - len(tail)), *tail)
