"""A good way of all matches, by trial: it often leads as far as the bound says, and ends a search.

Each match ends as it costs least; what costs is whoever would be above from there, and a little of
what it brings to those who are compared. Who was above all the same is made to weigh more, and the
next trial ends better for the entry or not. Nothing is lost if it does not: it is only a start.
"""

from collections.abc import Iterator

import numpy as np

from league.standings.chances.open_sums import Amounts, Flags, Numbers
from league.standings.chances.rank_aim import Aim

_TRIALS = 8
_SMALL = 0.02  # what comparisons weigh at first, beside somebody who is above
_MORE, _LESS = 2.0, 0.8


class Trials:
    """One way of all matches after the other."""

    def __init__(self, aim: Aim):
        self.aim = aim
        gains = aim.slopes()
        gains = gains - gains.min(axis=2, keepdims=True)
        self.gains: Amounts = gains / (gains.max(initial=0) or 1)
        self.weights = np.full(len(aim.tied), _SMALL)
        self.likely = np.full(len(aim.tied), 0.5)  # that one is above, if it comes to be equal

    def __iter__(self) -> Iterator[Numbers]:
        """A state for each trial; after it, `learn` must be told what came of it."""
        aim = self.aim
        for _ in range(_TRIALS):
            costs = aim.by_points + (self.likely @ aim.seats).reshape(aim.by_points.shape)
            costs += np.tensordot(self.weights, self.gains, 1)
            yield costs.argmin(axis=1)

    def learn(self, state: Numbers, is_above: Flags) -> None:
        """`is_above`: of the tied, who costs something if its match ends so."""
        is_seated = state[self.aim.match] == self.aim.seat % self.aim.ways
        self.likely = (self.likely + is_above) / 2
        self.weights[is_seated & is_above] *= _MORE
        self.weights[is_seated & is_above] += _SMALL
        self.weights[~is_seated] *= _LESS
