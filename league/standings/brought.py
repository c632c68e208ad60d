"""What opponents' scores the rounds bring to all entries at once, and their sums after cuts.

Nearly every round is a game against somebody whose score counts as it is: those stand in arrays,
made once for a field and cut off after each round. The few others are asked one by one, by the
rules of unplayed.py, which also tells one entry's scores with their reasons.
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from league.standings.field import Field
from league.standings.unplayed import (
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
_MOST = np.iinfo(np.int64).max


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
    has_voluntary: Flags  # by entry: then cuts look at more than scores

    def sums(self, worth: Worth, *, low: int, high: int) -> list[int]:
        """By line."""
        amounts = self.scores_12 if worth is score_of else self.scores_12 * self.points_12
        amounts = np.where(self.is_there, amounts, 0)
        sums: list[int] = amounts.sum(axis=1).tolist()
        if not low and not high:
            return sums
        if worth is score_of:
            sums = self._without_extremes(low=low, high=high)
        for entry, line in self.lines.items():
            if worth is not score_of or self.has_voluntary[line]:
                sums[line] = _sum_after_cuts(self.field, entry, worth, low=low, high=high)
        return sums

    def _without_extremes(self, *, low: int, high: int) -> list[int]:
        """Of scores, where no round was missed on purpose."""
        ascending = np.sort(np.where(self.is_there, self.scores_12, _MOST), axis=1)
        there = self.is_there.sum(axis=1)[:, None]
        places = np.arange(ascending.shape[1])[None, :]
        is_kept = (places >= low) & (places < there - high)
        sums: list[int] = np.where(is_kept, ascending, 0).sum(axis=1).tolist()
        return sums


def brought(field: Field) -> Brought:
    return field.remembered("brought", _brought)


def _brought(field: Field) -> Brought:
    grid: _Grid = field.root.remembered("grid", _grid)
    columns = list(field.counted)
    others = grid.others[:, columns]
    is_there = others != _NOBODY
    scores_12 = np.fromiter(adjusted_12(field).values(), np.int64)[others]
    has_voluntary = np.zeros(len(grid.lines), np.bool_)
    entries = list(grid.lines)
    for line, place in np.argwhere(~is_there[:, :, 0]).tolist():
        cell = field.cells[entries[line]][columns[place]]
        if instead := instead_of_game(field, entries[line], cell):
            is_there[line, place, 0] = True
            scores_12[line, place, 0] = instead.score_12
            has_voluntary[line] |= instead.is_voluntary
    points_12 = np.broadcast_to(grid.points_12[:, columns, None], others.shape)
    flat = len(entries), -1
    return Brought(
        field,
        grid.lines,
        scores_12.reshape(flat),
        points_12.reshape(flat),
        is_there.reshape(flat),
        has_voluntary,
    )


def _grid(field: Field) -> _Grid:
    lines = {entry: line for line, entry in enumerate(field.cells)}
    rows = field.cells.values()
    shape = len(lines), len(field.numbers)
    most = max((len(cell.opponents) for row in rows for cell in row), default=0)
    met = _met_at_tables(field, lines, most) if most > 1 else _met_by_two(field, lines)
    points_12 = np.array([cell.points_12 for row in rows for cell in row], np.int64)
    others = np.array(met, np.int64).reshape((*shape, max(most, 1)))
    return _Grid(lines, others, points_12.reshape(shape))


def _met_by_two(field: Field, lines: dict[str, int]) -> list[int]:
    games = games_here(field)
    return [
        lines[cell.opponents[0]] if cell.opponents and cell.outcome in games else _NOBODY
        for row in field.cells.values()
        for cell in row
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


def _sum_after_cuts(field: Field, entry: str, worth: Worth, *, low: int, high: int) -> int:
    parts = contributions(field, entry)
    dropped = cuts(parts, worth=worth, low=low, high=high)
    return sum(worth(part) for at, part in enumerate(parts) if at not in dropped)
