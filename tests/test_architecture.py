"""The directions of imports, and that a wrong one would be noticed."""

import tomllib
from pathlib import Path

import pytest

from tests.architecture import (
    ROOMS,
    askers_of_kinds,
    classes_named_twice,
    wrong_imports,
    wrong_templates,
)

ROOT = Path(__file__).parent.parent


def test_imports_go_the_right_way() -> None:
    assert wrong_imports(ROOT) == []


def test_only_formats_know_what_kind_a_stage_is() -> None:
    assert askers_of_kinds(ROOT) == []


@pytest.mark.parametrize(
    "line",
    [
        'is_odd = stage.kind == "ladder"',
        'if round_.stage.kind != "ladder": pass',
        'is_odd = first_stage(event).kind in ("ladder", "knockout")',
        'is_odd = settings["kind"] == "swiss"',
    ],
)
def test_planted_question_for_the_kind_is_caught(tmp_path: Path, line: str) -> None:
    for module in ("league/events/services.py", "league/formats/ladder.py"):
        (tmp_path / module).parent.mkdir(parents=True)
        (tmp_path / module).write_text(line + "\n")

    [found] = askers_of_kinds(tmp_path)

    assert found.startswith("league.events.services: ")


def test_no_two_classes_have_one_name() -> None:
    assert classes_named_twice(ROOT) == {}


def test_second_class_of_a_name_would_be_noticed(tmp_path: Path) -> None:
    for module in ("league/events/names.py", "games/triolet/board.py"):
        (tmp_path / module).parent.mkdir(parents=True)
        (tmp_path / module).write_text("class Board: ...\nclass Position: ...\n")

    assert classes_named_twice(tmp_path) == {
        "Board": ["games/triolet/board.py", "league/events/names.py"]
    }


def test_everything_is_typed_strictly() -> None:
    """One relaxation, for what Django and REST framework make generic for type checkers alone."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mypy"]
    assert settings["strict"] is True
    relaxed = [each for each in settings["overrides"] if "ignore_missing_imports" not in each]
    assert [set(each) - {"module"} for each in relaxed] == [
        {"disallow_any_generics", "disallow_subclassing_any"}
    ]


def test_every_package_of_pages_is_a_room() -> None:
    packages = {file.parent.name for file in (ROOT / "league/web").glob("*/__init__.py")}
    assert packages == set(ROOMS)


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
        ("league/standings/table.py", "from league.audit import record", "imports the service"),
        ("league/child_process.py", "from django.conf import settings", "imports a framework"),
        (
            "league/models/club.py",
            "from league.clubs.services import edit",
            "models import no area",
        ),
        ("league/results/services.py", "from league.events.services import x", "may not call"),
        ("league/jobs.py", "from league.events.services import x", "calls none"),
        ("league/formats/swiss.py", "from django.db import models", "imports a framework"),
        ("league/formats/swiss.py", "from league.models import Stage", "imports the service"),
        ("league/formats/swiss.py", "from league.pairing.queries import x", "are made of pure"),
        ("league/formats/swiss.py", "from league.events.names import x", "are made of pure"),
        ("league/pairing/tables.py", "from league.formats import registry", "runs a stage"),
        ("league/results/services.py", "from league.formats import registry", "runs a stage"),
        ("league/jobs.py", "from league.formats import registry", "runs a stage"),
        ("league/web/views.py", "from league.api.clubs import Clubs", "doors do not import doors"),
        ("league/tasks.py", "def run():\n    from league.web import views", "doors do not"),
        ("league/events/services.py", "from league.tasks import sweep", "only addresses lead"),
        ("league/web/desk/rounds.py", "from league.web.public.event import x", "rooms do not"),
        ("league/web/table/seats.py", "from league.web import desk", "rooms do not import rooms"),
        ("league/web/sheet/sheet.py", "from ..setup.codes import code", "rooms do not"),
        ("league/web/frames.py", "from league.web.desk.tables import x", "only addresses lead"),
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
        ("games/triolet/play.py", "from games.values import Setup"),
        ("games/triolet/play.py", "from games.triolet.laying import Board\nimport hashlib"),
        ("league/pairing/tables.py", "import rustworkx\nfrom league.pairing import seats"),
        ("league/jobs.py", "from django.db import transaction\nfrom league.models import Job"),
        ("league/events/services.py", "from league.results.services import rule"),
        ("league/formats/swiss.py", "from league.pairing.swiss import pair_swiss"),
        ("league/events/services.py", "from league.formats.registry import format_of"),
        ("league/standings/queries.py", "from league.formats import registry"),
        ("league/models/stage.py", "from league.formats import registry"),
        ("league/web/views.py", "from league.formats.contract import Overview"),
        ("league/web/views.py", "from league.events.services import publish_round"),
        ("league/config/urls.py", "from league.web import urls"),
        ("league/web/urls.py", "from league.web.desk import urls"),
        ("league/web/desk/rounds.py", "from league.web.desk.tables import x"),
        ("league/web/desk/rounds.py", "from league.web.frames import event_frame"),
    ],
)
def test_right_import_is_let_through(tmp_path: Path, module: str, line: str) -> None:
    file = tmp_path / module
    file.parent.mkdir(parents=True)
    file.write_text(line + "\n")

    assert wrong_imports(tmp_path) == []


def test_templates_of_a_room_are_its_own() -> None:
    assert wrong_templates(ROOT) == []


def test_piece_taken_from_another_room_is_noticed(tmp_path: Path) -> None:
    for name in ("desk/console.html", "_row.html"):
        file = tmp_path / "templates" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("{% extends 'base.html' %}{% include \"public/_found.html\" with x=1 %}")

    assert wrong_templates(tmp_path) == [
        "_row.html uses public/_found.html",
        "desk/console.html uses public/_found.html",
    ]
