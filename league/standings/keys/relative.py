"""REL and SPREAD: how far a score was from those of the others at the table.

Scores are turned so that higher is better, by the game that the round was played with. Where
entries have played unequal numbers of games, means per game are compared.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from games.values import gettext_noop
from league.standings.field import Field, Sat
from league.standings.inputs import Against
from league.standings.keys.own_games import over_games, told_over_games, totals
from league.standings.parts import Number, PartsTold, ValuePart, exact
from league.standings.tiebreak import (
    FOR_MEETINGS,
    FOR_TABLES,
    HangsOn,
    Need,
    Tiebreak,
    Valued,
    Values,
)
from league.standings.wording import Reason, ngettext

_RELATIVE = Reason(
    "relative",
    gettext_noop(
        "%(score)s points, the table's mean was %(mean)s, and all were %(apart)s away from it: "
        "%(amount)s."
    ),
    ngettext(
        "%(score)s point, the table's mean was %(mean)s, and all were %(apart)s away from it: "
        "%(amount)s.",
        "%(score)s points, the table's mean was %(mean)s, and all were %(apart)s away from it: "
        "%(amount)s.",
    ),
    counts="score",
)
_ALL_EQUAL = Reason("all_equal", gettext_noop("All at the table had %(score)s."))
_SPREAD = Reason("spread", gettext_noop("%(score)s against %(other)s: %(amount)s."))
SPREAD_CAPPED = Reason(
    "spread_capped",
    gettext_noop("%(score)s against %(other)s, of which at most %(cap)s count: %(amount)s."),
)


def relative_scores(field: Field, entries: Sequence[str]) -> Valued:
    """Per game (own − mean of the table) / (sum of absolute deviations), 0 when all are equal."""
    return over_games(field, entries, totals(field, "REL", _relative))


def spreads(field: Field, entries: Sequence[str]) -> Valued:
    """Per game the score minus the best opponent's, or the mean of theirs, up to the cap."""
    return over_games(field, entries, totals(field, "SPREAD", _spread))


def _sign(field: Field, sat: Sat) -> int:
    signs: Mapping[int, int] = field.root.remembered("signs", _signs)
    return signs[sat.round]


def _signs(field: Field) -> dict[int, int]:
    usual = field.inputs.rules.higher_score_wins
    return {
        r.number: 1 if (usual if r.higher_score_wins is None else r.higher_score_wins) else -1
        for r in field.inputs.rounds
    }


def _apart(sat: Sat) -> tuple[int, int]:
    """Own deviation from the mean, and all of them added up, both times the number of sides."""
    number = len(sat.game.sides)
    total = sum(side.score for side in sat.game.sides)
    apart = sum(abs(number * side.score - total) for side in sat.game.sides)
    return number * sat.side.score - total, apart


def _relative(field: Field, sat: Sat) -> Values:
    own, apart = _apart(sat)
    return (Fraction(_sign(field, sat) * own, apart) if apart else 0,)


def _other(field: Field, sat: Sat) -> Number | None:
    """The score that SPREAD compares with; None: nobody else played."""
    others = [side.score for side in sat.game.sides if side is not sat.side]
    if not others:
        return None
    if field.settings.spread_against is Against.MEAN:
        return Fraction(sum(others), len(others))
    return max(others) if _sign(field, sat) > 0 else min(others)


def _spread(field: Field, sat: Sat) -> Values:
    other = _other(field, sat)
    gap: Number = 0 if other is None else _sign(field, sat) * (sat.side.score - other)
    cap = field.settings.spread_cap
    return (gap if cap is None else max(-cap, min(cap, gap)),)


def tell_relative_scores(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    def part(sat: Sat) -> ValuePart:
        number = len(sat.game.sides)
        _, apart = _apart(sat)
        gaps = {
            "score": sat.side.score,
            "mean": exact(Fraction(sum(side.score for side in sat.game.sides), number)),
            "apart": exact(Fraction(apart, number)),
        }
        (amount,) = _relative(field, sat)
        why = _RELATIVE if apart else _ALL_EQUAL
        return ValuePart(why, (exact(amount),), sat.round, match=sat.match, gaps=gaps)

    return told_over_games(field, entry, entries, part)


def tell_spreads(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    def part(sat: Sat) -> ValuePart:
        other, cap = _other(field, sat), field.settings.spread_cap
        gap = 0 if other is None else sat.side.score - other
        is_capped = cap is not None and not -cap <= gap <= cap
        gaps = {
            "score": sat.side.score,
            "other": exact(sat.side.score if other is None else other),
            "cap": 0 if cap is None else cap,
        }
        (amount,) = _spread(field, sat)
        why = SPREAD_CAPPED if is_capped else _SPREAD
        return ValuePart(why, (exact(amount),), sat.round, match=sat.match, gaps=gaps)

    return told_over_games(field, entry, entries, part)


_SCORES = frozenset({Need.SCORES})
KEYS = (
    Tiebreak(
        "REL",
        gettext_noop("Relative score"),
        gettext_noop("Scores further above the mean of their tables."),
        replace(FOR_TABLES, needs=_SCORES),
        relative_scores,
        tell_relative_scores,
        HangsOn.OWN_SCORES,
        per_matches=0,
    ),
    Tiebreak(
        "SPREAD",
        gettext_noop("Spread"),
        gettext_noop("Scores further ahead of the others at the table."),
        replace(FOR_MEETINGS, needs=_SCORES),
        spreads,
        tell_spreads,
        HangsOn.OWN_SCORES,
        per_matches=0,
    ),
)
