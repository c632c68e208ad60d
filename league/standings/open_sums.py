"""Tiebreaks while matches are open, as arrays: between what and what they lie.

With some matches ended and others open, a sum of slots lies between what it is with every slot as
low and as high as it can be; with cuts too, since no such sum falls when one of its scores rises.
The difference of two sums is narrower than the sums: what both hang on goes the same way for both.
Once the matches have ended on which something hangs, the least and the most of it are the same.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from league.standings.brought import NOT_THERE, sums_after_cuts
from league.standings.open_slots import OpenSlot, Row

Numbers = NDArray[np.int64]
Amounts = NDArray[np.float64]  # whole numbers too, so that they multiply fast
Flags = NDArray[np.bool_]
Span = tuple[Amounts, Amounts]  # the least and the most: a row for each state, a column for each


@dataclass(frozen=True)
class States:
    """How far the matches are: a row for each state, a column for each match and for none.

    The number of the way by which it ended, or one more than the last while it is open.
    """

    ended: Numbers
    ways: int

    @cached_property
    def flags(self) -> Flags:
        """By match and way, whether it is this one."""
        is_this: Flags = self.ended[:, :, None] == np.arange(self.ways + 1)
        return is_this

    @cached_property
    def chosen(self) -> Amounts:
        return self.flags.reshape(len(self.ended), -1).astype(np.float64)


class KeyDifference(Protocol):
    """What some finishes have more than another one, in one tiebreak."""

    @property
    def slopes(self) -> Amounts | None:
        """By finish, match and way, about what it adds; None: nothing hangs on matches."""
        ...

    def span(self, states: States) -> Span: ...

    def among(self, kept: Numbers) -> "KeyDifference":
        """Of some of the finishes."""
        ...


class OpenKey(Protocol):
    """A tiebreak of many finishes."""

    def span(self, states: States) -> Span: ...

    def difference(self, finishes: Numbers, own: int, *, is_worst: bool) -> KeyDifference:
        """`is_worst`: where it may be anything, as it suits the finishes, and not their own."""
        ...

    def hangs_on(self) -> Flags:
        """By finish and match."""
        ...


@dataclass(frozen=True)
class Known:
    """What does not hang on any match."""

    values: Amounts

    def span(self, _states: States) -> Span:
        return self.values[None, :], self.values[None, :]

    @property
    def slopes(self) -> Amounts | None:
        return None

    def among(self, kept: Numbers) -> "Known":
        return Known(self.values[kept])


class Settled(Known):
    """A tiebreak that is known for each finish."""

    def difference(self, finishes: Numbers, own: int, *, is_worst: bool = False) -> Known:
        return Known(self.values[finishes] - self.values[own])

    def hangs_on(self) -> Flags:
        return np.zeros((len(self.values), 1), np.bool_)


@dataclass(frozen=True)
class Sums:
    """By finish, match and way what is added up."""

    values: Amounts

    @cached_property
    def _tables(self) -> Span:
        """While a match is open, the least and the most of it."""
        finishes, matches, ways = self.values.shape
        flat = finishes, matches * (ways + 1)
        least, most = (
            np.concatenate([self.values, end(axis=2, keepdims=True)], axis=2).reshape(flat).T
            for end in (self.values.min, self.values.max)
        )
        return least, most

    def span(self, states: States) -> Span:
        least, most = self._tables
        return states.chosen @ least, states.chosen @ most

    @property
    def slopes(self) -> Amounts | None:
        return self.values

    def among(self, kept: Numbers) -> "Sums":
        return Sums(self.values[kept])


@dataclass(frozen=True)
class Summed:
    """A tiebreak that adds up slots."""

    sums: Sums
    at: Numbers  # by finish, the number of its own match
    way: Numbers

    def span(self, states: States) -> Span:
        return self.sums.span(states)

    def difference(self, finishes: Numbers, own: int, *, is_worst: bool = False) -> Sums:
        more = self.sums.values[finishes] - self.sums.values[own]
        at, way, each = self.at[finishes], self.way[finishes], np.arange(len(finishes))
        more[each, at] = more[each, at, way][:, None]  # a finish has its own match behind it
        return Sums(more)

    def hangs_on(self) -> Flags:
        values = self.sums.values
        hangs: Flags = values.min(axis=2) != values.max(axis=2)
        return hangs


@dataclass(frozen=True)
class CutSum:
    """A tiebreak that adds up slots and drops some."""

    total: Summed
    slots: "SlotArrays"
    low: int
    high: int

    def span(self, states: States) -> Span:
        least, most = self.slots.between(states)
        return self._kept(least), self._kept(most)

    def difference(self, finishes: Numbers, own: int, *, is_worst: bool = False) -> "CutDifference":
        cut = self.taken(np.append(finishes, own))
        return CutDifference(self.total.difference(finishes, own), cut)

    def taken(self, finishes: Numbers) -> "CutSum":
        return CutSum(self.total, self.slots.taken(finishes), self.low, self.high)

    def hangs_on(self) -> Flags:
        return self.total.hangs_on()

    def kept_and_dropped(self, states: States) -> tuple[Span, Span]:
        least, most = self.slots.between(states)
        kept = self._kept(least), self._kept(most)
        return kept, (_whole(least) - kept[0], _whole(most) - kept[1])

    def _kept(self, values: Numbers) -> Amounts:
        is_voluntary = self.slots.is_voluntary
        sums = sums_after_cuts(values, is_voluntary=is_voluntary, low=self.low, high=self.high)
        return sums.astype(np.float64)


def _whole(values: Numbers) -> Amounts:
    sums: Amounts = np.where(values == NOT_THERE, 0, values).sum(axis=2).astype(np.float64)
    return sums


@dataclass(frozen=True)
class CutDifference:
    """By what is kept, and by all without what is dropped: what is narrower."""

    whole: Sums
    cut: CutSum  # of the finishes, and at last the one they are compared with

    @property
    def slopes(self) -> Amounts | None:
        return self.whole.values

    def among(self, kept: Numbers) -> "CutDifference":
        return CutDifference(self.whole.among(kept), self.cut.taken(np.append(kept, -1)))

    def span(self, states: States) -> Span:
        (low, high), (dropped, dropped_most) = self.cut.kept_and_dropped(states)
        least, most = self.whole.span(states)
        return (
            np.maximum(low[:, :-1] - high[:, -1:], least - dropped_most[:, :-1] + dropped[:, -1:]),
            np.minimum(high[:, :-1] - low[:, -1:], most - dropped[:, :-1] + dropped_most[:, -1:]),
        )


@dataclass(frozen=True)
class SlotArrays:
    """The slots of many finishes, one by one: a row for each, as long as the longest."""

    matches: Numbers
    least: Numbers  # by way of the match; at last, while it is open
    most: Numbers
    is_voluntary: Flags

    @classmethod
    def of(cls, rows: Sequence[Row], *, none: int, ways: int) -> "SlotArrays":
        longest = max(map(len, rows), default=0)
        nothing = OpenSlot(none, (NOT_THERE,) * ways)
        filled = [[*row, *[nothing] * (longest - len(row))] for row in rows]
        shape = len(rows), longest
        values = np.array([[s.values for s in row] for row in filled], np.int64)
        values = values.reshape((*shape, ways))
        return cls(
            np.array([[s.match for s in row] for row in filled], np.int64).reshape(shape),
            np.concatenate([values, values.min(axis=2, keepdims=True)], axis=2),
            np.concatenate([values, values.max(axis=2, keepdims=True)], axis=2),
            np.array([[s.is_voluntary for s in row] for row in filled], np.bool_).reshape(shape),
        )

    def taken(self, finishes: Numbers) -> "SlotArrays":
        return SlotArrays(
            *(self.matches[finishes], self.least[finishes], self.most[finishes]),
            self.is_voluntary[finishes],
        )

    @cached_property
    def _starts(self) -> Numbers:
        """Where the values of each slot begin, among all."""
        slots: Numbers = np.arange(self.matches.size).reshape(self.matches.shape)
        starts: Numbers = slots * self.least.shape[2]
        return starts

    def between(self, states: States) -> tuple[Numbers, Numbers]:
        """The least and the most of each slot."""
        at = states.ended[:, self.matches] + self._starts
        return self.least.ravel()[at], self.most.ravel()[at]


@dataclass(frozen=True)
class Averaged:
    """A tiebreak that is a mean of slots, rounded."""

    total: Summed
    games: Numbers  # by finish
    mean: Callable[[int, int], int]

    def span(self, states: States) -> Span:
        least, most = self.total.span(states)
        return self._means(least), self._means(most)

    def difference(
        self, finishes: Numbers, own: int, *, is_worst: bool = False
    ) -> "MeanDifference":
        return MeanDifference(self.taken(np.append(finishes, own)))

    def taken(self, finishes: Numbers) -> "Averaged":
        sums = self.total.sums.among(finishes)
        total = Summed(sums, self.total.at[finishes], self.total.way[finishes])
        return Averaged(total, self.games[finishes], self.mean)

    def hangs_on(self) -> Flags:
        return self.total.hangs_on()

    def _means(self, sums: Amounts) -> Amounts:
        games = np.broadcast_to(self.games, sums.shape)
        pairs = np.stack([sums.astype(np.int64), games], axis=-1).reshape(-1, 2)
        distinct, places = np.unique(pairs, axis=0, return_inverse=True)
        means = np.array([self.mean(*pair) for pair in distinct.tolist()], np.float64)
        return means[places].reshape(sums.shape)


@dataclass(frozen=True)
class MeanDifference:
    means: Averaged  # of the finishes, and at last the one they are compared with

    @property
    def slopes(self) -> Amounts | None:
        values = self.means.total.sums.values
        slopes: Amounts = values[:-1] - values[-1:]
        return slopes

    def among(self, kept: Numbers) -> "MeanDifference":
        return MeanDifference(self.means.taken(np.append(kept, -1)))

    def span(self, states: States) -> Span:
        low, high = self.means.span(states)
        return low[:, :-1] - high[:, -1:], high[:, :-1] - low[:, -1:]
