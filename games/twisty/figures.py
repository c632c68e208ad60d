"""How the sides stand, and the final figures of a game without a record (RULES.md 3)."""

from collections.abc import Sequence

from games.twisty.board import COLOURS, Position
from games.values import (
    Fault,
    FiguresBySide,
    LeagueKey,
    Setup,
    SideFigures,
    SideScore,
    TallyField,
    gettext_noop as _,
)

WON, CUBES = "won", "cubes"
CROWN, CUBE = "crown", "cube"  # the signs that stand beside them
FIELDS = (
    TallyField(WON, _("Won"), 0, 1, "tick", True, "2.8", CROWN),
    TallyField(CUBES, _("Cubes"), 0, len(COLOURS), "number", True, "1.3", CUBE),
)


def example(setup: Setup) -> Sequence[int]:
    return (len(COLOURS), 5, 4, 2)[: setup.players]


def score(setup: Setup) -> TallyField:
    return FIELDS[1]


def scores_fault(
    setup: Setup, scores: Sequence[int], *, ahead: Sequence[bool], termination: str
) -> Fault | None:
    """RULES.md 2.8: one has won, with all cubes; of several who have them all, one is ahead."""
    full = [seat for seat, cubes in zip(setup.seats, scores, strict=True) if cubes == len(COLOURS)]
    if termination != "normal" or len(full) == 1:
        return None
    count = {"count": len(COLOURS)}
    if not full:
        text = _("Nobody has all {count} cubes; a game that was not ended by time has a winner.")
        return Fault("winner", "2.8", text, count)
    if sum(ahead[setup.seats.index(seat)] for seat in full) == 1:
        return None
    text = _("{first} and {second} have all {count} cubes: write {count}+ for the winner.")
    return Fault("winner", "2.8", text, {**count, "first": full[0], "second": full[1]})


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


def league_key_names(setup: Setup) -> Sequence[LeagueKey]:
    return LeagueKey(_("Games won"), CROWN), LeagueKey(_("Cubes"), CUBE)


def fields(setup: Setup) -> Sequence[TallyField]:
    return FIELDS
