"""How many tables of which size a round has, from the number of entries alone.

Decided here: the lawful mixes of sizes, the one a round takes, and how many must sit out. Who sits
where, and whose turn it is to sit out, is left to `tables`; what a mix costs over a whole event is
left to `plan`. An organiser who would rather give a bye than seat two at a table sets `least` to 3.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count

Way = Counter[int]  # how many tables of each size


@dataclass(frozen=True, slots=True)
class SizeRules:
    """What the event wishes, the game allows and the room has."""

    prefer: int = 4
    least: int = 2  # seats
    most: int = 4
    boards: int | None = None  # copies of the game at hand; None: enough


@dataclass(frozen=True, slots=True)
class SizeMix:
    """The tables of a round, the largest first, and how many entries sit out."""

    sizes: tuple[int, ...]
    byes: int = 0

    @property
    def seats(self) -> int:
        return sum(self.sizes)

    @property
    def boards(self) -> int:
        return len(self.sizes)

    @property
    def full(self) -> int:
        """The size of a table that is not short."""
        return max(self.sizes, default=0)

    @property
    def short(self) -> int:
        """How many tables are smaller than the largest."""
        return sum(size < self.full for size in self.sizes)


def table_sizes(n: int, *, rules: SizeRules) -> SizeMix:
    """The mix for `n` entries: no byes if possible, no tables of two, then the preferred size.

    With fours preferred that is (-n) mod 4 tables of three and the rest of four; 5 gives 3 + 2.
    """
    byes, ways = _ways_with_fewest_byes(n, rules=rules)
    return _mix(min(ways, key=lambda way: _preference(way, rules)), byes=byes)


def size_mixes(n: int, *, rules: SizeRules) -> tuple[SizeMix, ...]:
    """All mixes an organiser may choose from, the preferred first: 12 is 4+4+4 or 3+3+3+3.

    Tables of two are offered only where they are preferred or nothing else seats everybody.
    """
    byes, ways = _ways_with_fewest_byes(n, rules=rules)
    chosen, *others = sorted(ways, key=lambda way: _preference(way, rules))
    twos = 0 if rules.prefer == 2 else chosen[2]
    return tuple(
        _mix(way, byes=byes) for way in (chosen, *others) if way is chosen or way[2] <= twos
    )


def mix_around(n: int, *, locked: tuple[int, ...], rules: SizeRules) -> SizeMix:
    """The mix for `n` entries when tables of these sizes are already set."""
    boards = None if rules.boards is None else max(0, rules.boards - len(locked))
    rest = table_sizes(n - sum(locked), rules=replace(rules, boards=boards))
    return SizeMix(tuple(sorted((*locked, *rest.sizes), reverse=True)), byes=rest.byes)


def _mix(way: Way, *, byes: int) -> SizeMix:
    return SizeMix(tuple(sorted(way.elements(), reverse=True)), byes=byes)


def _preference(way: Way, rules: SizeRules) -> tuple[int, int, int]:
    twos = way[2] if rules.prefer > 2 else 0
    off = sum(abs(size - rules.prefer) * tables for size, tables in way.items())
    return twos, off, way.total()


def _ways_with_fewest_byes(n: int, *, rules: SizeRules) -> tuple[int, list[Way]]:
    """Never without a way: in the end everybody sits out."""
    fewest = 0 if rules.boards is None else max(0, n - rules.boards * rules.most)
    for byes in count(fewest):
        if ways := list(_ways(n - byes, rules=rules)):
            return byes, ways
    raise AssertionError("no entries take no tables")


def _ways(n: int, *, rules: SizeRules) -> Iterator[Way]:
    """Every way to write `n` as a sum of allowed sizes, on the boards there are."""

    def ways(left: int, size: int, boards: int) -> Iterator[Way]:
        if size == rules.least:
            tables, over = divmod(left, size)
            if not over and tables <= boards:
                yield Counter({size: tables})
        else:
            for tables in range(min(left // size, boards), -1, -1):
                for way in ways(left - tables * size, size - 1, boards - tables):
                    yield Counter({size: tables, **way})

    return ways(n, rules.most, n if rules.boards is None else rules.boards)
