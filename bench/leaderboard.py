"""A table of 10,000 rows: how long the job takes that makes it, and how long a page of it to read.

Nine rounds between two, results by lot from a fixed seed, one of them still to come. The job reads,
computes in a process of its own and publishes: for the first time, and again after one more result,
when only what it touches is done. The page and the live part are asked of the service itself,
without a network: by the first reader after a change, and by the next, for whom names are known.
Against them stands the whole table, read as every page would have to without pages. Times are those
of the processor, of both processes.
"""

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from league.models import Entry, Match, Result, Stage

ROWS = 10_000
SMALL = 27
ROUNDS = 9
CHAIN = ["BH-C1", "BH", "WON", "SB", "PS", "SEED"]
ASKED = 9
TICKS = os.sysconf("SC_CLK_TCK")
T = TypeVar("T")


def timed(work: Callable[[], T]) -> tuple[T, float]:
    started = _processor_s()
    value = work()
    return value, _processor_s() - started


def _processor_s() -> float:
    """Of this process, and of the one that computes beside it."""
    from league.child_process import _child

    beside_s = 0.0
    if _child.process is not None:
        stat = Path(f"/proc/{_child.process.pid}/stat").read_text()
        user, system = stat.rpartition(") ")[2].split()[11:13]
        beside_s = (int(user) + int(system)) / TICKS
    return time.process_time() + beside_s


@contextmanager
def database() -> Iterator[None]:
    """An empty one, SQLite."""
    with tempfile.TemporaryDirectory(prefix="arbitr-bench-") as data:
        os.environ |= {"ARBITR_DATA": data, "DJANGO_SETTINGS_MODULE": "league.config.settings"}
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        yield


def main() -> None:
    with database():
        from league.child_process import compute

        compute(len, "", limit_s=60)  # a worker has its process from the first job on
        for rows in (SMALL, ROWS):
            print(f"leaderboard: {rows} rows, {ROUNDS} rounds, chain of {len(CHAIN)}, SQLite")
            stage = event_of(rows)
            last = played(stage)
            _measure_job(stage, last)
        _measure_pages(stage)


def _measure_job(stage: "Stage", last: "Result") -> None:
    from league.models import EntryRounds, MatchGame, Stage, StandingPage
    from league.standings.services import compute_standings

    def job() -> None:
        Stage.objects.filter(pk=stage.pk).update(wanted_version=stage.wanted_version + 1)
        stage.refresh_from_db()
        compute_standings(stage.pk)

    _, first_s = timed(job)
    texts = [
        *StandingPage.objects.filter(stage=stage).values_list("text", flat=True),
        *EntryRounds.objects.filter(stage=stage).values_list("text", flat=True),
    ]
    size_mb = sum(map(len, texts)) / 1e6
    print(f"  the job, first time      {first_s * 1000:8.0f} ms, {size_mb:.1f} MB")
    MatchGame.objects.create(match=last.match, number=1, result=last)
    _, again_s = timed(job)
    print(f"  after one more result    {again_s * 1000:8.0f} ms")
    _, idle_s = timed(job)
    print(f"  after nothing            {idle_s * 1000:8.0f} ms", flush=True)


def _measure_pages(stage: "Stage") -> None:
    from django.test import Client
    from django.urls import reverse

    from league.models import Stage
    from league.standings.queries import published_rows

    client = Client(SERVER_NAME="localhost", headers={"Accept-Language": "en"})
    page = reverse("event-standings", args=[stage.event_id])
    part = reverse("live-standings", kwargs={"language": "en", "pk": stage.event_id})
    for name, address in {
        "a page": page,
        "page 50": f"{page}?page=50",
        "after round 3": f"{page}?after=3",
        "search by name": f"{page}?q=jana",
        "live part": part,
    }.items():
        first_s, next_s = (_median(client, address, forgets=forgets) for forgets in (True, False))
        print(f"  {name:24} {1000 * first_s:8.0f} ms, then {1000 * next_s:.0f} ms")
    _, whole_s = timed(lambda: published_rows(Stage.objects.get(pk=stage.pk)))
    print(f"  the whole table          {whole_s * 1000:8.0f} ms to read alone", flush=True)


