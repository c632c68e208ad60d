"""Reads tournaments whose tiebreaks others have published, in a short notation of our own.

A file has a part `[games]` and parts `[values …]`; `#` starts a remark. A line of games is an
entry, its rating or `-`, and a round in each column: the opponent and how it went (`+` won, `=`
drawn, `-` lost, `w` won and `f` lost by forfeit), or `bye`, `half`, `zero`; with a star before it
who started. Points are 1 for a win
and ½ for a draw. A line of values is an entry and a number for each key of the first line, or `.`.
The head of a part says by which edition they were computed, and whether forfeits are games. Besides
tiebreaks, `points` and `rank(KEY,…)`, the rank by a chain, can stand in the first line.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from league.standings.inputs import (
    EntryInput,
    GameInput,
    GameSide,
    Inputs,
    MatchInput,
    RoundInput,
    RoundOutcome,
    Settings,
    UnplayedEdition,
)
from league.standings.points import duel

SCHEME = duel(win_12=12, draw_12=6, loss_12=0)
BYES = {
    "bye": RoundOutcome.PAIRING_BYE,
    "half": RoundOutcome.HALF_BYE,
    "zero": RoundOutcome.ZERO_BYE,
}
# Of the one who is listed first: the ranks, and what the other's line must say. Both may forfeit.
RANKS = {"+": (1, 2), "=": (1, 1), "-": (2, 1)}
ANSWERS = {"+": "-", "=": "=", "-": "+", "w": "f", "f": "wf"}
Cells = Mapping[str, Sequence[str]]  # by entry, one for each round


@dataclass(frozen=True)
class Column:
    """What was published for one key."""

    inputs: Inputs  # with the settings by which it was computed
    key: str
    published: Mapping[str, Fraction]  # by entry


def read(name: str) -> tuple[Column, ...]:
    """All that was published about a tournament."""
    text = (Path(__file__).parent / f"{name}.txt").read_text(encoding="utf-8")
    (_, played), *values = _parts(text)
    inputs = games(played)
    return tuple(
        column
        for head, lines in values
        for column in _columns(replace(inputs, settings=_settings(head)), lines)
    )


def games(lines: Sequence[Sequence[str]]) -> Inputs:
    """The tournament of some lines of games, in words; seeded in their order."""
    entries = tuple(
        EntryInput(entry, seed, None if rating == "-" else int(rating))
        for seed, (entry, rating, *_) in enumerate(lines, start=1)
    )
    cells = {entry: rounds for entry, _, *rounds in lines}
    numbers = range(1, len(lines[0]) - 1)
    return Inputs(entries, tuple(_round(number, cells) for number in numbers))


def _parts(text: str) -> Iterator[tuple[str, list[list[str]]]]:
    for part in ("\n" + text).split("\n[")[1:]:
        head, _, body = part.partition("]\n")
        told = (line.partition("#")[0].split() for line in body.splitlines())
        yield head, [words for words in told if words]


def _settings(head: str) -> Settings:
    edition, _, forfeits = head.removeprefix("values ").partition(", ")
    if forfeits not in ("", "forfeits are games"):
        raise ValueError(f"unknown setting: {head}")
    return Settings(edition=UnplayedEdition(edition), forfeits_are_games=bool(forfeits))


def _columns(inputs: Inputs, lines: list[list[str]]) -> Iterator[Column]:
    (_, *keys), *rows = lines
    for at, key in enumerate(keys, start=1):
        published = {row[0]: Fraction(row[at]) for row in rows if row[at] != "."}
        yield Column(inputs, key, published)


def _round(number: int, cells: Cells) -> RoundInput:
    byes = {entry: BYES[row[number - 1]] for entry, row in cells.items() if row[number - 1] in BYES}
    matches: list[MatchInput] = []
    paired: set[str] = set()
    for entry in cells:
        if entry in byes or entry in paired:
            continue
        match = _match(number, entry, cells)
        paired |= set(match.entries)
        matches.append(match)
    return RoundInput(number, tuple(matches), byes)


def _match(number: int, entry: str, cells: Cells) -> MatchInput:
    told = cells[entry][number - 1]
    other, result = told[:-1].removeprefix("*"), told[-1]
    answer = cells[other][number - 1].removeprefix("*")
    if answer[:-1] != entry or answer[-1] not in ANSWERS[result]:
        raise ValueError(f"round {number}: {entry} says {told}, {other} says {answer}")
    seats, table = (entry, other), f"{number}-{entry}"
    is_turned = cells[other][number - 1].startswith("*")
    if result in RANKS:
        sides = (GameSide(*side) for side in zip(seats, RANKS[result], strict=True))
        seated = seats[::-1] if is_turned else seats
        return MatchInput(table, seated, (GameInput(tuple(sides)),))
    forfeited = frozenset(
        who for who, how in zip(seats, (result, answer[-1]), strict=True) if how == "f"
    )
    return MatchInput(table, seats, forfeited=forfeited)
