"""From a file that somebody chose to the text of a record that may be stored.

Any text file is taken: what wrote it decides its encoding. What names people, and every comment,
is blanked before anything is kept; lines stay where they are, so that findings name the right ones.
"""

import re
from dataclasses import dataclass

from games.contract import SEATS
from games.record import DEFAULTS, MAX_BYTES, MAX_LINES
from games.registry import rules_of

MAX_UPLOAD_BYTES = 4 * MAX_BYTES  # UTF-16 and UTF-32 take more room than what they hold

_MARKS = (  # the longer ones first: UTF-32's begins like UTF-16's
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_KNOWN_FILES = (
    b"PK\x03\x04",
    b"%PDF",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"\x1f\x8b",
    b"\x7fELF",
)
_TAG = re.compile(r'\[([^\W_]+)([ \t]+)"([^"]*)"\]')
_TAGS_KEPT = frozenset(("Game", "Players", *DEFAULTS))
_SEAT_TAGS = {f"Seat{letter}": letter for letter in SEATS}


@dataclass(frozen=True, slots=True)
class NoText:
    """A file that is no record whatever it says: the reason by its code."""

    code: str  # "too_large", "not_text"


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a record, and what it says of who sat where."""

    text: str
    names: dict[str, str]  # seat letter -> name, for proposing a seating; never stored


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


def keep(text: str) -> Kept:
    """Blank the names and comments of a record; the lines stay where they are."""
    lines = text.split("\n")
    known = _TAGS_KEPT | _own_tags(lines[:MAX_LINES])
    names: dict[str, str] = {}
    kept = [_kept(line, known, names) for line in lines[:MAX_LINES]]
    kept += [""] * (len(lines) - len(kept))  # nobody reads what is beyond the limit
    return Kept("\n".join(kept), names)


def with_tag(text: str, name: str, value: str) -> str:
    """The record with a tag set, on the line where it stood, or before all others."""
    line = f'[{name} "{value}"]'
    lines = text.split("\n")
    for at, each in enumerate(lines):
        tag = _TAG.match(each.strip())
        if tag and tag[1] == name:
            lines[at] = line
            return "\n".join(lines)
    return "\n".join([line, *lines])


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


def _own_tags(lines: list[str]) -> frozenset[str]:
    """The tags of the game that the record says it is of."""
    tags = {tag[1]: tag[3] for line in lines if (tag := _TAG.match(line.strip()))}
    rules = rules_of(tags.get("Game", ""))
    players = tags.get("Players", "")
    if rules is None or not (players.isascii() and players.isdigit()):
        return frozenset()
    return frozenset(rules.own_tags(int(players)))


def _kept(line: str, known: frozenset[str], names: dict[str, str]) -> str:
    content = line.strip()
    if not content.startswith("["):
        return line.partition(";")[0].rstrip()
    tag = _TAG.match(content)
    if tag is None:
        return "[?]"  # no tag, whatever it names
    name, gap, value = tag.groups()
    after = content[tag.end() :].partition(";")[0].strip()
    if name in _SEAT_TAGS:
        names.setdefault(_SEAT_TAGS[name], value.strip()[:200])
    return f'[{name}{gap}"{value if name in known else ""}"]{after and " ?"}'
