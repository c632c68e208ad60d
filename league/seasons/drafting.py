"""The next season from the last: who leaves, who comes, and divisions of even size again.

Decided here: which division everybody is drafted into, and why. The order of strength is that of
the divisions after promotion and relegation, one after the other; whoever leaves opens a place
that the next in that order moves up to. Organisers may change the draft by hand.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum


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
    there shall be; None: as many as before.
    """
    groups = [[player for player in group if player not in leaving] for group in after]
    for each in joining:
        at = len(groups) - 1 if each.division is None else min(each.division, len(groups) - 1)
        groups[at].append(each.player)
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
    found = {player: _moved(was[player], at) for at, group in enumerate(after) for player in group}
    return found | {
        each.player: WhyPlaced.BACK if each.is_back else WhyPlaced.NEW for each in joining
    }


def _moved(was: int, now: int) -> WhyPlaced:
    if was == now:
        return WhyPlaced.STAYS
    return WhyPlaced.PROMOTED if now < was else WhyPlaced.RELEGATED


def _why(reason: WhyPlaced, *, meant: int, drawn: int) -> WhyPlaced:
    if drawn == meant or reason in (WhyPlaced.NEW, WhyPlaced.BACK):
        return reason
    return WhyPlaced.MOVED_UP if drawn < meant else WhyPlaced.MOVED_DOWN
