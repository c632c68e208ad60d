"""The page of one version: what the rules say about it, with the board; and two versions compared.

Replaying and drawing are kept in the cache: what was handed in never changes, and its verdict only
with the rules.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from games.registry import rules_of
from league.events.queries.computed import computed_once
from league.events.queries.records import first_error, paragraph, why_contradicted
from league.events.queries.sides import SidesBeside, sides_beside
from league.models import Job, Submission
from league.models.game_played import GamePlayed
from league.results.queries import sentence_of
from league.results.review import (
    LINES_SHOWN,
    ComparedVersion,
    Parting,
    Review,
    TextLine,
    VersionDifference,
    difference,
    excerpt,
    parting,
    review,
    text_lines,
)
from league.results.states import Outcome
from league.web.table.history import VersionShown
from league.web.table.history_shown import History


@dataclass(frozen=True)
class FindingShown:
    """What is wrong, at its line."""

    line: int
    sentence: str
    rule: str
    excerpt: Sequence[TextLine]


@dataclass(frozen=True)
class VerdictShown:
    shown: VersionShown
    why: str  # it contradicts, in one sentence
    finding: FindingShown | None
    review: Review
    beside: Sequence[SidesBeside]  # where scores were claimed and the record has an end
    lines: Sequence[TextLine]
    lines_left_out: int
    is_parked: bool  # the rules could not be asked; officials know

    @property
    def is_pending(self) -> bool:
        return self.shown.outcome is Outcome.PENDING


@dataclass(frozen=True)
class Compared:
    """Two versions of one game."""

    first: VersionShown
    second: VersionShown
    difference: VersionDifference
    seats: Sequence[tuple[str, str, str]]  # letter, who sat there by each
    sides: Sequence[SidesBeside]

    @property
    def parting(self) -> Parting | None:
        return self.difference.parting


def verdict_shown(shown: VersionShown, *, game: GamePlayed) -> VerdictShown:
    record = shown.submission.record
    finding = _finding(shown)
    lines = text_lines(record, wrong=finding.line if finding else 0) if record else []
    return VerdictShown(
        shown=shown,
        why=why_contradicted(shown.reason, game=game.name, seated=len(shown.seating)),
        finding=finding,
        review=_reviewed(shown) if shown.version.verification else Review(),
        beside=sides_beside(shown.claimed, shown.replayed),
        lines=lines,
        lines_left_out=max(record.count("\n") + 1 - LINES_SHOWN, 0),
        is_parked=shown.outcome is Outcome.PENDING and _is_parked(shown.submission),
    )


def compared(first: VersionShown, second: VersionShown) -> Compared:
    seats = dict(first.seating)
    others = dict(second.seating)
    return Compared(
        first=first,
        second=second,
        difference=_difference(first, second, is_drawn=True),
        seats=[
            (letter, seats.get(letter, ""), others.get(letter, ""))
            for letter in sorted({*seats, *others})
        ],
        sides=sides_beside(first.sides, second.sides),
    )


def changes_in(history: History, shown: VersionShown) -> VersionDifference | None:
    """Against the version of the same game before it; None: it is the first."""
    before = history.before(shown)
    return _difference(before, shown, is_drawn=False) if before else None


def _finding(shown: VersionShown) -> FindingShown | None:
    verification = shown.version.verification
    findings: Sequence[Mapping[str, Any]] = verification.verdict["findings"] if verification else ()
    error = first_error(findings)
    if error is None or verification is None:
        return None
    rules = rules_of(verification.verdict["game"] or "")
    return FindingShown(
        line=error["line"],
        sentence=sentence_of(error),
        rule=paragraph(error["rule"], game=rules.name if rules else ""),
        excerpt=excerpt(shown.submission.record, line=error["line"]),
    )


def _reviewed(shown: VersionShown) -> Review:
    record = shown.submission.record
    verification = shown.version.verification
    version = verification.rules_version if verification else 0
    key = f"review:{settings.VERSION}:{shown.submission.pk}:{version}"
    return computed_once(key, Review(), len(record), review, record)


def _difference(before: VersionShown, after: VersionShown, *, is_drawn: bool) -> VersionDifference:
    mine, theirs = before.submission, after.submission
    apart = None
    if mine.record and theirs.record and mine.record != theirs.record:
        key = f"parting:{settings.VERSION}:{mine.pk}:{theirs.pk}:{is_drawn:d}"
        size = len(mine.record) + len(theirs.record)
        apart = computed_once(
            key, None, size, parting, mine.record, theirs.record, is_drawn=is_drawn
        )
    return difference(_said(before), _said(after), apart=apart)


def _said(shown: VersionShown) -> ComparedVersion:
    submission = shown.submission
    return ComparedVersion(
        seating=submission.seating,
        claims=shown.version.claims,
        termination=submission.termination,
        record=submission.record,
    )


def _is_parked(submission: Submission) -> bool:
    jobs = Job.objects.filter(kind=Job.Kind.VERIFY_SUBMISSION, object_id=submission.pk)
    return jobs.filter(state=Job.State.PARKED).exists()
