"""The drawings of a record's moves: one of them, or many packed for a phone.

A drawing has 50 to 80 kB, and the next one is almost the same. So many are sent as the set of
pieces that they are made of, and each drawing as the numbers of its pieces: some 20 kB for a
game, where the drawings one by one take a megabyte.
"""

import gzip
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from games.contract import FiguresBySide
from games.record import Record, read
from games.replay import Replay, replay

AT_ONCE = 16  # moves in one pack: drawing them takes a tenth of a second

_BETWEEN_TAGS = re.compile("(?<=>)(?=<)")


def drawing(record: str, *, move: int) -> str:
    """The board after so many turns, or with what was tried; empty if nothing can be drawn."""
    played = _played(record)
    return _drawn(played, move) if played else ""


@dataclass(frozen=True, slots=True)
class PositionTold:
    """A position as data: the game's own figures of each side, and all of it in words."""

    description: str = ""
    figures: FiguresBySide = field(default_factory=dict)


def position_told(record: str, *, move: int) -> PositionTold:
    """After so many turns; nothing of a record that cannot be played."""
    played = _played(record)
    if played is None:
        return PositionTold()
    rules = played.rules
    position, _last = played.after(move)
    figures = {side: dict(each) for side, each in rules.figures.of(position).items()}
    return PositionTold(rules.looks.describe(position), figures)


def pack(record: str, *, number: int) -> bytes:
    """The drawings from move `number` × AT_ONCE on, as compressed JSON.

    `pieces` are texts, `moves` lists of their numbers; `first` is the first move.
    """
    played = _played(record)
    first = number * AT_ONCE
    last = _last_move(played) if played else -1
    moves = range(first, min(first + AT_ONCE, last + 1))
    drawings = [_drawn(played, move) for move in moves] if played else []
    pieces, frames = _packed(drawings)
    content = {"first": first, "pieces": pieces, "moves": frames}
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), compresslevel=6, mtime=0)


def _played(record: str) -> Replay | None:
    found = read(record.encode())
    played = replay(found) if isinstance(found, Record) else None
    return played if isinstance(played, Replay) else None


def _last_move(played: Replay) -> int:
    return played.turns + (played.attempt is not None)


def _drawn(played: Replay, move: int) -> str:
    if played.attempt and move > played.turns:
        return played.attempt.draw(coordinates=True)
    position, last = played.after(move)
    return played.rules.looks.draw(position, last=last, coordinates=True)


def _packed(drawings: Iterable[str]) -> tuple[Sequence[str], Sequence[Sequence[int]]]:
    numbers: dict[str, int] = {}
    frames = [
        [numbers.setdefault(piece, len(numbers)) for piece in _BETWEEN_TAGS.split(each)]
        for each in drawings
    ]
    return list(numbers), frames
