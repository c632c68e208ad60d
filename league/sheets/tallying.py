"""Plain scorekeeping: which figures a table writes down, and what they come to so far."""

from collections.abc import Mapping, Sequence

from games.contract import FiguresBySide, Rules, Setup, TallyField
from games.contract import gettext_noop as _
from games.tallies import side_name
from league.sheets.ledger import Score

MOST = 99_999

_POINTS = TallyField(
    name="points",
    label=_("points"),
    least=-MOST,
    most=MOST,
    kind="number",
    is_required=True,
    rule="",
)


def fields_of(rules: Rules | None, setup: Setup) -> Sequence[TallyField]:
    """Those of the game; of any other game, points."""
    return rules.figures.fields(setup) if rules else [_POINTS]


def sides_of(rules: Rules | None, setup: Setup) -> Sequence[tuple[str, ...]]:
    return rules.play.sides(setup) if rules else [(seat,) for seat in setup.seats]


def totals(
    sides: Sequence[tuple[str, ...]],
    fields: Sequence[TallyField],
    scores: Sequence[Score],
    *,
    start: FiguresBySide | None = None,
) -> Mapping[str, Mapping[str, int]]:
    """Side -> figure -> what it comes to. Before the first point, everything is nothing."""
    sums: dict[str, dict[str, int]] = {}
    for seats in sides:
        known = (start or {}).get(side_name(seats), {})
        sums[side_name(seats)] = {field.name: known.get(field.name, 0) for field in fields}
    names = {seat: side_name(seats) for seats in sides for seat in seats}
    ticks = {field.name for field in fields if field.kind == "tick"}
    for score in scores:
        if score.field in ticks:  # at most one side has it
            for figures in sums.values():
                figures[score.field] = 0
        sums[names[score.seat]][score.field] += score.change
    return sums
