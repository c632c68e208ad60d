"""An archive in a zip, with its records beside it. Its maker may mean harm: sizes are bounded.

Only files that belong into it are read, by their own names; nothing is unpacked but into memory.
"""

import io
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from games.values import gettext_noop
from games.zips import MOST_PACKED, wrong_size
from league.archive.canonical import MOST_BYTES, UnreadableArchive, canonical
from league.archive.findings import ArchiveFinding
from league.archive.record_files import record_files

ZIP = ".zip"
NAME = "event.arbitr.json"
_MAGIC = b"PK\x03\x04"
_FIXED = (1980, 1, 1, 0, 0, 0)  # the same archive is the same zip
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DAMAGED = gettext_noop("The zip is damaged.")
_UNFIT = gettext_noop(
    "The zip is damaged, larger than %(most)d MiB, or lists more files than there can be."
)
_DAMAGED_AT = gettext_noop("The zip is damaged: %(name)s cannot be unpacked.")
_TWICE = gettext_noop("is in the zip twice")
_OTHER_RECORD = gettext_noop("is not the record that the archive has")
_NO_RECORD = gettext_noop("is missing, though other records are there")
_NO_PART = gettext_noop("is no part of an archive")
_PACKED_OTHERWISE = gettext_noop(
    "the zip is packed otherwise than here; the files in it were checked all the same"
)
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError)


def zipped(document: Mapping[str, Any]) -> bytes:
    """The document, and its records in a folder."""
    return _zip_of({NAME: canonical(document)} | _records(document))


def zipped_alone(document: Mapping[str, Any]) -> bytes:
    """The document without anything beside it, for sending."""
    return _zip_of({NAME: canonical(document)})


def _records(document: Mapping[str, Any]) -> dict[str, str]:
    return {f"records/{name}": text for name, text in record_files(document).items()}


def _zip_of(files: Mapping[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, _FIXED), text, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def zip_findings(
    data: bytes, document: Mapping[str, Any], *, archive: Mapping[str, Any]
) -> Iterator[ArchiveFinding]:
    """What is beside a document in its zip: the records of the archive as they are in it, no more.

    `document` is sound, and the archive or something with the archive in it.
    """
    if not is_zip(data):
        return
    opened = opened_zip(data)
    counted = Counter(opened.namelist())
    records = _records(archive) if document is archive else {}
    for name, number in sorted(counted.items()):
        if number > 1:
            yield ArchiveFinding("zip", _TWICE, file=name[:120])
        if name in records:
            if not _holds(opened, name, records[name].encode()):
                yield ArchiveFinding("zip", _OTHER_RECORD, file=name)
        elif name != NAME:
            yield ArchiveFinding("zip", _NO_PART, file=name[:120])
    if counted.keys() & records.keys():
        for name in sorted(records.keys() - counted.keys()):
            yield ArchiveFinding("zip", _NO_RECORD, file=name)
    files = {NAME: canonical(document)} | (records if len(counted) > 1 else {})
    if data != _zip_of(files):
        yield ArchiveFinding("zip", _PACKED_OTHERWISE, is_fault=False)


def _holds(archive: zipfile.ZipFile, name: str, content: bytes) -> bool:
    try:
        return _read(archive, archive.getinfo(name), most=len(content)) == content
    except UnreadableArchive:
        return False


def document_in(data: bytes) -> bytes:
    """The document of a zip; anything else as it is."""
    if len(data) > MOST_BYTES:
        raise UnreadableArchive(
            gettext_noop("The file is larger than %(most)d MiB."), {"most": MOST_BYTES >> 20}
        )
    if not is_zip(data):
        return data
    return file_in(opened_zip(data), NAME)


def is_zip(data: bytes) -> bool:
    return data.startswith(_MAGIC)


def unpacked_size(data: bytes) -> int:
    """As the zip says: no more than that is ever read of it."""
    if not is_zip(data):
        return len(data)
    return sum(info.file_size for info in opened_zip(data).infolist())


def opened_zip(data: bytes) -> zipfile.ZipFile:
    if wrong_size(data):
        raise UnreadableArchive(_UNFIT, {"most": MOST_PACKED >> 20})
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except _BROKEN:
        raise UnreadableArchive(_DAMAGED) from None


def file_in(archive: zipfile.ZipFile, name: str) -> bytes:
    """One file of a zip, of bounded size: what a zip says of sizes is its maker's word."""
    if name not in archive.namelist():
        raise _missing(name)
    data = _read(archive, archive.getinfo(name), most=MOST_BYTES)
    if len(data) > MOST_BYTES:
        raise UnreadableArchive(
            gettext_noop("The file is larger than %(most)d MiB."), {"most": MOST_BYTES >> 20}
        )
    return data


def _read(archive: zipfile.ZipFile, info: zipfile.ZipInfo, *, most: int) -> bytes:
    """No more than one byte above the most, whatever the zip promises."""
    if info.compress_type not in _METHODS or info.flag_bits & 1:
        raise UnreadableArchive(gettext_noop("The zip is packed in a way that is not read here."))
    try:
        with archive.open(info) as opened:
            return opened.read(most + 1)
    except _BROKEN:
        raise UnreadableArchive(_DAMAGED_AT, {"name": info.filename[:120]}) from None


def _missing(name: str) -> UnreadableArchive:
    return UnreadableArchive(
        gettext_noop("The zip has no archive in it: %(name)s is missing."), {"name": name[:120]}
    )
