"""Where in an archive a line of its text stands, though the text as a whole cannot be read.

An archive has one value a line, so that its lines can be gone through one by one. A file in another
form has lines too, and their places are not known.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

_TEXT = r'"(?:[^"\\\x00-\x1f]|\\.)*"'
_KEY = re.compile(rf"({_TEXT}): ")
_LINE = re.compile(
    rf"( *)(?:{_TEXT}: )?(?:({_TEXT}|-?[0-9]+|true|false|null|\[\]|{{}})|([\[{{]))?,?"
)
_CLOSED = re.compile(r" *[\]}],?")
_BROKEN_LETTER = re.compile(r"\\u0000|\\u[dD][89a-fA-F]")
_LONGEST = 120
_FIRST = 2  # lines that show in which form a text is


class LinePlace(NamedTuple):
    line: int
    where: str  # content/submissions[3]/record
    is_sound: bool = True  # False: the first line that no archive has; nothing comes after it


@dataclass
class _Part:
    """A list or a map that is not closed yet."""

    where: str
    is_list: bool
    names: set[str] = field(default_factory=set)
    count: int = 0

    def inner(self, name: str) -> str:
        if self.is_list:
            return f"{self.where}[{self.count}]"
        return f"{self.where}/{name}" if self.where else name


def place_near(text: str, line: int) -> LinePlace:
    """Of the line where reading stopped, or of one before it, if the text went wrong there."""
    last = LinePlace(0, "", is_sound=False)
    for place in _places(text):
        if place.line > line:
            break
        last = place
    is_archive = last.line > _FIRST  # in another form, its first lines are others already
    is_near = last.line >= line - 1
    is_known = last.line == line or (not last.is_sound and (is_archive or is_near))
    return last if is_known else LinePlace(line, "", is_sound=False)


def place_of_fault(text: str, evidence: str) -> LinePlace:
    """Of the first line that no archive has, if the evidence is in it; line 0: not known."""
    broken = next((place for place in _places(text) if not place.is_sound), None)
    if broken is None or evidence not in text.split("\n", broken.line)[broken.line - 1]:
        return LinePlace(0, "", is_sound=False)
    return broken


def _places(text: str) -> Iterator[LinePlace]:
    parts: list[_Part] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if _CLOSED.fullmatch(line) and parts and _indent(line) == len(parts) - 1:
            yield LinePlace(number, parts.pop().where)
            continue
        key = _KEY.match(line, _indent(line))
        is_sound = _is_sound(line, parts, key)
        key = key or (None if is_sound else _KEY.search(line))
        name = key[1][1:-1] if key else ""
        around = parts[-1] if parts else _Part("", is_list=False)
        where = around.inner(name) if key or around.is_list else around.where
        yield LinePlace(number, where[:_LONGEST], is_sound)
        if not is_sound:
            return
        around.count += 1
        around.names.add(name)
        if line.endswith(("[", "{")):
            parts.append(_Part(where[:_LONGEST], is_list=line.endswith("[")))


def _indent(line: str) -> int:
    return sum(1 for _blank in takewhile(" ".__eq__, line))


def _is_sound(line: str, parts: list[_Part], key: re.Match[str] | None) -> bool:
    read = _LINE.fullmatch(line)
    if read is None or _indent(line) != len(parts) or not (read[2] or read[3]):
        return False
    if (key is None) != (not parts or parts[-1].is_list):
        return False
    is_twice = key is not None and key[1][1:-1] in parts[-1].names
    return not is_twice and not _BROKEN_LETTER.search(line)
