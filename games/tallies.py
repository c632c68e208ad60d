"""Figures of a game without a record: what is wrong with them whatever the game.

What a game makes of figures that are all there and within their bounds is the game's own matter.
"""

from collections.abc import Mapping, Sequence

from games.contract import Fault, RuleModule, Setup, Sheets, TallyField
from games.contract import gettext_noop as _

Sheet = Mapping[str, int]

ENDINGS = ("normal", "time")
_LONGEST = 40  # of what is quoted from outside


def side_name(seats: Sequence[str]) -> str:
    return "+".join(seats)


def read_sheets(
    rules: RuleModule, setup: Setup, sheets: Sheets, *, termination: str
) -> list[Sheet] | Fault:
    """The sheets in seat order, every tick written as 1 or 0; or the first thing wrong."""
    if termination not in ENDINGS:
        text = _(
            "Figures give the result of a game that ended normally or by time, not “{ending}”."
        )
        return Fault("termination", "record 4.1", text, {"ending": termination[:_LONGEST]})
    names = [side_name(seats) for seats in rules.sides(setup)]
    fields = rules.tally_fields(setup)
    fault = _sides_fault(names, sheets)
    for side in names if fault is None else ():
        fault = fault or _sheet_fault(side, fields, sheets[side])
    for field in fields if fault is None else ():
        if field.kind == "tick":
            fault = fault or _tick_fault(field, sheets, names, is_normal=termination == "normal")
    if fault:
        return fault
    ticks = {field.name: 0 for field in fields if field.kind == "tick"}
    return [{**ticks, **sheets[side]} for side in names]


def _sides_fault(names: Sequence[str], sheets: Sheets) -> Fault | None:
    for side in names:
        if side not in sheets:
            return Fault("side", "record 4.2", _("There are no figures of {side}."), {"side": side})
    for side in sheets:
        if side not in names:
            gaps = {"side": side[:_LONGEST]}
            return Fault("side", "record 4.2", _("There is no side {side} in this game."), gaps)
    return None


def _sheet_fault(side: str, fields: Sequence[TallyField], sheet: Sheet) -> Fault | None:
    known = {field.name for field in fields}
    for name in sheet:
        if name not in known:
            text = _("{side}: no figure “{name}” is asked for in this game.")
            return Fault("figure", "record 4.2", text, {"side": side, "name": name[:_LONGEST]})
    for field in fields:
        gaps = {"side": side, "field": field.label, "least": field.least, "most": field.most}
        if field.name not in sheet:
            if field.is_required and field.kind == "number":
                return Fault("figure-missing", "record 4.2", _("{side}: {field} is missing."), gaps)
        elif not field.least <= sheet[field.name] <= field.most:
            text = _("{side}: {field} can be {least} to {most}, not {value}.")
            return Fault("figure-range", field.rule, text, {**gaps, "value": sheet[field.name]})
    return None


def _tick_fault(
    field: TallyField, sheets: Sheets, names: Sequence[str], *, is_normal: bool
) -> Fault | None:
    having = [side for side in names if sheets[side].get(field.name)]
    if len(having) > 1:
        text = _("{field} is ticked for {first} and for {second}; only one of them can have it.")
        gaps = {"field": field.label, "first": having[0], "second": having[1]}
        return Fault("tick", field.rule, text, gaps)
    if not having and field.is_required and is_normal:
        text = _("{field} is ticked for nobody; a game that was not ended by time needs it.")
        return Fault("tick", field.rule, text, {"field": field.label})
    return None
