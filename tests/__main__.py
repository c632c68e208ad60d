"""Run all tests: on SQLite, in a browser and on PostgreSQL. This is what `make test` does.

    python -m tests [arguments for pytest]

Starts the servers once for all passes and says at the end what ran and what was left out. The whole
suite runs side by side on the cores there are, each pass printed when it ends; with arguments, as
given by somebody who waits for a few tests, one pass follows the other and prints as it goes.
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
POLL_S = 0.2
# The longest first.
PASSES = {
    "browser": ["--database=sqlite", "--browser-tests=only"],
    "sqlite": ["--database=sqlite", "--browser-tests=without"],
    "postgresql": ["--database=postgresql"],
}


@dataclass
class Pass:
    name: str
    folder: Path
    started: float = field(default_factory=time.monotonic)
    child: subprocess.Popen[bytes] | None = None
    exit_code: int = 0
    seconds: float = 0
    counts: dict[str, int] = field(default_factory=dict)

    def start(self, arguments: list[str], *, is_streamed: bool) -> None:
        print(f"\nTests: {self.name}", flush=True)
        command = [sys.executable, "-m", "pytest", *PASSES[self.name], *arguments]
        orphaned = functools.partial(services.die_with_parent, signal.SIGINT)
        environment = {**os.environ, COUNTS_VARIABLE: str(self.folder / "counts.json")}
        with (self.folder / "output").open("wb") as output:
            self.child = subprocess.Popen(
                command,
                env=environment,
                stdout=None if is_streamed else output,
                stderr=None if is_streamed else subprocess.STDOUT,
                preexec_fn=orphaned,  # noqa: PLW1509
            )

    def has_ended(self) -> bool:
        assert self.child is not None
        return self.child.poll() is not None

    def report(self) -> None:
        assert self.child is not None
        self.exit_code = self.child.returncode
        self.seconds = time.monotonic() - self.started
        counts_path = self.folder / "counts.json"
        self.counts = json.loads(counts_path.read_text()) if counts_path.exists() else {}
        print((self.folder / "output").read_text(errors="replace"), flush=True)

    def stop(self, *, has_heard: bool) -> None:
        """Let pytest close what its tests opened."""
        if self.child is None or self.has_ended():
            return
        if not has_heard:
            self.child.send_signal(signal.SIGINT)
        try:
            self.child.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self.child.kill()

    def line(self) -> str:
        counted = ", ".join(f"{count} {kind}" for kind, count in self.counts.items() if count)
        verdict = "ok" if self.exit_code == 0 else f"FAILED (pytest exit code {self.exit_code})"
        return f"{self.name:<11} {verdict}: {counted or 'no tests'}, {self.seconds:.0f} s"


def main(arguments: list[str]) -> int:
    signal.signal(signal.SIGTERM, terminate)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in background jobs
    try:
        if browser.find_chromium() is None:
            debian.install("chromium")
        with services.postgres() as postgres, services.redis() as redis:
            os.environ.update(TEST_POSTGRES_URL=postgres.url, TEST_REDIS_URL=redis.url)
            passes = run_passes(arguments)
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130
    for one in passes:
        # Arguments may well choose tests that do not belong to every pass.
        if arguments and one.exit_code == pytest.ExitCode.NO_TESTS_COLLECTED:
            one.exit_code = 0
    print_summary(passes)
    nothing_ran = not any(one.counts.get("passed") or one.exit_code for one in passes)
    return int(nothing_ran or any(one.exit_code for one in passes))


class Terminated(KeyboardInterrupt):
    """SIGTERM, which unlike Ctrl-C has not reached pytest as well."""


def terminate(_signal: int, _frame: FrameType | None) -> None:
    raise Terminated


def run_passes(arguments: list[str]) -> list[Pass]:
    lanes = 1 if arguments else max(1, min(2, os.cpu_count() or 1))
    waiting = list(PASSES)
    running: list[Pass] = []
    ended: list[Pass] = []
    with tempfile.TemporaryDirectory(prefix="arbitr-test-") as folder:
        try:
            while waiting or running:
                while waiting and len(running) < lanes:
                    name = waiting.pop(0)
                    one = Pass(name, Path(folder, name))
                    one.folder.mkdir()
                    one.start(arguments, is_streamed=lanes == 1)
                    running.append(one)
                time.sleep(POLL_S)
                for one in [each for each in running if each.has_ended()]:
                    running.remove(one)
                    ended.append(one)
                    one.report()
        except KeyboardInterrupt as error:
            for one in running:
                one.stop(has_heard=not isinstance(error, Terminated))
            raise
    return ended


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
