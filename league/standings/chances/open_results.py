"""Ways and results of open matches: several ways may lead to one result, by other games.

The search looks at ways, since games decide tiebreaks of those who play them. What opponents bring
hangs on results alone, of which there are few; it is kept by these.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from league.standings.chances.open_slots import OpenRounds
from league.standings.chances.open_sums import (
    Amounts,
    Flags,
    KeyDifference,
    Numbers,
    OpenKey,
    Span,
    States,
)


@dataclass(frozen=True)
class Results:
    """Of all matches, and of none."""

    of: Numbers  # by match and way
    number: int
    are_ways: bool  # every way has a result of its own

    @classmethod
    def in_rounds(cls, rounds: OpenRounds) -> "Results":
        rows = [[*row, *[0] * (rounds.ways - len(row))] for row in rounds.result_of]
        are_ways = all(row == list(range(len(row))) for row in rounds.result_of)
        return cls(np.array(rows, np.int64), rounds.results, are_ways)

    def states(self, states: States) -> States:
        """A bit for each result instead of each way."""
        if self.are_ways:
            return states
        masks = np.zeros_like(states.masks)
        for way in range(states.ways):
            masks |= (states.masks >> way & 1) << self.of[:, way]
        return States(masks, self.number)

    def pairs(self, pairs: tuple[Numbers, Numbers]) -> tuple[Numbers, Numbers]:
        """Of matches and ways."""
        matches, ways = pairs
        return matches, self.of[matches, ways]

    def by_way(self, values: Amounts) -> Amounts:
        """The last axes: matches, and results."""
        spread: Amounts = values[..., np.arange(len(self.of))[:, None], self.of]
        return spread

    def alike(self, is_same: Callable[[int, int], Flags]) -> Callable[[int, int], Flags]:
        """By match, whether two ways make no difference, from whether two results do not."""
        matches = np.arange(len(self.of))
        known = np.ones((self.number, self.number, len(matches)), np.bool_)
        for one, other in combinations(range(self.number), 2):
            known[one, other] = known[other, one] = is_same(one, other)
        return lambda way, other: known[self.of[:, way], self.of[:, other], matches]


@dataclass(frozen=True)
class ByResult:
    """A tiebreak that is made for each placing, asked of finishes."""

    key: OpenKey
    placing: Numbers  # by finish

    def span(self, states: States) -> Span:
        least, most = self.key.span(states)
        return least[:, self.placing], most[:, self.placing]

    def difference(self, finishes: Numbers, own: int, *, is_worst: bool) -> KeyDifference:
        return self.key.difference(
            self.placing[finishes], int(self.placing[own]), is_worst=is_worst
        )

    def hangs_on(self) -> Flags:
        return self.key.hangs_on()[self.placing]
