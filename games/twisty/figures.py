"""How the sides stand, and the final figures of a game without a record (RULES.md 3)."""

from collections.abc import Sequence

from games.contract import (
    Fault,
    FiguresBySide,
    Setup,
    SideFigures,
    SideScore,
    TallyField,
    gettext_noop as _,
)
from games.twisty.board import COLOURS, Position

WON, CUBES = "won", "cubes"
FIELDS = (
    TallyField(WON, _("Won"), 0, 1, "tick", True, "2.8"),
    TallyField(CUBES, _("Cubes"), 0, len(COLOURS), "number", True, "1.3"),
)


def figures(position: Position) -> FiguresBySide:
    return {
        seat: {WON: int(seat == position.winner), CUBES: player.cubes}
        for seat, player in zip(position.setup.seats, position.players, strict=True)
    }


def tally(
    setup: Setup, by_side: Sequence[SideFigures], *, termination: str
) -> list[SideScore] | Fault:
    for seat, figures in zip(setup.seats, by_side, strict=True):
        if figures[WON] and figures[CUBES] < len(COLOURS):
            text = _("{side} cannot have won with {cubes} cubes: that takes all {count}.")
            gaps = {"side": seat, "cubes": figures[CUBES], "count": len(COLOURS)}
            return Fault("winner", "2.8", text, gaps, side=seat)
    return scores(setup, by_side)


def scores(setup: Setup, by_side: Sequence[SideFigures]) -> list[SideScore]:
    """RULES.md 3: who has won, then cubes; by time nobody has won."""
    return [
        SideScore(seat, (seat,), figures[CUBES], (figures[WON], figures[CUBES]))
        for seat, figures in zip(setup.seats, by_side, strict=True)
    ]


def standings(position: Position) -> list[SideScore]:
    return scores(position.setup, list(figures(position).values()))


def key_names(setup: Setup) -> Sequence[str]:
    """RULES.md 3: the keys are the figures."""
    return [figure.label for figure in FIELDS]


def league_keys(games: Sequence[SideScore]) -> tuple[int, ...]:
    """Games won, then the cubes of all games."""
    return (sum(game.keys[0] for game in games), sum(game.keys[1] for game in games))


def fields(setup: Setup) -> Sequence[TallyField]:
    return FIELDS