def _median(client: Any, address: str, *, forgets: bool) -> float:
    from django.core.cache import cache

    seconds = []
    for _ in range(ASKED):
        if forgets:
            cache.clear()
        response, took_s = timed(lambda: client.get(address))
        if response.status_code != 200:
            raise SystemExit(f"{address} answered {response.status_code}.")
        seconds.append(took_s)
    return sorted(seconds)[ASKED // 2]


def event_of(rows: int) -> "Stage":
    """A running event with so many entries, named as people are."""
    from league.models import Club, Entry, Event, Player, Stage

    lots = Random(1)
    club = Club.objects.create(name="Klub")
    event = Event.objects.create(
        club=club, name="Otevřený přebor", starts_at="2026-01-01T10:00Z", status="running"
    )
    first = ["Jana", "Petr", "Eva", "Tomáš", "Lucie", "Jan", "Marie", "Karel"]
    letters = "abcdefghijklmnoprstuvz"
    players = Player.objects.bulk_create(
        Player(
            full_name=f"{lots.choice(first)} {''.join(lots.choices(letters, k=7)).title()}",
            club=club,
        )
        for _ in range(rows)
    )
    Entry.objects.bulk_create(
        Entry(event=event, player=player, seed=seed, status=Entry.Status.CHECKED_IN)
        for seed, player in enumerate(players, start=1)
    )
    return Stage.objects.create(event=event, kind="swiss", chain=CHAIN, rounds_planned=ROUNDS)


def played(stage: "Stage") -> "Result":
    """Everybody plays in every round, against a partner drawn by lot; the last result is to come.

    With an odd number the one who is left over has a bye.
    """
    from league.models import Bye, MatchGame, Result, Round, Seat

    entries = list(stage.event.entries.order_by("seed"))
    lots = Random(len(entries))
    results: list[Result] = []
    for number in range(1, ROUNDS + 1):
        round_ = Round.objects.create(stage=stage, number=number, status=Round.Status.PUBLISHED)
        drawn = lots.sample(entries, len(entries))
        pairs = list(zip(drawn[::2], drawn[1::2], strict=False))
        matches = _matches(round_, len(pairs))
        if len(drawn) % 2:
            Bye.objects.create(round=round_, entry=drawn[-1], kind=Bye.Kind.PAIRING)
        Seat.objects.bulk_create(
            Seat(round=round_, match=match, entry=entry, player_id=entry.player_id, letter=letter)
            for match, pair in zip(matches, pairs, strict=True)
            for letter, entry in zip("AB", pair, strict=True)
        )
        results += Result.objects.bulk_create(
            Result(match=match, number=1, ground=Result.Ground.ENTERED, sides=_sides(pair, lots))
            for match, pair in zip(matches, pairs, strict=True)
        )
    *counted, last = results
    MatchGame.objects.bulk_create(
        MatchGame(match=result.match, number=1, result=result) for result in counted
    )
    return last


def _matches(round_: Any, tables: int) -> "list[Match]":
    from league.models import Match

    return Match.objects.bulk_create(
        Match(event_id=round_.event_id, round=round_, table=table) for table in range(1, tables + 1)
    )


def _sides(pair: "tuple[Entry, ...]", lots: Random) -> list[dict[str, object]]:
    """As acceptance stores them."""
    scores = [lots.randrange(100) for _ in pair]
    return [
        {
            "entry": entry.pk,
            "seats": [letter],
            "rank": 1 + (score < max(scores)),
            "score": score,
            "keys": [score],
            "more": {},
            "forfeited": False,
        }
        for letter, entry, score in zip("AB", pair, scores, strict=True)
    ]


if __name__ == "__main__":
    main()
