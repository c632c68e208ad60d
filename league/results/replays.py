"""A record told turn by turn: who did what, what it brought, how all stand after it.

Turns are numbered as the verdict counts them; what is no turn, such as a draw, belongs to the turn
before it. The action that breaks a rule has the number after the last turn. What is told is the
same for every reader, so that it may be kept; names and sentences are the page's matter.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.contract import SideScore
from games.replay import Attempt, ReplayStep
from games.verdict import Verdict
from games.verify import verify_and_replay

TURNS_SHOWN = 1_000


@dataclass(frozen=True, slots=True)
class Aside:
    """An action that is no turn."""

    seat: str
    words: str
    line: int


@dataclass(frozen=True, slots=True)
class Turn:
    number: int
    line: int
    seat: str
    words: str
    claimed: str
    points: str  # as a claim says it; empty: the action brings none
    differs: bool  # the claim from the points
    scores: tuple[int, ...]  # of the sides, after it and its asides
    asides: tuple[Aside, ...]


@dataclass(frozen=True, slots=True)
class Tried:
    """The action that breaks a rule."""

    number: int
    line: int
    seat: str
    words: str


@dataclass(frozen=True, slots=True)
class RecordTold:
    """A whole record. One that cannot be played has no sides, and a verdict that says why."""

    verdict: Verdict
    sides: tuple[tuple[str, ...], ...] = ()  # their seats
    scores: tuple[int, ...] = ()  # at the start
    asides: tuple[Aside, ...] = ()  # before the first turn
    turns: tuple[Turn, ...] = ()
    tried: Tried | None = None
    left_out: int = 0  # turns beyond those that are shown

    @property
    def is_playable(self) -> bool:
        return bool(self.sides)

    @property
    def last(self) -> int:
        """The number of the last move that can be looked at."""
        return self.tried.number if self.tried else len(self.turns)

    def move_at(self, line: int) -> int | None:
        """The move in which a line of the record is played; None for a tag or one left out."""
        if self.tried and line == self.tried.line:
            return self.tried.number
        if any(aside.line == line for aside in self.asides):
            return 0
        for turn in self.turns:
            if line == turn.line or any(aside.line == line for aside in turn.asides):
                return turn.number
        return None


def told(record: str) -> RecordTold:
    verdict, played = verify_and_replay(record.encode())
    if played is None:
        return RecordTold(verdict)
    play = played.rules.play
    opening, *rest = _by_turn(played.steps)
    shown = rest[:TURNS_SHOWN]
    left_out = len(rest) - len(shown)
    return RecordTold(
        verdict=verdict,
        sides=tuple(play.sides(played.setup)),
        scores=_scores(play.standings(opening[-1].position if opening else played.start)),
        asides=_asides(opening),
        turns=tuple(map(_turn, shown)),
        tried=None if left_out else _tried(played.attempt, number=len(rest) + 1),
        left_out=left_out,
    )


def _by_turn(steps: Sequence[ReplayStep]) -> Iterator[list[ReplayStep]]:
    """What comes before the first turn, then each turn with what belongs to it."""
    group: list[ReplayStep] = []
    for step in steps:
        if step.is_turn:
            yield group
            group = []
        group.append(step)
    yield group


def _turn(steps: Sequence[ReplayStep]) -> Turn:
    first = steps[0]
    return Turn(
        number=first.turn,
        line=first.line,
        seat=first.seat,
        words=first.words,
        claimed=first.claim or "",
        points=first.points or "",
        differs=first.claim_differs,
        scores=_scores(steps[-1].standings),
        asides=_asides(steps[1:]),
    )


def _asides(steps: Sequence[ReplayStep]) -> tuple[Aside, ...]:
    return tuple(Aside(step.seat, step.words, step.line) for step in steps)


def _tried(attempt: Attempt | None, *, number: int) -> Tried | None:
    return Tried(number, attempt.line, attempt.seat, attempt.words) if attempt else None


def _scores(standings: Sequence[SideScore]) -> tuple[int, ...]:
    return tuple(side.score for side in standings)
