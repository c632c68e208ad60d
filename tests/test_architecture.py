"""The directions of imports, and that a wrong one would be noticed."""

import tomllib
from pathlib import Path

import pytest

from tests.architecture import pure_modules, wrong_imports

ROOT = Path(__file__).parent.parent


def test_imports_go_the_right_way() -> None:
    assert wrong_imports(ROOT) == []


def test_pure_modules_are_typed_strictly() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    [strict] = [
        each["module"]
        for each in settings["tool"]["mypy"]["overrides"]
        if each.get("disallow_any_generics")
    ]
    assert strict == ["games.*", *pure_modules(ROOT)]


@pytest.mark.parametrize(
    ("module", "line", "complaint"),
    [
        ("games/triolet/play.py", "import django", "standard library only"),
        ("games/triolet/play.py", "from league.models import Club", "standard library only"),
        ("games/triolet/play.py", "from games.twisty.board import Board", "another game"),
        ("games/triolet/play.py", "from ..twisty import board", "another game"),
        ("league/pairing/tables.py", "from django.db import models", "imports a framework"),
        ("league/standings/table.py", "from league.models import Entry", "imports the service"),
        ("league/standings/table.py", "from league.events.queries import x", "may not call events"),
        (
            "league/models/club.py",
            "from league.clubs.services import edit",
            "models import no area",
        ),
        ("league/results/services.py", "from league.events.services import x", "may not call"),
        ("league/jobs/services.py", "from league.events.services import x", "calls none"),
        ("league/web/views.py", "from league.api.views import Clubs", "doors do not import doors"),
        ("league/tasks.py", "def run():\n    from league.web import views", "doors do not"),
        ("league/events/services.py", "from league.tasks import sweep", "only addresses lead"),
    ],
)
def test_planted_wrong_import_is_caught(
    tmp_path: Path, module: str, line: str, complaint: str
) -> None:
    file = tmp_path / module
    file.parent.mkdir(parents=True)
    file.write_text(line + "\n")

    [found] = wrong_imports(tmp_path)[:1]

    assert complaint in found


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("games/triolet/play.py", "from games.contract import Setup"),
        ("games/triolet/play.py", "from games.triolet.laying import Board\nimport hashlib"),
        ("league/pairing/tables.py", "import rustworkx\nfrom league.pairing import seats"),
        ("league/events/services.py", "from league.results.services import rule"),
        ("league/web/views.py", "from league.events.services import publish_round"),
        ("league/config/urls.py", "from league.web import urls"),
    ],
)
def test_right_import_is_let_through(tmp_path: Path, module: str, line: str) -> None:
    file = tmp_path / module
    file.parent.mkdir(parents=True)
    file.write_text(line + "\n")

    assert wrong_imports(tmp_path) == []
