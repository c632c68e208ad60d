"""What is seen in some states of an aim: the least cost, ways that cost too much, and what to try.

Counted match by match, as little as can be in each, the cost has a bound. If a match ends by one
way, some finishes are surely costly that were in doubt: where the bound then reaches a cost that
is known to be possible, the way is left out. That makes others sure, so that a state is looked at
again as long as it gets narrower; only then is a match ended in each of its ways.
"""

from collections.abc import Iterator

import numpy as np

from league.standings.chances.open_sums import Amounts, Flags, Numbers, States
from league.standings.chances.rank_aim import NEVER, Aim, Choice

_EQUAL = 0.01  # who may be equal, beside those in doubt
_OWN_FIRST = 1e3  # more than comparisons can hang on a match


class Look:
    """A row for each state."""

    def __init__(self, aim: Aim, masks: Numbers):
        self.aim, self.states = aim, States(masks, aim.ways)
        self.seen = aim.seen(self.states)
        above, not_above, level = self.seen.compared
        shape = len(masks), aim.none + 1, aim.ways
        self.sure = not_above if aim.is_worst else above
        costs = aim.by_points + (self.sure @ aim.seats).reshape(shape)
        self.cost = np.where(self.states.can_be, costs, NEVER)
        in_doubt = ~above & ~not_above
        doubts = (in_doubt @ aim.seats).reshape(shape)
        self.least = self.cost.min(axis=2)
        self.bounds = self.least.sum(axis=1).astype(np.int64)
        is_sure = (self.cost == self.least[:, :, None]) & (doubts == 0)
        self.is_settled = is_sure.any(axis=2)  # by match: whatever comes, nothing costs less
        self.choices = np.where(self.is_settled, is_sure.argmax(axis=2), self.cost.argmin(axis=2))
        self.in_doubt = in_doubt & ~self.is_settled[:, aim.match] & aim.can_be(self.states)
        self.level = level & self.in_doubt & self.states.is_ended[:, aim.match]

    def closed(self) -> Iterator[tuple[int, int]]:
        """The states in which nothing is left to be compared: the row, and the cost."""
        is_closed = self.is_settled.all(axis=1)
        for row in np.flatnonzero(is_closed)[self.bounds[is_closed].argsort(kind="stable")][:1]:
            yield int(row), int(self.bounds[row])
        if not self.aim.race.keys.tail:
            return
        is_level = ~is_closed & (self.in_doubt == self.level).all(axis=1)
        is_level &= self.states.is_ended.all(axis=1)
        self.is_settled[is_level] = True
        for row in np.flatnonzero(is_level).tolist():
            more = self.aim.cost_of_level(self.choice(row), np.flatnonzero(self.level[row]))
            yield row, int(self.bounds[row]) + more

    def choice(self, row: int) -> Choice:
        return tuple(self.choices[row, :-1].tolist())

    def next_states(self, *, below: int) -> Iterator[tuple[int, Numbers]]:
        """By their bound, those that come of the states that are left, the most promising last."""
        rows = np.flatnonzero(~self.is_settled.all(axis=1) & (self.bounds < below))
        if len(rows):
            yield from _Narrowing(self, rows, below=below).next_states()


class _Narrowing:
    """Of some states of a look: the ways that may still cost less than a number."""

    def __init__(self, look: Look, rows: Numbers, *, below: int):
        self.look, self.rows, self.below = look, rows, below
        self.masks = look.states.masks[rows]
        self.is_ended = look.states.is_ended[rows]
        costs = look.bounds[rows, None, None] + self._more()
        costs[(costs >= below) | ~look.states.can_be[rows]] = NEVER
        self.costs = costs  # by match and way, at least
        self.bounds = costs.min(axis=2).max(axis=1).astype(np.int64)

    def _more(self) -> Amounts:
        """What it costs more, at least, if a match ends by a way."""
        look, rows, aim = self.look, self.rows, self.look.aim
        more: Amounts = look.cost[rows] - look.least[rows][:, :, None]
        is_forced = look.in_doubt[rows] & self.is_ended[:, aim.match]
        tied = np.flatnonzero(is_forced.any(axis=0))
        is_open = look.states.can_be[rows] & ~self.is_ended[:, :, None]
        match, way = np.nonzero(is_open.any(axis=0))
        if len(tied):
            costs = aim.costs_with_one_more(look.seen, rows, (match, way), tied)
            counts = (costs & is_forced[:, None, tied]).sum(axis=2)
            more[:, match, way] += np.where(self.is_ended[:, match], 0, counts)
        return more

    def next_states(self) -> Iterator[tuple[int, Numbers]]:
        """Those that got narrower as they are; of the others, those with one more match ended."""
        left = ((self.costs < NEVER) << np.arange(self.look.aim.ways)).sum(axis=2)
        is_narrower = (left != self.masks).any(axis=1)
        yield from _by_bound(self.bounds, left, (self.bounds < self.below) & is_narrower)
        at = np.flatnonzero((self.bounds < self.below) & ~is_narrower)
        if len(at):
            yield from self._with_one_more(at)

    def _with_one_more(self, at: Numbers) -> Iterator[tuple[int, Numbers]]:
        ways = self.look.aim.ways
        match = self._pull(at).argmax(axis=1)
        costs = self.costs[at, match]
        in_order = np.argsort(-costs, axis=1, kind="stable")
        masks = np.repeat(self.masks[at][:, None], ways, axis=1)
        masks[np.arange(len(at))[:, None], np.arange(ways), match[:, None]] = 1 << in_order
        costs = np.take_along_axis(costs, in_order, axis=1)
        bounds = np.maximum(costs, self.bounds[at][:, None]).astype(np.int64)
        yield from _by_bound(bounds, masks, costs < NEVER)

    def _pull(self, at: Numbers) -> Amounts:
        """By match, how much hangs on it that is not known."""
        look, aim = self.look, self.look.aim
        pull: Amounts = look.in_doubt[self.rows[at]].astype(np.float64) @ aim.hangs_on
        pull += _EQUAL * (look.seen.may_be_equal[self.rows[at]].astype(np.float64) @ aim.hangs_on)
        pull += 1 + _OWN_FIRST * aim.hangs_on_own
        pull[self.is_ended[at]] = 0
        return pull


def _by_bound(bounds: Numbers, masks: Numbers, is_kept: Flags) -> Iterator[tuple[int, Numbers]]:
    for bound in np.unique(bounds[is_kept]):
        yield int(bound), masks[is_kept & (bounds == bound)]
