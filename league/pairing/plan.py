"""Checks a plan for all its rounds before the event starts: which mix of tables repeats least.

Decided here: how many meetings repeat over the planned rounds when tables are drawn round by round
or follow a fixed schedule, and which plan is recommended. How long a round takes, and whether the
organiser follows the recommendation, is left to others. The draws are made with equal points: in
the event points pull the same players together, so repeats there are at least as hard to avoid.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb

from league.pairing.cost import Cost, Situation
from league.pairing.field import Entrant, Meeting, Pairing, Past, PastBye
from league.pairing.remarks import crowding, repeats_in
from league.pairing.schedules import fixed_schedule
from league.pairing.sizes import SizeMix, SizeRules, size_mixes
from league.pairing.tables import pair_tables

NO_REPEATS = Cost(short_again=10**9)  # nothing forbidden, nothing repeated


@dataclass(frozen=True, slots=True)
class SizePlan:
    """A mix of tables for every round, and what it leads to. Boards and short tables: its mix."""

    mix: SizeMix
    rounds: int
    repeats: int  # meetings of pairs that met before, over all rounds
    least: int  # proven: no draw of this mix has fewer
    is_fixed: bool = False  # by a fixed schedule, which takes no account of points


def plans(n: int, *, rounds: int, rules: SizeRules, seed: int) -> tuple[SizePlan, ...]:
    """All plans for `n` entries side by side, the recommended first; none if nobody can play."""
    mixes = [mix for mix in size_mixes(n, rules=rules) if mix.sizes]
    drawn = (drawn_plan(mix, rounds=rounds, seed=seed) for mix in mixes)
    return recommended((*drawn, *_fixed_plans(mixes, rounds=rounds)))


def recommended(candidates: Iterable[SizePlan]) -> tuple[SizePlan, ...]:
    """Fewest repeats over the planned rounds first, then fewest tables, then drawn ones."""
    return tuple(
        sorted(candidates, key=lambda plan: (plan.repeats, plan.mix.boards, plan.is_fixed))
    )


def drawn_plan(mix: SizeMix, *, rounds: int, seed: int) -> SizePlan:
    """What comes out when every round is drawn at these tables."""
    n = mix.seats + mix.byes
    entrants = tuple(Entrant(str(number), seed=number) for number in range(1, n + 1))
    past = Past()
    repeats = 0
    for number in range(1, rounds + 1):
        situation = Situation(entrants, round_number=number, past=past)
        pairing = pair_tables(situation, mix=mix, seed=seed, enough=NO_REPEATS)
        assert isinstance(pairing, Pairing), "nothing is forbidden and the mix has tables"
        repeats += repeats_in(pairing.tables, situation=situation)
        past = _after(past, pairing, round_number=number)
    return SizePlan(mix, rounds=rounds, repeats=repeats, least=least_over(mix, rounds=rounds))


def least_over(mix: SizeMix, *, rounds: int) -> int:
    """A proven number of repeats, by one of two counts.

    From round 2 on a table larger than the number of tables holds a pair of the round before (who
    sat out counts as a table). And there are only so many pairs to meet.
    """
    origins = mix.boards + mix.byes
    at_once = sum(crowding(size, origins) for size in mix.sizes) * (rounds - 1)
    meetings = sum(comb(size, 2) for size in mix.sizes) * rounds
    return max(at_once, meetings - comb(mix.seats + mix.byes, 2), 0)


def _after(past: Past, pairing: Pairing, *, round_number: int) -> Past:
    meetings = tuple(Meeting(round_number, table.entries) for table in pairing.tables)
    byes = tuple(PastBye(round_number, entry, kind="pairing") for entry in pairing.byes)
    return Past((*past.meetings, *meetings), (*past.byes, *byes))


def _fixed_plans(mixes: Iterable[SizeMix], *, rounds: int) -> Iterable[SizePlan]:
    for mix in mixes:
        is_even = not mix.byes and not mix.short
        if is_even and fixed_schedule(mix.seats, rounds=rounds, size=mix.full):
            yield SizePlan(mix, rounds=rounds, repeats=0, least=0, is_fixed=True)
