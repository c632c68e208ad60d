"""Sums over the first games of every entry, for all entries at once: of one, of two, and so on.

What a game is worth does not depend on later ones, so that the sums are made once for a field, and
the table after each round looks up as many games as had been played by then. Numbers are exact:
whole numbers in arrays, or anything that adds up where it is no whole number or a huge one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from league.standings.field import Field, Sat
from league.standings.parts import Number
from league.standings.tiebreak import Scaled, Valued, Values

Sums: TypeAlias = NDArray[Any]  # whole numbers, or objects
_MOST = 2**40  # as much may be added up a million times


@dataclass(frozen=True, slots=True)
class Running:
    """By entry, number of games and place of a value."""

    sums: Sums
    best: frozenset[int]  # places of values that are no sums, but the best of the games

    def values(self, field: Field) -> Valued:
        """Of all entries; none of those who have played no game."""
        games = games_played(field)
        totals = self.sums[np.arange(len(games)), games]
        return _by_entry(field, totals, games)

    def means(self, field: Field, *, over: Sequence[str]) -> Valued:
        """The same of some for each of their games, as whole numbers; the best stays."""
        games = games_played(field)
        scale = lcm(*({len(field.sat[entry]) for entry in over} - {0}))
        factors = np.array([scale // number if number else 0 for number in games.tolist()], object)
        totals = self.sums[np.arange(len(games)), games].astype(object)
        for place in range(totals.shape[1]):
            totals[:, place] *= scale if place in self.best else factors
        values = _by_entry(field, totals, games)
        return Scaled({entry: values[entry] for entry in over}, scale)


def _by_entry(field: Field, totals: Sums, games: NDArray[np.int64]) -> dict[str, Values]:
    values: list[Values] = list(map(tuple, totals.tolist()))
    for line in np.flatnonzero(games == 0).tolist():
        values[line] = ()
    return dict(zip(field.sat, values, strict=True))


def games_played(field: Field) -> NDArray[np.int64]:
    """Over the board, by entry, in their order."""
    return field.remembered("games played", _games_played)


def _games_played(field: Field) -> NDArray[np.int64]:
    return np.array([len(games) for games in field.sat.values()], np.int64)


def running(
    field: Field, worth: Callable[[Sat], Values], *, best: frozenset[int] = frozenset()
) -> Running:
    """What games are worth together; a value that a game lacks is nothing."""
    worths = [worth(sat) for games in field.sat.values() for sat in games]
    width = max(map(len, worths), default=0)
    flat = [value for values in worths for value in _filled(values, width)]
    counts = games_played(field)
    shape = len(counts), int(counts.max(initial=0)) + 1, width
    sums: Sums = np.zeros(shape, _kind(flat))
    lines = np.repeat(np.arange(len(counts)), counts)
    places = np.arange(len(worths)) - np.repeat(counts.cumsum() - counts, counts) + 1
    sums[lines, places] = np.array(flat, sums.dtype).reshape(len(worths), width)
    totals = sums.cumsum(axis=1, dtype=sums.dtype)
    for place in best & frozenset(range(width)):
        totals[:, 1:, place] = np.maximum.accumulate(sums[:, 1:, place], axis=1)
    return Running(totals, best)


def _kind(numbers: Sequence[Number]) -> type:
    is_whole = set(map(type, numbers)) <= {int}
    is_plain = is_whole and -_MOST < min(numbers, default=0) <= max(numbers, default=0) < _MOST
    return np.int64 if is_plain else object


def _filled(values: Values, width: int) -> Values:
    return values if len(values) == width else (*values, *[0] * (width - len(values)))
