"""Pairs a round at tables of up to four: who sits together, who sits out.

Decided here: whose turn it is to sit out, where the search starts and which searches run. The sizes
of the tables come from `sizes`, what a seating costs from `cost`, seats from `seats`. Forbidden
pairs never come out of here: a field that cannot keep them apart gets no pairing. The same
situation, mix, locks and seed always give the same pairing.
"""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from itertools import chain
from random import Random

import numpy as np

from league.pairing.cost import NOTHING, Cost, Pair, Situation, pairs_of, table_cost
from league.pairing.field import NoPairing, Pairing, PairingRemark, TableDrawn
from league.pairing.matrix import CostMatrix, cost_matrix
from league.pairing.remarks import byes_had, remarks_on
from league.pairing.search import SMALL, Groups, Seating, cheapest, improve, usual_stirs
from league.pairing.seats import seat_tables
from league.pairing.sizes import SizeMix


def pair_tables(
    situation: Situation,
    *,
    mix: SizeMix,
    seed: int,
    locked: tuple[TableDrawn, ...] = (),
    start: Pairing | None = None,
    progress: Callable[[float], None] | None = None,
) -> Pairing | NoPairing:
    """The round. `mix` covers the whole field, locked tables included (`sizes.mix_around`).

    When a pair cannot be kept apart, one of them sits out instead, if as much due as others. With
    a `start`, which has the locked tables, nobody else sits out, and what it costs is the most.
    """
    if not mix.sizes:
        return NoPairing(PairingRemark("too_few"), choices=("finish_stage",))
    if start is not None:
        draw = _draw(situation, mix=mix, byes=start.byes, locked=locked, seed=seed)
        found = draw.searched(draw.groups(start.tables), progress=progress)
        return _pairing((*locked, *found), situation=situation, byes=start.byes)
    clashing: set[str] = set()
    tried: set[tuple[str, ...]] = set()
    while (byes := _sitting_out(situation, mix=mix, locked=locked, rather=clashing)) not in tried:
        tried.add(byes)
        draw = _draw(situation, mix=mix, byes=byes, locked=locked, seed=seed)
        tables = draw.searched(draw.greedy(), progress=progress)
        clashes = _forbidden_at(tables, situation)
        if not clashes:
            return _pairing((*locked, *tables), situation=situation, byes=byes)
        clashing |= set(chain.from_iterable(clashes))
    reason = PairingRemark("cannot_keep_apart", entries=tuple(sorted(clashing)))
    return NoPairing(reason, choices=("drop_keep_apart", "give_bye"))


def greedy_tables(
    situation: Situation, *, mix: SizeMix, seed: int, locked: tuple[TableDrawn, ...] = ()
) -> tuple[TableDrawn, ...]:
    """Where the search starts: from the top down, each table takes the one that costs it least."""
    byes = _sitting_out(situation, mix=mix, locked=locked)
    draw = _draw(situation, mix=mix, byes=byes, locked=locked, seed=seed)
    return (*locked, *draw.tables(draw.greedy()))


