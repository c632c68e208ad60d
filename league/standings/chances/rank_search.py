"""The best and the worst rank of an entry, exactly: which ends of the open matches lead there.

Ways of the matches are left out and matches ended one after the other (rank_look.py): first those
on which the entry's own tiebreaks hang, then those on which most comparisons do. Whatever comes in
those still open, some end surely above the entry and some surely not. Counted match by match, as
few as can be in each, that is a bound. The states with the least bound are looked at first, so that
the first one in which nothing is left to be compared is the best there is. Who is equal in all that
stands in arrays is parted by the event's own table. The search counts what it costs (rank_aim.py);
where that runs out, the bound stands.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from league.standings.chances.open_sums import Numbers
from league.standings.chances.rank_aim import Aim, Choice, Race
from league.standings.chances.rank_bounds import Possible
from league.standings.chances.rank_guess import Trials
from league.standings.chances.rank_look import Look

Masks = NDArray[np.unsignedinteger]  # of ways, as states are kept

NOTHING_KNOWN: Mapping[str, Possible] = {}
_FEW, _MANY = 16, 256  # states looked at together: few at first, to be deep soon
_MOST_STEPS = 4_000_000  # of all together
_FIRST_SHARE, _NEXT_SHARES = 20_000, 4  # of an end: first, and how many times as much then
_OF_GROUP = 30  # of equals, parted by direct encounter
_OF_TABLE = 500  # about as long as a table takes


@dataclass
class StepsLeft:
    """What a search may still cost: a step is about half a microsecond of a usual processor."""

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


class _Search:
    """For the least cost of one way of the entry's match; it can be interrupted."""

    def __init__(self, own: int, bound: int):
        self.own = own
        self.bound = bound  # of what is not looked at yet
        self.is_begun = False
        self.waiting: dict[int, list[Masks]] = {}
        self.looked = 0

    def begin(self, end: "_End", aim: Aim) -> None:
        """All matches open, and some ways of all of them by trial."""
        self.is_begun = True
        self._look(end, aim, aim.without_same()[None, :])
        if not self.waiting:
            return
        trials = Trials(aim)
        for state in trials:
            if end.best.cost <= max(min(self.waiting), end.floor) or end.steps.are_out:
                break
            trials.learn(state, self._look(end, aim, 1 << state[None, :]).sure[0])

    def go_on(self, end: "_End", aim: Aim) -> None:
        most = max(_FEW, min(_MANY, self.looked // 8))
        self._look(end, aim, _taken(self.waiting, min(self.waiting), most).astype(np.int64))

    def _look(self, end: "_End", aim: Aim, masks: Numbers) -> Look:
        self.looked += len(masks)
        groups = aim.groups_seen
        look = Look(aim, masks)
        end.steps.left -= aim.steps_of_look(len(masks)) + _OF_GROUP * (aim.groups_seen - groups)
        for row, cost in look.closed():
            if cost < end.best.cost:
                end.best = Least(cost, look.choice(row))
            end.steps.left -= _OF_TABLE if aim.race.keys.tail else 0
        for bound, states in look.next_states(below=end.best.cost):
            kept = states.astype(np.min_scalar_type((1 << aim.ways) - 1))
            self.waiting.setdefault(bound, []).append(kept)
        self.bound = min(self.waiting, default=len(aim.race.members))
        return look


def _taken(waiting: dict[int, list[Masks]], bound: int, most: int) -> Masks:
    """The last ones that were put there."""
    states = waiting[bound].pop()
    if len(states) > most:
        waiting[bound].append(states[:-most])
    if not waiting[bound]:
        del waiting[bound]
    return states[-most:]


class _End:
    """The best or the worst rank of an entry: a search for each way of its match."""

    def __init__(self, race: Race, entry: str, *, is_worst: bool, known: Possible | None):
        self.race, self.entry, self.is_worst = race, entry, is_worst
        self.floor = 0  # it surely costs no less
        if known:
            self.floor = len(race.members) - known.worst if is_worst else known.best - 1
        self.best = Least(len(race.members), None)
        self.steps = StepsLeft(0)
        points_12 = race.keys.points_12
        own = sorted(race.own(entry), key=lambda at: points_12[at], reverse=not is_worst)
        self.searches = [_Search(at, self._by_points(at)) for at in own]

    def _by_points(self, own: int) -> int:
        by_points = self.race.by_points(own, is_worst=self.is_worst)
        return int(by_points.min(axis=1).sum())

    @property
    def open(self) -> list[_Search]:
        """Those that may lead to less than is known."""
        if self.best.cost <= self.floor:
            return []
        return [search for search in self.searches if search.bound < self.best.cost]

    def go_on(self, steps: StepsLeft) -> None:
        """Until it is over or the steps are."""
        self.steps, aims = steps, dict[int, Aim]()
        while (open_ := self.open) and not steps.are_out:
            # All are begun first, so that what is left of each is known.
            search = min(open_, key=lambda one: (one.is_begun, one.bound))
            if search.own not in aims:
                aims[search.own] = aim = self._aim(search.own)
                steps.left -= aim.steps
            if search.is_begun:
                search.go_on(self, aims[search.own])
            else:
                search.begin(self, aims[search.own])

    def _aim(self, own: int) -> Aim:
        by_points = self.race.by_points(own, is_worst=self.is_worst)
        return Aim(self.race, own, by_points=by_points, is_worst=self.is_worst)

    @property
    def reached(self) -> Reached:
        bound = min([max(search.bound, self.floor) for search in self.open], default=self.best.cost)
        rank = len(self.race.members) - bound if self.is_worst else 1 + bound
        return Reached(rank, self.best.choice if self.best.cost == bound else None)


def searched(
    races: Sequence[Race], *, steps: StepsLeft, known: Mapping[str, Possible] = NOTHING_KNOWN
) -> dict[str, tuple[Reached, Reached]]:
    """The best and the worst rank of everybody, by entry. `known`: bounds of some, from before.

    Each end may cost little at first, and those that are left then more and more, as long as there
    are steps: the same for all who count again.
    """
    ends = {
        (entry, is_worst): _End(race, entry, is_worst=is_worst, known=known.get(entry))
        for race in races
        for entry in _from_both_ends(race)
        for is_worst in (False, True)
    }
    most, left = _FIRST_SHARE, list(ends.values())
    while left and not steps.are_out:
        for end in left:
            share = StepsLeft(min(most, steps.left))
            steps.left -= share.left
            end.go_on(share)
            steps.left += share.left
        left = [end for end in left if end.open]
        most *= _NEXT_SHARES
    members = [entry for race in races for entry in race.members]
    return {e: (ends[e, False].reached, ends[e, True].reached) for e in members}


def _from_both_ends(race: Race) -> list[str]:
    """First and last, second and last but one: there it matters most."""
    points_12 = race.endings.points_12
    order = sorted(race.members, key=points_12.__getitem__, reverse=True)
    pairs = zip_longest(order[: (len(order) + 1) // 2], reversed(order[(len(order) + 1) // 2 :]))
    return [entry for pair in pairs for entry in pair if entry is not None]
