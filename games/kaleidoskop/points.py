"""Points alone: each tile is a turn that brings something in two colours at most (RULES.md 3)."""

from collections.abc import Mapping

from games.kaleidoskop.board import Arrangement, Track, arrangement
from games.kaleidoskop.figures import fields
from games.kaleidoskop.play import moved
from games.pads import PointPad, PointRow, Said
from games.points import NO_POINTS, next_seat, others_fault, own_side
from games.tallies import side_name
from games.turns import after_end
from games.values import Fault, PointsKept, PointTurn, Setup, SideFigures, Turns, gettext_noop as _

COLOURS = 2  # of a tile
BONUS, LAID = "bonus", "laid"  # placements that are owed, and made, in the turn
_AMOUNTS = (1, 2, 3, 4, 5, 6)
_TAP = _("Tap what each colour gained; several taps add up.")
_ONE_MORE = _("A colour has reached its end: one more tile.")
_MAY_LAY = _("A colour has reached its end: one more tile, or tap the next player to decline.")


def start(setup: Setup) -> PointsKept:
    nothing = {field.name: 0 for field in fields(setup)}
    sides = map(side_name, _frame(setup).sides)
    return PointsKept(setup, dict.fromkeys(sides, nothing), setup.seats[0])


def step(kept: PointsKept, turn: PointTurn) -> PointsKept | Fault:
    frame, side = _frame(kept.setup), own_side(kept, turn.seat)
    brought = turn.changes.get(side, {})
    if not kept.turn:
        return after_end()
    if fault := others_fault(kept, turn) or _tile_fault(frame, brought):
        return fault
    names = [colour.name for colour in frame.board.colours]
    points = tuple((names.index(name), count) for name, count in brought.items())
    reached, track = moved(frame, _track(kept, side), points)
    figures = {**kept.figures, side: dict(zip(names, track, strict=True))}
    if reached and min(track) == frame.top:  # RULES.md 4.2
        return PointsKept(kept.setup, figures, "")
    return _passed_on(kept, figures, turn.seat, reached=reached)


def _passed_on(
    kept: PointsKept, figures: Mapping[str, SideFigures], seat: str, *, reached: int
) -> PointsKept:
    """RULES.md 3.5: whoever reached an end lays once more, as long as the rack lasts."""
    more = kept.more if kept.turn == seat else {}
    bonus, laid = max(more.get(BONUS, 0) - 1, 0) + reached, more.get(LAID, 0) + 1
    if bonus and laid < _frame(kept.setup).rack:
        return PointsKept(kept.setup, figures, seat, {BONUS: bonus, LAID: laid})
    return PointsKept(kept.setup, figures, next_seat(kept.setup, seat))


def pad(kept: PointsKept, seat: str) -> PointPad:
    rows = tuple(
        PointRow(field.name, Said(field.label), _AMOUNTS, field.symbol)
        for field in fields(kept.setup)
    )
    is_bonus = bool(kept.more.get(BONUS)) and seat == kept.turn
    bonus = _MAY_LAY if _frame(kept.setup).can_decline else _ONE_MORE
    return PointPad(rows=rows, nothing=NO_POINTS, says=Said(bonus if is_bonus else _TAP))


def _tile_fault(frame: Arrangement, brought: SideFigures) -> Fault | None:
    """RULES.md 3.3: each half counts symbols of its colour; nothing is ever lost."""
    if len(brought) > COLOURS:
        text = _("A tile has two colours; {count} cannot gain from it.")
        return Fault("colours", "3.3", text, {"count": len(brought)})
    most = _most(frame)
    for count in brought.values():
        if not 0 < count <= most:
            text = _("A tile brings a colour 0 to {most} points, not {count}.")
            return Fault("points", "3.3", text, {"most": most, "count": count})
    return None


def _most(frame: Arrangement) -> int:
    """All other symbols of the colour, with the printed one (RULES.md 1.3, 1.5)."""
    board = frame.board
    return sum(
        count * halves.count(0) for halves, count in zip(board.halves, board.copies, strict=True)
    )


def _track(kept: PointsKept, side: str) -> Track:
    return tuple(kept.figures[side].values())


def _frame(setup: Setup) -> Arrangement:
    return arrangement(setup)


TURNS = Turns(start=start, step=step, pad=pad)
