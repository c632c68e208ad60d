"""Points alone: what each has taken, then a piece of five or six squares in a turn (RULES.md 2, 3).

Figures tell how far a game has come: whoever holds fewer squares than the pieces that are left can
have is still taking pieces.
"""

from collections.abc import Iterable, Mapping

from games.pads import PointKey, PointPad, Said
from games.points import added, next_seat, others_fault
from games.polyssimo import faults
from games.polyssimo.board import LARGE, SMALL, numbers_of
from games.polyssimo.figures import (
    LAST,
    LEFT,
    SQUARES,
    SURE,
    held_fault,
    of_size,
    placing_order,
)
from games.turns import after_end
from games.values import (
    SEATS,
    Fault,
    PointsKept,
    PointTurn,
    Setup,
    SideFigures,
    Turns,
    gettext_noop as _,
)

_TAKEN = Said(_("How many pieces of 6 squares were taken?"))
_PLACED = Said(_("Which piece was placed?"))
_STANDS = Said(_("No piece fits"))
_SIZES = ((SMALL, _("A piece of 5 squares"), "X"), (LARGE, _("A piece of 6 squares"), "X0"))


def start(setup: Setup) -> PointsKept:
    numbers = dict(zip(setup.seats, numbers_of(setup), strict=True))
    figures = {seat: {LEFT: count, SQUARES: 0, LAST: 0} for seat, count in numbers.items()}
    return PointsKept(setup, figures, setup.seats[0])


def step(kept: PointsKept, turn: PointTurn) -> PointsKept | Fault:
    if not kept.turn:
        return after_end()
    if fault := others_fault(kept, turn):
        return fault
    if _is_drafting(kept.figures[turn.seat]):
        return _taken(kept, turn)
    drafting = [own[LEFT] for own in kept.figures.values() if _is_drafting(own)]
    if drafting:
        return faults.place_in_draft(to_take=sum(drafting))
    return _placed(kept, turn) if turn.changes else _stands(kept, turn.seat)


def _is_drafting(own: SideFigures) -> bool:
    return own[SQUARES] < SMALL * own[LEFT]


def _taken(kept: PointsKept, turn: PointTurn) -> PointsKept | Fault:
    """All pieces of a seat at once: only their squares count."""
    own = turn.changes.get(turn.seat, {})
    figures = added(kept, turn)
    if set(own) != {SQUARES} or _is_drafting(figures[turn.seat]):
        count = kept.figures[turn.seat][LEFT]
        covers = {"least": SMALL * count, "most": LARGE * count}
        squares = figures[turn.seat][SQUARES]
        return faults.wrong_squares(turn.seat, count=count, squares=squares, **covers)
    if fault := _supply_fault(figures):
        return fault
    drafting = [seat for seat, each in figures.items() if _is_drafting(each)]
    seat = next_seat(kept.setup, turn.seat)
    while drafting and seat not in drafting:
        seat = next_seat(kept.setup, seat)
    return PointsKept(kept.setup, figures, seat if drafting else _first(kept.setup), kept.more)


def _first(setup: Setup) -> str:
    return SEATS[placing_order(setup)[0]]


def _supply_fault(figures: Mapping[str, SideFigures]) -> Fault | None:
    """Of those who have all their pieces."""
    return _held({LEFT: 0, SQUARES: 0} if _is_drafting(own) else own for own in figures.values())


def _held(figures: Iterable[SideFigures]) -> Fault | None:
    held = list(figures)
    return held_fault([own[LEFT] for own in held], [own[SQUARES] for own in held])


def _placed(kept: PointsKept, turn: PointTurn) -> PointsKept | Fault:
    own = {name: by for name, by in turn.changes[turn.seat].items() if name != LAST}
    if own not in [{LEFT: -1, SQUARES: -size} for size in (SMALL, LARGE)]:
        return Fault("piece", "3.2", _("A turn places one piece, of 5 or 6 squares."))
    figures = {
        seat: {**each, LAST: int(seat == turn.seat)} for seat, each in added(kept, turn).items()
    }
    if figures[turn.seat][LEFT] < 0:
        return Fault("piece", "3.2", _("{seat} has no piece left."), {"seat": turn.seat})
    more = {seat: 1 for seat in kept.more if seat != turn.seat}
    return _held(figures.values()) or _passed_on(
        PointsKept(kept.setup, figures, "", more), turn.seat
    )


def _stands(kept: PointsKept, seat: str) -> PointsKept | Fault:
    left = sum(own[LEFT] for own in kept.figures.values())
    placed = sum(numbers_of(kept.setup)) - left
    if placed <= SURE and kept.figures[seat][LEFT]:
        return faults.could_place(seat, placed=placed)
    return _passed_on(PointsKept(kept.setup, kept.figures, "", {**kept.more, seat: 1}), seat)


def _passed_on(kept: PointsKept, seat: str) -> PointsKept:
    """RULES.md 3.1, 3.3: anticlockwise to whoever does not stand; when all do, it is over."""
    seats = kept.setup.seats
    at = seats.index(seat)
    following = [seats[(at - step) % len(seats)] for step in range(1, len(seats) + 1)]
    due = [each for each in following if each not in kept.more and kept.figures[each][LEFT]]
    return PointsKept(kept.setup, kept.figures, due[0] if due else "", kept.more)


def pad(kept: PointsKept, seat: str) -> PointPad:
    own = kept.figures[seat]
    if _is_drafting(own):
        return PointPad(keys=_taking_keys(kept, seat), says=_TAKEN)
    keys = tuple(
        PointKey(Said(label), f"{LEFT} -1 {SQUARES} -{size}", sign)
        for size, label, sign in _SIZES
        if SMALL * (own[LEFT] - 1) <= own[SQUARES] - size <= LARGE * (own[LEFT] - 1)
    )
    return PointPad(keys=keys, nothing=_STANDS, says=_PLACED)


def _taking_keys(kept: PointsKept, seat: str) -> tuple[PointKey, ...]:
    """By how many of the pieces are large: as many as the others have left."""
    own = kept.figures[seat]
    whole = [each for each in kept.figures.values() if not _is_drafting(each)]
    large = of_size(LARGE) - sum(each[SQUARES] - SMALL * each[LEFT] for each in whole)
    small = of_size(SMALL) - sum(LARGE * each[LEFT] - each[SQUARES] for each in whole)
    count = own[LEFT]
    return tuple(
        PointKey(
            Said("{count}", {"count": taken}),
            f"{SQUARES} {SMALL * count + taken - own[SQUARES]}",
        )
        for taken in range(max(0, count - small), min(count, large) + 1)
        if SMALL * count + taken > own[SQUARES]
    )


TURNS = Turns(start=start, step=step, pad=pad)
