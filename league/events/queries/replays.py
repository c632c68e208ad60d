"""A record as its replay shows it: one move with its board, all moves, findings, the analysis."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from django.conf import settings
from django.utils.translation import gettext as _, ngettext

from games.contract import Rules
from games.pads import Gain, Said, Told
from games.registry import rules_of
from games.values import Setup
from games.verdict import Finding, Verdict
from league.events.queries.records import computed_once, paragraph, why_contradicted
from league.models import Job, Submission
from league.results.deciding import KeySaid, key_signs, keys_said
from league.results.queries import analysis_of, is_analysis_open, sentence_of
from league.results.replays import (
    AT_ONCE,
    Aside,
    Better,
    PositionTold,
    RecordTold,
    Turn,
    TurnAnalysed,
    drawing,
    pack,
    position_told,
    told,
)
from league.results.swings import Course, Turning
from league.said import sentences, words as in_words

Names = Mapping[str, str]  # by the letters of the seats
State = Literal["none", "closed", "open", "running", "parked", "done"]


@dataclass(frozen=True)
class FindingAt:
    """What the rules find, and the move to look at; None: no move, but a tag or a line unread."""

    line: int
    sentence: str
    rule: str
    is_error: bool
    move: int | None


@dataclass(frozen=True)
class SideShown:
    letters: str
    name: str
    score: int  # at the move that is shown


@dataclass(frozen=True)
class MoveShown:
    """A line of the list of moves."""

    number: int
    letter: str
    name: str
    words: str
    told: Told
    claimed: str = ""
    points: str = ""
    gains: tuple[Gain, ...] = ()
    differs: bool = False
    scores: tuple[int, ...] = ()
    asides: tuple[Aside, ...] = ()
    is_tried: bool = False
    analysed: TurnAnalysed | None = None

    @property
    def said(self) -> str:
        """In one line, for those who hear it."""
        who = f"{self.letter} {self.name}".strip()
        said = f"{self.number}. {who}: {in_words(self.told.said)}"
        if self.is_tried:
            return _("%(move)s – against the rules") % {"move": said}
        if self.points:
            return _("%(move)s, points: %(points)s") % {"move": said, "points": self._points_said}
        return said

    @property
    def _points_said(self) -> str:
        return ", ".join(f"{in_words(gain.name)} {gain.figure}".strip() for gain in self.gains)


@dataclass(frozen=True)
class FinalSide:
    """A side at the end of a record."""

    place: int
    letters: str
    name: str
    score: int
    keys: tuple[KeySaid, ...]  # what was compared, where more than the score decided


@dataclass(frozen=True)
class TurningShown:
    """A move at which the game turned, in words."""

    kind: str  # lead, swing
    move: int
    said: str


@dataclass(frozen=True)
class ReplayShown:
    told: RecordTold
    names: Names
    move: int
    board: str  # a drawing; empty: nothing can be drawn
    position: tuple[Said, ...] = ()  # the same in words
    analysed: Mapping[int, TurnAnalysed] = field(default_factory=dict)

    @property
    def verdict(self) -> Verdict:
        return self.told.verdict

    @property
    def game(self) -> str:
        """Its name; empty where no game of ours is told."""
        rules = rules_of(self.verdict.game or "")
        return rules.name if rules else ""

    @property
    def why(self) -> str:
        """It is not proved, in one sentence; empty: nothing is wrong."""
        return why_contradicted(self.verdict.status, game=self.game, seated=0)

    @property
    def last(self) -> int:
        return self.told.last

    @property
    def described(self) -> str:
        """The board in words, for those who do not see it."""
        return sentences(self.position)

    @property
    def back(self) -> int:
        return max(self.move - 1, 0)

    @property
    def forward(self) -> int:
        return min(self.move + 1, self.last)

    @property
    def is_tried(self) -> bool:
        """The board stands before the action that breaks a rule, which is marked."""
        return self.told.tried is not None and self.move == self.told.tried.number

    @property
    def drawings_at_once(self) -> int:
        return AT_ONCE

    @cached_property
    def moves(self) -> list[MoveShown]:
        shown = [
            MoveShown(
                number=turn.number,
                letter=turn.seat,
                name=self.names.get(turn.seat, ""),
                words=turn.words,
                told=turn.told,
                claimed=turn.claimed,
                points=turn.points,
                gains=turn.gains,
                differs=turn.differs,
                scores=turn.scores,
                asides=turn.asides,
                analysed=self.analysed.get(turn.number),
            )
            for turn in self.told.turns
        ]
        if tried := self.told.tried:
            name = self.names.get(tried.seat, "")
            shown.append(
                MoveShown(tried.number, tried.seat, name, tried.words, tried.told, is_tried=True)
            )
        return shown

    @property
    def now(self) -> MoveShown | None:
        """The move that is shown; None: the start."""
        return self.moves[self.move - 1] if self.move else None

    @cached_property
    def course(self) -> Course:
        return self.told.course

    @property
    def has_better(self) -> bool:
        return bool(better_of(self.analysed))

    @property
    def turnings(self) -> list[TurningShown]:
        """The greatest swing, and the lead that lasted: what somebody looks at first."""
        lasting, swing = self.course.leads[-1:], self.course.swing
        said = [("lead", turning, self._lead_said(turning)) for turning in lasting]
        if swing is not None:
            said.append(("swing", swing, self._swing_said(swing)))
        return [TurningShown(kind, turning.move, text) for kind, turning, text in said]

    def _lead_said(self, turning: Turning) -> str:
        number = len(self.course.leads)
        text = ngettext(
            "The lead changed once: move %(move)d, %(side)s",
            "The lead changed %(number)d times, the last time in move %(move)d: %(side)s",
            number,
        )
        return text % {
            "number": number,
            "move": turning.move,
            "side": self._side_said(turning),
        }

    def _swing_said(self, turning: Turning) -> str:
        return _("The biggest swing: move %(move)d, %(side)s by %(points)d") % {
            "move": turning.move,
            "side": self._side_said(turning),
            "points": turning.points,
        }

    def _side_said(self, turning: Turning) -> str:
        seats = self.told.sides[turning.side]
        return f"{''.join(seats)} {self.side_name(seats)}".strip()

    @property
    def has_points(self) -> bool:
        return any(turn.points or turn.claimed for turn in self.told.turns)

    @property
    def sides(self) -> list[SideShown]:
        return [
            SideShown("".join(seats), self.side_name(seats), score)
            for seats, score in zip(self.told.sides, self._scores, strict=True)
        ]

    @property
    def final(self) -> list[FinalSide]:
        """The best first, if the record comes to an end."""
        drawn = self.told.key_signs or ((),) * len(self.verdict.sides)
        signs = [own or self._key_signs for own in drawn]
        ranked = sorted(
            zip(self.verdict.sides, signs, strict=True), key=lambda shown: shown[0].rank
        )
        keys = keys_said(
            [(side.rank, side.standing.keys) for side, _signs in ranked],
            names=self._key_names,
            signs=[drawn for _side, drawn in ranked],
            game=self.verdict.game or "",
        )
        return [
            FinalSide(
                side.rank,
                "".join(side.standing.seats),
                self.side_name(side.standing.seats),
                side.standing.score,
                compared,
            )
            for (side, _signs), compared in zip(ranked, keys, strict=True)
        ]

    @property
    def _key_names(self) -> Sequence[str]:
        return self._rules.play.key_names(self._setup) if self._rules and self._setup else ()

    @property
    def _key_signs(self) -> Sequence[str]:
        """Where they do not depend on what was played."""
        return key_signs(self._rules, self._setup) if self._rules and self._setup else ()

    @property
    def _rules(self) -> Rules | None:
        return rules_of(self.verdict.game or "")

    @property
    def _setup(self) -> Setup | None:
        said = self.verdict
        if not said.players:
            return None
        return Setup(said.players, variant=said.variant or "", edition=said.edition or "")

    @cached_property
    def findings(self) -> list[FindingAt]:
        """Errors first, which the verdict is about; then claims that differ."""
        ordered = sorted(self.verdict.findings, key=lambda finding: finding.severity != "error")
        return [self._finding(finding) for finding in ordered]

    def side_name(self, seats: Sequence[str]) -> str:
        """Partners of a team have one name, or one each."""
        return " + ".join(dict.fromkeys(filter(None, (self.names.get(seat) for seat in seats))))

    @property
    def _scores(self) -> tuple[int, ...]:
        turns = self.told.turns[: self.move]
        return turns[-1].scores if turns else self.told.scores

    def _finding(self, finding: Finding) -> FindingAt:
        return FindingAt(
            line=finding.line,
            sentence=sentence_of({"text": finding.text, "gaps": finding.gaps}),
            rule=paragraph(finding.rule, game=self.game),
            is_error=finding.severity == "error",
            move=self.told.move_at(finding.line),
        )


def replay_shown(
    record: str,
    *,
    names: Names,
    move: int | None = None,
    analysed: Mapping[int, TurnAnalysed] | None = None,
) -> ReplayShown:
    """`move` None: the error if there is one, else the start. Beyond the end: the end."""
    record_told = told_of(record)
    asked = move if move is not None else record_told.tried.number if record_told.tried else 0
    shown = min(max(asked, 0), record_told.last)
    better = better_of(analysed or {})
    board = drawing_of(record, move=shown, better=better) if record_told.is_playable else ""
    turns = min(shown, len(record_told.turns))
    position = position_of(record, move=turns).described if board else ()
    return ReplayShown(record_told, names, shown, board, position, analysed or {})


def told_of(record: str) -> RecordTold:
    unread = RecordTold(Verdict(status="unreadable"))
    return computed_once(_key("told", record), unread, len(record), told, record)


def better_of(analysed: Mapping[int, TurnAnalysed]) -> Better:
    """The turns in which something else would have brought more."""
    return {
        move: (turn.best_words, turn.best) for move, turn in analysed.items() if turn.best_words
    }


def drawing_of(record: str, *, move: int, better: Better | None = None) -> str:
    """The board of one move."""
    key = _key(f"drawing:{move}{':better' if better else ''}", record)
    return computed_once(key, "", len(record), drawing, record, move=move, better=better)


def position_of(record: str, *, move: int) -> PositionTold:
    """One position as data."""
    key = _key(f"position:{move}", record)
    return computed_once(key, PositionTold(), len(record), position_told, record, move=move)


def drawings_of(record: str, *, number: int, better: Better | None = None) -> bytes:
    """A pack of boards, compressed (league/results/replays.py)."""
    key = _key(f"drawings:{number}{':better' if better else ''}", record)
    return computed_once(key, b"", len(record), pack, record, number=number, better=better)


def drawings_tag(record: str, *, better: Better | None = None) -> str:
    """Another one whenever a drawing could be another."""
    content = f"{settings.VERSION}:{bool(better)}:{record}"
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def _key(what: str, record: str) -> str:
    """By the text and by the code that reads it, its rules among it."""
    digest = hashlib.sha256(record.encode()).hexdigest()
    return f"replay:{what}:{settings.VERSION}:{digest}"


@dataclass(frozen=True)
class SideAnalysed:
    """A seat's turns together."""

    letter: str
    turns: int  # that could have brought other points
    best: int  # of them, those in which nothing would have brought more
    points: int
    possible: int  # had each turn brought the most that it could


