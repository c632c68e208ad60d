"""One way to write a value down, and to read it from a file that a stranger may have made.

Keys are sorted and every value has a line of its own, so that the same content is the same bytes
and two archives can be compared line by line. Digests are taken over the same text without spaces.
Numbers are whole; nothing else of JSON is left out.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NoReturn

from games.values import gettext_noop
from league.archive.line_places import LinePlace, place_near, place_of_fault

MOST_BYTES = 64 * 1024 * 1024
MOST_DEPTH = 40
# A file of the largest size has half as many lists and maps, and half as many values. Empty lists
# alone would take twenty times the memory of their text.
MOST_PARTS, MOST_VALUES = 1_000_000, 4_000_000
ROW_DIGEST_LENGTH = 16


@dataclass(eq=False)  # not frozen: what handles an exception may write a note into it
class UnreadableArchive(Exception):
    """Why a file is no archive at all: English with %(gaps)s, and where, if that is known."""

    text: str
    gaps: Mapping[str, object] = field(default_factory=dict)
    line: int = 0
    where: str = ""

    def __str__(self) -> str:
        return self.told(str)

    def told(self, say: Callable[[str], str]) -> str:
        """In the language that `say` speaks."""
        told = say(self.text) % self.gaps
        if not self.line:
            return told
        see = _SEE_PLACE if self.where else _SEE_LINE
        return f"{told} {say(see) % {'line': self.line, 'where': self.where}}"


def canonical(value: object) -> str:
    """For files: sorted, one value a line."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def digest_of(value: object) -> str:
    text = json.dumps(
        value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )
    return sha256(text.encode()).hexdigest()


def row_digest(row: object) -> str:
    """Long enough to find what was changed; the digest of the whole is what seals it."""
    return digest_of(row)[:ROW_DIGEST_LENGTH]


def read_json(data: bytes) -> Any:
    """A document of bounded size and depth, each key once, numbers whole."""
    if len(data) > MOST_BYTES:
        raise UnreadableArchive(
            gettext_noop("The file is larger than %(most)d MiB."), {"most": MOST_BYTES >> 20}
        )
    are_parts_many = data.count(b"[") + data.count(b"{") > MOST_PARTS
    if are_parts_many or data.count(b",") > MOST_VALUES:
        raise UnreadableArchive(_TOO_MUCH)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise _not_text(data, error.start) from None
    try:
        read = json.loads(
            text, object_pairs_hook=_once, parse_float=_fraction, parse_constant=_fraction
        )
        _check_values(read)
    except json.JSONDecodeError as error:
        raise _placed(_UNREADABLE, {}, place_near(text, error.lineno)) from None
    except RecursionError:
        raise UnreadableArchive(_TOO_DEEP) from None
    except _Unlikely as found:
        raise _placed(found.text, found.gaps, place_of_fault(text, found.evidence)) from None
    except ValueError as error:  # a number of thousands of digits
        raise UnreadableArchive(_NO_NUMBER, {"number": str(error)[:40]}) from None
    return read


def first_other_line(data: bytes, value: object) -> int:
    """The line where a file is not written in the one way; 0: it is."""
    written = canonical(value).encode()
    if data == written:
        return 0
    lines, expected = data.split(b"\n"), written.split(b"\n")
    same = (at for at, (a, b) in enumerate(zip(lines, expected, strict=False), 1) if a != b)
    return next(same, min(len(lines), len(expected)))


_TOO_DEEP = gettext_noop("The file is nested too deeply for an archive.")
_TOO_MUCH = gettext_noop("The file has more values in it than any archive.")
_UNREADABLE = gettext_noop("The file cannot be read.")
_NO_NUMBER = gettext_noop("The file has a number that no archive has: %(number)s")
_TWICE = gettext_noop("The file says %(name)s twice in one place.")
_NO_LETTERS = gettext_noop("The file has signs that are no letters.")
_SEE_LINE = gettext_noop("See line %(line)d.")
_SEE_PLACE = gettext_noop("See line %(line)d, in %(where)s.")


class _Unlikely(Exception):
    """Something that JSON can say and no archive does; `evidence` stands in its line."""

    def __init__(self, text: str, gaps: Mapping[str, object], *, evidence: str) -> None:
        super().__init__(text)
        self.text, self.gaps, self.evidence = text, gaps, evidence


def _placed(text: str, gaps: Mapping[str, object], place: LinePlace) -> UnreadableArchive:
    return UnreadableArchive(text, gaps, line=place.line, where=place.where)


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) < len(pairs):
        names = [name for name, _value in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _Unlikely(_TWICE, {"name": twice[:80]}, evidence=twice)
    return read


def _fraction(text: str) -> NoReturn:
    raise _Unlikely(_NO_NUMBER, {"number": text[:40]}, evidence=text)


def _not_text(data: bytes, at: int) -> UnreadableArchive:
    place = place_near(data.decode(errors="replace"), data.count(b"\n", 0, at) + 1)
    return _placed(gettext_noop("The file is no text: see byte %(at)d."), {"at": at}, place)


def _check_values(value: object) -> None:
    """Without going down by itself: whoever made the file may want that."""
    level: list[object] = [value]
    for _depth in range(MOST_DEPTH):
        inner: list[object] = []
        for each in level:
            if isinstance(each, dict):
                inner += each.keys()
                inner += each.values()
            elif isinstance(each, list):
                inner += each
            elif isinstance(each, str):
                _check_letters(each)
        if not inner:
            return
        level = inner
    raise UnreadableArchive(_TOO_DEEP)


def _check_letters(text: str) -> None:
    """Half a letter, or the sign of number 0: JSON can say them, and not every database."""
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise _Unlikely(_NO_LETTERS, {}, evidence="\\u")
