"""The cheapest seating: by swaps of two and cycles of three, or in a small field by looking at all.

Decided here: how to search, and when to stop: after a number of stirs fixed by the size of the
field, never by a clock, so that a seed always gives the same seating. The result never costs more
than the start. Looking at all is proof; the number of seatings grows fast (15 400 for twelve
entries in threes, 1.4 million for fifteen), so callers ask only up to `SMALL` entries. What a
seating costs is decided in `cost`; where to start, in `tables`.
"""

from collections.abc import Callable, Iterable
from itertools import combinations
from random import Random

import numpy as np

from league.pairing.cost import NOTHING, Cost
from league.pairing.matrix import CostMatrix, Numbers

Groups = list[list[int]]  # tables, each of rows of the cost matrix
Progress = Callable[[float], None]

MOST_STIRS = 500
WORK = 500_000_000  # stirs times squared entries: what a search may spend on a large field
NEAR = 12  # a stir moves an entry to one of its so many cheapest places
BREADTH = 64  # a cycle starts with one of so many best first moves
SMALL = 12

Rows = tuple[int, ...]


class Seating:
    """Who sits where, with the price of every replacement kept up to date.

    `price[b, a]` is what b's table would cost more if `a` took the seat of b. A swap of a and b
    costs price[b, a] + price[a, b]; a cycle adds three such numbers.
    """

    def __init__(self, groups: Groups, *, matrix: CostMatrix) -> None:
        self.matrix = matrix
        self.groups = [list(group) for group in groups]
        self.before: dict[int, list[int]] = {}  # tables as they were when last kept
        size = len(matrix.pairs)
        self.table_of = [0] * size
        self.price: Numbers = np.empty((size, size), dtype=matrix.pairs.dtype)
        self.swap_price: Numbers = np.empty_like(self.price)
        self.own: Numbers = np.empty(size, dtype=matrix.pairs.dtype)  # what each costs its table
        self._reprice(range(len(groups)))

    def _reprice(self, tables: Iterable[int]) -> None:
        """Bring prices up to date after these tables changed."""
        changed: list[int] = []
        for table in tables:
            self._reprice_table(table)
            changed += self.groups[table]
        prices = self.price[changed] + self.price[:, changed].T
        self.swap_price[changed] = prices
        self.swap_price[:, changed] = prices.T

    def _reprice_table(self, table: int) -> None:
        members = np.array(self.groups[table])
        pairs = self.matrix.pairs[members]
        joining = pairs.sum(axis=0)
        if (short := self.matrix.short.get(len(members))) is not None:
            joining = joining + short
        self.own[members] = joining[members]
        self.price[members] = joining - pairs - joining[members][:, None]
        self.price[members[:, None], members] = self.matrix.never
        for member in self.groups[table]:
            self.table_of[member] = table

    def rotate(self, *rows: int) -> int:
        """Let each take the seat of the next, and the last that of the first; the price of it."""
        following = rows[1:] + rows[:1]
        tables = [self.table_of[row] for row in following]
        price = sum(int(self.price[b, a]) for a, b in zip(rows, following, strict=True))
        for row, table, leaver in zip(rows, tables, following, strict=True):
            group = self.groups[table]
            self.before.setdefault(table, group)
            self.groups[table] = [row if member == leaver else member for member in group]
        self._reprice(tables)
        return price

    def keep(self) -> None:
        self.before = {}

    def undo(self) -> None:
        """Back to what was last kept."""
        for table, members in self.before.items():
            self.groups[table] = members
        self._reprice(self.before)
        self.keep()

    def best_swap(self) -> tuple[int, ...]:
        """The swap that saves most, or nothing."""
        first, second = divmod(int(self.swap_price.argmin()), len(self.table_of))
        return (first, second) if self.swap_price[first, second] < 0 else ()

    def saving_cycle(self, rows: Iterable[int]) -> tuple[int, ...]:
        """A cycle that saves something, or nothing.

        A cycle that saves has a seat whose table gains by its first move alone, so only such
        moves are followed.
        """
        for row in rows:
            first = np.argsort(self.price[row], kind="stable")[:BREADTH]
            first = first[self.price[row, first] < 0]
            if not len(first):
                continue
            prices = self.price[first] + self.price[row, first][:, None] + self.price[:, row]
            at, second = divmod(int(prices.argmin()), len(self.table_of))
            if prices[at, second] < 0:
                return row, second, int(first[at])
        return ()


