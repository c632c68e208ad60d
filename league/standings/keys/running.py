"""Sums over the first games of every entry, for all entries at once: of one, of two, and so on.

What a game is worth does not depend on later ones, so that the sums are made once for a field, and
the table after each round looks up as many games as had been played by then. Numbers are exact:
whole numbers in arrays, or anything that adds up where it is no whole number or a huge one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import lcm
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from league.standings.field import Field
from league.standings.inputs import GameSide
from league.standings.parts import Number
from league.standings.tiebreak import Scaled, Valued, Values

Numbers: TypeAlias = NDArray[np.int64]
Sums: TypeAlias = NDArray[Any]  # whole numbers, or objects
_MOST = 2**40  # as much may be added up a million times


@dataclass(frozen=True, slots=True)
class PlayedSides:
    """All games over the board, side by side, in order of rounds and games."""

    sides: list[GameSide]
    lines: Numbers  # of the entries, in the field's order
    places: Numbers  # among the games of the entry, from 1
    is_won: NDArray[np.bool_]  # by this side alone
    by_round: Numbers  # by entry: how many games after so many rounds


@dataclass(frozen=True, slots=True)
class Running:
    """By entry, number of games and place of a value."""

    sums: Sums
    best: frozenset[int] = frozenset()  # places of values that are no sums, but the best of all

    def values(self, field: Field, *, of_none: Values = ()) -> Valued:
        """Of all entries; and what those have who have played no game."""
        return _by_entry(field, self._totals(field), of_none)

    def means(self, field: Field, *, over: Sequence[str]) -> Valued:
        """The same of some for each of their games, as whole numbers; the best stays."""
        games = games_played(field)
        scale = lcm(*({games[entry] for entry in over} - {0}))
        factors = np.array([scale // number if number else 0 for number in games.values()], object)
        totals = self._totals(field).astype(object)
        for place in range(totals.shape[1]):
            totals[:, place] *= scale if place in self.best else factors
        values = _by_entry(field, totals, ())
        return Scaled({entry: values[entry] for entry in over}, scale)

    def _totals(self, field: Field) -> Sums:
        numbers = played_sides(field).by_round[:, len(field.numbers)]
        totals: Sums = self.sums[np.arange(len(numbers)), numbers]
        return totals


def _by_entry(field: Field, totals: Sums, of_none: Values) -> dict[str, Values]:
    values: list[Values] = list(map(tuple, totals.tolist()))
    numbers = played_sides(field).by_round[:, len(field.numbers)]
    for line in np.flatnonzero(numbers == 0).tolist():
        values[line] = of_none
    return dict(zip(field.cells, values, strict=True))


def games_played(field: Field) -> Mapping[str, int]:
    """Over the board, by entry."""
    return field.remembered("games played", _games_played)


def _games_played(field: Field) -> dict[str, int]:
    numbers = played_sides(field).by_round[:, len(field.numbers)].tolist()
    return dict(zip(field.cells, numbers, strict=True))


def played_sides(field: Field) -> PlayedSides:
    return field.root.remembered("played sides", _played_sides)


def _played_sides(field: Field) -> PlayedSides:
    games = [
        (after, game)
        for after, round_ in enumerate(field.rounds, start=1)
        for match in round_.matches
        for game in match.games
        if game.was_played
    ]
    sides = [side for _, game in games for side in game.sides]
    line_of = {entry: line for line, entry in enumerate(field.cells)}
    lines = np.array([line_of[side.entry] for side in sides], np.int64)
    game = np.repeat(np.arange(len(games)), [len(game.sides) for _, game in games])
    is_first = np.array([side.rank for side in sides], np.int64) == 1
    firsts = np.bincount(game[is_first], minlength=len(games))
    after = np.array([after for after, _ in games], np.int64)[game]
    return PlayedSides(
        *(sides, lines, _among_equals(lines), is_first & (firsts[game] == 1)),
        _counts(lines, after, shape=(len(line_of), len(field.numbers) + 1)).cumsum(axis=1),
    )


def _counts(lines: Numbers, columns: Numbers, *, shape: tuple[int, int]) -> Numbers:
    """How often each place of a grid is named."""
    return np.bincount(lines * shape[1] + columns, minlength=shape[0] * shape[1]).reshape(shape)


def _among_equals(lines: Numbers) -> Numbers:
    """Of each how many have been equal to it so far, itself among them."""
    order = lines.argsort(kind="stable")
    counts = np.bincount(lines)
    starts = counts.cumsum() - counts
    places = np.empty_like(lines)
    places[order] = np.arange(len(lines)) - starts[lines[order]] + 1
    return places


def running(
    field: Field, worths: Sequence[Values], *, best: frozenset[int] = frozenset()
) -> Running:
    """What games are worth together, from what each side got; what one lacks is nothing."""
    widths = set(map(len, worths))
    width = max(widths, default=0)
    if len(widths) > 1:
        worths = [(*values, *[0] * (width - len(values))) for values in worths]
    flat = _numbers(list(chain.from_iterable(worths)))
    return running_sums(field, flat.reshape(len(worths), width), best=best)


def _numbers(numbers: list[Number]) -> Sums:
    plain: Sums = np.array(numbers or [0])
    is_plain = plain.dtype == np.int64 and -_MOST < plain.min() <= plain.max() < _MOST
    return plain[: len(numbers)] if is_plain else np.array(numbers, object)


def running_sums(field: Field, worths: Sums, *, best: frozenset[int] = frozenset()) -> Running:
    """The same from a row of numbers for each side."""
    played = played_sides(field)
    width = worths.shape[1]
    shape = len(field.cells), int(played.places.max(initial=0)) + 1, width
    games: Sums = np.zeros(shape, worths.dtype)
    games[played.lines, played.places] = worths
    sums = games.cumsum(axis=1, dtype=games.dtype)
    for place in best & frozenset(range(width)):
        sums[:, 1:, place] = np.maximum.accumulate(games[:, 1:, place], axis=1)
    return Running(sums, best)
