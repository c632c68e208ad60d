"""Figures of a game without a record: what is wrong with them whatever the game.

What a game makes of figures that are all there and within their bounds is the game's own matter.
"""

from collections.abc import Collection, Mapping, Sequence

from games.contract import RuleModule
from games.pads import Said
from games.values import (
    Fault,
    FiguresBySide,
    P,
    Setup,
    SideFigures,
    SideScore,
    TallyField,
    gettext_noop as _,
)

ENDINGS = ("normal", "time")
_LONGEST = 40  # of what is quoted from outside


def side_name(seats: Sequence[str]) -> str:
    return "+".join(seats)


def tallied(
    rules: RuleModule[P], setup: Setup, figures: FiguresBySide, *, termination: str = "normal"
) -> Sequence[SideScore] | Fault:
    """How the sides stand by their figures, or the first thing that is wrong with them."""
    whole = _whole_figures(rules, setup, figures, termination=termination)
    if isinstance(whole, Fault):
        return whole
    return rules.figures.tally(setup, whole, termination=termination)


def scored(
    rules: RuleModule[P],
    setup: Setup,
    scores: Mapping[str, int],
    *,
    ahead: Collection[str] = (),
    termination: str = "normal",
) -> Sequence[SideScore] | Fault:
    """How the sides stand by their scores alone; without keys, where those need other figures.

    `ahead`: sides above others with the same score.
    """
    field = rules.figures.score(setup)
    if [figure.name for figure in rules.figures.fields(setup)] == [field.name]:
        figures = {side: {field.name: score} for side, score in scores.items()}
        return tallied(rules, setup, figures, termination=termination)
    sides = rules.play.sides(setup)
    names = [side_name(seats) for seats in sides]
    fault = _sides_fault(names, scores)
    for side in names if fault is None else ():
        fault = fault or score_fault(rules, setup, side=side, score=scores[side])
    fault = fault or rules.figures.scores_fault(
        setup,
        [scores[side] for side in names],
        ahead=[side in ahead for side in names],
        termination=termination,
    )
    return fault or [
        SideScore(side_name(seats), seats, scores[side_name(seats)], ()) for seats in sides
    ]


def score_fault(rules: RuleModule[P], setup: Setup, *, side: str, score: int) -> Fault | None:
    """Whether one side can have such a score at all."""
    field = rules.figures.score(setup)
    return _side_fault(side, [field], {field.name: score})


def _whole_figures(
    rules: RuleModule[P], setup: Setup, figures: FiguresBySide, *, termination: str
) -> list[SideFigures] | Fault:
    """In the order of the sides, every tick written as 1 or 0."""
    if termination not in ENDINGS:
        text = _(
            "Figures give the result of a game that ended normally or by time, not “{ending}”."
        )
        return Fault("termination", "record 4.1", text, {"ending": termination[:_LONGEST]})
    names = [side_name(seats) for seats in rules.play.sides(setup)]
    fields = rules.figures.fields(setup)
    fault = _sides_fault(names, figures)
    for side in names if fault is None else ():
        fault = fault or _side_fault(side, fields, figures[side])
    for field in fields if fault is None else ():
        if field.kind == "tick":
            fault = fault or _tick_fault(field, figures, names, is_normal=termination == "normal")
    if fault:
        return fault
    ticks = {field.name: 0 for field in fields if field.kind == "tick"}
    return [{**ticks, **figures[side]} for side in names]


def _sides_fault(names: Sequence[str], figures: Mapping[str, object]) -> Fault | None:
    for side in names:
        if side not in figures:
            text = _("There are no figures for {side}.")
            return Fault("side", "record 4.2", text, {"side": side}, side=side)
    for side in figures:
        if side not in names:
            text = _("There is no side {side} in this game.")
            named = side[:_LONGEST]
            return Fault("side", "record 4.2", text, {"side": named}, side=named)
    return None


def _side_fault(side: str, fields: Sequence[TallyField], figures: SideFigures) -> Fault | None:
    known = {field.name for field in fields}
    for name in figures:
        if name not in known:
            text = _("{side}: no figure “{name}” is asked for in this game.")
            gaps: dict[str, object] = {"side": side, "name": name[:_LONGEST]}
            return Fault("figure", "record 4.2", text, gaps, side=side)
    for field in fields:
        if field.name in figures:
            if fault := figure_fault(side, field, figures[field.name]):
                return fault
        elif field.is_required and field.kind == "number":
            text = _("{side}: {field} is missing.")
            gaps = {"side": side, "field": Said(field.label)}
            return Fault("figure-missing", "record 4.2", text, gaps, side=side, field=field.name)
    return None


def figure_fault(side: str, field: TallyField, value: int) -> Fault | None:
    """Whether a figure is out of its bounds."""
    if field.least <= value <= field.most:
        return None
    text = _("{side}: {field} can be {least} to {most}, not {value}.")
    bounds = {"least": field.least, "most": field.most, "value": value}
    gaps: dict[str, object] = {"side": side, "field": Said(field.label), **bounds}
    return Fault("figure-range", field.rule, text, gaps, side=side, field=field.name)


def _tick_fault(
    field: TallyField, figures: FiguresBySide, names: Sequence[str], *, is_normal: bool
) -> Fault | None:
    having = [side for side in names if figures[side].get(field.name)]
    if len(having) > 1:
        text = _("{field} is ticked for {first} and for {second}; only one of them can have it.")
        gaps = {"field": Said(field.label), "first": having[0], "second": having[1]}
        return Fault("tick", field.rule, text, gaps, field=field.name)
    if not having and field.is_required and is_normal:
        text = _("{field} is not ticked for anybody; a game that was not ended by time needs it.")
        gaps = {"field": Said(field.label)}
        return Fault("tick", field.rule, text, gaps, field=field.name)
    return None
