"""The file itself: what is written is read, and one byte more, less or other is noticed."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from league.backups.backup_file import (
    BackupWriter,
    Manifest,
    TableRows,
    WrongBackup,
    new_file,
    opened,
)

ROWS = [["k1", 'Žofie "Ž"\n', None, True], ["k2", "\x00\ud800", 1.5, {"b": 1, "a": [2]}]]


def written(path: Path, rows: list[list[object]] = ROWS, **changed: object) -> TableRows:
    with new_file(path) as file, BackupWriter(file) as writer:
        table = writer.add("league_club", ("id", "name", "seat", "own"), rows)
        told = {
            "made_at": "2026-11-05T03:00:00+00:00",
            "version": "0.1.0",
            "database": "sqlite",
            "key_mark": "x",
            "migrations": ("league.0001_tables",),
            "tables": (table,),
        }
        writer.finish(Manifest(**(told | changed)))  # type: ignore[arg-type]
    return table


def read(path: Path) -> tuple[Manifest, list[list[object]]]:
    with opened(path) as backup:
        return backup.manifest, [
            row for each in backup.manifest.tables for row in backup.rows(each)
        ]


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "backup.zip"
    assert list(tmp_path.glob("*.part")) == []


def test_what_is_written_is_read(path: Path) -> None:
    table = written(path)
    manifest, rows = read(path)
    assert rows == ROWS
    assert (manifest.tables, manifest.rows, manifest.version) == ((table,), 2, "0.1.0")


def test_only_its_owner_may_read_it(path: Path) -> None:
    written(path)
    assert path.stat().st_mode & 0o777 == 0o600


def test_values_keep_all_their_digits(path: Path) -> None:
    moment = datetime(2026, 11, 5, 3, 0, 0, 123456, tzinfo=UTC)
    written(path, [["k", moment, date(2026, 11, 5), Decimal("1.50")], ["k", b"\xff", None, 0]])
    assert read(path)[1] == [
        ["k", "2026-11-05T03:00:00.123456+00:00", "2026-11-05", "1.50"],
        ["k", "/w==", None, 0],
    ]


def test_digest_asks_for_no_order_of_rows_or_keys(path: Path) -> None:
    other_order = [["k2", "\x00\ud800", 1.5, {"a": [2], "b": 1}], ROWS[0]]
    digests = [
        written(path, rows).digest for rows in (ROWS, other_order, ROWS[:1], [ROWS[0], ROWS[0]])
    ]
    assert digests[0] == digests[1]
    assert len(set(digests)) == 3


def test_any_wrong_byte_is_noticed(path: Path) -> None:
    written(path)
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        with pytest.raises(WrongBackup):
            read(path)


def test_file_of_any_other_length_is_noticed(path: Path) -> None:
    written(path)
    whole = path.read_bytes()
    for wrong in [*(whole[:end] for end in range(len(whole))), whole + b"\n", whole + whole]:
        path.write_bytes(wrong)
        with pytest.raises(WrongBackup):
            read(path)


@pytest.mark.parametrize(
    ("start", "said"),
    [
        (b"", "manage.py backup makes them"),
        (b"PGDMP\x01\x0e", "pg_restore"),
        (b"SQLite format 3\x00", "copy of an SQLite database"),
        (b"PK\x03\x04" + b"x" * 200, "not the whole of it"),
    ],
)
def test_other_files_are_called_what_they_are(path: Path, start: bytes, said: str) -> None:
    path.write_bytes(start)
    with pytest.raises(WrongBackup, match=said):
        read(path)


def test_rows_that_the_manifest_does_not_tell_of_are_refused(path: Path) -> None:
    table = written(path)
    for wrong in ({"rows": 3}, {"digest": "0" * 64}):
        written(path, tables=(TableRows(**vars(table) | wrong),))
        with pytest.raises(WrongBackup, match="league_club are not those"):
            read(path)


def test_newer_format_names_the_version(path: Path) -> None:
    written(path, format=2, version="7.0")
    with pytest.raises(WrongBackup, match=r"newer Arbitr \(7\.0\)"):
        read(path)


def test_what_fails_half_way_leaves_the_file_that_was_there(path: Path) -> None:
    def failing() -> Iterator[list[object]]:
        yield ROWS[0]
        raise RuntimeError("no more")

    path.write_text("the old one")
    with pytest.raises(RuntimeError), new_file(path) as file, BackupWriter(file) as writer:
        writer.add("league_club", ("id",), failing())
    assert path.read_text() == "the old one"
