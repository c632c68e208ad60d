"""The best and the worst rank of an entry, exactly: which ends of the open matches lead there.

The matches are ended one after the other: first those on which the entry's own tiebreaks hang, then
those on which most comparisons do. Whatever comes in those still open, some end surely above the
entry and some surely not. Counted match by match, as few as can be in each, that is a bound. The
states with the least bound are looked at first, so that the first one in which nothing is left to
be compared is the best there is. Who is equal in all that stands in arrays is parted by the event's
own table. The search counts its steps; where they run out, the bound reached stands.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from league.standings.every_way import DecidedChain, Endings
from league.standings.open_keys import Amounts, Flags, Numbers, OpenKeys, States
from league.standings.table import parted_by_chain

_NEVER = 1e6  # the cost of a way that a match does not have
_FEW, _MANY = 16, 256  # states looked at together: few at first, to be deep soon
_OWN_FIRST = 1e3  # more than comparisons can hang on a match
_MOST_STEPS = 4_000_000  # of all together, three to four seconds
_SHARES = 4  # of one that is hard, where others are easy
_OWN_MATCH = 5  # as much as so many matches of opponents
_OF_TABLE = 500  # steps, about as long as a table takes
Choice = tuple[int, ...]  # the number of the way of each match


@dataclass
class StepsLeft:
    """What a search may still cost: a step is a state for each that may be level on points."""

    left: int


@dataclass(frozen=True, slots=True)
class Reached:
    """An end of the ranks: sound, and where it is exact with one way to get there."""

    rank: int
    choice: Choice | None

    @property
    def is_exact(self) -> bool:
        return self.choice is not None


@dataclass(frozen=True)
class Race:
    """Those who are ranked together, and all that can happen to them."""

    endings: Endings
    decided: DecidedChain
    keys: OpenKeys
    members: Sequence[str]

    @cached_property
    def is_member(self) -> Flags:
        members = frozenset(self.members)
        return np.array([finish.entry in members for finish in self.keys.rounds.finishes])

    @cached_property
    def is_way(self) -> Flags:
        """By match and way."""
        rounds = self.keys.rounds
        numbers = [*(len(match.ways) for match in self.endings.matches), 1]
        is_way: Flags = np.arange(rounds.ways) < np.array(numbers)[:, None]
        return is_way

    @cached_property
    def hangs_on(self) -> Flags:
        """By finish and match, over all tiebreaks."""
        hangs = np.zeros((len(self.keys.entry), self.keys.rounds.none + 1), np.bool_)
        for key in self.keys.keys:
            hangs |= key.hangs_on()
        return hangs

    def reached(self, entry: str, *, is_worst: bool, steps: StepsLeft) -> Reached:
        """The best or the worst rank of an entry."""
        finishes = self.keys.rounds.finishes
        own = [at for at, finish in enumerate(finishes) if finish.entry == entry]
        own.sort(key=lambda at: self.keys.points_12[at], reverse=not is_worst)
        others = len(self.members) - 1
        best = Least(others + 1, None)
        bound = others + 1
        for at in own:
            found = least_of(Aim(self, at, is_worst=is_worst), below=best.cost, steps=steps)
            bound = min(bound, found.cost)
            if found.choice is not None:
                best = found
        rank = len(self.members) - bound if is_worst else 1 + bound
        return Reached(rank, best.choice if best.cost == bound else None)


@dataclass(frozen=True, slots=True)
class Least:
    """The least cost; without a choice, a bound of it."""

    cost: int
    choice: Choice | None


class Aim:
    """One way of one entry's match, and one end of its ranks.

    A cost is how many end above the entry; for the worst rank, how many do not.
    """

    def __init__(self, race: Race, own: int, *, is_worst: bool):
        keys = race.keys
        self.race = race
        self.known: dict[bytes, int] = {}  # what tables gave
        self.own = keys.rounds.finishes[own]
        self.is_worst = is_worst
        self.none, self.ways = keys.rounds.none, keys.rounds.ways
        is_other = race.is_member & (keys.entry != keys.entry[own])
        more = keys.points_12 - keys.points_12[own]
        self.tied = np.flatnonzero(is_other & (more == 0) & self._can_be(keys))
        self.match = keys.match[self.tied]
        self.seat = self.match * self.ways + keys.way[self.tied]
        counted = np.flatnonzero(is_other & (more < 0 if is_worst else more > 0))
        self.by_points = self._by_seat(keys.match[counted] * self.ways + keys.way[counted]).sum(0)
        self.by_points = self.by_points.reshape(self.none + 1, self.ways)
        self.by_points[~race.is_way] = _NEVER
        self.seats = self._by_seat(self.seat)
        self.differences = [key.difference(self.tied, own) for key in keys.keys]
        self.hangs_on_own = race.hangs_on[own].astype(np.float64)
        self.hangs_on = race.hangs_on[self.tied].astype(np.float64)
        self.hangs_on[np.arange(len(self.tied)), self.match] += _OWN_MATCH

    def _can_be(self, keys: OpenKeys) -> Flags:
        """Those of one's own match end as it does."""
        is_apart: Flags = (keys.match != self.own.match) | (keys.match == self.none)
        can_be: Flags = is_apart | (keys.way == self.own.way)
        return can_be

    def _by_seat(self, seats: Numbers) -> Amounts:
        """A row for each finish, a column for each match and way."""
        rows = np.zeros((len(seats), (self.none + 1) * self.ways))
        rows[np.arange(len(seats)), seats] = 1
        return rows

    @cached_property
    def start(self) -> Numbers:
        state = self.race.keys.start.copy()
        if self.own.match != self.none:
            state[self.own.match] = self.own.way
        return state

    def compared(self, states: States) -> tuple[Flags, Flags, Flags]:
        """By tied finish: surely above, surely not, and equal in all that stands in arrays."""
        shape = len(states.ended), len(self.tied)
        is_open, may_be_above = bool(self.race.keys.tail), not self.race.decided.is_all
        above = np.full(shape, not is_open and may_be_above and self.is_worst)
        not_above = np.full(shape, not is_open and not (may_be_above and self.is_worst))
        level = np.ones(shape, np.bool_)
        for difference in reversed(self.differences):
            least, most = difference.span(states)
            above = (least > 0) | ((least == 0) & above)
            not_above = (most < 0) | ((most == 0) & not_above)
            level &= (least == 0) & (most == 0)
        return above, not_above, level

    def cost_of_level(self, choice: Choice, level: Numbers) -> int:
        """Of those who are equal but for the tiebreaks at the tail, by the table itself."""
        hangs_on = level.tobytes() if self.race.keys.tail_is_own else bytes(choice)
        if hangs_on not in self.known:
            self.known[hangs_on] = self._cost_by_table(choice, level)
        return self.known[hangs_on]

    def _cost_by_table(self, choice: Choice, level: Numbers) -> int:
        keys = self.race.keys
        entries = [keys.rounds.finishes[self.tied[at]].entry for at in level]
        field = self.race.endings.field_after(choice)
        above = 0
        for equal in parted_by_chain(field, [self.own.entry, *entries], chain=keys.tail):
            if self.own.entry in equal:
                if self.is_worst and not self.race.decided.is_all:
                    above += len(equal) - 1
                break
            above += len(equal)
        return len(entries) - above if self.is_worst else above


