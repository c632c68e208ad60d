"""The text of a record: from a file that somebody chose to what is kept, which names nobody.

Any text file is taken: what wrote it decides its encoding. Comments go, and so does what stands in
tags that are not the game's. A line that can be read says only what the game has words for, and
stays as it is; of one that cannot be read, whatever could be a name goes, and the rest stays for
anyone who corrects it. Lines stay where they are, so that findings name the right ones.
"""

import re
from dataclasses import dataclass

from games.record import MAX_BYTES

MAX_UPLOAD_BYTES = 4 * MAX_BYTES  # UTF-16 and UTF-32 take more room than what they hold

_MARKS = (  # the longer ones first: UTF-32's begins like UTF-16's
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_TAG = re.compile(r'^\s*\[\s*\w+\s+"', re.MULTILINE)
_KNOWN_FILES = (
    b"PK\x03\x04",
    b"%PDF",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"\x1f\x8b",
    b"\x7fELF",
)


@dataclass(frozen=True, slots=True)
class NoText:
    """A file that is no record whatever it says: the reason by its code."""

    code: str  # "too_large", "not_text"


def decode(data: bytes) -> str | NoText:
    """A file's text: by its mark, else UTF-8, else as old Czech and Slovak Windows wrote."""
    if len(data) > MAX_UPLOAD_BYTES:
        return NoText("too_large")
    if data.startswith(_KNOWN_FILES):
        return NoText("not_text")
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _checked(data[len(mark) :], encoding)
    if wide := _unmarked_wide(data):
        return _checked(data, wide)
    if b"\0" in data:
        return NoText("not_text")
    text = _checked(data, "utf-8")
    return text if isinstance(text, str) else _checked(data, "cp1250")


def is_text(text: str) -> bool:
    """Whether pasted text can be stored: no zeros, no halves of letters."""
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


def has_tags(text: str) -> bool:
    """Whether it can be a record at all: one says in tags what game it is of."""
    return _TAG.search(text) is not None


def _checked(data: bytes, encoding: str) -> str | NoText:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return NoText("not_text")
    if len(text.encode()) > MAX_BYTES:
        return NoText("too_large")
    return NoText("not_text") if "\0" in text else text


def _unmarked_wide(data: bytes) -> str | None:
    """Two bytes a letter without a mark: every second one of a record's start is then a zero."""
    start = data[:40]
    if len(start) < 4 or len(data) % 2:
        return None
    if not any(start[0::2]) and all(start[1::2]):
        return "utf-16-be"
    if not any(start[1::2]) and all(start[0::2]):
        return "utf-16-le"
    return None
