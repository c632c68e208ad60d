"""Every test is in one part of its pass, so that the lanes together run the whole suite."""

from pathlib import Path

import pytest

from tests.parts import BROWSER, DOORS, PASSES, QUICK, Part, Pass, all_parts, stands_under
from tests.processes import ROOT

FILES = sorted(
    str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py") if path.is_file()
)


def has(part: Part, file: str) -> bool:
    """Whether pytest would collect the file."""
    paths = [each for each in part.arguments if each.startswith("tests")]
    left_out = [each.removeprefix("--ignore=") for each in part.arguments if "--ignore" in each]
    return stands_under(file, paths) and not stands_under(file, left_out)


@pytest.mark.parametrize("chosen", PASSES, ids=lambda chosen: chosen.name)
def test_each_file_is_in_one_part_of_a_pass(chosen: Pass) -> None:
    parts = list(chosen.parts())
    files = [file for file in FILES if stands_under(file, [chosen.root])]
    counts = {file: sum(has(part, file) for part in parts) for file in files}
    assert counts == dict.fromkeys(files, 1)


def test_browsers_are_driven_where_their_pass_looks() -> None:
    marked = [file for file in FILES if "mark.browser" in (ROOT / file).read_text()]
    here = str(Path(__file__).relative_to(ROOT))
    assert [file for file in marked if not stands_under(file, [BROWSER.root])] == [here]
    assert len(marked) > 30


def test_parts_name_what_is_there() -> None:
    named = {
        each.removeprefix("--ignore=")
        for part in (*all_parts(), *QUICK.parts())
        for each in part.arguments
        if "tests/" in each
    }
    assert named > set(DOORS)
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


def test_all_parts_of_all_passes_have_their_turn() -> None:
    names = [part.name for one in PASSES for part in one.parts()]
    assert sorted(part.name for part in all_parts()) == sorted(names)
    assert len(set(names)) == len(names)


def test_quick_tests_start_no_browser_and_no_server() -> None:
    parts = list(QUICK.parts())
    slow = ("tests/journeys", "tests/faults", "tests/production", "tests/embedded")
    chosen = [file for file in FILES if any(has(part, file) for part in parts)]
    assert [file for file in chosen if stands_under(file, slow)] == []
    assert {"tests/games/test_contract.py", "tests/league/events/test_rounds.py"} <= set(chosen)
