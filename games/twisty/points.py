"""Points alone: a turn brings nothing, one cube, or somebody else's (RULES.md 2.3, 2.6, 2.8)."""

from games.pads import PointKey, PointPad, Said
from games.points import added, bounds_fault, next_seat
from games.turns import after_end
from games.twisty.board import COLOURS
from games.twisty.figures import CROWN, CUBE, CUBES, FIELDS, WON
from games.values import Fault, PointsKept, PointTurn, Setup, Turns, gettext_noop as _

_NO_CUBE = Said(_("No cube"))
_FULL = Said(_("All cubes: on the centre the game is won."))


def start(setup: Setup) -> PointsKept:
    return PointsKept(setup, {seat: {WON: 0, CUBES: 0} for seat in setup.seats}, setup.seats[0])


def step(kept: PointsKept, turn: PointTurn) -> PointsKept | Fault:
    if not kept.turn:
        return after_end()
    if fault := _cubes_fault(turn):
        return fault
    figures = added(kept, turn, ticks=(WON,))
    if fault := bounds_fault(FIELDS, figures):
        return fault
    if not turn.changes.get(turn.seat, {}).get(WON):
        return PointsKept(kept.setup, figures, next_seat(kept.setup, turn.seat))
    cubes = figures[turn.seat][CUBES]
    if cubes == len(COLOURS):
        return PointsKept(kept.setup, figures, "")
    text = _("{side} cannot have won with {cubes} cubes: that takes all {count}.")
    gaps = {"side": turn.seat, "cubes": cubes, "count": len(COLOURS)}
    return Fault("winner", "2.8", text, gaps, side=turn.seat)


def _cubes_fault(turn: PointTurn) -> Fault | None:
    """One cube at most, from the board or from one other player."""
    own = turn.changes.get(turn.seat, {})
    others = [figures for seat, figures in turn.changes.items() if seat != turn.seat]
    gained, lost = own.get(CUBES, 0), [figures.get(CUBES, 0) for figures in others]
    if gained not in (0, 1) or lost not in ([], [-gained]) or any(WON in each for each in others):
        text = _("A turn brings one cube at most, from the board or from another player.")
        return Fault("cubes", "2.3", text)
    if own.get(WON, 0) not in (0, 1):
        return Fault("winner", "2.8", _("The game is won once."))
    return None


def pad(kept: PointsKept, seat: str) -> PointPad:
    own = kept.figures[seat][CUBES]
    if own == len(COLOURS):
        keys = [PointKey(Said(_("Wins on the centre")), f"{WON} 1", CROWN)]
    else:
        keys = [PointKey(Said(_("A cube from the board")), f"{CUBES} 1", CUBE)]
        keys += [
            PointKey(
                Said(_("A cube of {seat}"), {"seat": other}),
                f"{CUBES} 1 {other}:{CUBES} -1",
                CUBE,
                other,
            )
            for other, figures in kept.figures.items()
            if other != seat and figures[CUBES]
        ]
    says = _FULL if own == len(COLOURS) else Said("")
    return PointPad(keys=tuple(keys), nothing=_NO_CUBE, says=says)


TURNS = Turns(start=start, step=step, pad=pad)
