"""Who meets whom in rounds that are not published yet.

The same schedules that rounds are drawn from, so that what is announced is what is drawn: Berger
tables by starting numbers, or a fixed schedule of tables. Once somebody has left, a fixed schedule
no longer fits, and its rounds are drawn when they start.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from league.pairing.field import Entrant, Pairing, Past
from league.pairing.round_robin import berger_round, round_robin_rounds
from league.pairing.schedules import scheduled_round


@dataclass(frozen=True, slots=True)
class Plan:
    """What the schedule of a division is made of."""

    entries: tuple[tuple[str, int], ...]  # with their starting numbers
    left: frozenset[str] = frozenset()
    is_for_two: bool = True
    is_double: bool = False
    table_size: int = 2
    seed: int = 0


def planned_round(plan: Plan, number: int) -> Pairing | None:
    """Tables and who sits out; None: drawn when the round starts, or there is no such round."""
    entrants = tuple(Entrant(entry, seed=seed) for entry, seed in plan.entries)
    if not plan.is_for_two:
        if plan.left:
            return None
        return scheduled_round(
            entrants, round_number=number, size=plan.table_size, past=Past(), seed=plan.seed
        )
    if number > round_robin_rounds(len(entrants), double=plan.is_double):
        return None
    drawn = berger_round(entrants, round_number=number, double=plan.is_double)
    return _without(drawn, plan.left)


def matches_left(pairings: Sequence[Pairing | None], entry: str) -> tuple[int, int]:
    """How many of these rounds an entry plays, and in how many it sits out."""
    known = [each for each in pairings if each is not None]
    seated = sum(entry in table.entries for each in known for table in each.tables)
    return seated, sum(entry in each.byes for each in known)


def _without(drawn: Pairing, left: Collection[str]) -> Pairing:
    """Whoever was to meet somebody who left sits out."""
    tables = tuple(table for table in drawn.tables if not set(table.entries) & set(left))
    seated = {entry for table in tables for entry in table.entries}
    everybody = (*drawn.byes, *(entry for table in drawn.tables for entry in table.entries))
    return Pairing(tables, tuple(e for e in everybody if e not in seated and e not in left))
