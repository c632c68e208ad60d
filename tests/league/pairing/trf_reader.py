"""Reads back the reports that trf.py writes.

Decided here: that such a text gives the same event again. Left to others: reports of other
programs, which may put things elsewhere and would need a reader that doubts what it is given.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from datetime import date

from league.pairing.trf import EARLY, EDITED, LETTERS, Points, TrfEvent, TrfPlayer, TrfRound

_FIRST_ROUND = 91  # where the opponent of round 1 stands
_ROUND_WIDTH = 10
_OUTCOMES = {letter: outcome for outcome, letter in LETTERS.items()}


def read_trf(text: str) -> TrfEvent:
    """The event of a report of ours; ValueError or KeyError when it is not one."""
    lines: defaultdict[str, list[str]] = defaultdict(list)
    for line in text.splitlines():
        lines[line[:3]].append(line)
    told = {code: each[0][4:] for code, each in lines.items()}
    return TrfEvent(
        players=tuple(_player(line) for line in lines["001"]),
        rounds_planned=int(told["XXR"]),
        points=_points(told["XXS"]),
        first_starts=told["XXC"] == "white1",
        absent=frozenset(map(int, told.get("XXZ", "").split())),
        apart=frozenset(_pair(line[4:]) for line in lines["XXP"]),
        edited_rounds=_rounds_marked(lines["###"], EDITED),
        early_rounds=_rounds_marked(lines["###"], EARLY),
        system=told["092"].removeprefix("Individual: "),
        name=told.get("012", ""),
        city=told.get("022", ""),
        start=_day(told.get("042")),
        end=_day(told.get("052")),
    )


def _player(line: str) -> TrfPlayer:
    starts = range(_FIRST_ROUND, len(line), _ROUND_WIDTH)
    return TrfPlayer(
        number=int(line[4:8]),
        rounds=tuple(_round(line[at : at + 8].ljust(8)) for at in starts),
        name=line[14:47].rstrip(),
        rating=int(line[48:52]),
    )


def _round(cell: str) -> TrfRound:
    return TrfRound(_OUTCOMES[cell[7]], opponent=int(cell[:4]), starts=cell[5] == "w")


def _rounds_marked(lines: Iterable[str], mark: str) -> frozenset[int]:
    marked = re.compile(re.escape(mark).replace(re.escape("{}"), r"(\d+)"))
    return frozenset(int(found[1]) for line in lines if (found := marked.fullmatch(line)))


def _points(worths: str) -> Points:
    worth_12 = {
        code: int(value.replace(".", "")) * 12 // 10
        for code, value in (each.split("=") for each in worths.split())
    }
    win, bye = worth_12["WW"], worth_12["PAB"]
    return Points(win, worth_12["WD"], worth_12["WL"], bye_12=None if bye == win else bye)


def _pair(numbers: str) -> tuple[int, int]:
    low, high = map(int, numbers.split())
    return low, high


def _day(told: str | None) -> date | None:
    return date.fromisoformat(told.replace("/", "-")) if told else None
