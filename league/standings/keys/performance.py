"""Tiebreaks over the ratings of opponents met over the board (FIDE C.07 article 10).

A win counts 1 and a draw ½ here, whatever they are worth in the event. Means are rounded to whole
numbers, a half up. Nobody has a value who has met somebody without a rating, or nobody at all.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from games.values import gettext_noop
from league.standings.field import Cell, Field
from league.standings.inputs import RoundOutcome
from league.standings.keys.given import ratings_of
from league.standings.keys.opponents import met, met_part
from league.standings.parts import Number, PartsTold, ValuePart, exact
from league.standings.tiebreak import (
    FOR_MEETINGS,
    FOR_TWO,
    HangsOn,
    Need,
    Tiebreak,
    Valued,
    rounded,
)
from league.standings.wording import Combination, Cut, Reason

# FIDE rating regulations (B.02) 8.1.1: what a share of points, in hundredths from 50, is worth …
_DP = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149),
    *(158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336),
    *(351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800),
)
# … and 8.1.2: from which difference on the better may expect 51, 52, … hundredths.
_PD = (
    *(4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154),
    *(163, 171, 180, 189, 198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345),
    *(358, 375, 392, 412, 433, 457, 485, 518, 560, 620, 736),
)
_EVERYTHING = 800  # what separates those who win all from those who lose all
_STANDARD = {
    RoundOutcome.WIN: Fraction(1),
    RoundOutcome.DRAW: Fraction(1, 2),
    RoundOutcome.LOSS: Fraction(0),
}

_RATING = Reason("rating", gettext_noop("%(opponent)s has a rating of %(amount)s."))
_UNRATED = Reason("unrated", gettext_noop("%(opponent)s has no rating."))
_MEAN_RATING = Reason(
    "mean_rating", gettext_noop("The opponents played have a mean rating of %(amount)s.")
)
_SHARE = Reason(
    "share",
    gettext_noop(
        "%(points)s of %(games)s points in games played, %(percent)s percent: %(amount)s."
    ),
)
_EXPECTED = Reason(
    "expected", gettext_noop("%(opponent)s has a rating of %(rating)s: %(amount)s expected.")
)
_THEIR_TPR = Reason(
    "opponent_performance",
    gettext_noop("%(opponent)s has a performance rating of %(amount)s."),
)
_THEIR_PTP = Reason(
    "opponent_perfect_performance",
    gettext_noop("%(opponent)s has a perfect performance of %(amount)s."),
)


@dataclass(frozen=True, slots=True)
class _Met:
    """Whom an entry met over the board, and what it scored."""

    pairs: tuple[tuple[Cell, str], ...]
    ratings: tuple[int, ...]  # empty: somebody has none

    @property
    def points(self) -> Fraction:
        return sum((_STANDARD.get(cell.outcome, Fraction(0)) for cell, _ in self.pairs), Fraction())

    @property
    def share(self) -> int:
        """Of the points, in hundredths."""
        return int(rounded(self.points * 100 / len(self.ratings)))


def _met(field: Field, entry: str) -> _Met:
    ratings, pairs = ratings_of(field), tuple(met(field, entry))
    known = tuple(rating for _, other in pairs if (rating := ratings[other]) is not None)
    return _Met(pairs, known if len(known) == len(pairs) else ())


def _mean(numbers: Sequence[Number]) -> int:
    return int(rounded(Fraction(sum(numbers), len(numbers))))


@dataclass(frozen=True, slots=True)
class MeanRating:
    """ARO, without the lowest and the highest ratings."""

    low: int = 0
    high: int = 0

    def compute(self, field: Field, entries: Sequence[str]) -> Valued:
        return {entry: self._value(_met(field, entry).ratings) for entry in entries}

    def _value(self, ratings: Sequence[int]) -> tuple[int, ...]:
        kept = sorted(ratings)[self.low : max(len(ratings) - self.high, self.low)]
        return (_mean(kept),) if kept else ()

    def tell(self, field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
        ratings, pairs = ratings_of(field), list(met(field, entry))
        parts = [_rating_part(cell, other, ratings[other]) for cell, other in pairs]
        by_rating = sorted(range(len(parts)), key=lambda at: ratings[pairs[at][1]] or 0)
        cut = dict.fromkeys(by_rating[: self.low], Cut.LOWEST)
        rest = by_rating[self.low :]
        cut |= dict.fromkeys(rest[max(len(rest) - self.high, 0) :], Cut.HIGHEST)
        told = tuple(replace(part, cut=cut.get(at, Cut.NONE)) for at, part in enumerate(parts))
        return PartsTold(Combination.MEAN_WHOLE, told, max(len(parts) - len(cut), 1))


def _rating_part(cell: Cell, other: str, rating: int | None) -> ValuePart:
    if rating is None:
        return ValuePart(_UNRATED, (), cell.round, other, cell.match)
    return met_part(_RATING, cell, other, rating)


def performance_rating(field: Field, entries: Sequence[str]) -> Valued:
    """TPR: the mean rating, and what the share of points is worth."""
    return {entry: _performance(_met(field, entry)) for entry in entries}


def _performance(against: _Met) -> tuple[int, ...]:
    if not against.ratings:
        return ()
    return (_mean(against.ratings) + _worth_of(against.share),)


def _worth_of(share: int) -> int:
    return _DP[share - 50] if share >= 50 else -_DP[50 - share]


def tell_performance_rating(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    against = _met(field, entry)
    if not against.ratings:
        return PartsTold(Combination.VOID, ())
    gaps = {
        "points": exact(against.points),
        "games": len(against.pairs),
        "percent": against.share,
    }
    parts = (
        ValuePart(_MEAN_RATING, (_mean(against.ratings),)),
        ValuePart(_SHARE, (_worth_of(against.share),), gaps=gaps),
    )
    return PartsTold(Combination.SUM, parts)


def perfect_performance(field: Field, entries: Sequence[str]) -> Valued:
    """PTP: the lowest rating with which as many points would have been expected."""
    return {entry: _perfect(_met(field, entry)) for entry in entries}


def _perfect(against: _Met) -> tuple[int, ...]:
    ratings = against.ratings
    if not ratings:
        return ()
    if not against.points:
        return (min(ratings) - _EVERYTHING,)
    candidates = range(min(ratings) - _EVERYTHING, max(ratings) + _EVERYTHING)
    wanted = against.points * 100
    at = bisect_left(candidates, wanted, key=lambda own: _expected_of_all(own, ratings))
    return (candidates[at],)


def _expected_of_all(own: int, ratings: Sequence[int]) -> Fraction:
    return Fraction(sum(_expected(own, rating) for rating in ratings))


def _expected(own: int, other: int) -> int:
    """Of one point, in hundredths."""
    better = 50 + bisect_right(_PD, abs(own - other))
    return better if own >= other else 100 - better


def tell_perfect_performance(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    against = _met(field, entry)
    if not against.ratings:
        return PartsTold(Combination.VOID, ())
    (own,) = _perfect(against)
    parts = (
        ValuePart(
            _EXPECTED,
            (exact(Fraction(_expected(own, rating), 100)),),
            cell.round,
            other,
            cell.match,
            gaps={"rating": rating},
        )
        for (cell, other), rating in zip(against.pairs, against.ratings, strict=True)
    )
    return PartsTold(Combination.EXPECTED, tuple(parts))


@dataclass(frozen=True, slots=True)
class MeanPerformance:
    """APRO and APPO: the mean performance of the opponents met; none if one of them has none."""

    why: Reason
    performance: Callable[[_Met], tuple[int, ...]]

    def compute(self, field: Field, entries: Sequence[str]) -> Valued:
        theirs = self.by_entry(field)
        return {
            entry: self._value([theirs[other] for _, other in met(field, entry)])
            for entry in entries
        }

    def _value(self, theirs: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
        return (_mean([value for (value,) in theirs]),) if theirs and all(theirs) else ()

    def mean(self, total: int, opponents: int) -> int:
        return int(rounded(Fraction(total, opponents)))

    def by_entry(self, field: Field) -> Mapping[str, tuple[int, ...]]:
        """Everybody's own performance."""
        return field.remembered(
            self.why.key,
            lambda seen: {entry: self.performance(_met(seen, entry)) for entry in seen.cells},
        )

    def tell(self, field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
        theirs = self.by_entry(field)
        parts = tuple(
            met_part(self.why, cell, other, theirs[other][0])
            if theirs[other]
            else ValuePart(_UNRATED, (), cell.round, other, cell.match)
            for cell, other in met(field, entry)
        )
        return PartsTold(Combination.MEAN_WHOLE, parts, max(len(parts), 1))


_RATINGS = frozenset({Need.RATINGS})
_MEAN_FIT = replace(FOR_MEETINGS, needs=_RATINGS, where_all_meet=False)
_FIT = replace(FOR_TWO, needs=_RATINGS)


def _mean_rating(key: str, label: str, words: str, over: MeanRating) -> Tiebreak:
    fide = key.replace("-", "/")
    return Tiebreak(
        *(key, label, words, _MEAN_FIT, over.compute, over.tell, HangsOn.OWN_RESULTS),
        per_matches=0,
        fide=fide,
    )


_APRO = MeanPerformance(_THEIR_TPR, _performance)
_APPO = MeanPerformance(_THEIR_PTP, _perfect)

KEYS = (
    _mean_rating(
        "ARO",
        gettext_noop("Opponents' rating"),
        gettext_noop("A higher mean rating of the opponents played, if all of them have one."),
        MeanRating(),
    ),
    _mean_rating(
        "ARO-C1",
        gettext_noop("Opponents' rating cut 1"),
        gettext_noop("A higher mean rating of the opponents played, without the lowest."),
        MeanRating(low=1),
    ),
    _mean_rating(
        "ARO-C2",
        gettext_noop("Opponents' rating cut 2"),
        gettext_noop("A higher mean rating of the opponents played, without the two lowest."),
        MeanRating(low=2),
    ),
    _mean_rating(
        "ARO-M1",
        gettext_noop("Median opponents' rating"),
        gettext_noop(
            "A higher mean rating of the opponents played, without the lowest and the highest."
        ),
        MeanRating(low=1, high=1),
    ),
    _mean_rating(
        "ARO-M2",
        gettext_noop("Median opponents' rating 2"),
        gettext_noop(
            "A higher mean rating of the opponents played, without the two lowest and the two "
            "highest."
        ),
        MeanRating(low=2, high=2),
    ),
    Tiebreak(
        "TPR",
        gettext_noop("Performance rating"),
        gettext_noop("A higher mean rating of the opponents played, with the points won added."),
        _FIT,
        performance_rating,
        tell_performance_rating,
        HangsOn.OWN_RESULTS,
        per_matches=0,
        fide="TPR",
    ),
    Tiebreak(
        "PTP",
        gettext_noop("Perfect performance"),
        gettext_noop("A higher rating is needed to expect as many points against the same people."),
        _FIT,
        perfect_performance,
        tell_perfect_performance,
        HangsOn.OWN_RESULTS,
        per_matches=0,
        fide="PTP",
    ),
    Tiebreak(
        "APRO",
        gettext_noop("Opponents' performance"),
        gettext_noop("A higher mean performance rating of the opponents played."),
        _FIT,
        _APRO.compute,
        _APRO.tell,
        HangsOn.RESULTS,
        per_matches=0,
        fide="APRO",
    ),
    Tiebreak(
        "APPO",
        gettext_noop("Opponents' perfect performance"),
        gettext_noop("A higher mean perfect performance of the opponents played."),
        _FIT,
        _APPO.compute,
        _APPO.tell,
        HangsOn.RESULTS,
        per_matches=0,
        fide="APPO",
    ),
)
