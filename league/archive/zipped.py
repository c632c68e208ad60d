"""An archive in a zip, with its records beside it. Its maker may mean harm: sizes are bounded.

Only one file in it is read, by its own name; nothing is unpacked but into memory.
"""

import io
import zipfile
import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any

from games.values import gettext_noop
from league.archive.canonical import MOST_BYTES, UnreadableArchive, canonical
from league.archive.record_files import record_files

ZIP = ".zip"
NAME = "event.arbitr.json"
_MAGIC = b"PK\x03\x04"
_LONGEST_LIST = 20_000  # files that a zip may name
_FIXED = (1980, 1, 1, 0, 0, 0)  # the same archive is the same zip
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DAMAGED = gettext_noop("The zip is damaged.")
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError)


def zipped(document: Mapping[str, Any]) -> bytes:
    """The document, and its records in a folder."""
    return _zip_of(
        {NAME: canonical(document)}
        | {f"records/{name}": text for name, text in record_files(document).items()}
    )


def zipped_alone(document: Mapping[str, Any]) -> bytes:
    """The document without anything beside it, for sending."""
    return _zip_of({NAME: canonical(document)})


def _zip_of(files: Mapping[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, _FIXED), text, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def packed(data: bytes) -> str:
    """A document as a short text, to be sent along with a form."""
    return b64encode(zlib.compress(data, 9)).decode()


def unpacked(text: str) -> bytes:
    """Of `packed`; bounded, since anybody may send such a text."""
    try:
        data = zlib.decompressobj().decompress(b64decode(text, validate=True), MOST_BYTES + 1)
    except (ValueError, zlib.error):
        raise UnreadableArchive(
            gettext_noop("The file was damaged on its way. Send it again.")
        ) from None
    return data


def document_in(data: bytes) -> bytes:
    """The document of a zip; anything else as it is."""
    if len(data) > MOST_BYTES:
        raise UnreadableArchive(
            gettext_noop("The file is larger than %(most)d MiB."), {"most": MOST_BYTES >> 20}
        )
    if not data.startswith(_MAGIC):
        return data
    archive = opened_zip(data)
    if len(archive.infolist()) > _LONGEST_LIST:
        raise _missing(NAME)
    return file_in(archive, NAME)


def opened_zip(data: bytes) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except _BROKEN:
        raise UnreadableArchive(_DAMAGED) from None


def file_in(archive: zipfile.ZipFile, name: str) -> bytes:
    """One file of a zip, of bounded size: what a zip says of sizes is its maker's word."""
    if name not in archive.namelist():
        raise _missing(name)
    info = archive.getinfo(name)
    if info.compress_type not in _METHODS or info.flag_bits & 1:
        raise UnreadableArchive(gettext_noop("The zip is packed in a way that is not read here."))
    try:
        with archive.open(info) as opened:
            data = opened.read(MOST_BYTES + 1)
    except _BROKEN:
        raise UnreadableArchive(_DAMAGED) from None
    if len(data) > MOST_BYTES:
        raise UnreadableArchive(
            gettext_noop("The file is larger than %(most)d MiB."), {"most": MOST_BYTES >> 20}
        )
    return data


def _missing(name: str) -> UnreadableArchive:
    return UnreadableArchive(
        gettext_noop("The zip has no archive in it: %(name)s is missing."), {"name": name[:120]}
    )