@dataclass(frozen=True)
class AnalysisShown:
    """`none`: there is no record to analyse. `closed`: its round is still being played."""

    state: State
    percent: int = 0
    turns: tuple[TurnAnalysed, ...] = ()

    @property
    def by_move(self) -> Mapping[int, TurnAnalysed]:
        return {turn.number: turn for turn in self.turns}

    @property
    def better(self) -> Better:
        return better_of(self.by_move)

    @property
    def has_closed_hands(self) -> bool:
        return any(turn.ways and not turn.is_open for turn in self.turns)

    def sides(self, played: Sequence[Turn]) -> list[SideAnalysed]:
        """By the seats, in their order; only of games in which laying brings points."""
        by_move = self.by_move
        by_seat: dict[str, list[TurnAnalysed]] = {}
        for turn in played:
            if turn.number in by_move and by_move[turn.number].ways:
                by_seat.setdefault(turn.seat, []).append(by_move[turn.number])
        return [_side(letter, turns) for letter, turns in sorted(by_seat.items())]


def analysis_shown(submission: Submission) -> AnalysisShown:
    if not submission.record_digest:
        return AnalysisShown("none")
    if not is_analysis_open(submission):
        return AnalysisShown("closed")
    row = analysis_of(submission)
    if row is None:
        return AnalysisShown("open")
    if row.turns is None:
        return AnalysisShown(_state_of_work(submission), percent=row.percent)
    turns = tuple(TurnAnalysed(**turn) for turn in row.turns)
    return AnalysisShown("done", percent=100, turns=turns)


def _side(letter: str, turns: Sequence[TurnAnalysed]) -> SideAnalysed:
    return SideAnalysed(
        letter=letter,
        turns=len(turns),
        best=sum(turn.points == turn.best for turn in turns),
        points=sum(turn.points for turn in turns),
        possible=sum(turn.best for turn in turns),
    )


def _state_of_work(submission: Submission) -> State:
    """Wanted by this version, or by another one with the same record."""
    jobs = Job.objects.filter(
        kind=Job.Kind.ANALYSE_RECORD,
        object_id__in=Submission.objects.filter(record_digest=submission.record_digest)
        .order_by()
        .values("pk"),
    )
    latest = jobs.order_by("-created_at").values_list("state", flat=True).first()
    return "parked" if latest in (Job.State.PARKED, None) else "running"
