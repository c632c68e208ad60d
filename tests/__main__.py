"""Run all tests twice, on SQLite and on PostgreSQL: what `make test` does.

    python -m tests [arguments for pytest]

Starts the servers once for both passes and says at the end what ran and what was left out.
"""

import functools
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

import pytest

from scripts import debian
from tests import browser, services
from tests.plugin import COUNTS_VARIABLE

STOP_TIMEOUT_S = 30


@dataclass
class Pass:
    database: str
    exit_code: int = 0
    seconds: float = 0
    counts: dict[str, int] = field(default_factory=dict)

    def line(self) -> str:
        counted = ", ".join(f"{count} {kind}" for kind, count in self.counts.items() if count)
        verdict = "ok" if self.exit_code == 0 else f"FAILED (pytest exit code {self.exit_code})"
        return f"{self.database:<11} {verdict}: {counted or 'no tests'}, {self.seconds:.0f} s"


def main(arguments: list[str]) -> int:
    signal.signal(signal.SIGTERM, terminate)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in background jobs
    try:
        if browser.find_chromium() is None:
            debian.install("chromium")
        with services.postgres() as postgres, services.redis() as redis:
            os.environ.update(TEST_POSTGRES_URL=postgres.url, TEST_REDIS_URL=redis.url)
            passes = [run_pass("sqlite", arguments), run_pass("postgresql", arguments)]
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130
    # Arguments may well choose tests without a database.
    if arguments and passes[1].exit_code == pytest.ExitCode.NO_TESTS_COLLECTED:
        passes[1].exit_code = 0
    print_summary(passes)
    return int(any(one.exit_code for one in passes))


class Terminated(KeyboardInterrupt):
    """SIGTERM, which unlike Ctrl-C has not reached pytest as well."""


def terminate(_signal: int, _frame: FrameType | None) -> None:
    raise Terminated


def run_pass(database: str, arguments: list[str]) -> Pass:
    command = [sys.executable, "-m", "pytest", f"--database={database}", *arguments]
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="arbitr-test-") as folder:
        counts_path = Path(folder, "counts.json")
        print(f"\nTests on {database}", flush=True)
        exit_code = run_child(command, {**os.environ, COUNTS_VARIABLE: str(counts_path)})
        counts = json.loads(counts_path.read_text()) if counts_path.exists() else {}
    return Pass(database, exit_code, time.monotonic() - started, counts)


def run_child(command: list[str], environment: dict[str, str]) -> int:
    orphaned = functools.partial(services.die_with_parent, signal.SIGINT)
    with subprocess.Popen(command, env=environment, preexec_fn=orphaned) as child:  # noqa: PLW1509
        try:
            return child.wait()
        except KeyboardInterrupt as error:
            if isinstance(error, Terminated):
                child.send_signal(signal.SIGINT)  # lets pytest close what its tests opened
            try:
                child.wait(STOP_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                child.kill()
            raise


def print_summary(passes: list[Pass]) -> None:
    print("\nSummary")
    for one in passes:
        print(f"  {one.line()}")
    if browser.find_chromium() is None:
        print_boxed("BROWSER TESTS WERE SKIPPED", browser.MISSING)


def print_boxed(*lines: str) -> None:
    width = max(map(len, lines))
    edge = "+" + "-" * (width + 2) + "+"
    print("\n".join([edge, *(f"| {line:<{width}} |" for line in lines), edge]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
