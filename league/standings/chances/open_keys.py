"""Which tiebreaks of a chain stand in arrays while matches are open, and what they are made of.

What one's own results decide is known for each way of one's own match; what opponents' results
decide is a sum (open_sums.py, open_cuts.py); scores of finished games are known, others not
(score_spans.py); direct encounter hangs on who else is equal (open_encounter.py). What does not fit
in here is left to those who see whole tables.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import lcm

import numpy as np

from league.standings.chances.endings import DecidedChain
from league.standings.chances.open_cuts import CutProducts
from league.standings.chances.open_encounter import OpenEncounter
from league.standings.chances.open_results import ByResult, Results
from league.standings.chances.open_slots import OpenRounds, Row
from league.standings.chances.open_sums import (
    Amounts,
    Averaged,
    CutSum,
    Flags,
    Known,
    Numbers,
    OpenKey,
    Settled,
    SlotArrays,
    Span,
    States,
    Summed,
    Sums,
)
from league.standings.chances.score_spans import ScoreSpans
from league.standings.field import Field
from league.standings.keys.direct_encounter import direct_encounter
from league.standings.keys.koya import koya
from league.standings.keys.opponents import AverageBuchholz, OverScores, opponents_points
from league.standings.keys.performance import MeanPerformance
from league.standings.keys.unplayed import counted_points_12, product_of
from league.standings.points import WHOLE
from league.standings.tiebreak import HangsOn, Tiebreak, Values
from league.standings.tiebreaks import TIEBREAKS

_NOBODY_MET = -(10**9)  # less than any mean
_OWN = frozenset({HangsOn.GIVEN, HangsOn.OWN_RESULTS, HangsOn.OWN_GAMES, HangsOn.OWN_GAMES_MEAN})


@dataclass(frozen=True)
class Unsure:
    """A tiebreak that scores decide: known where no game is left to be played, else anything."""

    least: Amounts
    most: Amounts

    def span(self, _states: States) -> Span:
        return self.least[None, :], self.most[None, :]

    def difference(self, finishes: Numbers, own: int, *, is_worst: bool) -> Known:
        """As it suits who is compared with the others; as it does not, for the worst."""
        if is_worst:
            return Known(self.most[finishes] - self.least[own])
        return Known(self.least[finishes] - self.most[own])

    def hangs_on(self) -> Flags:
        return np.zeros((len(self.least), 1), np.bool_)


def _points_12(field: Field) -> Mapping[str, Values]:
    return {entry: (points,) for entry, points in counted_points_12(field).items()}


class OpenKeys:
    """The tiebreaks of a chain, as far as they fit.

    `tail`: those from the first other one on, up to one that games to come may make anything of.
    """

    def __init__(self, rounds: OpenRounds, decided: DecidedChain):
        self.rounds = rounds
        self.decided = decided
        finishes = rounds.finishes
        numbers = {entry: at for at, entry in enumerate(rounds.match_of)}
        self.entry = np.array([numbers[f.entry] for f in finishes], np.int64)
        self.match = np.array([f.match for f in finishes], np.int64)
        self.way = np.array([f.way for f in finishes], np.int64)
        self.points_12 = np.array(rounds.points_12, np.int64)
        self.results = Results.in_rounds(rounds)
        places = {placing: at for at, placing in enumerate(rounds.placings)}
        self.placing = np.array([places[rounds.placing(f)] for f in finishes], np.int64)
        self.scores = ScoreSpans(rounds.endings, decided.scores)
        self.encounter: OpenEncounter | None = None
        self.before: list[OpenKey] = []  # those before direct encounter
        self.behind: list[OpenKey] = []
        self.tail: tuple[str, ...] = ()
        for at, key in enumerate(decided.chain):
            if TIEBREAKS[key].compute is direct_encounter:
                self.encounter = OpenEncounter.of(rounds)
            elif (made := self._made(key)) is None:
                self.tail = decided.without_scores(at)
                break
            else:
                (self.behind if self.encounter else self.before).append(made)

    @property
    def are_all(self) -> bool:
        """Whether nothing of the chain is left out behind the tail."""
        return not self.tail or self.decided.chain[-1:] == self.tail[-1:]

    @property
    def keys(self) -> list[OpenKey]:
        return [*self.before, *self.behind]

    @cached_property
    def start(self) -> Numbers:
        """All matches open: a bit for each way."""
        ways = [len(match.ways) for match in self.rounds.endings.matches]
        return np.array([*((1 << number) - 1 for number in ways), 1], np.int64)

    def _made(self, key: str) -> OpenKey | None:
        if key in self.scores.keys:
            return self._known_or_not(key)
        tiebreak = TIEBREAKS[key]
        if tiebreak.hangs_on in _OWN and not tiebreak.is_within_ties:
            return self._settled(tiebreak)
        made = self._over_opponents(tiebreak)
        return made if made is None or self.results.are_ways else ByResult(made, self.placing)

    def _over_opponents(self, tiebreak: Tiebreak) -> OpenKey | None:
        """By placing."""
        owner = getattr(tiebreak.compute, "__self__", None)
        if tiebreak.compute is koya:
            return self._summed(self.rounds.faced())
        if tiebreak.compute is opponents_points:
            return self._opponents_points()
        if isinstance(owner, AverageBuchholz):
            return self._average(owner)
        if isinstance(owner, MeanPerformance):
            return self._performance(owner)
        if isinstance(owner, OverScores):
            return self._over(owner)
        return None

    def _settled(self, tiebreak: Tiebreak) -> Settled:
        """As numbers in the order of the values."""
        values = self.rounds.known(tiebreak)
        order = {value: at for at, value in enumerate(sorted(set(values)))}
        return Settled(np.array([order[value] for value in values], np.float64))

    def _known_or_not(self, key: str) -> Unsure:
        spans = [
            self.scores.span(key, f.entry, [(f.match, f.way)] if f.match < self.rounds.none else [])
            for f in self.rounds.finishes
        ]
        return Unsure(*np.array(spans, np.float64).reshape(-1, 2).T)

    def _over(self, over: OverScores) -> OpenKey:
        if over.worth is product_of:
            products = self._summed(self.rounds.products())
            if not over.low:
                return products
            factors = self.rounds.factors()
            slots = SlotArrays.of(
                self._scores(over), none=self.rounds.none, ways=self.rounds.results
            )
            return CutProducts.of(products, slots, factors, over.low)
        rows = self._scores(over)
        if not (over.low or over.high):
            return self._summed(rows)
        slots = SlotArrays.of(rows, none=self.rounds.none, ways=self.rounds.results)
        return CutSum(self._summed(rows), slots, over.low, over.high)

    def _scores(self, over: OverScores) -> list[Row]:
        return list(self.rounds.scores(is_fore=over.is_fore).values())

    def _average(self, average: AverageBuchholz) -> Averaged | None:
        rows = self.rounds.opponents_scores(is_fore=average.over.is_fore)
        return None if rows is None else self._averaged(rows, average.hundredths, scale=100 / WHOLE)

    def _performance(self, key: MeanPerformance) -> Averaged | None:
        rows = self.rounds.opponents_values(key.by_entry)
        return None if rows is None else self._averaged(rows, key.mean, scale=1)

    def _opponents_points(self) -> Averaged | None:
        """As whole numbers, whatever the number of opponents."""
        rows = self.rounds.opponents_values(_points_12)
        scale = lcm(*range(1, 1 + max(map(len, map(self.rounds.met, self.rounds.placings)))))
        if rows is None:
            return None
        return self._averaged(rows, lambda total, of: total * scale // of, scale=scale)

    def _averaged(
        self, rows: Sequence[Row], mean: Callable[[int, int], int], *, scale: float
    ) -> Averaged:
        games = [len(self.rounds.met(placing)) for placing in self.rounds.placings]

        def mean_or_less(total: int, of: int) -> int:
            return mean(total, of) if of else _NOBODY_MET

        return Averaged(self._summed(rows), np.array(games, np.int64), mean_or_less, scale)

    def _summed(self, rows: Sequence[Row]) -> Summed:
        values = np.zeros((len(rows), self.rounds.none + 1, self.rounds.results))
        for at, row in enumerate(rows):
            for slot in row:
                values[at, slot.match] += slot.values
        placings = self.rounds.placings
        return Summed(
            Sums(values),
            np.array([placing.match for placing in placings], np.int64),
            np.array([placing.result for placing in placings], np.int64),
        )
