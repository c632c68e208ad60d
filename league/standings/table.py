"""The order of a table: points, then the event's tiebreaks, then a shared rank; and why.

A pure function of what was played and of the event's settings: the same inputs, in whatever order
they come, give the same rows. Rows are stored as JSON, with exact numbers and no floats. Where
entries are in groups, each group has a table of its own, one after the other by their names.

What a round was for an entry does not depend on later rounds, so that for the tables after every
round the field is made once and cut off after each. The parts of a value are computed when somebody
asks, from the same inputs as the table.
"""

import gc
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field as dataclass_field, replace
from itertools import accumulate, groupby, repeat

from league.standings.field import Cell, Field, field_of
from league.standings.inputs import Inputs
from league.standings.keys.own_games import places_taken
from league.standings.keys.running import games_played
from league.standings.parts import Exact, Explanation, exact
from league.standings.points import Scheme
from league.standings.tiebreak import Tiebreak, Valued, Values, scale_of
from league.standings.tiebreaks import TIEBREAKS, orders_alone, tiebreaks_of
from league.standings.wording import Combination

Group = list[str]  # entries that are equal so far
POINTS = "POINTS"


@contextmanager
def without_gc() -> Iterator[None]:
    """Tables have no cycles, and searching for some while they grow takes half of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.freeze()  # and back: all that grew is taken for old, without a look at it
            gc.unfreeze()
            gc.enable()


@dataclass(slots=True)
class Row:
    """An entry in the table. Nobody changes one; frozen, it takes five times as long to make."""

    rank: int  # shared: 1, 2, 2, 4
    entry: str
    points_12: int
    values: Mapping[str, tuple[Exact, ...]]  # by tiebreak, in the order of the chain; () is none
    cells: tuple[Cell, ...]  # one for each round
    group: str = ""
    # Told beside values, and no part of the order: games played over the board, and how often
    # first, second, third in them, where that counts.
    games: int = dataclass_field(default=0, compare=False)
    placed: tuple[int, ...] = dataclass_field(default=(), compare=False)
    # The ranks that can still come; None: not looked at, or nothing is left to play.
    best: int | None = dataclass_field(default=None, compare=False)
    worst: int | None = dataclass_field(default=None, compare=False)

    def as_dict(self) -> dict[str, object]:
        told: dict[str, object] = {
            "rank": self.rank,
            "entry": self.entry,
            "points_12": self.points_12,
            "values": {key: list(values) for key, values in self.values.items()},
            "cells": [cell.as_dict() for cell in self.cells],
        }
        return told | {"group": self.group} if self.group else told


def standings(inputs: Inputs, *, chain: Sequence[str], scheme: Scheme) -> tuple[Row, ...]:
    """The table, best first. Entries that share a rank stand in the order of their seeds."""
    with without_gc():
        return table_of(field_of(inputs, scheme=scheme), chain=chain)


def table_of(field: Field, *, chain: Sequence[str]) -> tuple[Row, ...]:
    """The table of a field, group by group."""
    rows: list[Row] = []
    for name, entries in field.root.remembered("groups", _groups):
        worth: dict[str, tuple[Tiebreak, Valued]] = {}
        equal = _by_points(field, entries, chain=chain)
        for tiebreak in tiebreaks_of(chain):
            equal, valued = _parted(tiebreak, field, equal)
            worth[tiebreak.key] = tiebreak, valued
        rows += _rows(equal, field, worth, name)
    return tuple(rows)


def tied_before(field: Field, *, entry: str, key: str, chain: Sequence[str]) -> list[str]:
    """Who is equal to an entry in everything that stands before a key; the entry among them."""
    earlier = chain[: chain.index(key)] if key in chain else chain
    equal = _by_points(field, group_of(field, entry), chain=chain)
    for tiebreak in tiebreaks_of(earlier):
        equal, _valued = _parted(tiebreak, field, equal)
    return next(group for group in equal if entry in group)


def parted_by_chain(field: Field, tied: Group, *, chain: Sequence[str]) -> list[Group]:
    """Entries that are equal in points, in groups that are equal in everything, the best first."""
    equal = [tied]
    for tiebreak in tiebreaks_of(chain):
        if len(equal) == len(tied):
            break
        equal, _valued = _parted(tiebreak, field, equal)
    return equal


def group_of(field: Field, entry: str) -> Group:
    """Who is ranked together with an entry, by their seeds."""
    return next(ids for _, ids in field.root.remembered("groups", _groups) if entry in ids)


def _groups(field: Field) -> list[tuple[str, Group]]:
    # A group named AA comes behind Z.
    listed = sorted(field.inputs.entries, key=lambda e: (len(e.group), e.group, e.seed, e.id))
    return [
        (name, [entry.id for entry in members])
        for name, members in groupby(listed, key=lambda entry: entry.group)
    ]


def _by_points(field: Field, entries: Group, *, chain: Sequence[str]) -> list[Group]:
    has_bracket = field.inputs.bracket is not None
    if orders_alone(chain, has_bracket=has_bracket):
        return [entries]
    return list(_split(entries, field.points_12.__getitem__))


def _parted(tiebreak: Tiebreak, field: Field, equal: Sequence[Group]) -> tuple[list[Group], Valued]:
    """The groups of equals as a tiebreak parts them, and its values."""
    valued = _values(tiebreak, field, equal)
    order = _higher_first(valued, is_turned=not tiebreak.higher_wins)
    parted: list[Group] = []
    for group in equal:
        parted += [group] if len(group) == 1 else _split(group, order)
    return parted, valued


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
    return lambda entry: tuple([-value for value in valued[entry]])


def _split(group: Group, key: Callable[[str], Values | int]) -> Iterator[Group]:
    """Into groups of equal entries, the best first; inside them the order is kept."""
    for _, equal in groupby(sorted(group, key=key, reverse=True), key):
        yield list(equal)


class _Written(dict[Values, tuple[Exact, ...]]):
    """Values as they are stored, by what was computed: the same come again and again."""

    def __init__(self, scale: int) -> None:
        self.scale = scale

    def __missing__(self, values: Values) -> tuple[Exact, ...]:
        self[values] = written = tuple([exact(number, self.scale) for number in values])
        return written


def _rows(
    groups: Sequence[Group], field: Field, worth: Mapping[str, tuple[Tiebreak, Valued]], name: str
) -> list[Row]:
    entries = [entry for group in groups for entry in group]
    firsts = accumulate(map(len, groups), initial=1)
    ranks = [first for first, group in zip(firsts, groups, strict=False) for _ in group]
    columns = [_column(*of, entries) for of in worth.values()]
    values = zip(*columns, strict=True) if columns else repeat(())
    placed = places_taken(field) if "PLACES" in worth else dict.fromkeys(entries, ())
    points_12, cells, games = field.points_12, field.cells, games_played(field)
    return [
        Row(
            *(rank, entry, points_12[entry], dict(zip(worth, row, strict=True)), cells[entry]),
            *(name, games[entry], placed[entry]),
        )
        for rank, entry, row in zip(ranks, entries, values, strict=False)
    ]


def _column(tiebreak: Tiebreak, valued: Valued, entries: Sequence[str]) -> list[tuple[Exact, ...]]:
    written = _Written(tiebreak.scale * scale_of(valued))
    return list(map(written.__getitem__, map(valued.__getitem__, entries)))


def parted_by(upper: Row, lower: Row) -> str:
    """`POINTS`, the key of a tiebreak, or nothing where the two share a rank."""
    is_by_points = not any(upper.values[key] for key in upper.values if orders_alone([key]))
    if upper.points_12 != lower.points_12 and is_by_points:
        return POINTS
    if upper.rank == lower.rank:
        return ""
    return next(key for key, values in upper.values.items() if values != lower.values[key])


def explain(field: Field, *, entry: str, key: str, chain: Sequence[str] = ()) -> Explanation:
    """What an entry's value of a key is made of.

    `chain` is the event's: what is compared within ties depends on who is tied before it. A key
    that is not in it is taken to stand behind it.
    """
    tiebreak = TIEBREAKS[key]
    entries = group_of(field, entry)
    if tiebreak.is_within_ties:
        entries = tied_before(field, entry=entry, key=key, chain=chain)
        if len(entries) == 1:
            return Explanation(key, entry, (), Combination.VOID, ())
    values = tiebreak.compute(field, entries)
    parts = tiebreak.tell(field, entry, entries)
    scale = tiebreak.scale * scale_of(values)
    value = tuple(exact(number, scale) for number in values[entry])
    return Explanation(
        key, entry, value, parts.how if value else Combination.VOID, parts.parts, parts.divisor
    )


def tables_of(whole: Field, *, chain: Sequence[str], since: int = 0) -> dict[int, tuple[Row, ...]]:
    """The rows after each round by its number, and before the first by 0, from the last field.

    `since`: without the tables of so many rounds, from the first on.
    """
    return {
        (0, *whole.numbers)[played]: table_of(whole.after(played), chain=chain)
        for played in range(since, len(whole.numbers) + 1)
    }


def category_rows(rows: Sequence[Row], *, members: Collection[str]) -> tuple[Row, ...]:
    """In the order of the standings; nothing is counted again, who shares a rank still does."""
    kept = [row for row in rows if row.entry in members]
    first_at: dict[tuple[str, int], int] = {}
    for place, row in enumerate(kept, start=1):
        first_at.setdefault((row.group, row.rank), place)
    return tuple(replace(row, rank=first_at[row.group, row.rank]) for row in kept)
