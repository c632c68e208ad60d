"""A round drawn for 20 to 1000 entries: time, and for tables what the seating gives up.

Swiss is held against py4swiss's own pairing of the same report, which follows the rules to January
2026: the same work, though not always the same pairs.
Tables are held against the greedy seating from which the search starts: what the search gains, and
how long it takes. Fields come from a fixed seed; results of earlier rounds are drawn by lot.
"""

import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import astuple, fields, replace
from pathlib import Path
from random import Random
from typing import TypeVar

from league.pairing.cost import Cost, Situation, cost_of
from league.pairing.field import Entrant, Meeting, Pairing, Past, TableDrawn
from league.pairing.round_robin import berger_round
from league.pairing.sizes import SizeRules, table_sizes
from league.pairing.swiss import SwissTerms, pair_swiss, swiss_event
from league.pairing.tables import greedy_tables, pair_tables
from league.pairing.trf.event import USUAL_POINTS
from league.pairing.trf.writer import write_trf
from league.standings.inputs import RoundOutcome
from league.standings.points import WHOLE

SIZES = (20, 100, 400, 1000)
SWISS_BEFORE = 6  # rounds of history; the first ones take py4swiss several times as long
TABLES_BEFORE = 3
POINTS = {4: (11, 7, 4, 2), 3: (10, 6, 2)}
OUTCOMES = (
    (RoundOutcome.WIN, RoundOutcome.LOSS),
    (RoundOutcome.LOSS, RoundOutcome.WIN),
    (RoundOutcome.DRAW, RoundOutcome.DRAW),
)
T = TypeVar("T")


def timed(work: Callable[[], T]) -> tuple[T, float]:
    started = time.perf_counter()
    value = work()
    return value, time.perf_counter() - started


def field(n: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(f"e{seed}", seed=seed) for seed in range(1, n + 1))


def swiss(n: int) -> tuple[float, float]:
    """Seconds of our way and of py4swiss, after rounds in which nobody met twice."""
    past, outcomes = met_once(n)
    points_12: Counter[str] = Counter()
    for (_, entry), outcome in outcomes.items():
        points_12[entry] += USUAL_POINTS.of(outcome)
    entrants = [replace(entrant, points_12=points_12[entrant.id]) for entrant in field(n)]
    terms = SwissTerms(SWISS_BEFORE + 1, rounds_planned=9, seed=0)
    event = swiss_event(entrants, terms=terms, past=past, outcomes=outcomes)
    peer_s = peer(write_trf(event))
    ours, ours_s = timed(lambda: pair_swiss(entrants, terms=terms, past=past, outcomes=outcomes))
    assert isinstance(ours, Pairing)
    if ours_s > peer_s:
        raise SystemExit(f"Swiss for {n}: py4swiss is faster.")
    return ours_s, peer_s


def met_once(n: int) -> tuple[Past, dict[tuple[int, str], RoundOutcome]]:
    """The first rounds of a round robin, since py4swiss would take minutes for as many."""
    lots = Random(n)
    meetings, outcomes = [], {}
    for number in range(1, SWISS_BEFORE + 1):
        for table in berger_round(field(n), round_number=number).tables:
            meetings.append(Meeting(number, table.entries))
            drawn = zip(table.entries, lots.choice(OUTCOMES), strict=True)
            outcomes |= {(number, entry): outcome for entry, outcome in drawn}
    return Past(tuple(meetings)), outcomes


def peer(report: str) -> float:
    """Seconds of py4swiss with its own reader and nothing of ours."""
    from py4swiss.engines import DutchEngine
    from py4swiss.trf import TrfParser

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "event.trf"
        file.write_text(report)
        _, seconds = timed(lambda: DutchEngine.generate_pairings(TrfParser.parse(file)))
    return seconds


def tables(n: int) -> tuple[tuple[Cost, float], tuple[Cost, float]]:
    """Cost and seconds of the search and of greedy, after some rounds of greedy seatings."""
    lots = Random(n)
    mix = table_sizes(n, rules=SizeRules())
    situation = Situation(field(n))
    for _ in range(TABLES_BEFORE):
        situation = after(situation, greedy_tables(situation, mix=mix, seed=n), lots)
    start, greedy_s = timed(lambda: greedy_tables(situation, mix=mix, seed=n))
    pairing, search_s = timed(lambda: pair_tables(situation, mix=mix, seed=n))
    assert isinstance(pairing, Pairing)
    return (
        (cost_of(pairing.tables, situation=situation), search_s),
        (cost_of(start, situation=situation), greedy_s),
    )


def after(situation: Situation, seated: tuple[TableDrawn, ...], lots: Random) -> Situation:
    """One round further, with the places at each table drawn by lot."""
    number = situation.round_number
    points_12 = {entrant.id: entrant.points_12 for entrant in situation.entrants}
    for table in seated:
        placed = lots.sample(table.entries, len(table.entries))
        for entry, points in zip(placed, POINTS[len(placed)], strict=True):
            points_12[entry] += WHOLE * points
    meetings = tuple(Meeting(number, table.entries) for table in seated)
    return replace(
        situation,
        entrants=tuple(replace(e, points_12=points_12[e.id]) for e in situation.entrants),
        round_number=number + 1,
        past=Past((*situation.past.meetings, *meetings)),
    )


def main() -> None:
    two = swiss_event(field(2), terms=SwissTerms(1, 1, 0), past=Past(), outcomes={})
    peer(write_trf(two))  # its import takes half a second
    pair_swiss(field(2), terms=SwissTerms(1, 1, 0))
    print(f"pairing, Swiss: round {SWISS_BEFORE + 1}, one core")
    print("  entries        ours    py4swiss   times as fast")
    for n in SIZES:
        ours_s, peer_s = swiss(n)
        print(f"  {n:7} {ours_s:9.3f} s {peer_s:9.3f} s {peer_s / ours_s:9.1f}", flush=True)
    numbers = ", ".join(column.name for column in fields(Cost))
    print(f"pairing, tables of 3-4: round {TABLES_BEFORE + 1}, one core; cost: {numbers}")
    print("  entries            search                              greedy")
    for n in SIZES:
        (cost, seconds), (greedy, greedy_s) = tables(n)
        print(
            f"  {n:7} {seconds:7.2f} s  {astuple(cost)!s:<25} {greedy_s:7.2f} s  {astuple(greedy)}",
            flush=True,
        )
        if cost > greedy:
            raise SystemExit(f"Tables for {n}: greedy is better.")
