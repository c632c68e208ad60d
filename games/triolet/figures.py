"""How the sides stand, and the final figures of a game without a record (RULES.md 4)."""

from collections.abc import Sequence
from functools import cache

from games.contract import (
    Fault,
    FiguresBySide,
    Setup,
    SideFigures,
    SideScore,
    TallyField,
    gettext_noop as _,
)
from games.triolet.board import HAND, JOKER, OUT, SUM, SWAP_BAG, Position, material
from games.triolet.play import TRIO, TRIOLET

POINTS = "points"


def standings(position: Position) -> list[SideScore]:
    """The points by seat; what is left counts only once all of it is known."""
    seats = position.setup.seats
    points = position.points
    if position.is_complete:
        points = tuple(
            score + _of_left(position, seat) for seat, score in zip(seats, points, strict=True)
        )
    return scores(position.setup, points)


def scores(setup: Setup, points: Sequence[int]) -> list[SideScore]:
    """RULES.md 4.3."""
    return [
        SideScore(seat, (seat,), score, (score,))
        for seat, score in zip(setup.seats, points, strict=True)
    ]


def _of_left(position: Position, seat: str) -> int:
    """RULES.md 4.1: who laid the last tile gains what the others have left; 4.2: own loss."""
    if position.ending != OUT:
        return -_value(position.left[seat])
    return 0 if seat in position.left else sum(map(_value, position.left.values()))


def _value(hand: Sequence[int]) -> int:
    return sum(kind for kind in hand if kind != JOKER)


def fields(setup: Setup) -> list[TallyField]:
    return [score(setup)]


def example(setup: Setup) -> Sequence[int]:
    return (212, 187, 160, 141)[: setup.players]


def score(setup: Setup) -> TallyField:
    least, most = -sum(_values()[:HAND]), most_together(setup.players)
    return TallyField(POINTS, _("Points"), least, most, "number", True, "4.5")


def figures(position: Position) -> FiguresBySide:
    return {side.side: {POINTS: side.score} for side in standings(position)}


def tally(
    setup: Setup, by_side: Sequence[SideFigures], *, termination: str
) -> list[SideScore] | Fault:
    points = [figures[POINTS] for figures in by_side]
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
            text = _(
                "{side} cannot have {points}: points are taken off only at the end of a game, "
                "not when time is called."
            )
            return Fault("negative", "4.3", text, {"side": seat, "points": count}, side=seat)
    return None


def _low_fault(points: Sequence[int], *, least: int) -> Fault | None:
    if sum(points) >= least:
        return None
    text = _("Together that is {total}; a game played to its end gives at least {least}.")
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


def key_names(setup: Setup) -> Sequence[str]:
    return (_("Points"),)


def league_keys(games: Sequence[SideScore]) -> tuple[int, ...]:
    """Points of all games together, then of the best one."""
    points = [game.score for game in games]
    return sum(points), max(points, default=0)
