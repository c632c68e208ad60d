"""Points alone: what one turn can bring, and at the end the hands (RULES.md 3, 4)."""

from games.pads import PointKey, PointPad, Said
from games.points import NO_POINTS, added, next_seat, others_fault
from games.triolet.board import HAND, material
from games.triolet.figures import POINTS, hands_value, high_fault
from games.triolet.play import TRIO, TRIOLET
from games.values import STANDARD, Fault, PointsKept, PointTurn, Setup, Turns, gettext_noop as _

OFTEN = (15, 30, 45, 60, 80)  # a pair, a trio, both, two trios, a triolet
_BROUGHT = Said(_("What did the turn bring?"))
HANDS = "hands"  # they are being taken off: the game is over


def start(setup: Setup) -> PointsKept:
    return PointsKept(setup, {seat: {POINTS: 0} for seat in setup.seats}, setup.seats[0])


def step(kept: PointsKept, turn: PointTurn) -> PointsKept | Fault:
    points = turn.changes.get(turn.seat, {}).get(POINTS, 0)
    if fault := others_fault(kept, turn) or _turn_fault(kept, points):
        return fault
    figures = added(kept, turn)
    if fault := high_fault(kept.setup, [own[POINTS] for own in figures.values()]):
        return fault
    more = {HANDS: 1} if points < 0 else kept.more
    return PointsKept(kept.setup, figures, next_seat(kept.setup, turn.seat), more)


def _turn_fault(kept: PointsKept, points: int) -> Fault | None:
    least, most = _bounds(kept)
    if not least <= points <= most:
        text = _("A turn brings {least} to {most} points, not {points}.")
        return Fault("points", "3", text, {"least": least, "most": most, "points": points})
    if points > 0 and kept.more.get(HANDS):
        text = _("Points were taken off for the hands: the game is over, and nobody scores more.")
        return Fault("points", "4.2", text)
    return None


def _bounds(kept: PointsKept) -> tuple[int, int]:
    """The own hand is taken off, those of the others are added at the end (RULES.md 4.1, 4.2)."""
    edition, others = kept.setup.edition, kept.setup.players - 1
    return -hands_value(1, edition), most_of_a_turn(edition) + hands_value(others, edition)


def most_of_a_turn(edition: str = STANDARD) -> int:
    """A trio of three new tiles, each in another trio; one of them multiplied (RULES.md 3)."""
    return TRIO * (1 + HAND) + TRIO * (max(material(edition).special) - 1) + TRIOLET


def pad(kept: PointsKept, seat: str) -> PointPad:
    keys = tuple(
        PointKey(Said("{points}", {"points": points}), f"{POINTS} {points}") for points in OFTEN
    )
    return PointPad(
        keys=keys,
        digits=POINTS,
        has_minus=True,
        bounds=_bounds(kept),
        nothing=NO_POINTS,
        says=_BROUGHT,
    )


TURNS = Turns(start=start, step=step, pad=pad)
