"""Copies of the embedded database, taken while it is in use."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from league.copies import KEPT, keep_copy
from league.errors import LeagueError
from tests.factories import make_club


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path / "copies"


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_copy_holds_what_was_saved(folder: Path) -> None:
    make_club("Hexa")

    copy = keep_copy("Round 3: Úterní večer")

    assert copy.parent == folder
    assert copy.name.endswith("-round-3-tern-ve-er.sqlite3")
    with sqlite3.connect(copy) as copied:
        assert copied.execute("SELECT name FROM league_club").fetchall() == [("Hexa",)]
    copied.close()


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_oldest_copies_make_room(folder: Path) -> None:
    folder.mkdir()
    for hour in range(KEPT + 5):
        (folder / f"20260101-{hour:02}0000-hourly.sqlite3").touch()

    newest = keep_copy("round 1")

    kept = sorted(folder.iterdir())
    assert len(kept) == KEPT
    assert kept[0].name == "20260101-060000-hourly.sqlite3"
    assert kept[-1] == newest


@pytest.mark.postgresql
@pytest.mark.django_db
def test_of_postgresql_is_left_to_its_own_tools() -> None:
    with pytest.raises(LeagueError, match="pg_dump"):
        keep_copy("round 1")