@dataclass(frozen=True, slots=True)
class _Draw:
    """What is left to be decided once byes and locked tables are set."""

    situation: Situation
    order: tuple[str, ...]  # by points, with lots among equals; the rows of the matrix
    sizes: tuple[int, ...]
    full: int
    matrix: CostMatrix
    random: Random

    def tables(self, groups: Groups) -> tuple[TableDrawn, ...]:
        return tuple(TableDrawn(tuple(self.order[row] for row in group)) for group in groups)

    def groups(self, tables: tuple[TableDrawn, ...]) -> Groups:
        rows = {entry: row for row, entry in enumerate(self.order)}
        seated = (table.entries for table in tables if not table.is_locked)
        return [[rows[entry] for entry in entries] for entries in seated]

    def greedy(self) -> Groups:
        groups = []
        waiting = np.arange(len(self.order))
        for size in self.sizes:
            joining = np.zeros_like(self.matrix.pairs[0])
            group = []
            for _ in range(size):
                at = int(joining[waiting].argmin())
                group.append(int(waiting[at]))
                joining = joining + self.matrix.pairs[waiting[at]]
                if size < self.full and len(group) == 1:
                    joining = joining + self.matrix.short[size]
                waiting = np.delete(waiting, at)
            groups.append(group)
        return groups

    def searched(
        self, start: Groups, *, progress: Callable[[float], None] | None
    ) -> tuple[TableDrawn, ...]:
        """The cheapest tables found; of a small field, the cheapest there are."""
        if not self.sizes:
            return ()
        is_small = len(self.order) <= SMALL
        seating = Seating(start, matrix=self.matrix)
        cost = improve(
            seating,
            cost=self._cost(seating.groups),
            stirs=0 if is_small else usual_stirs(len(self.order)),
            random=self.random,
            progress=progress,
        )
        cheaper = self._cheaper(cost) if is_small else None
        return self.tables(cheaper or seating.groups)

    def _cost(self, groups: Groups) -> Cost:
        tables = (table.entries for table in self.tables(groups))
        costs = (table_cost(table, situation=self.situation, full=self.full) for table in tables)
        return sum(costs, start=NOTHING)

    def _cheaper(self, cost: Cost) -> Groups:
        seating = cheapest(
            self.sizes,
            pairs=self.matrix.pairs.tolist(),
            short={size: turns.tolist() for size, turns in self.matrix.short.items()},
            limit=self.matrix.scale.pack(cost),
        )
        return [list(rows) for rows in seating or ()]


def _draw(
    situation: Situation,
    *,
    mix: SizeMix,
    byes: tuple[str, ...],
    locked: tuple[TableDrawn, ...],
    seed: int,
) -> _Draw:
    # The round is part of the lot: one order for all rounds would build closed groups.
    random = Random(f"{seed} {situation.round_number}")  # noqa: S311 - no secret
    settled = {*byes, *chain.from_iterable(table.entries for table in locked)}
    waiting = sorted(situation.entrants, key=lambda entrant: entrant.seed)
    random.shuffle(waiting)
    waiting.sort(key=lambda entrant: -entrant.points_12)
    order = tuple(entrant.id for entrant in waiting if entrant.id not in settled)
    left = Counter(mix.sizes) - Counter(len(table.entries) for table in locked)
    sizes = tuple(sorted(left.elements(), reverse=True))
    if sum(sizes) != len(order):
        raise ValueError(f"{len(order)} entries do not fill tables of {sizes}")
    matrix = cost_matrix(order, situation=situation, full=mix.full)
    return _Draw(situation, order, sizes, mix.full, matrix, random)


def _sitting_out(
    situation: Situation,
    *,
    mix: SizeMix,
    locked: tuple[TableDrawn, ...],
    rather: Collection[str] = (),
) -> tuple[str, ...]:
    """Whose turn it is to sit out: nobody has a second bye before all had one.

    Among those as much due: who is hard to seat, who missed fewer rounds, who has fewer points.
    """
    had = byes_had(situation.past)
    missed = Counter(bye.entry for bye in situation.past.byes)
    seated = set(chain.from_iterable(table.entries for table in locked))
    due = sorted(
        (entrant for entrant in situation.entrants if entrant.id not in seated),
        key=lambda e: (had[e.id], e.id not in rather, missed[e.id], e.points_12, -e.seed),
    )
    return tuple(entrant.id for entrant in due[: mix.byes])


def _forbidden_at(tables: tuple[TableDrawn, ...], situation: Situation) -> list[Pair]:
    pairs = chain.from_iterable(pairs_of(table.entries) for table in tables)
    return [pair for pair in pairs if pair in situation.forbidden]


def _pairing(
    tables: tuple[TableDrawn, ...], *, situation: Situation, byes: tuple[str, ...]
) -> Pairing:
    """Tables with their seats, the leaders' first."""

    def standing(table: TableDrawn) -> tuple[list[int], int]:
        entrants = [situation.by_id[entry] for entry in table.entries]
        points = sorted(-entrant.points_12 for entrant in entrants)
        return points, min(entrant.seed for entrant in entrants)

    in_order = tuple(sorted(tables, key=standing))
    seated = seat_tables(in_order, past=situation.past)
    return Pairing(seated, byes, remarks_on(seated, situation=situation, byes=byes))
