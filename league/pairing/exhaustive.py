"""The cheapest seating of a small field, by looking at all of them.

Decided here: nothing but which seating costs least; it is proof, where `local_search` is only
good. The number of seatings grows fast: 15 400 for twelve entries in threes, 1.4 million for
fifteen, so callers ask only up to `SMALL` entries.
"""

from itertools import combinations

SMALL = 12

Rows = tuple[int, ...]


def cheapest(
    sizes: tuple[int, ...], *, pairs: list[list[int]], short: list[int], full: int, limit: int
) -> list[Rows] | None:
    """Tables of these sizes that cost the least, or None when none costs less than `limit`.

    `pairs` holds what each two cost together, `short` what each costs at a table
    of fewer than `full` seats.
    """
    search = _Exhaustive(pairs=pairs, short=short, full=full, limit=limit)
    search.seat(tuple(range(len(pairs))), left=sizes, spent=0)
    return search.best


class _Exhaustive:
    """Branch and bound: the first unseated entry goes to a table of every size and company."""

    def __init__(self, *, pairs: list[list[int]], short: list[int], full: int, limit: int) -> None:
        self.pairs = pairs
        self.short = short
        self.full = full
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
        together = sum(self.pairs[one][two] for one, two in combinations(rows, 2))
        return together + sum(self.short[row] for row in rows if len(rows) < self.full)
