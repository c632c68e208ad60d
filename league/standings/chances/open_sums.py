"""Tiebreaks while matches are open, as arrays: between what and what they lie.

With some matches ended and others open, a sum of slots lies between what it is with every slot as
low and as high as it can be; with cuts too, since no such sum falls when one of its scores rises.
The difference of two sums is narrower than the sums: what both hang on goes the same way for both.
Once the matches have ended on which something hangs, the least and the most of it are the same.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from league.standings.chances.open_slots import OpenSlot, Row
from league.standings.keys.brought import NOT_THERE, sums_after_cuts

Numbers = NDArray[np.int64]
Amounts = NDArray[np.float64]  # whole numbers too, so that they multiply fast
Flags = NDArray[np.bool_]
_GAMES = 1000  # more than anybody has
_FLOATING = 1e-6  # what floating numbers are off at most, of the scale
_Number = TypeVar("_Number", np.int64, np.float64)
Span = tuple[Amounts, Amounts]  # the least and the most: a row for each state, a column for each


@dataclass(frozen=True)
class States:
    """How far the matches are: a row for each state, a column for each match and for none.

    A bit for each way in which it can still end; a match of one bit has ended.
    """

    masks: Numbers
    ways: int

    @cached_property
    def can_be(self) -> Flags:
        """By match and way, whether it can still end so."""
        can_be: Flags = (self.masks[:, :, None] >> np.arange(self.ways)) & 1 == 1
        return can_be

    @cached_property
    def is_ended(self) -> Flags:
        is_ended: Flags = self.masks & (self.masks - 1) == 0
        return is_ended

    @cached_property
    def columns(self) -> Numbers:
        """Of each match, among those of a row for every match and set of ways."""
        size = 1 << self.ways
        columns: Numbers = self.masks + np.arange(self.masks.shape[1]) * size
        return columns


def by_mask(values: NDArray[_Number], *, ends: np.ufunc) -> NDArray[_Number]:
    """Of the last axis, a way each: the least, or the most, of every set of them."""
    ways = values.shape[-1]
    found = np.zeros((*values.shape[:-1], 1 << ways), values.dtype)
    for mask in range(1, 1 << ways):
        lowest = (mask & -mask).bit_length() - 1
        rest = mask & (mask - 1)
        own = values[..., lowest]
        found[..., mask] = ends(own, found[..., rest]) if rest else own
    return found


@dataclass(frozen=True)
class Parts:
    """A difference of finishes in some states: a row for each state, a column for each finish."""

    span: Span
    added: Span  # as wide or wider: every match adds its own part to it
    sums: "Sums | None" = None  # what they add; None: nothing
    ends: Span = (np.zeros(0), np.zeros(0))  # the least and the most of it, by match

    def with_one_more(
        self, rows: Numbers, pairs: tuple[Numbers, Numbers], finishes: Numbers, *, is_most: bool
    ) -> Amounts:
        """The least, or the most, if one match ends by one way: by state, pair of these, finish."""
        added = self.added[is_most][rows][:, None, finishes]
        if self.sums is None:
            return added
        matches, ways = pairs
        ends = self.ends[is_most][np.ix_(rows, matches, finishes)]
        more: Amounts = added - ends + self.sums.by_match[matches, ways][:, finishes]
        return more


class KeyDifference(Protocol):
    """What some finishes have more than another one, in one tiebreak."""

    @property
    def slopes(self) -> Amounts | None:
        """By finish, match and way, about what it adds; None: nothing hangs on matches."""
        ...

    def parts(self, states: States) -> Parts: ...

    def is_same(self, way: int, other: int) -> Flags:
        """By match, whether these ways of it make no difference here."""
        ...

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

    def span(self, states: States) -> Span:
        shape = len(states.masks), len(self.values)
        values = np.broadcast_to(self.values, shape)
        return values, values

    def parts(self, states: States) -> Parts:
        return Parts(self.span(states), self.span(states))

    def is_same(self, _way: int, _other: int) -> Flags:
        return np.ones(1, np.bool_)

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
        """By match and set of ways, the least and the most of it; a column for each finish."""
        least, most = (
            by_mask(self.values, ends=ends).reshape(len(self.values), -1).T.copy()
            for ends in (np.minimum, np.maximum)
        )
        return least, most

    def ends(self, states: States) -> Span:
        """The least and the most by state, match and finish."""
        if len(states.masks) == 1:  # without tables, which are large for all finishes
            [can_be] = states.can_be
            least = np.where(can_be, self.values, np.inf).min(axis=2)
            most = np.where(can_be, self.values, -np.inf).max(axis=2)
            return least.T[None], most.T[None]
        least, most = self._tables
        return least[states.columns], most[states.columns]

    def span(self, states: States) -> Span:
        least, most = self.ends(states)
        return least.sum(axis=1), most.sum(axis=1)

    @cached_property
    def by_match(self) -> Amounts:
        """By match, way and finish."""
        return np.ascontiguousarray(self.values.transpose(1, 2, 0))

    def parts(self, states: States) -> Parts:
        ends = self.ends(states)
        span = ends[0].sum(axis=1), ends[1].sum(axis=1)
        return Parts(span, span, self, ends)

    def is_same(self, way: int, other: int) -> Flags:
        is_same: Flags = (self.values[:, :, way] == self.values[:, :, other]).all(axis=0)
        return is_same

    @property
    def slopes(self) -> Amounts | None:
        return self.values

    def among(self, kept: Numbers) -> "Sums":
        return Sums(self.values[kept])


@dataclass(frozen=True)
class Summed:
    """A tiebreak that adds up slots."""

    sums: Sums
    at: Numbers  # by placing, the number of its own match
    result: Numbers

    def span(self, states: States) -> Span:
        return self.sums.span(states)

    def difference(self, finishes: Numbers, own: int, *, is_worst: bool = False) -> Sums:
        more = self.sums.values[finishes] - self.sums.values[own]
        at, result, each = self.at[finishes], self.result[finishes], np.arange(len(finishes))
        more[each, at] = more[each, at, result][:, None]  # its own match is over for each
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
    whole: Sums
    cut: CutSum  # of the finishes, and at last the one they are compared with

    @property
    def slopes(self) -> Amounts | None:
        return self.whole.values

    def among(self, kept: Numbers) -> "CutDifference":
        return CutDifference(self.whole.among(kept), self.cut.taken(np.append(kept, -1)))

    def parts(self, states: States) -> Parts:
        return after_cuts(self.whole.parts(states), *self.cut.kept_and_dropped(states))

    def is_same(self, way: int, other: int) -> Flags:
        whole = self.whole.is_same(way, other)
        return whole & self.cut.slots.is_same(way, other, matches=len(whole))


def after_cuts(whole: Parts, kept: Span, dropped: Span) -> Parts:
    """By what is kept, and by all without what is dropped: what is narrower.

    The finishes, and at last the one they are compared with.
    """
    added = (
        whole.span[0] - dropped[1][:, :-1] + dropped[0][:, -1:],
        whole.span[1] - dropped[0][:, :-1] + dropped[1][:, -1:],
    )
    span = (
        np.maximum(kept[0][:, :-1] - kept[1][:, -1:], added[0]),
        np.minimum(kept[1][:, :-1] - kept[0][:, -1:], added[1]),
    )
    return Parts(span, added, whole.sums, whole.ends)


@dataclass(frozen=True)
class SlotArrays:
    """The slots of many finishes, one by one: a row for each, as long as the longest."""

    matches: Numbers
    values: Numbers  # by way of the match
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
            values,
            np.array([[s.is_voluntary for s in row] for row in filled], np.bool_).reshape(shape),
        )

    def taken(self, finishes: Numbers) -> "SlotArrays":
        return SlotArrays(
            *(self.matches[finishes], self.values[finishes], self.is_voluntary[finishes])
        )

    @cached_property
    def _tables(self) -> tuple[Numbers, Numbers, Numbers]:
        """Flat, by slot and set of ways: the least, the most, and where each slot begins."""
        least, most = (by_mask(self.values, ends=ends) for ends in (np.minimum, np.maximum))
        starts = np.arange(self.matches.size).reshape(self.matches.shape) * least.shape[2]
        return least.ravel(), most.ravel(), starts

    def is_same(self, way: int, other: int, *, matches: int) -> Flags:
        is_same: Flags = np.ones(matches, np.bool_)
        is_same[self.matches[self.values[:, :, way] != self.values[:, :, other]]] = False
        return is_same

    def between(self, states: States) -> tuple[Numbers, Numbers]:
        """The least and the most of each slot."""
        least, most, starts = self._tables
        at = states.masks[:, self.matches] + starts
        return least[at], most[at]


@dataclass(frozen=True)
class Averaged:
    """A tiebreak that is a mean of slots, rounded."""

    total: Summed
    games: Numbers  # by finish
    mean: Callable[[int, int], int]
    scale: float  # what a mean is multiplied by before it is rounded

    def span(self, states: States) -> Span:
        least, most = self.total.span(states)
        return self._means(least), self._means(most)

    def difference(
        self, finishes: Numbers, own: int, *, is_worst: bool = False
    ) -> "MeanDifference":
        values = self.total.sums.values * (self.scale / np.maximum(self.games, 1))[:, None, None]
        exact = Summed(Sums(values), self.total.at, self.total.result).difference(finishes, own)
        return MeanDifference(self.taken(np.append(finishes, own)), exact)

    def taken(self, finishes: Numbers) -> "Averaged":
        sums = self.total.sums.among(finishes)
        total = Summed(sums, self.total.at[finishes], self.total.result[finishes])
        return Averaged(total, self.games[finishes], self.mean, self.scale)

    def hangs_on(self) -> Flags:
        return self.total.hangs_on()

    def _means(self, sums: Amounts) -> Amounts:
        pairs = sums.astype(np.int64) * _GAMES + self.games
        distinct, places = np.unique(pairs, return_inverse=True)
        means = [self.mean(*divmod(pair, _GAMES)) for pair in distinct.tolist()]
        return np.array(means, np.float64)[places].reshape(sums.shape)


@dataclass(frozen=True)
class MeanDifference:
    """By both means, and by what is added up before it is rounded: what is narrower."""

    means: Averaged  # of the finishes, and at last the one they are compared with
    exact: Sums  # where both have met somebody

    @property
    def slopes(self) -> Amounts | None:
        return self.exact.values

    def parts(self, states: States) -> Parts:
        exact = self.exact.parts(states)
        games = self.means.games
        rounded = 1 + _FLOATING * max(self.means.scale, 1)  # half a number each
        off = np.where((games[:-1] > 0) & (games[-1] > 0), rounded, np.inf)
        added = exact.span[0] - off, exact.span[1] + off
        low, high = self.means.span(states)
        span = (
            np.maximum(low[:, :-1] - high[:, -1:], np.ceil(added[0])),
            np.minimum(high[:, :-1] - low[:, -1:], np.floor(added[1])),
        )
        return Parts(span, added, exact.sums, exact.ends)

    def is_same(self, way: int, other: int) -> Flags:
        return self.means.total.sums.is_same(way, other)

    def among(self, kept: Numbers) -> "MeanDifference":
        return MeanDifference(self.means.taken(np.append(kept, -1)), self.exact.among(kept))
