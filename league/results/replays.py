"""A record told turn by turn, its drawings, and what else could have been played.

Turns are numbered as the verdict counts them; what is no turn, such as a draw, belongs to the turn
before it. The action that breaks a rule has the number after the last turn. What is told is the
same for every reader, so that it may be kept; names and sentences are the page's matter.

A drawing has 50 to 80 kB, and the next one is almost the same. So many are sent as the set of
pieces that they are made of, and each drawing as the numbers of its pieces: some 20 kB for a game.

Of a closed hand nobody knows what it held, so that a turn is compared with the other ways to lay
the very tiles that were laid; of an open one with all that the hand could have laid. Only the
points of the turn itself are looked at: not what it opens to others, nor what comes later.
"""

import gzip
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice
from typing import Any

from games.pads import Gain, Said, Told
from games.record import Record, read
from games.replay import Attempt, Replay, ReplayStep, replay, words_of
from games.scene import without_words
from games.values import Action, FiguresBySide, SideScore, Way
from games.verdict import Verdict
from games.verify import verify_and_replay
from league.results.swings import Course, course_of

TURNS_SHOWN = 1_000
AT_ONCE = 16  # moves in one pack: drawing them takes a tenth of a second

_BETWEEN_TAGS = re.compile("(?<=>)(?=<)")
MOST_COUNTED = 1_000
TURNS_ANALYSED = 1_000

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Aside:
    """An action that is no turn."""

    seat: str
    words: str
    line: int
    told: Told


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
    told: Told
    gains: tuple[Gain, ...] = ()  # the same points, one by one
    worths: tuple[int, ...] = ()  # of the sides, as the scores, more being better


@dataclass(frozen=True, slots=True)
class Tried:
    """The action that breaks a rule."""

    number: int
    line: int
    seat: str
    words: str
    told: Told


