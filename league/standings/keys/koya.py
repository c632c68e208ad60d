"""KS, the Koya system: points against those who have reached a limit, with or without a game.

The limit is half of what could be had: in a Swiss a win in every round, in a round robin, where
some rounds are free, in every game of the opponent's. A stage may move it by so many draws.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from games.values import gettext_noop
from league.standings.field import Cell, Field
from league.standings.inputs import PLAYED
from league.standings.keys.unplayed import (
    FORFEITS,
    counted_cells,
    counted_points_12,
    even_12,
    met_in,
)
from league.standings.parts import PartsTold, ValuePart, exact
from league.standings.points import WHOLE
from league.standings.tiebreak import FOR_TWO, HangsOn, Tiebreak, Valued
from league.standings.wording import Combination, Reason

_PAIRED = PLAYED | FORFEITS
_STRONG = Reason(
    "strong",
    gettext_noop("%(opponent)s has %(score)s, the limit is %(limit)s: %(amount)s scored."),
)
_WEAK = Reason(
    "weak", gettext_noop("%(opponent)s has %(score)s, less than %(limit)s: does not count.")
)


def koya(field: Field, entries: Sequence[str]) -> Valued:
    strong = strong_in(field)
    return {
        entry: (sum(cell.points_12 for cell, other in faced(field, entry) if other in strong),)
        for entry in entries
    }


def strong_in(field: Field) -> frozenset[str]:
    """Those who have reached the limit."""
    return field.remembered("strong", _strong)


def _strong(field: Field) -> frozenset[str]:
    points_12 = counted_points_12(field)
    return frozenset(entry for entry in field.cells if points_12[entry] >= _limit_12(field, entry))


def _limit_12(field: Field, entry: str) -> Fraction:
    """What an opponent must have."""
    scheme = field.scheme
    if scheme.is_solo:
        return Fraction(0)
    cells = counted_cells(field, entry)
    is_robin = field.settings.forfeits_are_games
    games = sum(1 for cell in cells if cell.opponents) if is_robin else len(cells)
    moved_12 = field.settings.koya_draws * even_12(scheme)
    return Fraction(scheme.win_12(scheme.seats) * games, 2) + moved_12


def faced(field: Field, entry: str) -> Iterator[tuple[Cell, str]]:
    """Opponents of the rounds that count; at a table that was played, those who came."""
    for at, cell in zip(field.counted, counted_cells(field, entry), strict=True):
        if cell.outcome in _PAIRED:
            yield from ((cell, other) for other in met_in(field, cell, at))


def tell_koya(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    parts = tuple(_part(field, cell, other) for cell, other in faced(field, entry))
    return PartsTold(Combination.SUM, parts)


def _part(field: Field, cell: Cell, other: str) -> ValuePart:
    score_12, limit_12 = counted_points_12(field)[other], _limit_12(field, other)
    is_strong = score_12 >= limit_12
    return ValuePart(
        _STRONG if is_strong else _WEAK,
        (exact(cell.points_12 if is_strong else 0, WHOLE),),
        cell.round,
        other,
        cell.match,
        gaps={"score": exact(score_12, WHOLE), "limit": exact(limit_12, WHOLE)},
    )


KEYS = (
    Tiebreak(
        "KS",
        gettext_noop("Koya"),
        gettext_noop("More points against those who have at least half of what can be had."),
        FOR_TWO,
        koya,
        tell_koya,
        HangsOn.RESULTS,
        WHOLE,
        per_matches=1,
        fide="KS",
    ),
)
