"""A table of 10,000 rows: how long it takes to compute, to publish, and to read a page of it.

Nine rounds between two, results by lot from a fixed seed. Publishing is measured for the first
time, and again after one more result, when only what has changed is written. The page and the live
part are asked of the service itself, without a network: by the first reader after a change, and by
the next, for whom names are known. Against them stands the whole table, read as every page would
have to without pages. Times are those of the processor.
"""

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any, TypeVar

from league.standings.inputs import EntryInput, GameInput, GameSide, Inputs, MatchInput, RoundInput
from league.standings.points import duel
from league.standings.possible import RestOfStage
from league.standings.stored import Stored, stored_tables

ROWS = 10_000
ROUNDS = 9
CHAIN = ["BH-C1", "BH", "WON", "SB", "PS", "SEED"]
ASKED = 9
T = TypeVar("T")


def timed(work: Callable[[], T]) -> tuple[T, float]:
    started = time.process_time()
    value = work()
    return value, time.process_time() - started


def results(ids: list[str]) -> tuple[RoundInput, ...]:
    """Everybody plays in every round, against a partner drawn by lot."""
    lots = Random(ROWS)
    return tuple(
        RoundInput(number, tuple(_matches(lots.sample(ids, len(ids)), number, lots)))
        for number in range(1, ROUNDS + 1)
    )


def _matches(drawn: list[str], number: int, lots: Random) -> Iterator[MatchInput]:
    for table, pair in enumerate(zip(drawn[::2], drawn[1::2], strict=True)):
        scores = [lots.randrange(100) for _ in pair]
        sides = tuple(
            GameSide(entry, 1 + (score < max(scores)), score, (score,))
            for entry, score in zip(pair, scores, strict=True)
        )
        yield MatchInput(f"m{number}-{table}", pair, (GameInput(sides),))


def _computed(inputs: Inputs) -> Stored:
    return stored_tables(inputs, chain=CHAIN, scheme=duel(), rest=RestOfStage(ROUNDS))


def _without_the_last_result(inputs: Inputs) -> Inputs:
    *earlier, last = inputs.rounds
    *others, match = last.matches
    return replace(
        inputs, rounds=(*earlier, replace(last, matches=(*others, replace(match, games=()))))
    )


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="arbitr-bench-") as data:
        os.environ |= {"ARBITR_DATA": data, "DJANGO_SETTINGS_MODULE": "league.config.settings"}
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        _measure()


def _measure() -> None:
    from django.test import Client
    from django.urls import reverse

    from league.models import Stage
    from league.standings.queries import published_rows
    from league.standings.services import _publish

    stage = _event()
    ids = list(stage.event.entries.order_by("seed").values_list("pk", flat=True))
    entries = tuple(EntryInput(entry, seed) for seed, entry in enumerate(ids, start=1))
    inputs = Inputs(entries, results(ids))
    first, compute_s = timed(lambda: _computed(_without_the_last_result(inputs)))
    size = sum(len(piece.text) for rows in first.tables.values() for piece in rows.pieces.values())
    size += sum(len(piece.text) for piece in first.rounds.values())
    _, publish_s = timed(lambda: _publish(stage, first, version=1))
    second = _computed(inputs)
    _, again_s = timed(lambda: _publish(stage, second, version=2))
    print(f"leaderboard: {ROWS} rows, {ROUNDS} rounds, chain of {len(CHAIN)}, SQLite")
    print(f"  compute all tables       {compute_s * 1000:8.0f} ms")
    print(f"  publish the first time   {publish_s * 1000:8.0f} ms, {size / 1e6:.1f} MB")
    print(f"  publish after a result   {again_s * 1000:8.0f} ms")
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


def _event():  # type: ignore[no-untyped-def]
    """A running event with so many entries, named as people are."""
    from league.models import Club, Entry as EntryRow, Event, Player, Stage

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
        for _ in range(ROWS)
    )
    EntryRow.objects.bulk_create(
        EntryRow(event=event, player=player, seed=seed, status=EntryRow.Status.CHECKED_IN)
        for seed, player in enumerate(players, start=1)
    )
    return Stage.objects.create(
        event=event, kind="swiss", chain=CHAIN, rounds_planned=ROUNDS, wanted_version=2
    )


if __name__ == "__main__":
    main()
