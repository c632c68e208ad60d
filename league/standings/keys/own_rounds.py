"""Tiebreaks that an entry's own rounds give, whatever was played in them: WIN, PS, REP, STD.

The free round of a round robin is none of the rounds here. PS adds up the points after each round,
once all its results are in.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate

from games.values import gettext_noop
from league.standings.field import Cell, Field
from league.standings.inputs import RoundOutcome
from league.standings.keys.unplayed import VOLUNTARY, counted_cells, even_12
from league.standings.parts import Exact, Number, PartsTold, ValuePart, exact
from league.standings.points import WHOLE
from league.standings.tiebreak import (
    ANYWHERE,
    FOR_MEETINGS,
    FOR_TWO,
    HangsOn,
    Need,
    Tiebreak,
    Valued,
)
from league.standings.wording import Combination, Cut, Reason, ngettext

_WIN_POINTS = Reason("win_points", gettext_noop("A win's points in round %(round)s."))
_ELECTED = Reason("elected", gettext_noop("There to play in round %(round)s."))
_STANDARD = Reason("standard", gettext_noop("%(amount)s for %(points)s points in round %(round)s."))
_HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class OverRounds:
    """A sum over the own rounds, of those that are worth something."""

    name: str
    worth: Callable[[Field, Cell], Number]
    why: Reason

    def compute(self, field: Field, entries: Sequence[str]) -> Valued:
        sums: dict[str, list[Number]] = field.root.remembered(self.name, self._sums)
        return {entry: (sums[entry][len(field.cells[entry])],) for entry in entries}

    def _sums(self, field: Field) -> dict[str, list[Number]]:
        return {
            entry: list(accumulate((self.worth(field, cell) for cell in row), initial=0))
            for entry, row in field.cells.items()
        }

    def tell(self, field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
        return PartsTold(Combination.SUM, tuple(self._parts(field, entry)))

    def _parts(self, field: Field, entry: str) -> Iterator[ValuePart]:
        for cell in field.cells[entry]:
            worth = self.worth(field, cell)
            if worth:
                other = cell.opponents[0] if len(cell.opponents) == 1 else None
                gaps: dict[str, Exact] = {"points": exact(cell.points_12, WHOLE)}
                yield ValuePart(self.why, (exact(worth),), cell.round, other, cell.match, gaps=gaps)


def _is_win(field: Field, cell: Cell) -> int:
    """A bye counts if it is worth as much."""
    if field.scheme.is_solo or cell.outcome is RoundOutcome.PENDING:
        return 0
    is_game = cell.match or cell.opponents
    seats = 1 + len(cell.opponents) if is_game else field.scheme.seats
    return int(cell.points_12 >= field.scheme.win_12(seats))


def _was_elected(field: Field, cell: Cell) -> int:
    """Not: a bye that was asked for, an absence, a forfeit of one's own (C.07 7.6)."""
    if cell.outcome is RoundOutcome.PENDING or cell.outcome in VOLUNTARY:
        return 0
    return int(bool(cell.match or cell.opponents) or not field.settings.forfeits_are_games)


_STANDARD_WORTH: Mapping[RoundOutcome, Number] = {
    RoundOutcome.WIN: 1,
    RoundOutcome.DRAW: _HALF,
    RoundOutcome.LOSS: 0,
}


def _standard(field: Field, cell: Cell) -> Number:
    """1 for more than the opponent, ½ for the same; not played, against a draw's (C.07 7.7)."""
    if cell.outcome is RoundOutcome.PENDING or field.scheme.is_solo:
        return 0
    if cell.outcome in _STANDARD_WORTH:
        return _STANDARD_WORTH[cell.outcome]
    draw_12 = even_12(field.scheme)
    return _HALF if cell.points_12 == draw_12 else int(cell.points_12 > draw_12)


RUNNING = Reason(
    "running",
    gettext_noop("%(amount)s points after round %(round)s."),
    ngettext("%(amount)s point after round %(round)s.", "%(amount)s points after round %(round)s."),
)


@dataclass(frozen=True, slots=True)
class ProgressiveScore:
    """Running scores, without those of the first rounds."""

    cut: int = 0

    def compute(self, field: Field, entries: Sequence[str]) -> Valued:
        return {entry: (sum(_running_12(field, entry)[self.cut :]),) for entry in entries}

    def tell(self, field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
        cells = counted_cells(field, entry)
        parts = tuple(
            ValuePart(
                RUNNING,
                (exact(points_12, WHOLE),),
                cell.round,
                match=cell.match,
                cut=Cut.FIRST_ROUND if at < self.cut else Cut.NONE,
            )
            for at, (cell, points_12) in enumerate(
                zip(cells, _running_12(field, entry), strict=True)
            )
        )
        return PartsTold(Combination.SUM, parts)


def _running_12(field: Field, entry: str) -> list[int]:
    return list(accumulate(cell.points_12 for cell in counted_cells(field, entry)))


_WIN = OverRounds("WIN", _is_win, _WIN_POINTS)
_REP = OverRounds("REP", _was_elected, _ELECTED)
_STD = OverRounds("STD", _standard, _STANDARD)


def _progress(key: str, label: str, words: str, *, cut: int, fide: str) -> Tiebreak:
    score = ProgressiveScore(cut)
    fit = replace(ANYWHERE, needs=_ROUNDS)
    return Tiebreak(
        *(key, label, words, fit, score.compute, score.tell, HangsOn.OWN_RESULTS, WHOLE), fide=fide
    )


_ROUNDS = frozenset({Need.ROUNDS})
KEYS = (
    Tiebreak(
        "WIN",
        gettext_noop("Rounds won"),
        gettext_noop("More rounds with a win's points, played or not."),
        replace(FOR_MEETINGS, needs=_ROUNDS),
        _WIN.compute,
        _WIN.tell,
        HangsOn.OWN_RESULTS,
        per_matches=1,
        fide="WIN",
    ),
    Tiebreak(
        "REP",
        gettext_noop("Rounds elected to play"),
        gettext_noop(
            "More rounds without a bye that was asked for, an absence or a forfeit of one's own."
        ),
        replace(FOR_MEETINGS, needs=_ROUNDS),
        _REP.compute,
        _REP.tell,
        HangsOn.OWN_RESULTS,
        fide="REP",
    ),
    Tiebreak(
        "STD",
        gettext_noop("Standard points"),
        gettext_noop("More points if every win gave 1 and every draw ½."),
        FOR_TWO,
        _STD.compute,
        _STD.tell,
        HangsOn.OWN_RESULTS,
        per_matches=1,
        fide="STD",
    ),
    _progress(
        "PS",
        gettext_noop("Progress"),
        gettext_noop("More points early: the points after each round, added up."),
        cut=0,
        fide="PS",
    ),
    _progress(
        "PS-C1",
        gettext_noop("Progress cut 1"),
        gettext_noop("The points after each round but the first, added up."),
        cut=1,
        fide="PS/C1",
    ),
    _progress(
        "PS-C2",
        gettext_noop("Progress cut 2"),
        gettext_noop("The points after each round but the first two, added up."),
        cut=2,
        fide="PS/C2",
    ),
)
