"""Points kept turn by turn, without a record: how a turn is written, and what any game has of it.

A turn is `points 27`, `red 3 blue 2`, `cubes 1 B:cubes -1` with the figure of another side, or `0`
when it brought nothing.
"""

import re
from collections.abc import Mapping, Sequence

from games.contract import Rules
from games.pads import PointPad, PointRow, Said
from games.tallies import figure_fault, side_name
from games.values import (
    Fault,
    FiguresBySide,
    PointsKept,
    PointTurn,
    Setup,
    SideFigures,
    TallyField,
    Turns,
    gettext_noop as _,
)

Sides = Sequence[Sequence[str]]
NO_POINTS = Said(_("No points"))
_NOTHING = "0"
_CHANGE = re.compile(r"(?:([A-D]):)?([a-z_]+) (-?[0-9]{1,5})(?: |$)", re.ASCII)
_AMOUNTS = (1, 2, 3, 4, 5, 6)


def turn_read(seat: str, text: str, *, sides: Sides) -> PointTurn | None:
    """None: this cannot be read, or speaks of a seat that does not play."""
    names = {each: side_name(seats) for seats in sides for each in seats}
    changes: dict[str, dict[str, int]] = {}
    if seat not in names:
        return None
    at = len(_NOTHING) if text == _NOTHING else 0
    while at < len(text) or not text:
        found = _CHANGE.match(text, at)
        if found is None or (found[1] or seat) not in names:
            return None
        own = changes.setdefault(names[found[1] or seat], {})
        own[found[2]] = own.get(found[2], 0) + int(found[3])
        at = found.end()
    whole = {side: _without_zeros(figures) for side, figures in changes.items()}
    return PointTurn(seat, {side: figures for side, figures in whole.items() if figures})


def _without_zeros(figures: SideFigures) -> SideFigures:
    return {name: change for name, change in figures.items() if change}


def turn_written(turn: PointTurn) -> str:
    words = [
        f"{'' if turn.seat in side.split('+') else f'{side[0]}:'}{name} {change}"
        for side, figures in turn.changes.items()
        for name, change in figures.items()
    ]
    return " ".join(words) or _NOTHING


def own_side(kept: PointsKept, seat: str) -> str:
    return next(side for side in kept.figures if seat in side.split("+"))


def added(kept: PointsKept, turn: PointTurn, *, ticks: Sequence[str] = ()) -> FiguresBySide:
    """With the changes of a turn; a tick leaves the side that had it."""
    moved = {name for figures in turn.changes.values() for name in figures if name in ticks}
    return {
        side: {
            name: (0 if name in moved else value) + turn.changes.get(side, {}).get(name, 0)
            for name, value in figures.items()
        }
        for side, figures in kept.figures.items()
    }


def next_seat(setup: Setup, seat: str) -> str:
    """In the order of the seats."""
    return setup.seats[(setup.seats.index(seat) + 1) % setup.players]


def others_fault(kept: PointsKept, turn: PointTurn) -> Fault | None:
    """Points of somebody else than whose turn it is."""
    own = own_side(kept, turn.seat)
    for side in turn.changes:
        if side != own:
            text = _("A turn of {seat} changes nothing for {side}.")
            gaps = {"seat": turn.seat, "side": side}
            return Fault("other-side", "record 4.2", text, gaps, side=side)
    return None


def turns_of(rules: Rules | None, fields: Sequence[TallyField], *, sides: Sides) -> Turns:
    """Those of the game; of any other game whatever its figures can bear."""
    return (rules.figures.turns if rules else None) or any_turns(fields, sides=sides)


def any_turns(fields: Sequence[TallyField], *, sides: Sides) -> Turns:
    numbers = [field for field in fields if field.kind == "number"]
    ticks = [field.name for field in fields if field.kind == "tick"]

    def start(setup: Setup) -> PointsKept:
        nothing = {field.name: 0 for field in fields}
        return PointsKept(setup, {side_name(seats): nothing for seats in sides}, setup.seats[0])

    def step(kept: PointsKept, turn: PointTurn) -> PointsKept | Fault:
        figures = added(kept, turn, ticks=ticks)
        return bounds_fault(fields, figures) or PointsKept(
            kept.setup, figures, next_seat(kept.setup, turn.seat)
        )

    def pad(kept: PointsKept, seat: str) -> PointPad:
        is_one = len(numbers) == 1
        return PointPad(
            digits=numbers[0].name if is_one else "",
            rows=() if is_one else tuple(map(_row, numbers)),
            has_minus=is_one and numbers[0].least < 0,
            nothing=NO_POINTS,
        )

    return Turns(start=start, step=step, pad=pad)


def _row(field: TallyField) -> PointRow:
    return PointRow(field.name, Said(field.label), _AMOUNTS, field.symbol)


def bounds_fault(fields: Sequence[TallyField], figures: Mapping[str, SideFigures]) -> Fault | None:
    """The first figure that no side can have."""
    found = (
        figure_fault(side, field, own[field.name])
        for side, own in figures.items()
        for field in fields
    )
    return next(filter(None, found), None)
