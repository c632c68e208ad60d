"""Tiebreaks over opponents: Buchholz and its kin, Sonneborn–Berger, Koya, ratings, OPP.

How rounds without a game count and what is cut is decided in unplayed.py. Scores are in
twelfths, products in 144ths. Only rounds whose results are all in count.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from league.standings import unplayed
from league.standings.field import Cell, Field
from league.standings.inputs import PLAYED, RoundOutcome
from league.standings.parts import PartsTold, ValuePart, exact
from league.standings.tallies import Valued
from league.standings.wording import Combination, PartReason

PAIRED = PLAYED | {RoundOutcome.FORFEIT_WIN, RoundOutcome.FORFEIT_LOSS}


@dataclass(frozen=True, slots=True)
class OverScores:
    """A sum over opponents' scores, with cuts."""

    worth: unplayed.Worth = unplayed.score_of
    low: int = 0
    high: int = 0
    is_fore: bool = False

    def compute(self, field: Field, entries: Sequence[str]) -> Valued:
        brought = unplayed.contributions(self._seen(field))
        worth, low, high = self.worth, self.low, self.high
        return {
            entry: (unplayed.sum_after_cuts(brought[entry], worth=worth, low=low, high=high),)
            for entry in entries
        }

    def tell(self, field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
        seen = self._seen(field)
        brought = unplayed.contributions(seen)[entry]
        dropped = unplayed.cuts(brought, worth=self.worth, low=self.low, high=self.high)
        parts = [
            replace(self._part(seen, part), cut=dropped[at])
            if at in dropped
            else self._part(seen, part)
            for at, part in enumerate(brought)
        ]
        return PartsTold(Combination.SUM, tuple(parts))

    def _seen(self, field: Field) -> Field:
        return (
            field.remembered("last round drawn", unplayed.last_round_drawn)
            if self.is_fore
            else field
        )

    def _part(self, field: Field, brought: unplayed.Contribution) -> ValuePart:
        is_product = self.worth is unplayed.product_of
        gaps = {"score": exact(brought.score_12, 12), "points": exact(brought.points_12, 12)}
        if is_product:
            is_played = brought.cell.outcome in PLAYED
            why = PartReason.TIMES_OWN if is_played else PartReason.TIMES_DUMMY
        else:
            why = brought.why
            if self.is_fore and why in (PartReason.OPPONENT, PartReason.ADJUSTED):
                why = PartReason.LAST_DRAWN
            if brought.opponent:
                gaps["points"] = exact(unplayed.counted_points_12(field)[brought.opponent], 12)
        amount = (exact(self.worth(brought), 144 if is_product else 12),)
        cell = brought.cell
        return ValuePart(why, amount, cell.round, brought.opponent, cell.match, gaps=gaps)


def met(field: Field, entry: str) -> Iterator[tuple[Cell, str]]:
    """Opponents met over the board, as often as they were."""
    for cell in unplayed.counted_cells(field, entry):
        if cell.outcome in PLAYED:
            for other in cell.opponents:
                if len(cell.opponents) == 1 or _came(field, other, cell.round):
                    yield cell, other


def _came(field: Field, entry: str, number: int) -> bool:
    return field.cells[entry][field.numbers.index(number)].outcome in PLAYED


_BUCHHOLZ = OverScores()


def average_buchholz(field: Field, entries: Sequence[str]) -> Valued:
    """The mean Buchholz of the opponents met over the board."""
    buchholz = _all_buchholz(field)
    return {entry: _mean([buchholz[other] for _, other in met(field, entry)]) for entry in entries}


def _all_buchholz(field: Field) -> Mapping[str, int]:
    return field.remembered(
        "BH",
        lambda seen: {
            e: int(value) for e, (value,) in _BUCHHOLZ.compute(seen, list(seen.cells)).items()
        },
    )


def _mean(amounts: Sequence[int]) -> tuple[Fraction, ...]:
    return (Fraction(sum(amounts), len(amounts)),) if amounts else ()


def tell_average_buchholz(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    buchholz = _all_buchholz(field)
    parts = tuple(
        _met_part(PartReason.OPPONENT_BUCHHOLZ, cell, other, exact(buchholz[other], 12))
        for cell, other in met(field, entry)
    )
    return PartsTold(Combination.MEAN, parts, max(len(parts), 1))


def _met_part(why: PartReason, cell: Cell, other: str, amount: int | str) -> ValuePart:
    return ValuePart(why, (amount,), cell.round, other, cell.match)


def koya(field: Field, entries: Sequence[str]) -> Valued:
    """Points against those who have at least half of what could be had."""
    return {
        entry: (sum(cell.points_12 for cell, _, is_strong in _faced(field, entry) if is_strong),)
        for entry in entries
    }


def _faced(field: Field, entry: str) -> Iterator[tuple[Cell, str, bool]]:
    """Opponents of the rounds that count, and whether they are strong."""
    points_12, scheme = unplayed.counted_points_12(field), field.scheme
    most_12 = 0 if scheme.is_solo else scheme.win_12(scheme.seats) * len(field.counted)
    forfeits = field.settings.forfeits_are_games
    pairs = _paired(field, entry) if forfeits else met(field, entry)
    return ((cell, other, 2 * points_12[other] >= most_12) for cell, other in pairs)


def _paired(field: Field, entry: str) -> Iterator[tuple[Cell, str]]:
    for cell in unplayed.counted_cells(field, entry):
        if cell.outcome in PAIRED:
            yield from ((cell, other) for other in cell.opponents)


def tell_koya(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    points_12 = unplayed.counted_points_12(field)
    parts = (
        ValuePart(
            PartReason.STRONG if is_strong else PartReason.WEAK,
            (exact(cell.points_12 if is_strong else 0, 12),),
            cell.round,
            other,
            cell.match,
            gaps={"score": exact(points_12[other], 12)},
        )
        for cell, other, is_strong in _faced(field, entry)
    )
    return PartsTold(Combination.SUM, tuple(parts))


def average_rating(field: Field, entries: Sequence[str]) -> Valued:
    """The mean rating of the opponents met over the board; none if one of them has no rating."""
    ratings = {entry.id: entry.rating for entry in field.inputs.entries}
    averages: dict[str, tuple[Fraction, ...]] = {}
    for entry in entries:
        known = [ratings[other] for _, other in met(field, entry)]
        rated = [rating for rating in known if rating is not None]
        averages[entry] = _mean(rated) if len(rated) == len(known) else ()
    return averages


def tell_average_rating(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    ratings = {e.id: e.rating for e in field.inputs.entries}
    pairs = list(met(field, entry))
    parts = tuple(_rating_part(cell, other, ratings[other]) for cell, other in pairs)
    return PartsTold(Combination.MEAN, parts, max(len(parts), 1))


def _rating_part(cell: Cell, other: str, rating: int | None) -> ValuePart:
    if rating is None:
        return ValuePart(PartReason.UNRATED, (), cell.round, other, cell.match)
    return _met_part(PartReason.RATING, cell, other, rating)


def opponents_points(field: Field, entries: Sequence[str]) -> Valued:
    """The mean, over the opponents met, of their points for each round."""
    points_12, rounds = unplayed.counted_points_12(field), len(field.counted)
    means: dict[str, tuple[Fraction, ...]] = {}
    for entry in entries:
        theirs = [points_12[other] for _, other in met(field, entry)]
        means[entry] = (Fraction(sum(theirs), len(theirs) * rounds),) if theirs else ()
    return means


def tell_opponents_points(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    points_12, rounds = unplayed.counted_points_12(field), len(field.counted)
    parts = tuple(
        _met_part(PartReason.PER_ROUND, cell, other, exact(Fraction(points_12[other], rounds), 12))
        for cell, other in met(field, entry)
    )
    return PartsTold(Combination.MEAN, parts, max(len(parts), 1))
