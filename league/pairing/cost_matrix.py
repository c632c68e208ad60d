"""The cost of a seating as numbers in matrices, so that a search can price many moves at once.

Decided here: how the five numbers of a `Cost` are packed into one, so that less is better means the
same for both, for every change of up to `REACH` pairs. What is counted is decided in `cost`, and a
test holds the two equal. How to search is left to `local_search` and `exhaustive`.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from league.pairing.cost import Cost, Situation

# int64, or Python's own integers where points are so large that 64 bits would not do.
Numbers = NDArray[Any]

REACH = 20  # pairs: a cycle of three changes 9, tables for 12 entries hold 18
ROOM = 2**58  # for changes, so that they and three prohibitions add up in 64 bits


@dataclass(frozen=True, slots=True)
class Scale:
    """Place values of the five numbers: a mixed radix whose digits may be negative."""

    places: tuple[int, ...]  # of forbidden, …, club_mates; the last is 1

    @classmethod
    def for_largest(cls, largest: Cost) -> "Scale":
        """A scale for sums of up to REACH times `largest` in each number."""
        places = [1]
        for digit in reversed(largest.numbers[1:]):
            places.append(places[-1] * (2 * REACH * digit + 1))
        return cls(tuple(reversed(places)))

    def pack(self, cost: Cost) -> int:
        return sum(digit * place for digit, place in zip(cost.numbers, self.places, strict=True))

    def unpack(self, packed: int) -> Cost:
        """The cost, or the difference of two, that was packed."""
        digits = []
        for place in self.places:
            digit = (2 * packed + place) // (2 * place)  # the nearest, for what is below is small
            digits.append(digit)
            packed -= digit * place
        return Cost(*digits)


@dataclass(frozen=True, slots=True)
class CostMatrix:
    """Packed costs for entries in a fixed order."""

    scale: Scale
    pairs: Numbers  # n by n: what it costs that two sit together; nought on the diagonal
    short: Numbers  # n: what it costs to sit at a short table

    @property
    def never(self) -> int:
        """The price of a move that is none: dearer than all others."""
        dearest = int(self.pairs.max(initial=0)) + int(self.short.max(initial=0))
        return max(4 * ROOM, 2 * REACH * dearest)


def cost_matrix(order: tuple[str, ...], *, situation: Situation) -> CostMatrix:
    """Costs for the entries in this order, which is also the order of rows and columns."""
    forbidden = _sparse(order, dict.fromkeys(situation.forbidden, 1))
    repeats = _sparse(order, {pair: situation.repeat_cost(pair) for pair in situation.meetings})
    spread = _spread(order, situation)
    mates = _club_mates(order, situation)
    short = np.array([situation.short_times[entry] for entry in order], dtype=object)
    most = [int(each.max(initial=0)) for each in (forbidden, repeats, short, spread, mates)]
    scale = Scale.for_largest(Cost(*most))
    fits = scale.places[0] * max(1, most[0]) * REACH < ROOM
    kind = np.int64 if fits else object
    on = scale.places
    layers = ((forbidden, on[0]), (repeats, on[1]), (spread, on[3]), (mates, on[4]))
    pairs = np.zeros((len(order), len(order)), dtype=kind)
    for layer, place in layers:
        pairs += layer.astype(kind) * place
    return CostMatrix(scale, pairs, (short * on[2]).astype(kind))


def _sparse(order: tuple[str, ...], values: dict[frozenset[str], int]) -> Numbers:
    """A symmetric matrix that is nought but for these pairs."""
    place = {entry: index for index, entry in enumerate(order)}
    matrix = np.zeros((len(order), len(order)), dtype=np.int64)
    for pair, value in values.items():
        if len(pair) == 2 and all(entry in place for entry in pair):
            one, two = (place[entry] for entry in pair)
            matrix[one, two] = matrix[two, one] = value
    return matrix


def _spread(order: tuple[str, ...], situation: Situation) -> Numbers:
    points = np.array([situation.by_id[entry].points_12 for entry in order])
    weights = np.array([situation.weights[entry] for entry in order])
    difference = np.abs(points[:, None] - points[None, :])
    return np.asarray(difference * np.maximum(weights[:, None], weights[None, :]))


def _club_mates(order: tuple[str, ...], situation: Situation) -> Numbers:
    if not situation.minds_clubs:
        return np.zeros((len(order), len(order)), dtype=np.int64)
    number: dict[str, int] = {}
    clubs = [situation.by_id[entry].club for entry in order]
    club = np.array([number.setdefault(each, len(number)) if each else -1 for each in clubs])
    mates = (club[:, None] == club[None, :]) & (club >= 0)[:, None]
    np.fill_diagonal(mates, False)
    return np.asarray(mates, dtype=np.int64)
