"""Checks a plan for all its rounds before the event starts: which mix of tables repeats least.

Decided here: how many meetings repeat over the planned rounds, and how often people sit at short
tables, when the rounds are planned together (`ahead`) or follow a fixed schedule, and which plan is
recommended. How long a round takes, and whether the organiser follows the recommendation, is left
to others. The draws are made with equal points, by which tables are chosen only where that costs
nothing of this.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb

from league.pairing.ahead import RoundsToCome, RoundToCome, pair_ahead
from league.pairing.cost import USUAL_WEIGHTS, Situation, Weights, short_tables
from league.pairing.field import Entrant, Meeting, Pairing, Past, PastBye
from league.pairing.outlook import repeats_over
from league.pairing.remarks import crowding
from league.pairing.schedules import fixed_schedule
from league.pairing.sizes import SizeMix, SizeRules, size_mixes


@dataclass(frozen=True, slots=True)
class SizePlan:
    """A mix of tables for every round, and what it leads to. Boards and short tables: its mix."""

    mix: SizeMix
    rounds: int
    repeats: int  # meetings of pairs that met before, over all rounds
    least: int  # proven: no draw of this mix has fewer
    fewest_short: int = 0  # turns at short tables, of whom has fewest
    most_short: int = 0
    is_fixed: bool = False  # by a fixed schedule, which takes no account of points


def plans(
    n: int, *, rounds: int, rules: SizeRules, seed: int, weights: Weights = USUAL_WEIGHTS
) -> tuple[SizePlan, ...]:
    """All plans for `n` entries side by side, the recommended first; none if nobody can play."""
    mixes = [mix for mix in size_mixes(n, rules=rules) if mix.sizes]
    drawn = (drawn_plan(mix, rounds=rounds, seed=seed, weights=weights) for mix in mixes)
    return recommended((*drawn, *_fixed_plans(mixes, rounds=rounds)))


def recommended(candidates: Iterable[SizePlan]) -> tuple[SizePlan, ...]:
    """Fewest repeats over the planned rounds first, then fewest tables, then drawn ones."""
    return tuple(
        sorted(candidates, key=lambda plan: (plan.repeats, plan.mix.boards, plan.is_fixed))
    )


def drawn_plan(
    mix: SizeMix, *, rounds: int, seed: int, weights: Weights = USUAL_WEIGHTS
) -> SizePlan:
    """What comes out when every round is drawn at these tables."""
    n = mix.seats + mix.byes
    entrants = tuple(Entrant(str(number), seed=number) for number in range(1, n + 1))
    past = Past()
    while (played := max((m.round for m in past.meetings), default=0)) < rounds:
        pairing = pair_ahead(
            Situation(entrants, round_number=played + 1, past=past, weights=weights),
            mix=mix,
            horizon=RoundsToCome((RoundToCome(entrants, mix),) * (rounds - played - 1)),
            seed=seed,
        )
        assert isinstance(pairing, Pairing), "nothing is forbidden and the mix has tables"
        past = _after(past, pairing, round_number=played + 1)
    short = [entry for meeting in short_tables(past.meetings) for entry in meeting.entries]
    turns = [short.count(entrant.id) for entrant in entrants]
    return SizePlan(
        mix,
        rounds=rounds,
        repeats=repeats_over(past.meetings),
        least=least_over(mix, rounds=rounds),
        fewest_short=min(turns),
        most_short=max(turns),
    )


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
    """After this round, and after all others if they were planned with it."""
    rounds = (tuple(table.entries for table in pairing.tables), *pairing.ahead)
    meetings = (
        Meeting(number, table)
        for number, tables in enumerate(rounds, start=round_number)
        for table in tables
    )
    byes = (PastBye(round_number, entry, kind="pairing") for entry in pairing.byes)
    return Past((*past.meetings, *meetings), (*past.byes, *byes))


def _fixed_plans(mixes: Iterable[SizeMix], *, rounds: int) -> Iterable[SizePlan]:
    for mix in mixes:
        is_even = not mix.byes and not mix.short
        if is_even and fixed_schedule(mix.seats, rounds=rounds, size=mix.full):
            yield SizePlan(mix, rounds=rounds, repeats=0, least=0, is_fixed=True)
