"""Who meets whom in rounds that are not published yet.

By the format of the division, from the same schedules that rounds are drawn from, so that what is
announced is what is drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from league.formats.contract import Format, StageSettings
from league.pairing.field import Entrant, Pairing


@dataclass(frozen=True, slots=True)
class SchedulePlan:
    """What the schedule of a division is made of."""

    format: Format
    settings: StageSettings
    entries: tuple[tuple[str, int], ...]  # with their starting numbers
    left: frozenset[str] = frozenset()


def planned_round(plan: SchedulePlan, number: int) -> Pairing | None:
    """Tables and who sits out; None: drawn when the round starts, or there is no such round."""
    entrants = tuple(Entrant(entry, seed=seed) for entry, seed in plan.entries)
    return plan.format.planned_round(
        number, entrants=entrants, left=plan.left, settings=plan.settings
    )


def matches_left(pairings: Sequence[Pairing | None], entry: str) -> tuple[int, int]:
    """How many of these rounds an entry plays, and in how many it sits out."""
    known = [each for each in pairings if each is not None]
    seated = sum(entry in table.entries for each in known for table in each.tables)
    return seated, sum(entry in each.byes for each in known)
