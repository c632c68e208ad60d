"""The order of a table: points, then the event's tiebreaks, then a shared rank.

A pure function of what was played and of the event's settings: the same inputs, in whatever order
they come, give the same rows. Rows are stored as JSON, with exact numbers and no floats.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from league.standings.field import Cell, Field, field_of
from league.standings.inputs import Inputs
from league.standings.points import Scheme
from league.standings.tallies import Number, Valued, Values
from league.standings.tiebreaks import Tiebreak, tiebreaks_of

Exact = int | str  # a whole number, or a fraction as "7/3"
Group = list[str]  # entries that are equal so far


@dataclass(frozen=True, slots=True)
class Row:
    """An entry in the table."""

    rank: int  # shared: 1, 2, 2, 4
    entry: str
    points_12: int
    values: Mapping[str, tuple[Exact, ...]]  # by tiebreak, in the order of the chain; () is none
    cells: tuple[Cell, ...]  # one for each round

    def as_dict(self) -> dict[str, object]:
        return {
            "rank": self.rank,
            "entry": self.entry,
            "points_12": self.points_12,
            "values": {key: list(values) for key, values in self.values.items()},
            "cells": [cell.as_dict() for cell in self.cells],
        }

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> "Row":
        values = {key: tuple(values) for key, values in stored["values"].items()}
        cells = tuple(Cell.from_dict(cell) for cell in stored["cells"])
        return cls(**{**stored, "values": values, "cells": cells})


def standings(inputs: Inputs, *, chain: Sequence[str], scheme: Scheme) -> tuple[Row, ...]:
    """The table, best first. Entries that share a rank stand in the order of their seeds."""
    field = field_of(inputs, scheme=scheme)
    listed = sorted(inputs.entries, key=lambda entry: (entry.seed, entry.id))
    groups = list(_split([entry.id for entry in listed], lambda entry: (field.points_12[entry],)))
    worth: dict[str, Valued] = {}
    for tiebreak in tiebreaks_of(chain):
        worth[tiebreak.key] = valued = _values(tiebreak, field, groups)
        order = _higher_first(valued, is_turned=not tiebreak.higher_wins)
        groups = [part for group in groups for part in _split(group, order)]
    return tuple(_rows(groups, field, worth))


def _values(tiebreak: Tiebreak, field: Field, groups: Sequence[Group]) -> Valued:
    """Of all entries; within ties, only those that are tied have one."""
    if not tiebreak.is_within_ties:
        return tiebreak.compute(field, [entry for group in groups for entry in group])
    valued: dict[str, Values] = {entry: () for group in groups for entry in group}
    for group in groups:
        if len(group) > 1:
            valued.update(tiebreak.compute(field, group))
    return valued


def _higher_first(valued: Valued, *, is_turned: bool) -> Callable[[str], Values]:
    """The key to sort by. An empty value stays the lowest when the others are turned."""
    if not is_turned:
        return valued.__getitem__
    return lambda entry: tuple(-value for value in valued[entry])


def _split(group: Group, key: Callable[[str], Values]) -> Iterator[Group]:
    """Into groups of equal entries, the best first; inside them the order is kept."""
    if len(group) == 1:
        yield group
        return
    for _, equal in groupby(sorted(group, key=key, reverse=True), key):
        yield list(equal)


def _rows(groups: Sequence[Group], field: Field, worth: Mapping[str, Valued]) -> Iterator[Row]:
    rank = 1
    for group in groups:
        for entry in group:
            values = {key: tuple(map(exact, valued[entry])) for key, valued in worth.items()}
            yield Row(rank, entry, field.points_12[entry], values, field.cells[entry])
        rank += len(group)


def exact(number: Number) -> Exact:
    """A number as it is stored. `Fraction(stored)` reads it back."""
    if isinstance(number, int):
        return number
    return number.numerator if number.denominator == 1 else str(number)
