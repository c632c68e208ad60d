"""Standings of a Swiss by a chain of six tiebreaks, against PostgreSQL on the same results.

PostgreSQL is asked for much less: points and plain Buchholz of the final table, by window functions
over a table of results in memory. We make every table from the first round to the last, with cuts,
unplayed rounds, direct encounter and the game's own keys. Both are asked in turns. Time is that of
the processor, of our process and of the server's, so that other work of the machine matters less;
the time on the wall stands beside it. Then stages of several sizes.
"""

import statistics
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from random import Random

import psycopg

from league.standings.chances.possible import RestOfStage, possible_ranks
from league.standings.chances.rank_search import StepsLeft
from league.standings.field import field_of
from league.standings.inputs import (
    EntryInput,
    GameInput,
    GameSide,
    Inputs,
    MatchInput,
    RoundInput,
    RoundOutcome,
    Settings,
    UnplayedEdition,
)
from league.standings.points import WHOLE, duel
from league.standings.table import Row, standings, tables_of, without_gc
from tests.services import postgres

CHAIN = ["BH-C1", "BH", "SB", "WON", "DE", "GAME"]
ENTRIES, ROUNDS = 2000, 9
SIZES = (64, 2000, 10_000)
OPEN_SIZES = (60, 100, 200, 1000)
TURNS = 9
TURN = range(TURNS)
CPU = time.process_time
NO_GAME, NO_SHOW = 0.02, 0.02

BUCHHOLZ = """
WITH scored AS (
    SELECT round, entry, opponent, points,
           sum(points) OVER (PARTITION BY entry) AS total
    FROM side
), met AS (
    SELECT entry, scored.total,
           coalesce(sum(theirs.total) OVER (PARTITION BY scored.entry), 0) AS buchholz,
           row_number() OVER (PARTITION BY scored.entry ORDER BY scored.round) AS first
    FROM scored
    LEFT JOIN (SELECT DISTINCT entry AS other, total FROM scored) AS theirs
        ON theirs.other = scored.opponent
)
SELECT rank() OVER (ORDER BY total DESC, buchholz DESC) AS rank, entry, total, buchholz
FROM met WHERE first = 1 ORDER BY rank, entry
"""


def event(entries: int, *, rounds: int = ROUNDS) -> Inputs:
    """Pairs drawn by lot, with byes and forfeits."""
    lots = Random(entries)
    ids = [f"e{number}" for number in range(entries)]
    played = tuple(one_round(lots, ids, number) for number in range(1, rounds + 1))
    return Inputs(tuple(EntryInput(entry, seed) for seed, entry in enumerate(ids, start=1)), played)


def one_round(lots: Random, ids: list[str], number: int) -> RoundInput:
    order = lots.sample(ids, len(ids))
    matches, byes = [], {}
    for table, pair in enumerate(zip(order[::2], order[1::2], strict=True), start=1):
        if lots.random() < NO_GAME:
            byes |= dict.fromkeys(pair, RoundOutcome.HALF_BYE)
        else:
            matches.append(one_match(lots, f"{number}.{table}", pair))
    return RoundInput(number, tuple(matches), byes)


def one_match(lots: Random, name: str, pair: tuple[str, str]) -> MatchInput:
    if lots.random() < NO_SHOW:
        return MatchInput(name, pair, forfeited=frozenset(pair[:1]))
    scores = [lots.randint(0, 60) for _ in pair]
    sides = [
        GameSide(entry, 1 + sum(other > score for other in scores), score, (score,))
        for entry, score in zip(pair, scores, strict=True)
    ]
    return MatchInput(name, pair, (GameInput(tuple(sides)),))


def filled(connection: "psycopg.Connection[tuple[object, ...]]", inputs: Inputs) -> None:
    """The sides of all matches, as a table of the session."""
    connection.execute("CREATE TEMP TABLE side (round int, entry text, opponent text, points int)")
    with connection.cursor().copy("COPY side FROM STDIN") as copy:
        for entry, row in field_of(inputs, scheme=duel()).cells.items():
            for cell in row:
                opponent = cell.opponents[0] if cell.outcome.is_played else None
                copy.write_row((cell.round, entry, opponent, cell.points_12))
    connection.execute("ANALYZE side")


