"""What was handed in for a match: the verdict on one version, the history, two side by side.

Replaying and drawing are kept in the cache: what was handed in never changes, and its verdict only
with the rules.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.registry import rules_of
from league.events.queries.entries import entry_names
from league.events.queries.records import computed_once, first_error, paragraph, why_contradicted
from league.events.queries.tables import SidesBeside, sides_beside
from league.models import Job, Match, Submission
from league.models.game_played import GamePlayed
from league.permissions import may
from league.results import review as reviews
from league.results.queries import sentence_of
from league.results.states import Outcome
from league.web.access import PageRequest, permitted
from league.web.addresses import match_named, submission_named
from league.web.frames import event_frame, page_of
from league.web.table.history import History, VersionShown, history_of


@dataclass(frozen=True)
class FindingShown:
    """What is wrong, at its line."""

    line: int
    sentence: str
    rule: str
    excerpt: Sequence[reviews.TextLine]


@dataclass(frozen=True)
class VerdictShown:
    shown: VersionShown
    why: str  # it contradicts, in one sentence
    finding: FindingShown | None
    review: reviews.Review
    beside: Sequence[SidesBeside]  # where scores were claimed and the record has an end
    lines: Sequence[reviews.TextLine]
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
    difference: reviews.VersionDifference
    seats: Sequence[tuple[str, str, str]]  # letter, who sat there by each
    sides: Sequence[SidesBeside]

    @property
    def parting(self) -> reviews.Parting | None:
        return self.difference.parting


def verdict_shown(shown: VersionShown, *, game: GamePlayed) -> VerdictShown:
    record = shown.submission.record
    finding = _finding(shown)
    lines = reviews.text_lines(record, wrong=finding.line if finding else 0) if record else []
    return VerdictShown(
        shown=shown,
        why=why_contradicted(shown.reason, game=game.name, seated=len(shown.seating)),
        finding=finding,
        review=_reviewed(shown) if shown.version.verification else reviews.Review(),
        beside=sides_beside(shown.claimed, shown.replayed),
        lines=lines,
        lines_left_out=max(record.count("\n") + 1 - reviews.LINES_SHOWN, 0),
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


def changes_in(history: History, shown: VersionShown) -> reviews.VersionDifference | None:
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
        excerpt=reviews.excerpt(shown.submission.record, line=error["line"]),
    )


def _reviewed(shown: VersionShown) -> reviews.Review:
    record = shown.submission.record
    verification = shown.version.verification
    version = verification.rules_version if verification else 0
    key = f"review:{settings.VERSION}:{shown.submission.pk}:{version}"
    return computed_once(key, reviews.Review(), len(record), reviews.review, record)


def _difference(
    before: VersionShown, after: VersionShown, *, is_drawn: bool
) -> reviews.VersionDifference:
    mine, theirs = before.submission, after.submission
    apart = None
    if mine.record and theirs.record and mine.record != theirs.record:
        key = f"parting:{settings.VERSION}:{mine.pk}:{theirs.pk}:{is_drawn:d}"
        size = len(mine.record) + len(theirs.record)
        apart = computed_once(
            key, None, size, reviews.parting, mine.record, theirs.record, is_drawn=is_drawn
        )
    return reviews.difference(_said(before), _said(after), apart=apart)


def _said(shown: VersionShown) -> reviews.ComparedVersion:
    submission = shown.submission
    return reviews.ComparedVersion(
        seating=submission.seating,
        claims=shown.version.claims,
        termination=submission.termination,
        record=submission.record,
    )


def _is_parked(submission: Submission) -> bool:
    jobs = Job.objects.filter(kind=Job.Kind.VERIFY_SUBMISSION, object_id=submission.pk)
    return jobs.filter(state=Job.State.PARKED).exists()


@permitted("see_submission", of=submission_named, hidden=True)
def submission(request: PageRequest, submission: Submission) -> HttpResponse:
    shown = _verdict(submission)
    context = {
        **event_frame(request, submission.match.event, tab="event"),
        "heading": _("Table %(table)d, version %(number)d")
        % {"table": submission.match.table, "number": shown.shown.number},
        "match": submission.match,
        "verdict": shown,
    }
    return render(request, "table/results/submission.html", context)


@permitted("see_submission", of=submission_named, hidden=True)
def verdict(request: PageRequest, submission: Submission) -> HttpResponse:
    """The part that is asked for until the rules have looked at the record."""
    shown = _verdict(submission)
    context = {"event": submission.match.event, "match": submission.match, "verdict": shown}
    response = render(request, "table/results/_verdict.html", context)
    if not shown.is_pending:
        response["HX-Trigger"] = "verdict-arrived"
    return response


@permitted("see_submission", of=submission_named, hidden=True)
def record(request: PageRequest, submission: Submission) -> HttpResponse:
    """The record as a file; never shown by the browser as anything but text."""
    if not submission.record:
        raise Http404
    response = HttpResponse(submission.record, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="record-{submission.pk}.txt"'
    response["X-Content-Type-Options"] = "nosniff"
    return response


@permitted("see_match", of=match_named, hidden=True)
def history(request: PageRequest, match: Match) -> HttpResponse:
    is_official = may(request.actor, "see_as_official", match)
    whole = history_of(match, names=entry_names(match.event), with_private=is_official)
    page = page_of(whole.acts, request)
    context = {
        **event_frame(request, match.event, tab="event"),
        "heading": _("History of table %(number)d") % {"number": match.table},
        "match": match,
        "history": whole,
        "page_obj": page,
        "acts": [_act(whole, act) for act in page],
    }
    return render(request, "table/results/history.html", context)


@permitted("see_match", of=match_named, hidden=True)
def compare(request: PageRequest, match: Match) -> HttpResponse:
    """`a` and `b` name two versions; without them, those that stand against each other."""
    whole = history_of(match, names=entry_names(match.event))
    pair = _chosen(whole, request.GET.get("a", ""), request.GET.get("b", ""))
    context = {
        **event_frame(request, match.event, tab="event"),
        "heading": _("Two versions of table %(number)d") % {"number": match.table},
        "match": match,
        "history": whole,
        "pair": compared(*pair) if pair else None,
    }
    return render(request, "table/results/compare.html", context)


def _verdict(submission: Submission) -> VerdictShown:
    match = submission.match
    shown = history_of(match, names=entry_names(match.event)).version(submission.pk)
    assert shown is not None
    return verdict_shown(shown, game=match.round.game_here)


def _act(whole: History, act: object) -> dict[str, object]:
    if not isinstance(act, VersionShown):
        return {"ruling": act}
    before = whole.before(act)
    return {
        "version": act,
        "before": before,
        "sides": sides_beside(before.sides, act.sides) if before else [],
        "changes": changes_in(whole, act),
        "result": whole.grounds.get(act.submission.pk),
        "is_told_below": act.by is None and any(ruling.version == act for ruling in whole.rulings),
    }


def _chosen(whole: History, first: str, second: str) -> tuple[VersionShown, VersionShown] | None:
    if not first and not second:
        return whole.opposed
    pair = whole.version(first), whole.version(second)
    if pair[0] is None or pair[1] is None:
        raise Http404
    return pair[0], pair[1]
