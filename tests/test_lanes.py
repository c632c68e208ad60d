"""Parts side by side: all are run, and the outcome of each is known."""

from pathlib import Path

import pytest

from tests.__main__ import run_parts
from tests.parts import Part

TESTS = {"well": "assert True", "ill": "assert False"}


@pytest.fixture
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Part]:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # two lines need no Django
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -p tests.plugin\n")
    for name, statement in TESTS.items():
        (tmp_path / f"test_{name}.py").write_text(f"def test_{name}():\n    {statement}\n")
    settings = ("-c", str(tmp_path / "pytest.ini"), "-p", "no:cacheprovider")
    return [Part(name, (*settings, str(tmp_path / f"test_{name}.py"))) for name in TESTS]


@pytest.mark.parametrize("lanes", [1, 2])
def test_every_part_is_run_and_reported(
    parts: list[Part], tmp_path: Path, capfd: pytest.CaptureFixture[str], lanes: int
) -> None:
    (tmp_path / "run").mkdir()
    reports = {one.name: one for one in run_parts(parts, lanes=lanes, folder=tmp_path / "run")}
    assert {name: one.exit_code for name, one in reports.items()} == {"well": 0, "ill": 1}
    assert reports["well"].counts["passed"] == reports["ill"].counts["failed"] == 1
    assert reports["well"].cpu_s > 0
    printed = capfd.readouterr().out
    assert "1 passed in" in printed
    assert "1 failed in" in printed
