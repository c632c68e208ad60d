"""A record as officials and players look at it: its board and points, or beside another version.

Records that can be read are compared in canonical form, so that spacing, names and the order in
which hands were written down make no difference; how a game ended is compared last. Others are
compared line by line as they stand. Bounded whatever was handed in: a record is at most 256 KiB,
and of a long one only the beginning is listed. The same for every reader, so that it may be kept.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from games.pads import Told
from games.record import Record, canonical, canonical_lines, read
from games.replay import Replay, ReplayStep, replay
from league.results.sides import Claim, Seating

LINES_BESIDE = 4
LINES_SHOWN = 2_000
ACTIONS_SHOWN = 600
LINES_AROUND = 3


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """A line as it is compared, and where it stands in the text; 0: only the canonical form."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Parting:
    """The first line that two records do not share. None on one side: that one ends before."""

    shared: int  # how many lines they have in common before it
    before: tuple[ComparedLine, ...]  # the last of these, numbered as in the first
    first: ComparedLine | None
    second: ComparedLine | None
    first_after: tuple[ComparedLine, ...] = ()
    second_after: tuple[ComparedLine, ...] = ()
    board: str = ""  # as it stands before it, drawn; empty: the shared part is no game

    @property
    def rows(self) -> list[tuple[ComparedLine | None, ComparedLine | None]]:
        """What follows it, side by side."""
        return list(zip_longest(self.first_after, self.second_after))


@dataclass(frozen=True, slots=True)
class ComparedVersion:
    """What a version says, as far as two are compared."""

    seating: Seating
    claims: Mapping[str, Claim]
    termination: str
    record: str


@dataclass(frozen=True, slots=True)
class VersionDifference:
    """What is not the same in a later version. All empty: they say the same."""

    seats: tuple[str, ...] = ()  # letters where somebody else sits
    scores: tuple[str, ...] = ()  # entries that are said to have got something else
    is_other_end: bool = False
    record: str = ""  # "", "added", "left out", "other"
    parting: Parting | None = None  # of two records

    @property
    def is_none(self) -> bool:
        return self == VersionDifference()


def difference(
    before: ComparedVersion, after: ComparedVersion, *, apart: Parting | None
) -> VersionDifference:
    """`apart`: where the two records part, if both have one."""
    letters = sorted({*before.seating, *after.seating})
    entries = [*dict.fromkeys([*before.claims, *after.claims])]
    return VersionDifference(
        seats=tuple(
            letter for letter in letters if before.seating.get(letter) != after.seating.get(letter)
        ),
        scores=tuple(e for e in entries if before.claims.get(e) != after.claims.get(e)),
        is_other_end=before.termination != after.termination,
        record=_record_word(before.record, after.record, is_apart=apart is not None),
        parting=apart,
    )


def parting(first: str, second: str, *, is_drawn: bool = False) -> Parting | None:
    """Where two records part; None if they are the same. A board takes a replay."""
    record, other = read(first.encode()), read(second.encode())
    if isinstance(record, Record) and isinstance(other, Record):
        keeps_end = record.value("Termination") != other.value("Termination")
        mine, theirs = (_canonical(text, keeps_end=keeps_end) for text in (record, other))
    else:
        mine, theirs = _as_written(first), _as_written(second)
    pairs = enumerate(zip_longest(mine, theirs))
    at = next((n for n, (a, b) in pairs if not a or not b or a.text != b.text), None)
    if at is None:
        return None
    return Parting(
        shared=at,
        before=tuple(mine[max(at - LINES_BESIDE, 0) : at]),
        first=mine[at] if at < len(mine) else None,
        second=theirs[at] if at < len(theirs) else None,
        first_after=tuple(mine[at + 1 : at + 1 + LINES_BESIDE]),
        second_after=tuple(theirs[at + 1 : at + 1 + LINES_BESIDE]),
        board=_board_before(record, shared=at) if is_drawn and isinstance(record, Record) else "",
    )


def _canonical(record: Record, *, keeps_end: bool) -> list[ComparedLine]:
    """What was played comes first, how it ended last and only where that is not the same."""
    lines = [ComparedLine(number, text) for text, number in canonical_lines(record)]
    in_order = sorted(lines, key=_tells_the_end)
    return in_order if keeps_end else in_order[:-1]


def _tells_the_end(line: ComparedLine) -> bool:
    return line.text.startswith("[Termination ")


def _as_written(text: str) -> list[ComparedLine]:
    lines = (
        ComparedLine(number, " ".join(line.partition(";")[0].split()))
        for number, line in enumerate(text.split("\n"), start=1)
    )
    return [line for line in lines if line.text]


def _board_before(record: Record, *, shared: int) -> str:
    """After so many compared lines; nothing while the set-up itself differs or is not allowed."""
    tags = sum(text.startswith("[") for text, _line in canonical_lines(record))
    end = shared + 1  # in the canonical text, where how it ended stands before what was played
    written = read(canonical(record).encode())
    played = replay(written) if isinstance(written, Record) else None
    if end < tags or not isinstance(played, Replay):
        return ""
    if played.attempt and played.attempt.line <= end:
        return ""
    steps = [step for step in played.steps if step.line <= end]
    position = steps[-1].position if steps else played.start
    last = steps[-1].action if steps else None
    return record.rules.looks.draw(position, last=last, coordinates=True)


def _record_word(before: str, after: str, *, is_apart: bool) -> str:
    if bool(before) != bool(after):
        return "added" if after else "left out"
    return "other" if is_apart else ""


@dataclass(frozen=True, slots=True)
class ActionSeen:
    """An action with what was claimed for it and what the rules give."""

    line: int
    seat: str
    words: str
    told: Told
    claimed: str
    points: str
    differs: bool


@dataclass(frozen=True, slots=True)
class Review:
    game: str = ""  # its key; empty: nothing can be played
    board: str = ""  # a drawing
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
    read_record = read(record.encode())
    played = replay(read_record) if isinstance(read_record, Record) else None
    if not isinstance(read_record, Record) or not isinstance(played, Replay):
        return Review()
    actions = _actions(played.steps)
    shown = _first_shown(actions)
    return Review(
        game=read_record.rules.key,
        board=_board(read_record, played),
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
            told=step.told,
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
