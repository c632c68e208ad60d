"""The summary of a run: what is printed at its end."""

from pathlib import Path

import pytest

from tests.report import Report, Timed, print_summary


def made(name: str, *seconds: float, exit_code: int = 0, passed: int = 1) -> Report:
    slowest = tuple(Timed(each, "call", f"{name}::test_{each:g}") for each in seconds)
    counts = {"passed": passed, "failed": 0, "skipped": 2}
    return Report(name, exit_code, 60.4, counts, 41.2, slowest)


def test_summary_names_the_ten_slowest_of_all_parts(capsys: pytest.CaptureFixture[str]) -> None:
    parts = [made("web", *range(0, 14, 2)), made("api", *range(1, 14, 2))]
    print_summary(parts, seconds=75, cpu_s=100)
    printed = capsys.readouterr().out
    slowest, _, summary = printed.partition("Summary")
    named = [line.split()[-1] for line in slowest.splitlines() if "::" in line]
    order = [13, 12, 11, 10, 9, 8, 7, 6, 5, 4]
    assert named == [f"{'api' if at % 2 else 'web'}::test_{at}" for at in order]
    assert summary.splitlines()[1:] == [
        "  api                ok: 1 passed, 2 skipped, 60 s, CPU 41 s",
        "  web                ok: 1 passed, 2 skipped, 60 s, CPU 41 s",
        "  together: 2 passed, 4 skipped, 75 s, CPU 100 s",
    ]


def test_part_that_failed_says_so() -> None:
    assert "FAILED (pytest exit code 3)" in str(made("web", exit_code=3))


def test_part_without_tests_is_forgiven_where_somebody_chose_some() -> None:
    assert made("web", exit_code=5).forgiving(5).exit_code == 0
    assert made("web", exit_code=1).forgiving(5).exit_code == 1


def test_process_that_died_early_has_no_counts(tmp_path: Path) -> None:
    report = Report.read(tmp_path / "none", name="web", exit_code=-9, seconds=3)
    assert str(report) == "web                FAILED (pytest exit code -9): no tests, 3 s, CPU 0 s"