def usual_stirs(entries: int) -> int:
    return min(MOST_STIRS, WORK // max(1, entries) ** 2)


def improve(
    seating: Seating,
    *,
    cost: Cost,
    stirs: int,
    random: Random,
    enough: Cost = NOTHING,
    progress: Progress | None = None,
) -> Cost:
    """Make a seating that costs `cost` cheaper, down to `enough`; what it costs then."""
    if len(seating.groups) < 2:
        return cost
    cost += _descend(seating, rows=range(len(seating.table_of)))
    seating.keep()
    for stir in range(stirs):
        if cost <= enough:
            break
        change = _stir(seating, random)
        if change <= NOTHING:
            cost += change
            seating.keep()
        else:
            seating.undo()
        if progress:
            progress((stir + 1) / stirs)
    return cost


def _descend(seating: Seating, *, rows: Iterable[int] | None = None) -> Cost:
    """Swap, and cycle these rows or else those moved, while that saves; what it changed."""
    change = NOTHING
    while True:
        moved = (row for table in list(seating.before) for row in seating.groups[table])
        move = seating.best_swap() or seating.saving_cycle(moved if rows is None else rows)
        if not move:
            return change
        change += seating.matrix.scale.unpack(seating.rotate(*move))


def _stir(seating: Seating, random: Random) -> Cost:
    """Send an entry that costs something and two more round, each to a near place; descend."""
    first = int(random.choice(np.flatnonzero(seating.own)))
    second = _near(seating, first, random)
    third = _near(seating, second, random)
    ring: tuple[int, ...] = (first, second, third)
    if len({seating.table_of[row] for row in ring}) < len(ring):
        ring = (first, second)
    change = seating.matrix.scale.unpack(seating.rotate(*ring))
    return change + _descend(seating)


def _near(seating: Seating, row: int, random: Random) -> int:
    """One of the entries that this one swaps with at the lowest price."""
    others = len(seating.table_of) - len(seating.groups[seating.table_of[row]])
    cheapest = np.argsort(seating.swap_price[row], kind="stable")[: min(NEAR, others)]
    return int(cheapest[random.randrange(len(cheapest))])


def cheapest(
    sizes: tuple[int, ...], *, pairs: list[list[int]], short: dict[int, list[int]], limit: int
) -> list[Rows] | None:
    """Tables of these sizes that cost the least, or None when none costs less than `limit`.

    `pairs` holds what each two cost together, `short` what each costs at a table of a short size.
    """
    search = _Exhaustive(pairs=pairs, short=short, limit=limit)
    search.seat(tuple(range(len(pairs))), left=sizes, spent=0)
    return search.best


class _Exhaustive:
    """Branch and bound: the first unseated entry goes to a table of every size and company."""

    def __init__(self, *, pairs: list[list[int]], short: dict[int, list[int]], limit: int) -> None:
        self.pairs = pairs
        self.short = short
        self.limit = limit
        self.best: list[Rows] | None = None
        self.tables: list[Rows] = []

    def seat(self, waiting: Rows, *, left: tuple[int, ...], spent: int) -> None:
        if not waiting:
            self.best, self.limit = list(self.tables), spent
            return
        first, others = waiting[0], waiting[1:]
        for size in sorted(set(left), reverse=True):
            at = left.index(size)
            fewer = left[:at] + left[at + 1 :]
            for company in combinations(others, size - 1):
                cost = spent + self.cost((first, *company))
                if cost < self.limit:
                    self.tables.append((first, *company))
                    rest = tuple(row for row in others if row not in company)
                    self.seat(rest, left=fewer, spent=cost)
                    self.tables.pop()

    def cost(self, rows: Rows) -> int:
        together = sum(self.pairs[first][second] for first, second in combinations(rows, 2))
        short = self.short.get(len(rows))
        return together + (sum(short[row] for row in rows) if short else 0)
