"""Who goes up and down between divisions, who is sure of it, and the next season's draft.

Divisions are lists of players in the order of their final tables, the highest first. As many go up
as go down, so that every division keeps its size; anyone who leaves opens a place that the next in
order moves up to. Organisers may change the draft by hand.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from league.standings.chances.rank_bounds import Possible

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
    drawn: list[DivisionLine] = []
    for at, (upper, lower) in enumerate(pairwise(sizes)):
        above = upper - (drawn[-1].places if drawn else 0)
        is_last = at + 2 == len(sizes)
        room = max(0, min(above, lower if is_last else lower // 2))
        wished = -(-min(upper, lower) // SHARE) if movers is None else movers
        moving = min(wished, room)
        drawn.append(DivisionLine(moving, has_play_off=play_offs and 0 < moving < room))
    return tuple(drawn)


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


class WhyPlaced(StrEnum):
    """Why somebody is in a division."""

    STAYS = "stays"
    PROMOTED = "promoted"
    RELEGATED = "relegated"
    MOVED_UP = "moved_up"  # into a place that became free
    MOVED_DOWN = "moved_down"  # because divisions became smaller
    NEW = "new"
    BACK = "back"  # after a pause


@dataclass(frozen=True, slots=True)
class Joining:
    """Somebody who did not play last season."""

    player: str
    division: int | None = None  # where they paused; None: the lowest
    is_back: bool = False


@dataclass(frozen=True, slots=True)
class PlayerPlaced:
    player: str
    why: WhyPlaced


Drafted = tuple[tuple[PlayerPlaced, ...], ...]


def drafted(
    before: Sequence[Sequence[str]],
    after: Sequence[Sequence[str]],
    *,
    leaving: Collection[str] = (),
    joining: Sequence[Joining] = (),
    divisions: int | None = None,
) -> Drafted:
    """The divisions of the next season.

    `before`: as they were played; `after`: with promotion and relegation. `divisions`: how many
    there are to be; None: as many as before.
    """
    groups = [[player for player in group if player not in leaving] for group in after]
    for new in joining:
        at = len(groups) - 1 if new.division is None else min(new.division, len(groups) - 1)
        groups[at].append(new.player)
    order = [player for group in groups for player in group]
    sizes = sizes_for(
        len(order), divisions=divisions or len(after), kept=[len(group) for group in before]
    )
    reasons = _reasons(before, after, joining)
    meant = {player: at for at, group in enumerate(groups) for player in group}
    return tuple(
        tuple(
            PlayerPlaced(player, _why(reasons[player], meant=meant[player], drawn=at))
            for player in order[sum(sizes[:at]) : sum(sizes[: at + 1])]
        )
        for at in range(len(sizes))
    )


def sizes_for(players: int, *, divisions: int, kept: Sequence[int]) -> tuple[int, ...]:
    """As they were if they still fit, else as even as can be, the larger ones at the bottom."""
    if divisions == len(kept) and players == sum(kept):
        return tuple(kept)
    least, more = divmod(players, divisions)
    return tuple(least + (at >= divisions - more) for at in range(divisions))


def _reasons(
    before: Sequence[Sequence[str]], after: Sequence[Sequence[str]], joining: Sequence[Joining]
) -> Mapping[str, WhyPlaced]:
    was = {player: at for at, group in enumerate(before) for player in group}
    why = {player: _moved(was[player], at) for at, group in enumerate(after) for player in group}
    return why | {new.player: WhyPlaced.BACK if new.is_back else WhyPlaced.NEW for new in joining}


def _moved(was: int, now: int) -> WhyPlaced:
    if was == now:
        return WhyPlaced.STAYS
    return WhyPlaced.PROMOTED if now < was else WhyPlaced.RELEGATED


def _why(reason: WhyPlaced, *, meant: int, drawn: int) -> WhyPlaced:
    if drawn == meant or reason in (WhyPlaced.NEW, WhyPlaced.BACK):
        return reason
    return WhyPlaced.MOVED_UP if drawn < meant else WhyPlaced.MOVED_DOWN


def sure_to_go_up(reach: Mapping[str, Possible], *, places: int, may_share: bool) -> frozenset[str]:
    """Who ends on one of the first places of a division, whatever comes.

    `may_share`: those who are equal in everything share a rank, and not all of them may fit.
    """
    return frozenset(
        entry
        for entry, own in reach.items()
        if own.worst <= places
        and not (may_share and sum(r.best <= own.worst for r in reach.values()) > places)
    )
