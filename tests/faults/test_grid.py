"""An acknowledged submission survives kill -9 of anything at every step of its job (promise 3)."""

import itertools
import random
import time
from collections.abc import Iterator

import pytest

from tests import services
from tests.faults.grid import CELLS, Grid
from tests.processes import ROOT, Processes
from tests.production.stack import Stack, new_database

KILLS_IN_CHAOS = 500
LIMIT_S = 60 * 60


@pytest.fixture(scope="module")
def grid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grid]:
    """One set of services for all cells: what one cell leaves behind, the next must bear."""
    folder = tmp_path_factory.mktemp("grid")
    steps = folder / "steps"
    steps.mkdir()
    with (
        services.Postgres() as postgres,
        new_database(postgres.url) as database,
        services.Redis() as redis,
        Processes(folder) as processes,
    ):
        stack = Stack(
            ROOT,
            processes,
            postgres_url=database,
            redis_url=redis.url,
            WORKER_PROCESSES="1",
            ARBITR_SWEEP_S="1",
            ARBITR_HEARTBEAT_S="1",
        )
        stack.run_once("migrate")
        made = Grid(stack, processes, postgres, redis, database, steps)
        made.start()
        yield made


@pytest.mark.parametrize(("target", "step"), CELLS)
def test_submission_survives(
    request: pytest.FixtureRequest, grid: Grid, target: str, step: str
) -> None:
    try:
        grid.run(target, step)
    finally:
        grid.processes.show_logs(request.node)


def test_nothing_was_lost_and_everything_is_as_computed_anew(
    grid: Grid, is_chaos: bool, figures: dict[str, str]
) -> None:
    lots = random.Random(1)
    deadline = time.monotonic() + LIMIT_S
    rounds = itertools.chain.from_iterable(
        lots.sample(CELLS, len(CELLS)) for _ in itertools.count()
    )
    while is_chaos and len(grid.played) < KILLS_IN_CHAOS and time.monotonic() < deadline:
        grid.run(*next(rounds))
    found = grid.recheck()
    figures["kills at every step"] = (
        f"{len(grid.played)} kills, {grid.lost()} lost, recheck: {found},"
        f" slowest recovery {grid.slowest_s:.1f} s"
    )
    assert grid.played
    assert (grid.lost(), found) == (0, "sound")