@dataclass(frozen=True, slots=True)
class RecordTold:
    """A whole record. One that cannot be played has no sides, and a verdict that says why."""

    verdict: Verdict
    sides: tuple[tuple[str, ...], ...] = ()  # their seats
    scores: tuple[int, ...] = ()  # at the start
    worths: tuple[int, ...] = ()
    asides: tuple[Aside, ...] = ()  # before the first turn
    turns: tuple[Turn, ...] = ()
    tried: Tried | None = None
    left_out: int = 0  # turns beyond those that are shown
    key_signs: tuple[tuple[str, ...], ...] = ()  # of the sides of the verdict, at the end

    @property
    def is_playable(self) -> bool:
        return bool(self.sides)

    @property
    def last(self) -> int:
        """The number of the last move that can be looked at."""
        return self.tried.number if self.tried else len(self.turns)

    @property
    def course(self) -> Course:
        """Where the game turned."""
        return course_of([self.worths, *(turn.worths for turn in self.turns)])

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
    at_start = play.standings(opening[-1].position if opening else played.start)
    shown = rest[:TURNS_SHOWN]
    left_out = len(rest) - len(shown)
    return RecordTold(
        verdict=verdict,
        sides=tuple(play.sides(played.setup)),
        scores=_scores(at_start),
        worths=_worths(at_start),
        asides=_asides(opening),
        turns=tuple(map(_turn, shown)),
        tried=None if left_out else _tried(played.attempt, number=len(rest) + 1),
        left_out=left_out,
        key_signs=tuple(
            tuple(played.rules.looks.key_signs(played.steps[-1].position, side.standing))
            for side in verdict.sides
            if played.steps
        ),
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
    first, standings = steps[0], steps[-1].standings
    return Turn(
        number=first.turn,
        line=first.line,
        seat=first.seat,
        words=first.words,
        claimed=first.claim or "",
        points=first.points or "",
        differs=first.claim_differs,
        scores=_scores(standings),
        worths=_worths(standings),
        asides=_asides(steps[1:]),
        told=first.told,
        gains=tuple(first.rules.looks.points(first.points)) if first.points else (),
    )


def _asides(steps: Sequence[ReplayStep]) -> tuple[Aside, ...]:
    return tuple(Aside(step.seat, step.words, step.line, step.told) for step in steps)


def _tried(attempt: Attempt | None, *, number: int) -> Tried | None:
    if attempt is None:
        return None
    return Tried(number, attempt.line, attempt.seat, attempt.words, attempt.told)


def _scores(standings: Sequence[SideScore]) -> tuple[int, ...]:
    return tuple(side.score for side in standings)


def _worths(standings: Sequence[SideScore]) -> tuple[int, ...]:
    """In some games few points are good: then the key is their negative."""
    return tuple(-side.score if -side.score in side.keys else side.score for side in standings)


Better = Mapping[int, tuple[str, int]]  # by move: the words of a way that brings more, its points


def drawing(record: str, *, move: int, better: Better | None = None) -> str:
    """The board after so many turns, or with what was tried; empty if nothing can be drawn."""
    played = _played(record)
    return _drawn(played, move, better=better or {}) if played else ""


@dataclass(frozen=True, slots=True)
class PositionTold:
    """A position as data: the game's own figures of each side, and all of it in words."""

    described: tuple[Said, ...] = ()
    figures: FiguresBySide = field(default_factory=dict)


def position_told(record: str, *, move: int | None = None) -> PositionTold:
    """After so many turns, or all of them; nothing of a record that cannot be played."""
    played = _played(record)
    if played is None:
        return PositionTold()
    rules = played.rules
    position, _last = played.after(move)
    figures = {side: dict(by_name) for side, by_name in rules.figures.of(position).items()}
    return PositionTold(tuple(rules.looks.describe(position)), figures)


def pack(record: str, *, number: int, better: Better | None = None) -> bytes:
    """The drawings from move `number` × AT_ONCE on, as compressed JSON.

    `pieces` are texts, `moves` lists of their numbers; `first` is the first move.
    """
    played = _played(record)
    first = number * AT_ONCE
    last = _last_move(played) if played else -1
    moves = range(first, min(first + AT_ONCE, last + 1))
    drawings = (
        [without_words(_drawn(played, move, better=better or {})) for move in moves]
        if played
        else []
    )
    pieces, frames = _packed(drawings)
    content = {"first": first, "pieces": pieces, "moves": frames}
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), compresslevel=6, mtime=0)


def _played(record: str) -> Replay | None:
    read_record = read(record.encode())
    played = replay(read_record) if isinstance(read_record, Record) else None
    return played if isinstance(played, Replay) else None


def _last_move(played: Replay) -> int:
    return played.turns + (played.attempt is not None)


def _drawn(played: Replay, move: int, *, better: Better) -> str:
    """With a ghost where another way would have brought more."""
    if played.attempt and move > played.turns:
        return played.attempt.draw(coordinates=True)
    position, last = played.after(move)
    board = played.rules.looks.draw(position, last=last, coordinates=True)
    if move not in better or last is None:
        return board
    ghost = _ghost(played, move, *better[move])
    return f"{board.removesuffix('</svg>')}{ghost}</svg>"


def _ghost(played: Replay, move: int, words: str, points: int) -> str:
    rules = played.rules
    turn = next(step for step in played.steps if step.is_turn and step.turn == move)
    action = rules.play.read(turn.seat, words.split(), None)
    if not isinstance(action, Action):
        return ""
    return rules.looks.draw_better(turn.position, Way(action, points))


def _packed(drawings: Iterable[str]) -> tuple[Sequence[str], Sequence[Sequence[int]]]:
    numbers: dict[str, int] = {}
    frames = [
        [numbers.setdefault(piece, len(numbers)) for piece in _BETWEEN_TAGS.split(drawing)]
        for drawing in drawings
    ]
    return list(numbers), frames


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


def analysed(record: str, *, progress: Progress | None = None) -> list[dict[str, Any]]:
    """Of each turn, as it is stored; nothing of a record that cannot be played."""
    read_record = read(record.encode())
    played = replay(read_record) if isinstance(read_record, Record) else None
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