def check(rows: list[tuple[object, ...]], inputs: Inputs) -> None:
    """PostgreSQL leaves unplayed rounds out, as we do where a stage says so."""
    plain = replace(inputs, settings=Settings(edition=UnplayedEdition.NONE))
    ours = {
        row.entry: (row.rank, row.points_12, Fraction(row.values["BH"][0]) * WHOLE)
        for row in standings(plain, chain=["BH"], scheme=duel())
    }
    if {entry: (rank, points, buchholz) for rank, entry, points, buchholz in rows} != ours:
        raise SystemExit("PostgreSQL gives another table.")


def seconds(work: Callable[[], object], *, clock: Callable[[], float] = time.perf_counter) -> float:
    started = clock()
    work()
    return clock() - started


def last_table(inputs: Inputs) -> tuple[Row, ...]:
    return standings(inputs, chain=CHAIN, scheme=duel())


def every_table(inputs: Inputs) -> dict[int, tuple[Row, ...]]:
    """As the job makes them."""
    with without_gc():
        return tables_of(field_of(inputs, scheme=duel()), chain=CHAIN)


def processor_s(server: int) -> float:
    """Of this process, and of the one that serves its connection."""
    serving = Path(f"/proc/{server}/schedstat").read_text().split()[0]
    return CPU() + int(serving) / 1e9


def against_postgres() -> None:
    inputs = event(ENTRIES)
    with postgres() as server, psycopg.connect(server.url) as connection:
        connection.execute("SET max_parallel_workers_per_gather = 0")  # one core each
        filled(connection, inputs)
        check(connection.execute(BUCHHOLZ).fetchall(), inputs)
        works: dict[str, Callable[[], object]] = {
            "all tables": lambda: every_table(inputs),
            "last table": lambda: last_table(inputs),
            "PostgreSQL": lambda: connection.execute(BUCHHOLZ).fetchall(),
        }
        clocks = {
            "processor": partial(processor_s, connection.info.backend_pid),
            "on the wall": time.perf_counter,
        }
        times: dict[tuple[str, str], list[float]] = defaultdict(list)
        for _, (name, work) in product(TURN, works.items()):
            started = {clock: now() for clock, now in clocks.items()}
            work()
            for clock, now in clocks.items():
                times[clock, name].append(now() - started[clock])
    print(f"standings: {ENTRIES} entries, {ROUNDS} rounds, median of {TURNS}, one core")
    print(f"  ours: {', '.join(CHAIN)}; PostgreSQL: points and Buchholz of the last table")
    for clock, name in product(clocks, works):
        median, base = (statistics.median(times[clock, each]) for each in (name, "PostgreSQL"))
        print(f"  {clock:<12} {name:<12} {median:7.3f} s {median / base:8.2f} of PostgreSQL")


def by_size() -> None:
    print(f"standings by size: {ROUNDS} rounds, processor's time, least of {TURNS}")
    print("  entries   last table    all tables")
    for size in SIZES:
        inputs = event(size)
        last, every = (
            min(seconds(partial(work, inputs), clock=CPU) for _ in TURN)
            for work in (last_table, every_table)
        )
        print(f"  {size:7} {1000 * last:9.0f} ms {1000 * every:10.0f} ms", flush=True)


def what_can_still_be() -> None:
    """With the last of some rounds open, as when its results come in; the steps are capped."""
    print("ranks still possible: one round open, processor's time")
    print("  entries      time     steps of those allowed")
    for size in OPEN_SIZES:
        inputs, steps = event(size), StepsLeft()
        last = inputs.rounds[-1]
        open_ = tuple(replace(match, games=(), forfeited=frozenset()) for match in last.matches)
        rounds = (*inputs.rounds[:-1], replace(last, matches=open_))
        field = field_of(replace(inputs, rounds=rounds), scheme=duel())
        allowed = steps.left
        work = partial(possible_ranks, field, RestOfStage(ROUNDS), chain=CHAIN, steps=steps)
        took = seconds(work, clock=CPU)
        print(f"  {size:7} {took:8.1f} s {allowed - steps.left:10} of {allowed}", flush=True)


def main() -> None:
    against_postgres()
    by_size()
    what_can_still_be()
