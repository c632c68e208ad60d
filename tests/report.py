"""What became of the tests of one process, and the summary of all: counts, time, the slowest."""

import json
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

import pytest

# Where tests.__main__ wants the report of a run of pytest.
REPORT_VARIABLE = "TEST_REPORT_FILE"
SLOWEST = 10
FAILURES = ("failed", "error")
KINDS = ("passed", "failed", "error", "skipped", "xfailed", "xpassed")


@dataclass(frozen=True, order=True)
class Timed:
    """A phase of a test, as pytest divides it: setup, call or teardown."""

    seconds: float
    phase: str
    test: str

    def __str__(self) -> str:
        return f"{self.seconds:6.1f} s  {self.phase:<8}  {self.test}"


@dataclass(frozen=True)
class Report:
    """Of one part. `cpu_s` is of its process and of those that it started and saw the end of."""

    name: str
    exit_code: int
    seconds: float
    counts: dict[str, int]
    cpu_s: float
    slowest: tuple[Timed, ...]
    failed: tuple[str, ...] = ()

    @classmethod
    def read(cls, path: Path, *, name: str, exit_code: int, seconds: float) -> Self:
        """A process that died early has written none."""
        told: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
        return cls(
            name=name,
            exit_code=exit_code,
            seconds=seconds,
            counts=told.get("counts", {}),
            cpu_s=told.get("cpu_s", 0),
            slowest=tuple(Timed(*each) for each in told.get("slowest", ())),
            failed=tuple(told.get("failed", ())),
        )

    def forgiving(self, exit_code: int) -> Self:
        return replace(self, exit_code=0) if self.exit_code == exit_code else self

    def awaiting_second_try(self) -> Self:
        """The failures are counted with the part that tries them once more, as what it finds."""
        counts = {kind: count for kind, count in self.counts.items() if kind not in FAILURES}
        return replace(self, exit_code=0, counts=counts)

    def __str__(self) -> str:
        verdict = "ok" if self.exit_code == 0 else f"FAILED (pytest exit code {self.exit_code})"
        counted = in_words(self.counts)
        return f"{self.name:<18} {verdict}: {counted}, {self.seconds:.0f} s, CPU {self.cpu_s:.0f} s"


def in_words(counts: dict[str, int]) -> str:
    return ", ".join(f"{counts[kind]} {kind}" for kind in KINDS if counts.get(kind)) or "no tests"


def print_summary(reports: Sequence[Report], *, seconds: float, cpu_s: float) -> None:
    """`cpu_s`: of all parts, and of the servers that they share."""
    print("\nSlowest tests")
    for timed in sorted((one for each in reports for one in each.slowest), reverse=True)[:SLOWEST]:
        print(f"  {timed}")
    print("\nSummary")
    for report in sorted(reports, key=lambda each: each.name):
        print(f"  {report}")
    for test in (test for each in reports if not each.exit_code for test in each.failed):
        print(f"  failed beside other work, and was tried once more: {test}")
    whole = sum((Counter(each.counts) for each in reports), Counter[str]())
    print(f"  together: {in_words(whole)}, {seconds:.0f} s, CPU {cpu_s:.0f} s")


def write(terminal: pytest.TerminalReporter, *, to: Path) -> None:
    """At the end of a run of pytest."""
    found = [report for reports in terminal.stats.values() for report in reports]
    tests = [report for report in found if isinstance(report, pytest.TestReport)]
    timed = [Timed(report.duration, report.when or "", report.nodeid) for report in tests]
    told = {
        "counts": {kind: len(terminal.getreports(kind)) for kind in KINDS},
        "failed": sorted(
            {report.nodeid for kind in FAILURES for report in terminal.getreports(kind)}
        ),
        "cpu_s": sum(os.times()[:4]),
        "slowest": [
            (each.seconds, each.phase, each.test) for each in sorted(timed, reverse=True)[:SLOWEST]
        ],
    }
    to.write_text(json.dumps(told))
