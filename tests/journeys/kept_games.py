"""Whole games on score sheets, to count what keeping their records costs in touches.

The records are random games; what tells a hand is left out, as on any sheet with closed hands. A
budget is what the issue of touches comes to: about two a move, as for electronic notation in chess.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import floor
from pathlib import Path

from games.record import Record, read
from games.replay import words_of

FOLDER = Path(__file__).parent / "kept"
NAMES = dict(zip("ABCD", ("Anežka", "Bořek", "Cyril", "Dominika"), strict=True))
SET_UP = 3  # touches, at most


@dataclass(frozen=True)
class Line:
    seat: str
    kind: str
    words: str


@dataclass(frozen=True)
class KeptGame:
    game: str
    players: int

    @cached_property
    def record(self) -> Record:
        found = read((FOLDER / f"{self.game}-{self.players}.txt").read_bytes())
        assert isinstance(found, Record)
        return found

    @cached_property
    def lines(self) -> Sequence[Line]:
        rules = self.record.rules
        return [
            Line(action.seat, action.kind, words_of(rules, action._replace(claim=None)))
            for action in self.record.actions
            if not rules.play.tells_hand(action)
        ]

    @property
    def tags(self) -> str:
        """As a sheet's set-up writes them."""
        return "\n".join(f"{tag} {value}" for tag, value in self.record.setup.own.items())


KEPT_GAMES = [
    KeptGame(game, players)
    for game in ("kaleidoskop", "triolet", "twisty", "polyssimo")
    for players in (2, 4)
]


def budget(game: str, lines: Sequence[Line]) -> int:
    """How many touches these lines may cost."""
    return floor(_BUDGETS[game](lines) + 1e-9)


def _count(lines: Sequence[Line], kind: str) -> int:
    return sum(line.kind == kind for line in lines)


def _kaleidoskop(lines: Sequence[Line]) -> float:
    return 2.1 * _count(lines, "place") + 7 * _count(lines, "swap")


def _triolet(lines: Sequence[Line]) -> float:
    tiles = sum(len(line.words.split()) for line in lines if line.kind == "place")
    return 1.1 * tiles + len(lines) + 2 * _count(lines, "swap")


def _twisty(lines: Sequence[Line]) -> float:
    return 1.5 * len(lines) + sum("x" in line.words for line in lines)


def _polyssimo(lines: Sequence[Line]) -> float:
    return _count(lines, "take") + 2.7 * _count(lines, "place") + _count(lines, "pass")


_BUDGETS: Mapping[str, Callable[[Sequence[Line]], float]] = {
    "kaleidoskop": _kaleidoskop,
    "polyssimo": _polyssimo,
    "triolet": _triolet,
    "twisty": _twisty,
}
