"""Bounds of final ranks by what everybody can end with, where matches do not hang together.

Those who meet are looked at together: of two, not both win; at a table, not all come first.
Matches in which nobody sits twice do not touch each other, so that each can go its own way: for one
entry the best is that every other match goes so that as few as possible end above it. Of a match,
at least k end above a number if in each of its ways the k-th best of them does; so it is enough to
keep, for every k, the least and the most that its k-th best can have. With these the bounds are
exact, in as much as what one ends with is known exactly.

What one ends with is a pair of whole numbers, the least and the most that it may count for, since
a tiebreak may not be decided by results. One is surely above another if its least is more than the
other's most.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
_AT_ONCE = 200_000  # ways


@dataclass(frozen=True, slots=True)
class Possible:
    """Ranks, both included."""

    best: int
    worst: int


@dataclass(frozen=True)
class Cluster:
    """Entries whose ends hang together: a match, or several that share entries.

    `parts`: what each of its matches may bring, a row for each way and a column for each entry;
    one row of each adds up to what everybody ends with at least. `slack`: how much more it may be.
    """

    entries: tuple[str, ...]
    parts: tuple[Numbers, ...]
    slack: Numbers  # by entry; of a single match it may differ by way

    @property
    def shape(self) -> tuple[bytes, ...]:
        """The same for all clusters that end alike, whoever is in them."""
        return (*(part.tobytes() for part in self.parts), self.slack.tobytes())

    def ends(self) -> Iterator[tuple[Numbers, Numbers]]:
        """The least and the most that everybody ends with, a row for each way, in pieces."""
        *heads, tail = self.parts
        while heads and len(heads[-1]) * len(tail) <= _AT_ONCE:
            tail = (heads.pop()[:, None, :] + tail[None, :, :]).reshape(-1, len(self.entries))
        for head in product(*heads):
            least = tail + sum(head)
            yield least, least + self.slack


@dataclass(frozen=True)
class _Best:
    """Of the k-th best of a cluster: the least and the most that it can have; all in order."""

    least: Numbers
    most: Numbers

    @classmethod
    def of(cls, cluster: Cluster) -> "_Best":
        least = np.full(len(cluster.entries), np.iinfo(np.int64).max)
        most = np.full(len(cluster.entries), np.iinfo(np.int64).min)
        for low, high in cluster.ends():
            least = np.minimum(least, np.sort(low, axis=1).min(axis=0))
            most = np.maximum(most, np.sort(high, axis=1).max(axis=0))
        return cls(least, most)


@dataclass(frozen=True)
class MatchGains:
    """What a match may bring: a row for each way, a column for each of its entries."""

    entries: tuple[str, ...]
    gains: Numbers
    slack: Numbers | None = None  # as many; how much more it may be


@dataclass(frozen=True)
class Ends:
    """What everybody can end with."""

    start: Mapping[str, int]  # at least, before the matches
    gains: Sequence[MatchGains]
    slack: Mapping[str, int]  # how much more it may be

    def bounds(self, groups: Sequence[Sequence[str]]) -> dict[str, Possible]:
        """By entry, among those who are ranked together."""
        found: dict[str, Possible] = {}
        for members in groups:
            found |= bounds_of(list(self._clusters(frozenset(members))))
        return found

    @cached_property
    def _seats(self) -> dict[str, tuple[int, list[tuple[int, int]]]]:
        """By entry: the number of its match, and the least and the most for each way of it."""
        seats = {}
        for at, match in enumerate(self.gains):
            more = np.zeros_like(match.gains) if match.slack is None else match.slack
            for seat, entry in enumerate(match.entries):
                least = self.start[entry] + match.gains[:, seat]
                most = least + more[:, seat] + self.slack[entry]
                seats[entry] = at, list(zip(least.tolist(), most.tolist(), strict=True))
        return seats

    def spans(self, choice: Sequence[int], entries: Sequence[str]) -> dict[str, tuple[int, int]]:
        """What some end with, at least and at most, if each match ends by the way chosen.

        Where nobody is in two matches.
        """
        spans = {}
        for entry in entries:
            if entry in self._seats:
                at, by_way = self._seats[entry]
                spans[entry] = by_way[choice[at]]
            else:
                spans[entry] = self.start[entry], self.start[entry] + self.slack[entry]
        return spans

    def _clusters(self, members: frozenset[str]) -> Iterator[Cluster]:
        alone = set(members)
        for hanging in hanging_together([match.entries for match in self.gains]):
            entries = sorted({e for at in hanging for e in self.gains[at].entries} & members)
            alone -= set(entries)
            if entries:
                yield self._cluster(entries, [self.gains[at] for at in hanging])
        for entry in sorted(alone):
            yield self._cluster([entry], [])

    def _cluster(self, entries: list[str], matches: Sequence[MatchGains]) -> Cluster:
        slack = np.array([[self.slack[entry] for entry in entries]])
        parts = [np.array([[self.start[entry] for entry in entries]])]
        for match in matches:
            parts.append(_columns(match, match.gains, entries))
            if match.slack is not None:
                slack = slack + _columns(match, match.slack, entries)
        return Cluster(tuple(entries), tuple(parts), slack)


def _columns(match: MatchGains, rows: Numbers, entries: list[str]) -> Numbers:
    """By the entries of a cluster; nothing for those who are not in the match."""
    part = np.zeros((len(rows), len(entries)), dtype=np.int64)
    for seat, entry in enumerate(match.entries):
        if entry in entries:
            part[:, entries.index(entry)] = rows[:, seat]
    return part


def hanging_together(tables: Sequence[Sequence[str]]) -> list[list[int]]:
    """The places of tables that share entries, directly or by others between them."""
    leader: dict[str, int] = {}
    found: dict[int, list[int]] = {}
    for at, entries in enumerate(tables):
        joined = sorted({leader[entry] for entry in entries if entry in leader})
        together = [place for first in joined for place in found.pop(first)] + [at]
        found[at] = together
        leader |= {entry: at for place in together for entry in tables[place]}
    return list(found.values())


def bounds_of(clusters: Sequence[Cluster]) -> dict[str, Possible]:
    """By entry, among the entries of all clusters."""
    by_shape = {cluster.shape: cluster for cluster in clusters}
    best = {shape: _Best.of(cluster) for shape, cluster in by_shape.items()}
    everybody = _Best(
        np.sort(np.concatenate([best[cluster.shape].least for cluster in clusters])),
        np.sort(np.concatenate([best[cluster.shape].most for cluster in clusters])),
    )
    found = {
        shape: _ranks(cluster, own=best[shape], everybody=everybody)
        for shape, cluster in by_shape.items()
    }
    return {
        entry: ranks
        for cluster in clusters
        for entry, ranks in zip(cluster.entries, found[cluster.shape], strict=True)
    }


def _ranks(cluster: Cluster, *, own: _Best, everybody: _Best) -> list[Possible]:
    number = len(cluster.entries)
    best, worst = [np.iinfo(np.int64).max] * number, [0] * number
    for low, high in cluster.ends():
        for at in range(number):
            least, most = low[:, at], high[:, at]
            above = (low > most[:, None]).sum(axis=1)
            above += _more(everybody.least, most) - _more(own.least, most)
            best[at] = min(best[at], 1 + int(above.min()))
            before = (high > least[:, None]).sum(axis=1) - (most > least)  # without itself
            before += _more(everybody.most, least) - _more(own.most, least)
            worst[at] = max(worst[at], 1 + int(before.max()))
    return [Possible(*ranks) for ranks in zip(best, worst, strict=True)]


def _more(values: Numbers, than: Numbers) -> Numbers:
    """How many of the values, which are in order, are more than each of some numbers."""
    return len(values) - np.searchsorted(values, than, side="right")
