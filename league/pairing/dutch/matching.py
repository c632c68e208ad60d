"""A matching of maximum weight, by a compiled solver that keeps what it knows between questions.

The solver is bbpPairings' own, in C++, as py4swiss brings it: general graphs, weights of any
width, and after the edges of one vertex have changed it answers again in O(n²). Decided here: how
Python's numbers reach it. Weight 0 is no edge.
"""

from collections.abc import Iterable
from typing import Any

_CHUNK = 31  # bits handed over at once; the solver's numbers take 32 at most
_SPARE = 4  # bits that the solver needs above the largest weight


class Matching:
    """Vertices 0 … size − 1, and edges with weights below 2 ** bits."""

    def __init__(self, size: int, *, bits: int) -> None:
        from py4swiss.matching_computer import (
            ComputerDutchOptimality,
        )

        self._zero = _zero(bits + _SPARE)
        self._known: dict[int, Any] = {}
        self._computer = ComputerDutchOptimality(size, self._number((1 << bits) - 1))
        for _ in range(size):
            self._computer.add_vertex()
        self.mates: list[int] = list(range(size))  # its own index: nobody

    def set_weight(self, vertex: int, other: int, weight: int) -> None:
        """The first vertex is the one that is looked at again."""
        known = self._known.get(weight)
        if known is None:
            known = self._known[weight] = self._number(weight)
        self._computer.set_edge_weight(vertex, other, known)

    def solve(self) -> None:
        self._computer.compute_matching()
        self.mates = self._computer.get_matching()

    def _number(self, value: int) -> Any:
        """All numbers have as many parts: the solver adds them part by part."""
        from py4swiss.dynamicuint import DynamicUint

        number = DynamicUint(self._zero)
        for shift in range(_CHUNK * (value.bit_length() // _CHUNK), -1, -_CHUNK):
            number <<= _CHUNK
            number |= value >> shift & (1 << _CHUNK) - 1
        return number


def largest_matching(edges: Iterable[tuple[int, int]], *, size: int) -> list[int]:
    """As many pairs as there can be: the mate of each, its own index for nobody."""
    from py4swiss.matching_computer import ComputerDutchValidity

    computer = ComputerDutchValidity(size, 1)
    for _ in range(size):
        computer.add_vertex()
    for first, second in edges:
        computer.set_edge_weight(first, second, 1)
    computer.compute_matching()
    mates: list[int] = computer.get_matching()
    return mates


def _zero(bits: int) -> Any:
    """Nothing, as wide as the widest weight."""
    from py4swiss.dynamicuint import DynamicUint

    number = DynamicUint(1)
    for _ in range(bits // _CHUNK + 1):
        number.shift_grow(_CHUNK)
    for _ in range(bits // _CHUNK + 3):
        number <<= _CHUNK
    return number