class _Look:
    """What is seen in some states, a row for each."""

    def __init__(self, aim: Aim, ended: Numbers, bound: int):
        states = States(ended, aim.ways)
        above, not_above, level = aim.compared(states)
        shape = len(ended), aim.none + 1, aim.ways
        self.aim, self.ended = aim, ended
        is_open = states.flags[:, :, -1]
        can_be = is_open[:, :, None] | states.flags[:, :, :-1]
        sure = not_above if aim.is_worst else above
        self.cost = np.where(can_be, aim.by_points + (sure @ aim.seats).reshape(shape), _NEVER)
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
        if not self.aim.race.keys.tail_is_own:
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


def least_of(aim: Aim, *, below: int, steps: StepsLeft) -> Least:
    """The least cost, if it is below a number; else that number."""
    best = Least(below, None)
    waiting: dict[int, list[Numbers]] = {0: [aim.start[None, :]]}
    seen = 0
    while waiting and (bound := min(waiting)) < best.cost:
        if seen and steps.left <= 0:
            return Least(bound, None)
        ended = _taken(waiting, bound, max(_FEW, min(_MANY, seen // 8)))
        seen += len(ended)
        steps.left -= len(ended) * (1 + len(aim.tied))
        look, tables = _Look(aim, ended, bound), len(aim.known)
        for row, cost in look.closed():
            if cost < best.cost:
                best = Least(cost, look.choice(row))
        steps.left -= _OF_TABLE * (len(aim.known) - tables)
        for bound_then, states in look.next_states(below=best.cost):
            waiting.setdefault(bound_then, []).append(states)
    return best


def _taken(waiting: dict[int, list[Numbers]], bound: int, most: int) -> Numbers:
    """The last ones that were put there."""
    states = waiting[bound].pop()
    if len(states) > most:
        waiting[bound].append(states[:-most])
    if not waiting[bound]:
        del waiting[bound]
    return states[-most:]


def searched(
    races: Sequence[Race], *, most_steps: int = _MOST_STEPS
) -> dict[str, tuple[Reached, Reached]]:
    """The best and the worst rank of everybody, by entry.

    What an end may cost is a share of the steps that are left, the same for all who count again.
    """
    left, ends = most_steps, 2 * sum(len(race.members) for race in races)
    found: dict[str, tuple[Reached, Reached]] = {}
    for race, entry in [(one, entry) for one in races for entry in one.members]:
        reached = []
        for is_worst in (False, True):
            share = min(_SHARES * left // ends, left)
            steps = StepsLeft(share)
            reached.append(race.reached(entry, is_worst=is_worst, steps=steps))
            left, ends = left - share + steps.left, ends - 1
        found[entry] = reached[0], reached[1]
    return found
