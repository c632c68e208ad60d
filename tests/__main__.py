"""Run all tests: on SQLite, in a browser and on PostgreSQL. This is what `make test` does.

    python -m tests [arguments for pytest]
    python -m tests --quick                   rules and services on SQLite alone: `make quick`

Starts the servers once for all, and says at the end what ran, what was left out and what was
slowest. The whole suite runs in parts, one more side by side than there are cores, each printed
when it ends; with arguments, as given by somebody who waits for a few tests, one pass follows the
other and prints as it goes.
"""

import functools
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

from tests import browser, services
from tests.parts import PASSES, QUICK, Part, all_parts
from tests.prepared import FOLDER_VARIABLE
from tests.report import REPORT_VARIABLE, Report, print_summary

STOP_TIMEOUT_S = 30
POLL_S = 0.2
QUICK_OPTION = "--quick"


class Run:
    """A part under way."""

    def __init__(self, part: Part, *, folder: Path, is_streamed: bool) -> None:
        self.part = part
        self.folder = folder
        self.started = time.monotonic()
        folder.mkdir()
        print(f"\nTests: {part.name}", flush=True)
        with (folder / "output").open("wb") as output:
            self.child = subprocess.Popen(
                [sys.executable, "-m", "pytest", "--quiet", *part.arguments],
                env={**os.environ, REPORT_VARIABLE: str(folder / "report.json")},
                stdout=None if is_streamed else output,
                stderr=None if is_streamed else subprocess.STDOUT,
                preexec_fn=functools.partial(services.die_with_parent, signal.SIGINT),  # noqa: PLW1509
            )

    def has_ended(self) -> bool:
        return self.child.poll() is not None

    def report(self) -> Report:
        """Prints what was not streamed."""
        output = (self.folder / "output").read_text(errors="replace")
        if output:
            print(f"\nTests: {self.part.name}\n{output}", flush=True)
        return Report.read(
            self.folder / "report.json",
            name=self.part.name,
            exit_code=self.child.returncode,
            seconds=time.monotonic() - self.started,
        )

    def stop(self, *, has_heard: bool) -> None:
        """Let pytest close what its tests opened."""
        if self.has_ended():
            return
        if not has_heard:
            self.child.send_signal(signal.SIGINT)
        try:
            self.child.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self.child.kill()


def main(arguments: list[str]) -> int:
    signal.signal(signal.SIGTERM, terminate)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in background jobs
    started = time.monotonic()
    is_quick = QUICK_OPTION in arguments
    given = [argument for argument in arguments if argument != QUICK_OPTION]
    try:
        with set_up(is_quick=is_quick) as folder:
            parts = chosen_parts(given, is_quick=is_quick)
            lanes = 1 if given else (os.cpu_count() or 1) + 1  # servers and browsers also wait
            reports = run_parts(parts, lanes=lanes, folder=folder)
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130
    if given:
        # Arguments may well choose tests that do not belong to every pass.
        reports = [one.forgiving(pytest.ExitCode.NO_TESTS_COLLECTED) for one in reports]
    print_summary(reports, seconds=time.monotonic() - started, cpu_s=sum(os.times()[:4]))
    if not is_quick and browser.find_chromium() is None:
        print_boxed("BROWSER TESTS WERE SKIPPED", browser.MISSING)
    nothing_ran = not any(one.counts.get("passed") or one.exit_code for one in reports)
    return int(nothing_ran or any(one.exit_code for one in reports))


@contextmanager
def set_up(*, is_quick: bool) -> Iterator[Path]:
    """What all parts share: a folder for what is made once, and the servers."""
    # Else each part, and each service that a test starts, would compile all modules again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory(prefix="arbitr-test-") as folder:
        os.environ[FOLDER_VARIABLE] = str(Path(folder, "prepared"))
        if is_quick:
            yield Path(folder)
            return
        browser.install_chromium()
        with services.postgres() as postgres, services.redis() as redis:
            os.environ.update(TEST_POSTGRES_URL=postgres.url, TEST_REDIS_URL=redis.url)
            yield Path(folder)


def chosen_parts(given: Sequence[str], *, is_quick: bool) -> list[Part]:
    if not given:
        return list(QUICK.parts()) if is_quick else all_parts()
    passes = [QUICK] if is_quick else PASSES
    return [Part(one.name, (*one.options, *given)) for one in passes]


class Terminated(KeyboardInterrupt):
    """SIGTERM, which unlike Ctrl-C has not reached pytest as well."""


def terminate(_signal: int, _frame: FrameType | None) -> None:
    raise Terminated


def run_parts(parts: Sequence[Part], *, lanes: int, folder: Path) -> list[Report]:
    waiting = list(parts)
    running: list[Run] = []
    reports: list[Report] = []
    try:
        while waiting or running:
            while waiting and len(running) < lanes:
                place = folder / f"part-{len(reports) + len(running)}"
                running.append(Run(waiting.pop(0), folder=place, is_streamed=lanes == 1))
            time.sleep(POLL_S)
            for run in [each for each in running if each.has_ended()]:
                running.remove(run)
                report = run.report()
                if again := run.part.again(report.failed):
                    waiting.append(again)  # last: most of the others have ended then
                    report = report.awaiting_second_try()
                reports.append(report)
    except KeyboardInterrupt as error:
        for run in running:
            run.stop(has_heard=not isinstance(error, Terminated))
        raise
    return reports


def print_boxed(*lines: str) -> None:
    width = max(map(len, lines))
    edge = "+" + "-" * (width + 2) + "+"
    print("\n".join([edge, *(f"| {line:<{width}} |" for line in lines), edge]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
