"""Whole events at tables of three and four, 5 to 60 entries: repeats, turns at short tables, time.

Rounds planned together, as the format draws them by default with the leaders at one table at the
end, are held against the greedy seating and against the same search round by round. Places at the
tables are drawn by lots from a fixed seed. A field in which the planned rounds repeat more than the
greedy ones ends the run as a failure.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from random import Random

from bench.pairing import POINTS, after, field
from league.formats.contract import RoundTerms, StageSettings
from league.formats.tables import TABLES
from league.pairing.cost import Situation
from league.pairing.field import NoPairing, Pairing
from league.pairing.outlook import RoundTables, repeats_over
from league.pairing.sizes import SizeMix, SizeRules, table_sizes
from league.pairing.tables import greedy_tables, pair_tables

FIELDS = range(5, 61)
ROUNDS = 5
SETTINGS = StageSettings(rounds_planned=ROUNDS)
POINTS.setdefault(2, (9, 3))
# The situation, tables, rounds after this one, and their plan.
Way = Callable[[Situation, SizeMix, int, tuple[RoundTables, ...]], Pairing | NoPairing]


def greedy(situation: Situation, mix: SizeMix, _left: int, _plan: object) -> Pairing:
    return Pairing(greedy_tables(situation, mix=mix, seed=len(situation.entrants)))


def round_by_round(
    situation: Situation, mix: SizeMix, _left: int, _plan: object
) -> Pairing | NoPairing:
    return pair_tables(situation, mix=mix, seed=len(situation.entrants))


def together(
    situation: Situation, mix: SizeMix, left: int, plan: tuple[RoundTables, ...]
) -> Pairing | NoPairing:
    gathers = TABLES.gathers_leaders(situation.round_number, settings=SETTINGS)
    terms = RoundTerms(
        replace(situation, final_seats=mix.full if gathers else 0),
        settings=SETTINGS,
        sizes=SizeRules(),
        seed=len(situation.entrants),
        coming=(situation.entrants,) * left,
        earlier=plan,
    )
    return TABLES.pair(terms)


def played(n: int, way: Way) -> tuple[int, str, float]:
    """Repeats, the fewest and most turns at short tables, and the longest work for a round."""
    lots = Random(n)
    mix = table_sizes(n, rules=SizeRules())
    situation, plan, longest_s = Situation(field(n)), (), 0.0
    for left in reversed(range(ROUNDS)):
        started = time.process_time()
        pairing = way(situation, mix, left, plan)
        longest_s = max(longest_s, time.process_time() - started)
        assert isinstance(pairing, Pairing)
        situation, plan = after(situation, pairing.tables, lots), pairing.ahead
    turns = [situation.short_times[entrant.id] for entrant in situation.entrants]
    return repeats_over(situation.past.meetings), f"{min(turns)}-{max(turns)}", longest_s


def main() -> None:
    print(f"tables of 3-4, {ROUNDS} rounds, one core: repeats, turns at short tables, most CPU")
    print("  entries       greedy   round by round          together")
    worse = []
    for n in FIELDS:
        ways = [played(n, way) for way in (greedy, round_by_round, together)]
        cells = "  ".join(f"{repeats:4} {turns} {s:5.2f} s" for repeats, turns, s in ways)
        print(f"  {n:7} {cells}", flush=True)
        if ways[2][0] > ways[0][0]:
            worse.append(n)
    if worse:
        raise SystemExit(f"Tables for {worse}: greedy repeats less.")
