"""How the sides stand, and the final figures of a game without a record (RULES.md 4)."""

from collections.abc import Sequence
from functools import lru_cache

from games.editions import MOST
from games.triolet.board import HAND, JOKER, OUT, SUM, SWAP_BAG, Position, material
from games.triolet.play import TRIO, TRIOLET
from games.values import (
    STANDARD,
    Fault,
    FiguresBySide,
    LeagueKey,
    Scored,
    Setup,
    SideFigures,
    SideScore,
    TallyField,
    gettext_noop as _,
)

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
    least, most = -hands_value(1, setup.edition), most_together(setup.players, setup.edition)
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
            else _low_fault(points, least=least_together(setup.players, setup.edition))
        )
        or high_fault(setup, points)
        or scores(setup, points)
    )


def hands_value(players: int, edition: str = STANDARD) -> int:
    """What so many hands are worth at most."""
    return sum(_values(edition)[: HAND * players])


@lru_cache(maxsize=4 * MOST)
def least_together(players: int, edition: str = STANDARD) -> int:
    """What all have together at least when the game has come to its end.

    A placement gives at least the numbers that it lays, for each new tile lies in a run that
    counts; but the very first tile may lie alone (3.1). All numbers are laid but those set aside,
    those left in the bag, and the hands; hands are then subtracted (4.2). So the dearest tiles are
    in the hands, the next ones elsewhere. After 4.1 there is more: nothing is subtracted.
    """
    values, hands = _values(edition), HAND * players
    aside = sum(material(edition).counts) - material(edition).bag
    elsewhere = hands + aside + (SWAP_BAG - 1) + 1
    return sum(values) - 2 * sum(values[:hands]) - sum(values[hands:elsewhere])


@lru_cache(maxsize=4 * MOST)
def most_together(players: int, edition: str = STANDARD) -> int:
    """What all have together at any time is not more than this.

    Each tile lies in two runs at most. A trio gives 30, and 15 when it was a pair before: 15 for
    each of its tiles, and a pair no more than that. A triolet gives 50 and was no pair before. A
    special square multiplies one group of 30 at most. Hands that are left may be added (4.1).
    """
    rules = material(edition)
    runs = 2 * rules.bag * (TRIO + SUM) // 3
    triolets = rules.bag // 3 * (TRIOLET - SUM)
    squares = sum(TRIO * (factor - 1) for factor in rules.special if factor)
    return runs + triolets + squares + hands_value(players - 1, edition)


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


def high_fault(setup: Setup, points: Sequence[int]) -> Fault | None:
    most = most_together(setup.players, setup.edition)
    if sum(points) <= most:
        return None
    text = _("Together that is {total}; all tiles of the game cannot give more than {most}.")
    return Fault("total", "4.5", text, {"total": sum(points), "most": most})


@lru_cache(maxsize=4 * MOST)
def _values(edition: str) -> tuple[int, ...]:
    """The numbers of all tiles, highest first."""
    counts = material(edition).counts[:JOKER]
    return tuple(kind for kind in reversed(range(JOKER)) for _copy in range(counts[kind]))


def key_names(setup: Setup) -> Sequence[str]:
    return (_("Points"),)


BEST_GAME = 1  # the place of its key


def league_key_names(setup: Setup) -> Sequence[LeagueKey]:
    return LeagueKey(_("Points of all games")), LeagueKey(_("Best game"))


def league_keys(game: Scored) -> tuple[int, ...]:
    """Points of all games together, then of the best one."""
    return game.score, game.score
