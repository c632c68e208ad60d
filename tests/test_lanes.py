"""Parts side by side: all are run, and the outcome of each is known."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.__main__ import run_parts
from tests.parts import MOST_TRIED_AGAIN, Part
from tests.processes import ROOT
from tests.report import print_summary

TESTS = {
    "well": "assert True",
    "ill": "assert False",
    "late": """
    from pathlib import Path
    seen = Path(__file__).with_suffix(".seen")
    was_there = seen.exists()
    seen.touch()
    assert was_there
""",
}


@pytest.fixture
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Part]:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # two lines need no Django
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.chdir(tmp_path)  # where the names of failed tests start from
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -p tests.plugin\n")
    for name, statement in TESTS.items():
        (tmp_path / f"test_{name}.py").write_text(f"def test_{name}():\n    {statement}\n")
    settings = ("-c", f"{tmp_path}/pytest.ini", "-p", "no:cacheprovider")
    return [Part(name, (*settings, f"{tmp_path}/test_{name}.py"), settings) for name in TESTS]


@pytest.mark.parametrize("lanes", [1, 2])
def test_every_part_is_run_and_reported(
    parts: list[Part], tmp_path: Path, capfd: pytest.CaptureFixture[str], lanes: int
) -> None:
    (tmp_path / "run").mkdir()
    once = [replace(part, second_try=None) for part in parts[:2]]
    reports = {one.name: one for one in run_parts(once, lanes=lanes, folder=tmp_path / "run")}
    assert {name: one.exit_code for name, one in reports.items()} == {"well": 0, "ill": 1}
    assert reports["well"].counts["passed"] == reports["ill"].counts["failed"] == 1
    assert reports["well"].cpu_s > 0
    printed = capfd.readouterr().out
    assert "1 passed in" in printed
    assert "1 failed in" in printed


def test_test_that_fails_beside_others_is_tried_once_more_and_named(
    parts: list[Part], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "run").mkdir()
    reports = run_parts(parts, lanes=2, folder=tmp_path / "run")
    assert {one.name: one.exit_code for one in reports} == {
        "well": 0,
        "ill": 0,  # what becomes of it is said by its second try
        "ill, second try": 1,
        "late": 0,
        "late, second try": 0,
    }
    capsys.readouterr()
    print_summary(reports, seconds=1, cpu_s=1)
    *_, ill, late, together = capsys.readouterr().out.splitlines()
    assert {line.rpartition("::")[2] for line in (ill, late)} == {"test_ill", "test_late"}
    assert "2 passed, 1 failed" in together


def test_part_that_fails_as_a_whole_is_not_tried_again() -> None:
    tests = [f"tests/test_{number}.py" for number in range(MOST_TRIED_AGAIN + 1)]
    part = Part("browser", ("tests",), ("--browser-tests=only",))
    assert part.again(tests) is None
    assert part.again(tests[:1]) == Part(
        "browser, second try", ("--browser-tests=only", "tests/test_0.py")
    )
    assert replace(part, second_try=None).again(tests[:1]) is None
