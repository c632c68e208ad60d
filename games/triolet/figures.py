"""The final figures of a game without a record: points, and which are impossible (RULES.md 4.5)."""

from collections.abc import Sequence
from functools import cache

from games.contract import Fault, Setup, Sheets, SideScore, TallyField
from games.contract import gettext_noop as _
from games.tallies import Sheet
from games.triolet.board import HAND, JOKER, SUM, material
from games.triolet.ending import scores, standings
from games.triolet.laying import TRIO, TRIOLET
from games.triolet.play import SWAP_BAG
from games.triolet.position import Position

POINTS = "points"


def fields(setup: Setup) -> list[TallyField]:
    least, most = -sum(_values()[:HAND]), most_together(setup.players)
    return [TallyField(POINTS, _("Points"), least, most, "number", True, "4.5")]


def figures(position: Position) -> Sheets:
    return {one.side: {POINTS: one.score} for one in standings(position)}


def tally(setup: Setup, sheets: Sequence[Sheet], *, termination: str) -> list[SideScore] | Fault:
    points = [sheet[POINTS] for sheet in sheets]
    return (
        (
            _by_time_fault(setup, points)
            if termination == "time"
            else _low_fault(points, least=least_together(setup.players))
        )
        or _high_fault(points, most=most_together(setup.players))
        or scores(setup, points)
    )


@cache
def least_together(players: int) -> int:
    """What all have together at least when the game has come to its end.

    A placement gives at least the numbers that it lays, for each new tile lies in a run that
    counts; but the very first tile may lie alone (3.1). All numbers are laid but those set aside,
    those left in the bag, and the hands; hands are then subtracted (4.2). So the dearest tiles are
    in the hands, the next ones elsewhere. After 4.1 there is more: nothing is subtracted.
    """
    values, hands = _values(), HAND * players
    aside = sum(material().counts) - material().bag
    elsewhere = hands + aside + (SWAP_BAG - 1) + 1
    return sum(values) - 2 * sum(values[:hands]) - sum(values[hands:elsewhere])


@cache
def most_together(players: int) -> int:
    """What all have together at any time is not more than this.

    Each tile lies in two runs at most. A trio gives 30, and 15 when it was a pair before: 15 for
    each of its tiles, and a pair no more than that. A triolet gives 50 and was no pair before. A
    special square multiplies one group of 30 at most. Hands that are left may be added (4.1).
    """
    rules = material()
    runs = 2 * rules.bag * (TRIO + SUM) // 3
    triolets = rules.bag // 3 * (TRIOLET - SUM)
    squares = sum(TRIO * (factor - 1) for factor in rules.special if factor)
    return runs + triolets + squares + sum(_values()[: HAND * (players - 1)])


def _by_time_fault(setup: Setup, points: Sequence[int]) -> Fault | None:
    for seat, count in zip(setup.seats, points, strict=True):
        if count < 0:
            text = _("{side} cannot have {points}: only the end takes points, not time.")
            return Fault("negative", "4.3", text, {"side": seat, "points": count})
    return None


def _low_fault(points: Sequence[int], *, least: int) -> Fault | None:
    if sum(points) >= least:
        return None
    text = _("Together that is {total}; a game played to its end gives {least} at least.")
    return Fault("total", "4.5", text, {"total": sum(points), "least": least})


def _high_fault(points: Sequence[int], *, most: int) -> Fault | None:
    if sum(points) <= most:
        return None
    text = _("Together that is {total}; all tiles of the game cannot give more than {most}.")
    return Fault("total", "4.5", text, {"total": sum(points), "most": most})


@cache
def _values() -> tuple[int, ...]:
    """The numbers of all tiles, highest first."""
    counts = material().counts[:JOKER]
    return tuple(kind for kind in reversed(range(JOKER)) for _copy in range(counts[kind]))
