"""Values of tiebreaks as people read them: 2 of 3 games; won against Jana N."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import groupby

from django.utils.formats import number_format
from django.utils.translation import get_language, gettext as _, gettext_noop

from league.models import Stage
from league.prepositions import spoken
from league.standings.field import Cell
from league.standings.inputs import RoundOutcome
from league.standings.parts import Exact
from league.standings.points import hundredths
from league.standings.queries import published_cells
from league.standings.stored import LeanRow
from league.standings.tiebreaks import orders_alone

Names = Mapping[str, str]
_MOST_NAMED = 3  # opponents; of more, the place among them is told
_UNKNOWN = (RoundOutcome.PENDING, RoundOutcome.ABSENT, RoundOutcome.OUT)


def value_written(values: Sequence[Exact]) -> str:
    """A tiebreak's value of one or several numbers; means with two decimals."""
    language = get_language() or ""
    return " · ".join(_number(value, language) for value in values) or "–"


@lru_cache(maxsize=4096)  # a long table has a few numbers, many times over
def _number(value: Exact, language: str) -> str:
    if isinstance(value, int):
        written = number_format(value)
    else:
        written = number_format(Decimal(hundredths(value)) / 100, decimal_pos=2)
    return written.replace("-", "−")


def value_told(key: str, row: LeanRow, *, met: str = "") -> str:
    """A value beside what it is a part of. `met`: how those who are equal met."""
    values = row.values.get(key, ())
    if key == "DE":
        return (met or "–") if values else "–"
    if key == "PLACES" and row.placed:
        return _of_games(row.placed, row.games)
    if key == "WON" and row.games:
        return _of_games([int(value) for value in values], row.games)
    return value_written(values)


def _of_games(counts: Sequence[int], games: int) -> str:
    """Trailing places that nobody had are left out: 2 of 3."""
    told = list(counts)
    while len(told) > 1 and not told[-1]:
        told.pop()
    gaps = {"number": " · ".join(map(str, told)), "games": games}
    return spoken(_("%(number)s of %(games)s") % gaps)


def meetings_told(
    rows: Sequence[LeanRow], *, stage: Stage, names: Names, after_round: int
) -> dict[str, str]:
    """By entry: how those who are equal before the direct encounter met each other."""
    if "DE" not in stage.chain:
        return {}
    earlier = stage.chain[: stage.chain.index("DE")]

    is_by_points = not orders_alone(stage.chain, has_bracket=stage.format.has_bracket)

    def equal(row: LeanRow) -> tuple[object, ...]:
        points_12 = row.points_12 if is_by_points else 0
        return (row.group, points_12, *(row.values.get(key) for key in earlier))

    ties = [list(tied) for _key, tied in groupby(rows, equal)]
    ties = [tied for tied in ties if len(tied) > 1 and all(row.values.get("DE") for row in tied)]
    entries = [row.entry for tied in ties for row in tied]
    if not entries:
        return {}
    cells = published_cells(stage, entries=entries, up_to=after_round)
    return {row.entry: _met(row, tied, cells, names) for tied in ties for row in tied}


def _met(
    row: LeanRow, tied: Sequence[LeanRow], cells: Mapping[str, Sequence[Cell]], names: Names
) -> str:
    others = [other.entry for other in tied if other is not row]
    if len(others) > _MOST_NAMED:
        gaps = {"place": value_written(row.values["DE"]), "number": len(tied)}
        return spoken(_("%(place)s(th) of %(number)s") % gaps)
    balances = {other: _balance(row.entry, other, cells) for other in others}
    texts = [
        _(text) % {"names": ", ".join(names[other] for other in met)}
        for sign, text in _BALANCES
        if (met := [other for other, balance in balances.items() if balance == sign])
    ]
    return "; ".join(texts) or "–"


_BALANCES: tuple[tuple[int, str], ...] = (
    (1, gettext_noop("won against %(names)s")),
    (0, gettext_noop("drew with %(names)s")),
    (-1, gettext_noop("lost to %(names)s")),
)


def _balance(entry: str, other: str, cells: Mapping[str, Sequence[Cell]]) -> int | None:
    """1, 0 or −1 over all their meetings; None: they have not met."""
    mine, theirs = cells.get(entry, ()), {cell.round: cell for cell in cells.get(other, ())}
    met = [cell for cell in mine if other in cell.opponents and cell.outcome not in _UNKNOWN]
    if not met:
        return None
    balance = sum(_better(cell, theirs[cell.round]) for cell in met)
    return (balance > 0) - (balance < 0)


def _better(own: Cell, other: Cell) -> int:
    """At a table the better place, also where both have the same points."""
    if own.place is None or other.place is None:
        return (own.points_12 > other.points_12) - (own.points_12 < other.points_12)
    return (own.place < other.place) - (own.place > other.place)
