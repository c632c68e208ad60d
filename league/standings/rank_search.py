"""The best and the worst rank of an entry, exactly: which ends of the open matches lead there.

The matches are ended one after the other: first those on which the entry's own tiebreaks hang, then
those on which most comparisons do. Whatever comes in those still open, some end surely above the
entry and some surely not. Counted match by match, as few as can be in each, that is a bound. The
states with the least bound are looked at first, so that the first one in which nothing is left to
be compared is the best there is. Who is equal in all that stands in arrays is parted by the event's
own table. The search counts what it costs (rank_aim.py); where that runs out, the bound stands.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np

from league.standings.open_sums import Numbers, States
from league.standings.rank_aim import NEVER, Aim, Choice, Race
from league.standings.rank_guess import Trials

_FEW, _MANY = 16, 256  # states looked at together: few at first, to be deep soon
_EQUAL = 0.01  # who may be equal, beside those in doubt
_OWN_FIRST = 1e3  # more than comparisons can hang on a match
_MOST_STEPS = 2_000_000  # of all together
_SHARES = 2  # of one that is hard, where others are easy
_LEAST_SHARE = 20_000  # with less, nothing would be found
_OF_GROUP = 30  # of equals, parted by direct encounter
_OF_TABLE = 500  # about as long as a table takes


@dataclass
class StepsLeft:
    """What a search may still cost: a step is about a microsecond of a usual processor."""

    left: int = _MOST_STEPS

    def shared(self, sizes: Sequence[int]) -> Iterator["StepsLeft"]:
        """For parts of such sizes, one after the other; what one leaves is for the others."""
        of = sum(sizes)
        for size in sizes:
            share = StepsLeft(self.left * size // of)
            self.left -= share.left
            yield share
            self.left += share.left
            of -= size

    @property
    def are_out(self) -> bool:
        return self.left <= 0


@dataclass(frozen=True, slots=True)
class Reached:
    """An end of the ranks: sound, and where it is exact with one way to get there."""

    rank: int
    choice: Choice | None

    @property
    def is_exact(self) -> bool:
        return self.choice is not None


@dataclass(frozen=True, slots=True)
class Least:
    """The least cost; without a choice, a bound of it."""

    cost: int
    choice: Choice | None


class _Look:
    """What is seen in some states, a row for each."""

    def __init__(self, aim: Aim, ended: Numbers, bound: int):
        states = States(ended, aim.ways)
        (above, not_above, level), self.may_be_equal = aim.compared_and_equal(states)
        shape = len(ended), aim.none + 1, aim.ways
        self.aim, self.ended = aim, ended
        is_open = states.flags[:, :, -1]
        can_be = is_open[:, :, None] | states.flags[:, :, :-1]
        self.sure = sure = not_above if aim.is_worst else above
        self.cost = np.where(can_be, aim.by_points + (sure @ aim.seats).reshape(shape), NEVER)
        in_doubt = ~above & ~not_above
        doubts = (in_doubt @ aim.seats).reshape(shape)
        least = self.cost.min(axis=2)
        self.bounds = np.maximum(least.sum(axis=1).astype(np.int64), bound)
        is_sure = (self.cost == least[:, :, None]) & (doubts == 0)
        self.is_settled = is_sure.any(axis=2)  # by match: whatever comes, nothing costs less
        self.choices = np.where(self.is_settled, is_sure.argmax(axis=2), self.cost.argmin(axis=2))
        self.is_ended = ~is_open
        self.in_doubt = in_doubt & ~self.is_settled[:, aim.match]
        self.in_doubt &= can_be.reshape(len(ended), aim.seats.shape[1])[:, aim.seat]
        self.level = level & self.in_doubt & self.is_ended[:, aim.match]

    def closed(self) -> Iterator[tuple[int, int]]:
        """The states in which nothing is left to be compared: the row, and the cost."""
        is_closed = self.is_settled.all(axis=1)
        for row in np.flatnonzero(is_closed)[self.bounds[is_closed].argsort(kind="stable")][:1]:
            yield int(row), int(self.bounds[row])
        if not self.aim.race.keys.tail:
            return
        is_level = ~is_closed & (self.in_doubt == self.level).all(axis=1)
        is_level &= self.is_ended.all(axis=1)
        self.is_settled[is_level] = True
        for row in np.flatnonzero(is_level).tolist():
            more = self.aim.cost_of_level(self.choice(row), np.flatnonzero(self.level[row]))
            yield row, int(self.bounds[row]) + more

    def choice(self, row: int) -> Choice:
        return tuple(self.choices[row, :-1].tolist())

    def next_states(self, *, below: int) -> Iterator[tuple[int, Numbers]]:
        """By their bound, those that come of ending one more match, the most promising last."""
        rows = np.flatnonzero(~self.is_settled.all(axis=1) & (self.bounds < below))
        if not len(rows):
            return
        pull = self.in_doubt[rows].astype(np.float64) @ self.aim.hangs_on
        pull += _EQUAL * (self.may_be_equal[rows].astype(np.float64) @ self.aim.hangs_on)
        pull += 1 + _OWN_FIRST * self.aim.hangs_on_own
        pull[self.is_ended[rows]] = 0
        match = pull.argmax(axis=1)
        ways = np.argsort(-self.cost[rows, match], axis=1, kind="stable")
        for bound in np.unique(self.bounds[rows]):
            here = self.bounds[rows] == bound
            yield int(bound), self._ended(rows[here], match[here], ways[here])

    def _ended(self, rows: Numbers, match: Numbers, ways: Numbers) -> Numbers:
        ended = np.repeat(self.ended[rows][None], self.aim.ways, axis=0)
        ended[:, np.arange(len(rows)), match] = ways.T
        return ended[self.aim.race.is_way[match, ways.T]]


class _Search:
    """For the least cost of an aim, if it is below a number."""

    def __init__(self, aim: Aim, *, below: int, steps: StepsLeft):
        self.aim, self.steps = aim, steps
        self.best = Least(below, None)
        self.waiting: dict[int, list[Numbers]] = {}

    def least(self) -> Least:
        """The least cost; else a bound, that number if nothing is below it."""
        self._look(self.aim.start[None, :], 0)
        if self.waiting:
            self._try_some(min(self.waiting))
        seen = 1
        while self.waiting and (bound := min(self.waiting)) < self.best.cost:
            if self.steps.are_out:
                return Least(bound, None)
            ended = _taken(self.waiting, bound, max(_FEW, min(_MANY, seen // 8)))
            seen += len(ended)
            self._look(ended, bound)
        return self.best

    def _try_some(self, bound: int) -> None:
        trials = Trials(self.aim)
        for state in trials:
            if self.best.cost <= bound or self.steps.are_out:
                break
            trials.learn(state, self._look(state[None, :], 0).sure[0])

    def _look(self, ended: Numbers, bound: int) -> _Look:
        self.steps.left -= self.aim.steps_of_look(len(ended))
        groups = self.aim.groups_seen
        look = _Look(self.aim, ended, bound)
        self.steps.left -= _OF_GROUP * (self.aim.groups_seen - groups)
        for row, cost in look.closed():
            if cost < self.best.cost:
                self.best = Least(cost, look.choice(row))
            self.steps.left -= _OF_TABLE if self.aim.race.keys.tail else 0
        for bound_then, states in look.next_states(below=self.best.cost):
            self.waiting.setdefault(bound_then, []).append(states)
        return look


def _taken(waiting: dict[int, list[Numbers]], bound: int, most: int) -> Numbers:
    """The last ones that were put there."""
    states = waiting[bound].pop()
    if len(states) > most:
        waiting[bound].append(states[:-most])
    if not waiting[bound]:
        del waiting[bound]
    return states[-most:]


def reached(race: Race, entry: str, *, is_worst: bool, steps: StepsLeft) -> Reached:
    """The best or the worst rank of an entry."""
    own = race.own(entry)
    own.sort(key=lambda at: race.keys.points_12[at], reverse=not is_worst)
    best = Least(len(race.members), None)
    bound = best.cost
    for at in own:
        by_points = race.by_points(at, is_worst=is_worst)
        least = int(by_points.min(axis=1).sum())
        if least >= best.cost:
            continue
        if steps.are_out:
            bound = min(bound, least)
            continue
        aim = Aim(race, at, by_points=by_points, is_worst=is_worst)
        steps.left -= aim.steps
        found = _Search(aim, below=best.cost, steps=steps).least()
        bound = min(bound, found.cost)
        if found.choice is not None:
            best = found
    rank = len(race.members) - bound if is_worst else 1 + bound
    return Reached(rank, best.choice if best.cost == bound else None)


def searched(races: Sequence[Race], *, steps: StepsLeft) -> dict[str, tuple[Reached, Reached]]:
    """The best and the worst rank of everybody, by entry.

    What an end may cost is a share of the steps that are left, the same for all who count again.
    """
    ends = [
        (race, entry, is_worst)
        for race in races
        for entry in _from_both_ends(race)
        for is_worst in (False, True)
    ]
    found: dict[tuple[str, bool], Reached] = {}
    for number, (race, entry, is_worst) in enumerate(ends):
        fair = _SHARES * steps.left // (len(ends) - number)
        share = StepsLeft(min(max(fair, _LEAST_SHARE), steps.left))
        steps.left -= share.left
        found[entry, is_worst] = reached(race, entry, is_worst=is_worst, steps=share)
        steps.left += share.left
    return {entry: (found[entry, False], found[entry, True]) for _, entry, _ in ends}


def _from_both_ends(race: Race) -> list[str]:
    """First and last, second and last but one: there it matters most."""
    points_12 = race.endings.points_12
    order = sorted(race.members, key=points_12.__getitem__, reverse=True)
    pairs = zip_longest(order[: (len(order) + 1) // 2], reversed(order[(len(order) + 1) // 2 :]))
    return [entry for pair in pairs for entry in pair if entry is not None]
