"""One way of one entry's match, and how many end above it: by points at once, then by tiebreaks.

For the worst rank those are counted who do not end above, so that less is better either way. Who
is surely above or surely not by the keys before direct encounter, whatever comes, is counted at
the start and never looked at again. Who is left is compared in many states at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from league.standings.chances.endings import DecidedChain, Endings
from league.standings.chances.open_keys import OpenKeys
from league.standings.chances.open_sums import Amounts, Flags, Numbers, Parts, Span, States
from league.standings.table import parted_by_chain

NEVER = 1e6  # the cost of a way that a match does not have
_OWN_MATCH = 5  # as much as so many matches of opponents
Choice = tuple[int, ...]  # the number of the way of each match
Compared = tuple[Flags, Flags, Flags]  # surely above, surely not, and equal in all that is seen


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
    def seat(self) -> Numbers:
        """Of each finish, among all ways of all matches."""
        seat: Numbers = self.keys.match * self.keys.rounds.ways + self.keys.way
        return seat

    @cached_property
    def hangs_on(self) -> Flags:
        """By finish and match, over all tiebreaks."""
        hangs = np.zeros((len(self.keys.entry), self.keys.rounds.none + 1), np.bool_)
        for key in self.keys.keys:
            hangs |= key.hangs_on()
        return hangs

    def own(self, entry: str) -> list[int]:
        """The finishes of an entry."""
        finishes = self.keys.rounds.finishes
        return [at for at, finish in enumerate(finishes) if finish.entry == entry]

    def is_other(self, own: int) -> Flags:
        is_other: Flags = self.is_member & (self.keys.entry != self.keys.entry[own])
        return is_other

    def by_points(self, own: int, *, is_worst: bool) -> Amounts:
        """By match and way, how many are above by points alone; for the worst rank, below."""
        rounds = self.keys.rounds
        more = self.keys.points_12 - self.keys.points_12[own]
        counted = self.is_other(own) & (more < 0 if is_worst else more > 0)
        shape = rounds.none + 1, rounds.ways
        numbers = np.bincount(self.seat[counted], minlength=shape[0] * shape[1])
        costs: Amounts = numbers.reshape(shape).astype(np.float64)
        costs[~self.is_way] = NEVER
        finish = rounds.finishes[own]
        if finish.match != rounds.none:
            costs[finish.match, np.arange(rounds.ways) != finish.way] = NEVER
        return costs


@dataclass(frozen=True)
class Seen:
    """What some states tell of the tied finishes."""

    compared: Compared
    may_be_equal: Flags  # who may be among those whom direct encounter compares
    parts: Sequence[Parts]  # of the keys before that
    last: Compared  # by what comes from there on


class Aim:
    """What a cost is: how many end above the entry; for the worst rank, how many do not."""

    def __init__(self, race: Race, own: int, *, by_points: Amounts, is_worst: bool):
        keys = race.keys
        self.race = race
        self.own = keys.rounds.finishes[own]
        self.is_worst = is_worst
        self.none, self.ways = keys.rounds.none, keys.rounds.ways
        self.by_points = by_points
        more = keys.points_12 - keys.points_12[own]
        tied = np.flatnonzero(race.is_other(own) & (more == 0) & self._can_be(keys))
        self.before, self.behind = (
            [key.difference(tied, own, is_worst=is_worst) for key in some]
            for some in (keys.before, keys.behind)
        )
        self.encounter = keys.encounter.difference(tied, own) if keys.encounter else None
        self.tied, self.match, self.seat = tied, keys.match[tied], race.seat[tied]
        size = len(tied) * by_points.size
        self.steps = int(300 + len(keys.keys) * (150 + size / 20))  # to set it up
        self._settle()
        self.seats = self._by_seat()
        self.hangs_on_own = race.hangs_on[own].astype(np.float64)
        self.hangs_on = race.hangs_on[self.tied].astype(np.float64)
        self.hangs_on[np.arange(len(self.tied)), self.match] += _OWN_MATCH

    def _can_be(self, keys: OpenKeys) -> Flags:
        """Those of one's own match end as it does."""
        is_apart: Flags = (keys.match != self.own.match) | (keys.match == self.none)
        can_be: Flags = is_apart | (keys.way == self.own.way)
        return can_be

    def _settle(self) -> None:
        """Count those who are surely above, or surely not, whatever comes.

        Of those who may be equal before direct encounter, that may hang on all of them.
        """
        start = self.race.keys.results.states(States(self.start[None, :], self.ways))
        spans = [difference.parts(start).span for difference in self.before]
        above, not_above, _ = _folded(
            spans, self._nothing(1) if self.encounter else self._at_last(1)
        )
        counted = self.seat[(not_above if self.is_worst else above)[0]]
        np.add.at(self.by_points.reshape(-1), counted, 1)
        kept = np.flatnonzero(~above[0] & ~not_above[0])
        self.tied, self.match, self.seat = self.tied[kept], self.match[kept], self.seat[kept]
        self.before = [each.among(kept) for each in self.before]
        self.behind = [each.among(kept) for each in self.behind]
        self.encounter = self.encounter and self.encounter.among(kept)

    def _by_seat(self) -> Amounts:
        """A row for each tied finish, a column for each match and way."""
        rows = np.zeros((len(self.tied), (self.none + 1) * self.ways))
        rows[np.arange(len(self.tied)), self.seat] = 1
        return rows

    @cached_property
    def start(self) -> Numbers:
        state = self.race.keys.start.copy()
        if self.own.match != self.none:
            state[self.own.match] = 1 << self.own.way
        return state

    def without_same(self) -> Numbers:
        """All matches open, without ways that are like another one, which costs no more.

        Nobody who is compared ends in either of them, and to all keys they are the same.
        """
        masks = self.start.copy()
        if self.race.keys.tail:  # of which it is not known
            return masks
        is_open = self.start & (self.start - 1) != 0
        is_free = self.race.is_way & (self.seats.sum(axis=0).reshape(self.by_points.shape) == 0)
        are_alike = self.race.keys.results.alike(self._are_alike)
        for way, other in combinations(range(self.ways), 2):
            is_same = is_open & is_free[:, way] & is_free[:, other] & are_alike(way, other)
            costs_more = self.by_points[:, other] >= self.by_points[:, way]
            masks[is_same & costs_more] &= ~(1 << other)
            masks[is_same & ~costs_more] &= ~(1 << way)
        return masks

    def _are_alike(self, result: int, other: int) -> Flags:
        """By match, whether these results of it make no difference to those who are compared."""
        alike: Flags = np.ones(self.none + 1, np.bool_)
        for difference in (*self.before, *self.behind):
            alike &= difference.is_same(result, other)
        return alike

    def seen(self, states: States) -> Seen:
        number = len(states.masks)
        last, nothing = self._at_last(number), self._nothing(number)
        results = self.race.keys.results.states(states)
        parts = [difference.parts(results) for difference in self.before]
        spans = [part.span for part in parts]
        may_be_equal = nothing[0]
        if self.encounter:
            behind = [difference.parts(results).span for difference in self.behind]
            is_equal, may_be_equal = self._equal(states, _folded(spans, nothing))
            encounter = self.encounter.span(is_equal, may_be_equal)
            last = _folded([encounter, *behind], last)
        return Seen(_folded(spans, last), may_be_equal, parts, last)

    def costs_with_one_more(
        self, seen: Seen, rows: Numbers, pairs: tuple[Numbers, Numbers], tied: Numbers
    ) -> Flags:
        """Who of some surely costs something if one match ends by one way.

        By state, pair of match and way, and finish.
        """
        above, not_above, _ = seen.last
        pairs = self.race.keys.results.pairs(pairs)
        costs = (not_above if self.is_worst else above)[rows][:, None, tied]
        for parts in reversed(seen.parts):
            more = parts.with_one_more(rows, pairs, tied, is_most=self.is_worst)
            surely, perhaps = (more < 0, more <= 0) if self.is_worst else (more > 0, more >= 0)
            costs = surely | (perhaps & costs)
        return costs

    def _equal(self, states: States, before: Compared) -> tuple[Flags, Flags]:
        """Who surely is equal before direct encounter, and who may be."""
        above, not_above, level = before
        may_be: Flags = ~above & ~not_above & self.can_be(states)
        return level & states.is_ended[:, self.match] & may_be, may_be

    def can_be(self, states: States) -> Flags:
        """By tied finish, whether its match may end by its way."""
        return states.can_be[:, self.match, self.seat % self.ways]

    def _nothing(self, states: int) -> Compared:
        """Before anything is compared."""
        none = np.zeros((states, len(self.tied)), np.bool_)
        return none, none, ~none

    def _at_last(self, states: int) -> Compared:
        """Of those who are equal in all that is decided."""
        above, not_above, level = self._nothing(states)
        if self.race.keys.tail:
            return above, not_above, level
        if self.is_worst and not self.race.decided.is_all:
            return ~above, not_above, level
        return above, ~not_above, level

    def slopes(self) -> Amounts:
        """By tied finish, match and way, about how much more costs what it brings."""
        slopes = (difference.slopes for difference in (*self.before, *self.behind))
        results = self.race.keys.results
        shape = len(self.tied), self.none + 1, results.number
        found = next((some for some in slopes if some is not None), np.zeros(shape))
        return results.by_way(-found if self.is_worst else found)

    def steps_of_look(self, states: int) -> int:
        """About how long it takes to look at so many states, in microseconds."""
        seats, keys = self.by_points.size, 1 + len(self.before) + len(self.behind)
        of_tied = 0.4 + keys * (0.25 + seats / 2000)
        return int(200 + 60 * keys + states * (seats / 10 + (1 + len(self.tied)) * of_tied))

    @property
    def groups_seen(self) -> int:
        """How many groups of equals direct encounter has parted."""
        return len(self.encounter.known) if self.encounter else 0

    def cost_of_level(self, choice: Choice, level: Numbers) -> int:
        """Of those who are equal but for the tiebreaks at the tail, by the table itself."""
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


def _folded(spans: Sequence[Span], last: Compared) -> Compared:
    """By some tiebreaks, and by what comes behind them."""
    for span in reversed(spans):
        last = _behind(span, last)
    return last


def _behind(span: Span, last: Compared) -> Compared:
    """By one tiebreak; by what comes behind it, where it is the same."""
    least, most = span
    above, not_above, level = last
    is_equal = (least == 0) & (most == 0)
    return (
        (least > 0) | ((least == 0) & above),
        (most < 0) | ((most == 0) & not_above),
        level & is_equal,
    )
