"""A record as its page shows it: the board at the end or before the error, every action's points.

Bounded whatever was handed in: a record is at most 256 KiB, and of a long one only the beginning is
listed. What it says is the same for every reader, so that it may be kept (`events.queries`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.record import Record, read
from games.replay import Replay, ReplayStep, replay

LINES_SHOWN = 2_000
ACTIONS_SHOWN = 600
LINES_AROUND = 3


@dataclass(frozen=True, slots=True)
class ActionSeen:
    """An action with what was claimed for it and what the rules give."""

    line: int
    seat: str
    words: str
    claimed: str
    points: str
    differs: bool


@dataclass(frozen=True, slots=True)
class Review:
    board: str = ""  # a drawing; empty: nothing can be drawn
    is_attempt: bool = False  # the board stands before the action that breaks a rule
    actions: tuple[ActionSeen, ...] = ()  # those that carry points
    actions_left_out: int = 0

    @property
    def differing(self) -> list[ActionSeen]:
        return [action for action in self.actions if action.differs]

    @property
    def has_claims(self) -> bool:
        return any(action.claimed for action in self.actions)


@dataclass(frozen=True, slots=True)
class TextLine:
    number: int
    text: str
    is_wrong: bool = False


def review(record: str) -> Review:
    """Play a record through for its page; one that cannot be played shows no board."""
    found = read(record.encode())
    played = replay(found) if isinstance(found, Record) else None
    if not isinstance(found, Record) or not isinstance(played, Replay):
        return Review()
    actions = _actions(played.steps)
    shown = _first_shown(actions)
    return Review(
        board=_board(found, played),
        is_attempt=played.attempt is not None,
        actions=tuple(shown),
        actions_left_out=len(actions) - len(shown),
    )


def text_lines(record: str, *, wrong: int = 0) -> list[TextLine]:
    """The text with numbers of lines, as far as it is shown."""
    lines = record.removesuffix("\n").split("\n")
    return [
        TextLine(number, text, is_wrong=number == wrong)
        for number, text in enumerate(lines[:LINES_SHOWN], start=1)
    ]


def excerpt(record: str, *, line: int) -> list[TextLine]:
    """A line with a few around it."""
    lines = record.split("\n")
    if not 1 <= line <= len(lines):
        return []
    first = max(line - LINES_AROUND, 1)
    return [
        TextLine(number, lines[number - 1], is_wrong=number == line)
        for number in range(first, min(line + LINES_AROUND, len(lines)) + 1)
    ]


def _board(record: Record, played: Replay) -> str:
    if played.attempt:
        return played.attempt.draw(coordinates=True)
    position, last = played.after(None)
    return record.rules.looks.draw(position, last=last, coordinates=True)


def _actions(steps: Sequence[ReplayStep]) -> list[ActionSeen]:
    seen = (
        ActionSeen(
            line=step.line,
            seat=step.seat,
            words=step.words,
            claimed=step.claim or "",
            points=step.points or "",
            differs=step.claim_differs,
        )
        for step in steps
    )
    return [action for action in seen if action.points or action.claimed]


def _first_shown(actions: Sequence[ActionSeen]) -> list[ActionSeen]:
    """As many as are shown; wrong claims before all others."""
    wrong_first = sorted(actions, key=lambda action: not action.differs)
    return sorted(wrong_first[:ACTIONS_SHOWN], key=lambda action: action.line)
