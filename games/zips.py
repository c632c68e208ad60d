"""The records in a zip, as if it were a folder. Nothing is unpacked but into memory.

Whoever made the zip may mean harm: the sizes of the file, of what it lists and of what it unpacks
to are bounded before anything is read, and no name in it is a path to anything here.
"""

import io
import struct
import zipfile
import zlib
from pathlib import Path
from typing import NamedTuple

from games.record import MAX_BYTES

SUFFIX = ".zip"
MOST_PACKED = 32 * 1024 * 1024
MOST_UNPACKED = 64 * 1024 * 1024
MOST_FILES = 10_000
_LONGEST_LISTING = 1_024  # bytes for each file, on the average, in the list at the end of a zip
_END, _END_64 = b"PK\5\6", b"PK\6\7"  # the end of that list; of one too long for any zip of ours
_END_FORM = struct.Struct("<4s4H2LH")
_END_64_SIZE = 20
_LONGEST_COMMENT = 0xFFFF
_ENCRYPTED = 0x1
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others may ask for any amount of memory
_BROKEN = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError)
_MACOS = "__MACOSX"


class ZippedFile(NamedTuple):
    """A file in a zip, or the zip itself, with what it holds or why that cannot be read."""

    name: str
    data: bytes = b""
    error: str = ""


def is_zip(file: str) -> bool:
    """By its name: a file of another name is a record, whatever it holds."""
    return file.lower().endswith(SUFFIX)


def zipped_files(file: str) -> list[ZippedFile]:
    """By name, without subfolders and hidden ones; or what is wrong with the whole zip."""
    try:
        with Path(file).open("rb") as opened:
            packed = opened.read(MOST_PACKED + 1)
    except OSError as error:
        return [ZippedFile(file, error=error.strerror or str(error))]
    if wrong := wrong_size(packed):
        return [ZippedFile(file, error=wrong)]
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            return _read(file, archive)
    except UnicodeError:
        return [ZippedFile(file, error="the names in this zip are not of their encoding")]
    except (*_BROKEN, NotImplementedError):
        return [ZippedFile(file, error="this zip is damaged")]


def wrong_size(packed: bytes) -> str:
    """Why a file cannot be opened as a zip: how much it lists is known only from its end."""
    if len(packed) > MOST_PACKED:
        return f"a zip may have {MOST_PACKED // 1024**2} MiB"
    at = packed.rfind(_END, max(0, len(packed) - _END_FORM.size - _LONGEST_COMMENT))
    if at < 0 or at + _END_FORM.size > len(packed):
        return "this is not a zip"
    files, listing = _END_FORM.unpack_from(packed, at)[4:6]
    is_64 = packed[max(0, at - _END_64_SIZE) : at].startswith(_END_64)
    if is_64 or files > MOST_FILES or listing > MOST_FILES * _LONGEST_LISTING:
        return f"a zip may hold {MOST_FILES} files"
    return ""


def _read(file: str, archive: zipfile.ZipFile) -> list[ZippedFile]:
    records = _records(archive.infolist())
    if not records:
        return [ZippedFile(file, error="this zip has no records at its top")]
    if sum(min(entry.file_size, MAX_BYTES + 1) for entry in records) > MOST_UNPACKED:
        most = MOST_UNPACKED // 1024**2
        return [ZippedFile(file, error=f"the records of a zip may have {most} MiB together")]
    return [_read_entry(f"{file}/{_shown(entry)}", archive, entry) for entry in records]


def _records(listed: list[zipfile.ZipInfo]) -> list[zipfile.ZipInfo]:
    """The files at the top, or in the folder that all lie in: most zips are made of a folder."""
    files = [entry for entry in listed if not _is_hidden(entry.filename)]
    folders = {entry.filename.rpartition("/")[0].partition("/")[0] for entry in files}
    folder = folders.pop() if len(folders) == 1 else ""
    records = [entry for entry in files if entry.filename.rpartition("/")[0] == folder]
    return sorted(records, key=lambda entry: entry.filename)


def _is_hidden(name: str) -> bool:
    """Also a folder itself, a path that leads out of the zip, and what macOS adds."""
    *folders, own = name.split("/")
    return not own or any(part[:1] == "." for part in (*folders, own)) or _MACOS in folders


def _shown(entry: zipfile.ZipInfo) -> str:
    """Its name, without what a terminal might obey."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in entry.filename)


def _read_entry(name: str, archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> ZippedFile:
    """As far as a record may be long, and one byte more to show that it is longer."""
    if entry.flag_bits & _ENCRYPTED:
        return ZippedFile(name, error="this file is encrypted")
    if entry.compress_type not in _METHODS:
        return ZippedFile(name, error="this file is packed in an unusual way")
    try:
        with archive.open(entry) as opened:
            return ZippedFile(name, opened.read(MAX_BYTES + 1))
    except (*_BROKEN, RuntimeError):
        return ZippedFile(name, error="this file is damaged in the zip")
