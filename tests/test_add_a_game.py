"""The developers' page on adding a game, followed literally in a copy of the tree."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games import documented
from tests.processes import ROOT

COPIED = ("games", "league", "locale", "scripts", "templates", "tests")
FILES = ("manage.py", "pyproject.toml")
GAME = documented.GAME
CONTRACT = ("contract", "contract_pads", "records", "replay", "tally")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with the game of the page."""
    root = tmp_path_factory.mktemp("tree")
    ignored = shutil.ignore_patterns("__pycache__", ".hypothesis")
    for name in COPIED:
        shutil.copytree(ROOT / name, root / name, ignore=ignored)
    for name in FILES:
        shutil.copy(ROOT / name, root / name)
    shutil.copytree(ROOT / "docs" / "developers", root / "docs" / "developers")
    documented.follow(root)
    run(root, "-m", "scripts.compile_messages")
    return root


def run(root: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.stdout


def passed(root: Path, *files: str) -> int:
    """How many tests of the new game there are in these files, all of which pass."""
    options = ("-q", "--no-header", "-p", "no:cacheprovider", "-k", GAME)
    summary = run(root, "-m", "pytest", *options, *files)
    last = summary.strip().split("\n")[-1]
    assert "failed" not in last, summary
    assert "error" not in last, summary
    return int(last.split(" passed")[0].split()[-1])


def test_page_changes_nothing_outside_of_games() -> None:
    paths = [*documented.new_files(), *documented.changed_lines()]
    assert {path.split("/")[0] for path in paths} == {"games", "tests"}
    assert all(path.startswith(("games/", f"tests/games/{GAME}/")) for path in paths)


def test_command_line_knows_the_game(tree: Path, tmp_path: Path) -> None:
    assert "stairs: Stairs, rules version 1" in run(tree, "-m", "games", "list")
    [expected] = (tree / "tests" / "games" / GAME / "records").glob("*.json")
    judged = run(tree, "-m", "games", "verify", "--json", str(expected.with_suffix(".txt")))
    verdict = json.loads(judged)
    assert verdict["findings"][0].pop("message") == "There are 1 steps left, not 2."
    wanted = json.loads(expected.read_text())
    assert {name: verdict[name] for name in wanted} == wanted
    record = tmp_path / "random.txt"
    record.write_text(run(tree, "-m", "games", "random", GAME, "--seed", "1"))
    assert "Stairs" not in run(tree, "-m", "games", "show", str(record))
    run(tree, "-m", "games", "show", str(record), "--svg", str(tmp_path / "board.svg"))
    assert "<title>Stairs</title>" in (tmp_path / "board.svg").read_text()


def test_game_keeps_the_promises_of_all_games(tree: Path) -> None:
    assert passed(tree, *(f"tests/games/test_{name}.py" for name in CONTRACT)) > 50


def test_pages_sheet_replay_and_api_work_with_the_game(tree: Path) -> None:
    assert passed(tree, "tests/league/test_every_game.py") == 5


def test_sentences_of_the_game_are_translated_by_its_own_catalogue(tree: Path) -> None:
    script = (
        "import django; django.setup()\n"
        "from django.utils import translation\n"
        "translation.activate('cs')\n"
        "print(translation.gettext('There are {left} steps left, not {count}.'))"
    )
    code = f"import os; os.environ['DJANGO_SETTINGS_MODULE'] = 'league.config.settings'\n{script}"
    assert run(tree, "-c", code) == "Zbývá schodů: {left}, ne {count}.\n"
