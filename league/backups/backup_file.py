"""The file of a backup: a zip with the rows of each table, and a seal over the whole of it.

Any program opens it: `manifest.json` says what is in it, `tables/NAME.jsonl` has a row on each
line, in no order. The zip's comment, at the very end, is the SHA-256 of all bytes before it, so
that a file that is cut short or has one wrong byte is known before anything is read from it.
Nothing here knows a database; nothing is ever held in memory but some rows.
"""

import hashlib
import io
import json
import os
import tempfile
import zipfile
import zlib
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import date, time
from decimal import Decimal
from pathlib import Path
from typing import Any, BinaryIO, Self

FORMAT = 1
_MANIFEST = "manifest.json"
_SEAL = b"backup of arbitr, sha-256: "
_HEX = 64  # digits of a SHA-256
_CHUNK = 1 << 20
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, KeyError, ValueError, TypeError)
# What else is called a backup of a database, and what it is restored with.
_OTHERS = (
    (b"PGDMP", "It was made by pg_dump: use pg_restore."),
    (b"SQLite format 3\0", "It is a copy of an SQLite database, to be put in its place."),
)


class WrongBackup(Exception):
    """Not a file to restore from. The text is for the operator."""


@dataclass(frozen=True)
class TableRows:
    """What one table held. The digest is of its rows in any order, on either database."""

    name: str
    columns: tuple[str, ...]
    rows: int
    digest: str


@dataclass(frozen=True)
class Manifest:
    made_at: str
    version: str  # of the service
    database: str
    key_mark: str  # tells whether the secret key is still the same, and nothing about it
    migrations: tuple[str, ...]  # app.name, of all that were applied
    tables: tuple[TableRows, ...]
    format: int = FORMAT

    @property
    def rows(self) -> int:
        return sum(table.rows for table in self.tables)


class _Tally:
    """How many rows went by, and which."""

    def __init__(self) -> None:
        self.rows = 0
        self._sum = 0

    def add(self, line: bytes) -> None:
        self.rows += 1
        self._sum += int.from_bytes(hashlib.sha256(line).digest(), "big")

    @property
    def digest(self) -> str:
        return f"{self._sum % (1 << 256):064x}"


class BackupWriter:
    """Takes the rows table by table, then the manifest."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._zip = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failed: object) -> None:
        with suppress(OSError, ValueError):  # half of a zip, on a full disk maybe
            self._zip.close()

    def add(self, name: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> TableRows:
        tally = _Tally()
        with (
            self._zip.open(_name_in_zip(name), "w", force_zip64=True) as packed,
            io.BufferedWriter(packed, _CHUNK) as lines,
        ):
            for row in rows:
                line = _as_line(row)
                tally.add(line)
                lines.write(line + b"\n")
        return TableRows(name, tuple(columns), tally.rows, tally.digest)

    def finish(self, manifest: Manifest) -> None:
        self._zip.writestr(_MANIFEST, json.dumps(asdict(manifest), indent=1))
        self._zip.comment = _SEAL + b"0" * _HEX
        self._zip.close()
        seal = _digest_of(self._file, size=self._file.tell() - _HEX)
        self._file.seek(-_HEX, os.SEEK_END)
        self._file.write(seal)


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """A file that has its name only once it is whole and on the disk; for its owner's eyes."""
    handle, draft = tempfile.mkstemp(prefix=f"{path.name}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        Path(draft).replace(path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


class BackupFile:
    """A file whose seal is right."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._zip = archive
        self.manifest = _manifest_in(archive)

    def rows(self, table: TableRows) -> Iterator[list[Any]]:
        """Its rows; raises at the end if they are not those that were written."""
        tally = _Tally()
        try:
            with self._zip.open(_name_in_zip(table.name)) as lines:
                for line in lines:
                    tally.add(line[:-1])
                    yield json.loads(line)
        except _BROKEN as error:
            raise WrongBackup(f"{table.name} cannot be read: {error}") from error
        if (tally.rows, tally.digest) != (table.rows, table.digest):
            raise WrongBackup(f"The rows of {table.name} are not those that the manifest tells of.")


@contextmanager
def opened(path: Path) -> Iterator[BackupFile]:
    """The backup at this path, after its seal was checked."""
    with path.open("rb") as file:
        _check_seal(file)
        try:
            archive = zipfile.ZipFile(file)
        except _BROKEN as error:
            raise WrongBackup(f"The zip cannot be read: {error}") from error
        with archive:
            yield BackupFile(archive)


def _check_seal(file: BinaryIO) -> None:
    start = file.read(max(len(mark) for mark, _ in _OTHERS))
    for mark, advice in _OTHERS:
        if start.startswith(mark):
            raise WrongBackup(f"This is no backup made here. {advice}")
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _HEX - len(_SEAL)))
    end = file.read()
    if not start.startswith(b"PK"):
        raise WrongBackup("This is no backup: manage.py backup makes them.")
    if not end.startswith(_SEAL):
        raise WrongBackup("This is no backup, or not the whole of it: its seal is not at the end.")
    if _digest_of(file, size=size - _HEX) != end[len(_SEAL) :]:
        raise WrongBackup("The file is damaged: it is not what was written. Take another one.")


def _digest_of(file: BinaryIO, *, size: int) -> bytes:
    file.seek(0)
    digest = hashlib.sha256()
    while size and (chunk := file.read(min(_CHUNK, size))):
        digest.update(chunk)
        size -= len(chunk)
    return digest.hexdigest().encode()


def _manifest_in(archive: zipfile.ZipFile) -> Manifest:
    try:
        told = json.loads(archive.read(_MANIFEST))
        if told["format"] > FORMAT:
            raise WrongBackup(f"It was made by a newer Arbitr ({told['version']}): upgrade first.")
        tables = tuple(
            TableRows(**table | {"columns": tuple(table["columns"])}) for table in told["tables"]
        )
        return Manifest(**told | {"tables": tables, "migrations": tuple(told["migrations"])})
    except _BROKEN as error:
        raise WrongBackup(f"Its {_MANIFEST} cannot be read: {error}") from error


def _name_in_zip(table: str) -> str:
    return f"tables/{table}.jsonl"


def _as_line(row: Sequence[object]) -> bytes:
    """The same bytes for the same row, whichever database it comes from."""
    text = json.dumps(row, default=_as_text, sort_keys=True, separators=(",", ":"))
    return text.encode()


def _as_text(value: object) -> str:
    if isinstance(value, date | time):
        return value.isoformat()  # DjangoJSONEncoder would cut the microseconds
    if isinstance(value, bytes | memoryview):
        return b64encode(value).decode()
    if isinstance(value, Decimal):
        return str(value)
    raise TypeError(f"There is no way to write a {type(value).__name__} into a backup yet.")
