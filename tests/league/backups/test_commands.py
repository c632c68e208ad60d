"""What operators type, and what they are told when it does not work."""

import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from league.backups.backup_file import BackupWriter, Manifest, new_file, opened
from league.jobs import beat
from league.models import Event
from league.models.append_only import missing_triggers
from tests.factories import make_club
from tests.league.backups.conftest import club_names

pytestmark = pytest.mark.django_db(transaction=True)


def said(*command: object, **options: Any) -> str:
    out = StringIO()
    call_command(*map(str, command), stdout=out, **options)
    return out.getvalue()


def refusal(*command: object) -> str:
    with pytest.raises(CommandError) as refused:
        said(*command)
    return str(refused.value)


def typed(monkeypatch: pytest.MonkeyPatch, answer: str | None) -> None:
    def read(question: str) -> str:
        assert "will be deleted" in question
        if answer is None:
            raise EOFError
        return answer

    monkeypatch.setattr("builtins.input", read)


@contextmanager
def rewritten(path: Path, target: Path) -> Iterator[tuple[dict[str, Any], dict[str, list[Any]]]]:
    """The manifest and the rows of a backup, to be changed; then a backup with a right seal."""
    with opened(path) as backup:
        told = dict(vars(backup.manifest))
        rows = {table.name: list(backup.rows(table)) for table in backup.manifest.tables}
    columns = {table.name: table.columns for table in told["tables"]}
    yield told, rows
    with new_file(target) as file, BackupWriter(file) as writer:
        tables = tuple(writer.add(name, columns[name], held) for name, held in rows.items())
        writer.finish(Manifest(**told | {"tables": tables}))


def test_backup_says_what_it_wrote_and_replaces_nothing_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "one.zip"
    make_club("Hexa")
    assert said("backup", path).startswith(f"{path}: ")
    assert path.stat().st_mode & 0o777 == 0o600
    before = path.read_bytes()
    assert refusal("backup", path) == (
        f"{path} is there already. Choose another name, or add --replace."
    )
    assert path.read_bytes() == before
    make_club("Pent")
    said("backup", path, "--replace")
    assert path.read_bytes() != before


def test_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = tmp_path / "gone" / "one.zip"
    assert refusal("backup", path) == f"{path} cannot be written: No such file or directory"


def test_full_disk_leaves_nothing_behind(event: Event, tmp_path: Path) -> None:
    path = tmp_path / "one.zip"
    _, hard = limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, hard))
    try:
        refused = refusal("backup", path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert refused == f"{path} cannot be written: File too large"
    assert list(tmp_path.iterdir()) == []
    said("backup", path)
    assert [file.name for file in tmp_path.iterdir()] == ["one.zip"]


def test_database_with_rows_is_left_alone(backup: Path) -> None:
    refused = refusal("restore", backup)
    assert refused.startswith("The database is not empty: league_")
    assert "--replace" in refused
    assert "Since then" in club_names()


@pytest.mark.parametrize("answer", ["", "yes", None])
def test_replacing_wants_the_word(
    backup: Path, monkeypatch: pytest.MonkeyPatch, answer: str | None
) -> None:
    typed(monkeypatch, answer)
    assert refusal("restore", backup, "--replace") == "Nothing was changed."
    assert "Since then" in club_names()


def test_replacing_after_the_word(backup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "replace")
    told = said("restore", backup, "--replace")
    assert told.startswith("restored: backup of ")
    assert "recheck" in told
    assert "SECRET_KEY" not in told
    assert "Since then" not in club_names()


def test_other_secret_key_is_said(backup: Path, settings: Any) -> None:
    settings.SECRET_KEY = "another one"
    assert "SECRET_KEY is another one" in said("restore", backup, "--replace", "--no-input")


def test_service_that_runs_is_to_be_stopped_first(backup: Path) -> None:
    beat("celery@one", started_at=timezone.now())
    assert "its worker celery@one was seen just now" in refusal("restore", backup, "--replace")
    assert "Since then" in club_names()


def test_dry_run_reads_all_and_writes_nothing(backup: Path) -> None:
    assert said("restore", backup, "--dry-run").startswith("whole: backup of ")
    assert "Since then" in club_names()


def damaged(path: Path) -> str:
    whole = path.read_bytes()
    at = len(whole) // 2
    path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
    return "The file is damaged"


def cut_short(path: Path) -> str:
    os.truncate(path, path.stat().st_size - 1000)
    return "not the whole of it"


def newer(path: Path) -> str:
    with rewritten(path, path) as (told, _):
        told["migrations"] += ("league.0999_mind_reading",)
    return "league.0999_mind_reading is not known"


def of_other_tables(path: Path) -> str:
    with rewritten(path, path) as (_, rows):
        del rows["league_club"]
    return "make other tables: league_club"


def missing(path: Path) -> str:
    path.unlink()
    return "No such file"


def twice_the_same_row(path: Path) -> str:
    with rewritten(path, path) as (_, rows):
        rows["league_stage"] *= 2
    return "league_stage"


def row_without_its_club(path: Path) -> str:
    with rewritten(path, path) as (_, rows):
        rows["league_club"].clear()
    return "league_club"


@pytest.mark.parametrize(
    "spoil",
    [
        *(damaged, cut_short, newer, of_other_tables, missing),
        *(twice_the_same_row, row_without_its_club),
    ],
)
def test_file_that_cannot_be_restored_changes_nothing(
    backup: Path, spoil: Callable[[Path], str]
) -> None:
    why = spoil(backup)
    assert why in refusal("restore", backup, "--replace", "--no-input")
    assert "Since then" in club_names()
    assert Event.objects.get().name == "Renamed"
    assert missing_triggers() == []
    connection.check_constraints()


def test_newer_file_is_refused_by_a_dry_run_too(backup: Path) -> None:
    assert newer(backup) in refusal("restore", backup, "--dry-run")
