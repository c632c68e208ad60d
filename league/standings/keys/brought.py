"""What opponents' scores the rounds bring to all entries at once, and their sums after cuts.

Nearly every round is a game against somebody whose score counts as it is: those stand in arrays,
made once for a field and cut off after each round. The few others are asked one by one, by the
rules of unplayed.py, which also tells one entry's scores with their reasons.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from league.standings.field import Cell, Field
from league.standings.keys.unplayed import (
    Worth,
    adjusted_12,
    contributions,
    cuts,
    games_here,
    instead_of_game,
    met_in,
    score_of,
)

Numbers: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]
_NOBODY = -1
NOT_THERE = -1  # in place of a score
_VOLUNTARY_FIRST = 2**60  # more than anybody's score
_LAST = 2**61  # more than that


@dataclass(frozen=True, slots=True)
class _Grid:
    """The cells of a field: a line for each entry, a column for each round."""

    lines: dict[str, int]
    others: Numbers  # the lines of the opponents of a game, in so many layers as a table has
    points_12: Numbers


@dataclass(frozen=True, slots=True)
class Brought:
    """What each entry's rounds bring, opponent by opponent; and which of it is there."""

    field: Field
    lines: dict[str, int]
    scores_12: Numbers
    points_12: Numbers
    is_there: Flags
    is_voluntary: Flags  # cut first

    def sums(self, worth: Worth, *, low: int, high: int) -> list[int]:
        """By line."""
        if worth is not score_of and (low or high):
            cut = partial(_sum_after_cuts, self.field, worth=worth, low=low, high=high)
            return [cut(entry) for entry in self.lines]
        if low or high:
            sums = sums_after_cuts(
                np.where(self.is_there, self.scores_12, NOT_THERE),
                is_voluntary=self.is_voluntary,
                low=low,
                high=high,
            )
        else:
            amounts = self.scores_12 if worth is score_of else self.scores_12 * self.points_12
            sums = np.where(self.is_there, amounts, 0).sum(axis=1)
        listed: list[int] = sums.tolist()
        return listed


def sums_after_cuts(scores_12: Numbers, *, is_voluntary: Flags, low: int, high: int) -> Numbers:
    """Over the last axis, of scores that are there.

    Nothing can be less than the lowest, so that a round that was missed on purpose goes first.
    """
    if low == 1 and not high and not is_voluntary.any():  # nearly always: no need to sort
        lowest = np.where(scores_12 == NOT_THERE, _LAST, scores_12).min(axis=-1, initial=_LAST)
        whole = np.where(scores_12 == NOT_THERE, 0, scores_12).sum(axis=-1)
        return np.where(lowest == _LAST, 0, whole - lowest)
    first = np.where(is_voluntary, scores_12 - _VOLUNTARY_FIRST, scores_12)
    ordered = np.sort(np.where(scores_12 == NOT_THERE, _LAST, first), axis=-1)[..., low:]
    kept = np.where(ordered < NOT_THERE, ordered + _VOLUNTARY_FIRST, ordered)
    kept[kept == _LAST] = 0
    if high:
        kept = np.sort(kept, axis=-1)[..., : max(kept.shape[-1] - high, 0)]
    sums: Numbers = kept.sum(axis=-1)
    return sums


def brought(field: Field) -> Brought:
    return field.remembered("brought", _brought)


def _brought(field: Field) -> Brought:
    grid: _Grid = field.root.remembered("grid", _grid)
    columns = list(field.counted)
    others = grid.others[:, columns]
    is_there = others != _NOBODY
    scores_12 = np.fromiter(adjusted_12(field).values(), np.int64)[others]
    is_voluntary = np.zeros(others.shape, np.bool_)
    entries = list(grid.lines)
    for line, place in np.argwhere(~is_there[:, :, 0]).tolist():
        cell = field.cells[entries[line]][columns[place]]
        if instead := instead_of_game(field, entries[line], cell):
            is_there[line, place, 0] = True
            scores_12[line, place, 0] = instead.score_12
            is_voluntary[line, place, 0] = instead.is_voluntary
    points_12 = np.broadcast_to(grid.points_12[:, columns, None], others.shape)
    flat = len(entries), -1
    return Brought(
        field,
        grid.lines,
        scores_12.reshape(flat),
        points_12.reshape(flat),
        is_there.reshape(flat),
        is_voluntary.reshape(flat),
    )


def _grid(field: Field) -> _Grid:
    lines = {entry: line for line, entry in enumerate(field.cells)}
    cells = [cell for row in field.cells.values() for cell in row]
    shape = len(lines), len(field.numbers)
    most = max([len(cell.opponents) for cell in cells], default=0)
    met = _met_at_tables(field, lines, most) if most > 1 else _met_by_two(field, lines, cells)
    points_12 = np.array([cell.points_12 for cell in cells], np.int64)
    others = np.array(met, np.int64).reshape((*shape, max(most, 1)))
    return _Grid(lines, others, points_12.reshape(shape))


def _met_by_two(field: Field, lines: dict[str, int], cells: Sequence[Cell]) -> list[int]:
    games = games_here(field)
    return [
        lines[cell.opponents[0]] if cell.outcome in games and cell.opponents else _NOBODY
        for cell in cells
    ]


def _met_at_tables(field: Field, lines: dict[str, int], most: int) -> list[list[int]]:
    """Somebody who did not come to a table that was played was not met."""
    games, cells = games_here(field), field.cells
    return [
        _filled([lines[other] for other in met_in(field, cell, at)], most)
        if cell.outcome in games
        else [_NOBODY] * most
        for row in cells.values()
        for at, cell in enumerate(row)
    ]


def _filled(met: list[int], most: int) -> list[int]:
    return met + [_NOBODY] * (most - len(met))


def _sum_after_cuts(field: Field, entry: str, *, worth: Worth, low: int, high: int) -> int:
    parts = contributions(field, entry)
    dropped = cuts(parts, worth=worth, low=low, high=high)
    return sum(worth(part) for at, part in enumerate(parts) if at not in dropped)
