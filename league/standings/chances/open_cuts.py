"""Sonneborn–Berger with cuts while matches are open.

What goes is the value of the lowest score, or a voluntary unplayed round that brought as much
(unplayed.py), and that value need not be the least one. So it may fall when a score rises. It is
bounded by all values that may go, and known once all scores are.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from league.standings.chances.open_sums import (
    Amounts,
    Flags,
    Numbers,
    Parts,
    SlotArrays,
    Span,
    States,
    Summed,
    Sums,
    after_cuts,
)
from league.standings.keys.brought import NOT_THERE

_FAR = 2**40  # more than any value
_BY_SCORE = 2**20  # values are less


@dataclass(frozen=True)
class CutProducts:
    """Sums of scores, each times what was scored against it, without some."""

    total: Summed
    slots: SlotArrays  # scores
    factors: Numbers  # as long as those
    low: int

    @classmethod
    def of(
        cls, total: Summed, slots: SlotArrays, factors: Sequence[Sequence[int]], low: int
    ) -> "CutProducts":
        longest = slots.matches.shape[1]
        filled = [[*row, *[0] * (longest - len(row))] for row in factors]
        return cls(total, slots, np.array(filled, np.int64).reshape(len(filled), longest), low)

    def taken(self, finishes: Numbers) -> "CutProducts":
        return CutProducts(self.total, self.slots.taken(finishes), self.factors[finishes], self.low)

    def hangs_on(self) -> Flags:
        return self.total.hangs_on()

    def span(self, states: States) -> Span:
        return self.kept_and_dropped(states)[0]

    def difference(
        self, finishes: Numbers, own: int, *, is_worst: bool = False
    ) -> "CutProductsDifference":
        whole = self.total.difference(finishes, own)
        return CutProductsDifference(whole, self.taken(np.append(finishes, own)))

    def kept_and_dropped(self, states: States) -> tuple[Span, Span]:
        """Between what and what is left, and what goes."""
        least, most = self.slots.between(states)
        low, high = self._values(least), self._values(most)
        may_go = self._may_go(least, most, low, high)
        number = np.minimum(self.low, (least != NOT_THERE).sum(axis=2))
        kept_least = low.sum(axis=2) - _most(low, may_go, number)
        kept_most = high.sum(axis=2) - _least(high, may_go, number)
        dropped = _least(low, may_go, number), _most(high, may_go, number)
        gone = self._gone(least, low)
        is_known = (least == most).all(axis=2)
        known = low.sum(axis=2) - gone
        return (
            (_or(known, kept_least, is_known), _or(known, kept_most, is_known)),
            (_or(gone, dropped[0], is_known), _or(gone, dropped[1], is_known)),
        )

    def _values(self, scores: Numbers) -> Numbers:
        return np.where(scores == NOT_THERE, 0, scores * self.factors)

    def _may_go(self, least: Numbers, most: Numbers, low: Numbers, high: Numbers) -> Flags:
        is_there = least != NOT_THERE
        lowest = np.where(is_there, least * _BY_SCORE + low, _FAR)
        highest = np.where(is_there, most * _BY_SCORE + high, _FAR)
        if highest.shape[2] > self.low:
            limit = np.partition(highest, self.low - 1, axis=2)[:, :, self.low - 1]
            is_low = lowest <= limit[:, :, None]
        else:
            is_low = np.ones(lowest.shape, np.bool_)
        may_go: Flags = is_there & (is_low | self.slots.is_voluntary)
        return may_go

    def _gone(self, scores: Numbers, values: Numbers) -> Numbers:
        """What goes where all is known."""
        is_left = scores != NOT_THERE
        gone: Numbers = np.zeros(scores.shape[:2], np.int64)
        if not scores.shape[2]:
            return gone
        for _ in range(self.low):
            by_score = np.where(is_left, scores * _BY_SCORE + values, _FAR).argmin(axis=2)
            is_chosen = is_left & self.slots.is_voluntary
            by_value = np.where(is_chosen, values * _BY_SCORE + scores, _FAR).argmin(axis=2)
            lowest, chosen = (_at(values, at) for at in (by_score, by_value))
            at = np.where(is_chosen.any(axis=2) & (chosen >= lowest), by_value, by_score)
            gone += np.where(is_left.any(axis=2), _at(values, at), 0)
            np.put_along_axis(is_left, at[:, :, None], False, axis=2)
        return gone


def _at(values: Numbers, places: Numbers) -> Numbers:
    return np.take_along_axis(values, places[:, :, None], axis=2)[:, :, 0]


def _or(known: Numbers, bound: Numbers, is_known: Flags) -> Amounts:
    return np.where(is_known, known, bound).astype(np.float64)


def _least(values: Numbers, may_go: Flags, number: Numbers) -> Numbers:
    """The least that so many of those who may go are together."""
    ordered = np.sort(np.where(may_go, values, _FAR), axis=2)
    goes = np.arange(ordered.shape[2]) < number[:, :, None]
    sums: Numbers = np.where(goes, ordered, 0).sum(axis=2)
    return sums


def _most(values: Numbers, may_go: Flags, number: Numbers) -> Numbers:
    return -_least(-values, may_go, number)


@dataclass(frozen=True)
class CutProductsDifference:
    whole: Sums
    cut: CutProducts  # of the finishes, and at last the one they are compared with

    @property
    def slopes(self) -> Amounts | None:
        return self.whole.values

    def among(self, kept: Numbers) -> "CutProductsDifference":
        return CutProductsDifference(self.whole.among(kept), self.cut.taken(np.append(kept, -1)))

    def parts(self, states: States) -> Parts:
        return after_cuts(self.whole.parts(states), *self.cut.kept_and_dropped(states))

    def is_same(self, way: int, other: int) -> Flags:
        whole = self.whole.is_same(way, other)
        return whole & self.cut.slots.is_same(way, other, matches=len(whole))
