"""The lines of a report by their codes, and what is wrong with them.

Nothing is believed, and nothing ends the reading: what hinders taking a report over is fatal, the
rest is told and put right by a rule that is said.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

from games.values import gettext_noop


@dataclass(frozen=True, slots=True)
class TrfProblem:
    """What is wrong in a line; 0 is the report as a whole."""

    line: int
    text: str
    gaps: Mapping[str, object] = field(default_factory=dict)
    is_fatal: bool = True


@dataclass(frozen=True, slots=True)
class TrfLine:
    number: int
    text: str

    @property
    def rest(self) -> str:
        return self.text[4:].strip()

    @property
    def words(self) -> list[str]:
        return self.text[4:].split()


class TrfLines:
    """All lines, and a list of problems that its readers add to."""

    def __init__(self, text: str) -> None:
        self.problems: list[TrfProblem] = []
        self._lines: defaultdict[str, list[TrfLine]] = defaultdict(list)
        for number, line in enumerate(text.splitlines(), start=1):
            self._lines[line[:3].upper()].append(TrfLine(number, line.rstrip()))

    def wrong(self, line: int, text: str, **gaps: object) -> None:
        """What hinders taking the report over."""
        self.problems.append(TrfProblem(line, text, gaps))

    def note(self, line: int, text: str, **gaps: object) -> None:
        """What is told and put right."""
        self.problems.append(TrfProblem(line, text, gaps, is_fatal=False))

    @property
    def is_hindered(self) -> bool:
        return any(problem.is_fatal for problem in self.problems)

    def of(self, *codes: str) -> Iterator[TrfLine]:
        """Those of the first code, then those of the next."""
        for code in codes:
            yield from self._lines.get(code, ())

    def told(self, *codes: str) -> str:
        """What the first line of these says."""
        return next((line.rest for line in self.of(*codes)), "")

    def whole(self, line: TrfLine, word: str, *, most: int = 9999) -> int | None:
        """A number from 0 on; None, and told, where it is none."""
        if (number := whole_number(word)) is not None and number <= most:
            return number
        self.wrong(line.number, gettext_noop("“%(told)s” is no number."), told=word)
        return None


def whole_number(word: str) -> int | None:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 6 else None


def points_12(word: str) -> int | None:
    """Whole and half points are all that the columns of a total hold."""
    if not re.fullmatch(r"\d{0,2}([.,][05]0?)?|\d{1,2}[.,]", word) or not word:
        return None
    return int(float(word.replace(",", ".")) * 12)


def day_told(told: str) -> date | None:
    """2026/03/01, 26/03/01, 2026-03-01 or 01.03.2026."""
    parts = re.fullmatch(r"(\d{2}|\d{4})[/-](\d{1,2})[/-](\d{1,2})", told)
    turned = re.fullmatch(r"(\d{1,2})\.(\d{1,2})\.(\d{4})", told)
    if parts:
        year, month, day = parts.groups()
    elif turned:
        day, month, year = turned.groups()
    else:
        return None
    try:
        return date(int(year) if len(year) == 4 else 2000 + int(year), int(month), int(day))
    except ValueError:
        return None
