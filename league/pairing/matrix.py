"""What a seating costs, for a search: the five numbers packed into one, for every pair.

Decided here: the place values, so that less is better means the same for the packed number as for
the vector of `cost`, for every change of up to `REACH` pairs; a test holds the two equal.
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
    short: dict[int, Numbers]  # for tables that are short, by size: what it costs each to sit there

    @property
    def never(self) -> int:
        """The price of a move that is none: dearer than all others."""
        dearest = int(self.pairs.max(initial=0)) + _most(*self.short.values())
        return max(4 * ROOM, 2 * REACH * dearest)


def cost_matrix(order: tuple[str, ...], *, situation: Situation, full: int) -> CostMatrix:
    """Costs for the entries in this order, which is also the order of rows and columns."""
    forbidden = _sparse(order, dict.fromkeys(situation.forbidden, 1))
    known = situation.other_meetings
    repeats = _sparse(order, {pair: situation.repeat_cost(pair) for pair in known})
    layers = (
        *(forbidden, repeats, _leaders(order, situation)),
        *(_spread(order, situation), _club_mates(order, situation)),
    )
    short = {
        size: np.array([situation.short_cost(e, size=size) for e in order], dtype=object)
        for size in range(1, full)
    }
    largest = [_most(layer) for layer in layers]
    largest[1] += _most(*short.values())
    scale = Scale.for_largest(Cost(*largest))
    fits = scale.places[0] * max(1, largest[0]) * REACH < ROOM
    kind = np.int64 if fits else object
    pairs = np.zeros((len(order), len(order)), dtype=kind)
    for layer, place in zip(layers, scale.places, strict=True):
        pairs += layer.astype(kind) * place
    packed = {size: (turns * scale.places[1]).astype(kind) for size, turns in short.items()}
    return CostMatrix(scale, pairs, packed)


def _most(*layers: Numbers) -> int:
    return max((int(layer.max(initial=0)) for layer in layers), default=0)


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
    weights = np.array([situation.rank_weights[entry] for entry in order])
    difference = np.abs(points[:, None] - points[None, :])
    return np.asarray(difference * np.maximum(weights[:, None], weights[None, :]))


def _leaders(order: tuple[str, ...], situation: Situation) -> Numbers:
    leads = np.array([entry in situation.leaders for entry in order], dtype=bool)
    is_out = np.array([entry in situation.outsiders for entry in order], dtype=bool)
    parted = leads[:, None] & is_out[None, :]
    return np.asarray(parted | parted.T, dtype=np.int64)


def _club_mates(order: tuple[str, ...], situation: Situation) -> Numbers:
    if not situation.minds_clubs:
        return np.zeros((len(order), len(order)), dtype=np.int64)
    number: dict[str, int] = {}
    clubs = [situation.by_id[entry].club for entry in order]
    club = np.array([number.setdefault(name, len(number)) if name else -1 for name in clubs])
    mates = (club[:, None] == club[None, :]) & (club >= 0)[:, None]
    np.fill_diagonal(mates, False)
    return np.asarray(mates, dtype=np.int64)
