"""What else could have been played: for each turn the lawful moves, and the best for the points.

Of a closed hand nobody knows what it held, so that a turn is compared with the other ways to lay
the very tiles that were laid; of an open one with all that the hand could have laid. Only the
points of the turn itself are looked at: not what it opens to others, nor what comes later.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any

from games.record import Record, read
from games.replay import Replay, ReplayStep, replay, words_of

MOST_COUNTED = 1_000
TURNS_ANALYSED = 1_000

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class TurnAnalysed:
    """`lawful` is one more than MOST_COUNTED where there are more moves than are counted."""

    number: int
    lawful: int
    ways: int = 0  # to lay what was laid; 0: no points come from it
    points: int = 0  # what the turn brought
    best: int = 0  # what one of the ways would have brought
    best_words: str = ""  # that way; empty: none brings more
    is_open: bool = False  # the hand was known, and all of it is compared

    @property
    def is_counted(self) -> bool:
        return self.lawful <= MOST_COUNTED

    @property
    def missed(self) -> int:
        return self.best - self.points


def analysed(record: str, *, progress: Progress | None = None) -> list[dict[str, Any]]:
    """Of each turn, as it is stored; nothing of a record that cannot be played."""
    found = read(record.encode())
    played = replay(found) if isinstance(found, Record) else None
    if not isinstance(played, Replay):
        return []
    turns = [step for step in played.steps if step.is_turn][:TURNS_ANALYSED]
    rows = []
    for done, step in enumerate(turns, start=1):
        rows.append(asdict(_analysed(step)))
        if progress:
            progress(done / len(turns))
    return rows


def _analysed(step: ReplayStep) -> TurnAnalysed:
    rules, action = step.rules, step.action._replace(claim=None)
    is_open = rules.play.has_open_hand(step.before, step.seat)
    lawful = sum(1 for _one in islice(rules.play.lawful(step.before), MOST_COUNTED + 1))
    ways = list(rules.play.ways(step.before, action))
    if not ways:
        return TurnAnalysed(step.turn, lawful, is_open=is_open)
    own = next(way.points for way in ways if way.action == action)
    best = max(ways, key=lambda way: way.points)
    return TurnAnalysed(
        number=step.turn,
        lawful=lawful,
        ways=len(ways),
        points=own,
        best=best.points,
        best_words=words_of(rules, best.action) if best.points > own else "",
        is_open=is_open,
    )
