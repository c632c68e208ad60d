"""The job that asks the rules: read, replay outside any transaction, write once."""

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from games.verdict import Verdict
from games.verify import verify
from league.jobs.outside import compute
from league.live.services import changing_event
from league.models import Flag, Match, Round, Submission, Verification
from league.results.queries import expected_of
from league.results.services.acceptance import after_act
from league.results.services.counted_results import stored_match
from league.results.sides import claims_of
from league.results.verdicts import Judgement, is_near_copy, is_too_fast, judge

_COMPARED_FOR = timedelta(days=60)
_COMPARED_AT_MOST = 400
_REPLAYED_HERE_BYTES = 32 * 1024


def verify_submission(submission_id: str) -> None:
    """Judge a record by the rules as they are now; done before, it does nothing."""
    submission = Submission.objects.select_related("match__round__stage__event").get(
        pk=submission_id
    )
    verdict, judgement = judged(submission)
    flags = _flags(submission, verdict, judgement)
    with changing_event(submission.match.event_id):
        _verification, is_new = Verification.objects.get_or_create(
            submission=submission,
            rules_version=verdict.rules_version or 0,
            defaults={
                "outcome": _outcome(judgement),
                "reason": judgement.reason,
                "verdict": verdict_stored(verdict),
            },
        )
        if not is_new:
            return
        for code, other in flags.items():
            Flag.objects.get_or_create(
                submission=submission,
                code=code,
                defaults={"match": submission.match, "other": other},
            )
        after_act(stored_match(submission.match), game=submission.game)


def judged(submission: Submission) -> tuple[Verdict, Judgement]:
    """What the rules say now, without writing anything."""
    verdict = verdict_on(submission.record)
    judgement = judge(
        verdict,
        claims_of(submission.claims),
        seating=submission.seating,
        expected=expected_of(submission.match),
    )
    return verdict, judgement


def verdict_on(record: str | bytes) -> Verdict:
    """What the rules say. Only a record of unusual size is worth a process of its own."""
    data = record.encode() if isinstance(record, str) else record
    if len(data) <= _REPLAYED_HERE_BYTES:
        return verify(data)
    return compute(verify, data, limit_s=settings.JOB_SHORT_LIMIT_S)


def verdict_stored(verdict: Verdict) -> dict[str, object]:
    """With each finding's sentence and its gaps, so that it can be shown in any language."""
    findings = [
        finding.as_dict()
        | {"text": finding.text, "gaps": {name: str(gap) for name, gap in finding.gaps.items()}}
        for finding in verdict.findings
    ]
    return verdict.as_dict() | {"findings": findings}


def _outcome(judgement: Judgement) -> str:
    outcomes = Verification.Outcome
    return outcomes.VERIFIED if judgement.is_verified else outcomes.CONTRADICTED


def _flags(
    submission: Submission, verdict: Verdict, judgement: Judgement
) -> dict[str, Match | None]:
    flags: dict[str, Match | None] = dict.fromkeys(judgement.flags)
    if is_too_fast(turns=verdict.turns, elapsed_s=_elapsed_s(submission)):
        flags[Flag.Code.TOO_FAST] = None
    if copied := _copied(submission):
        flags[Flag.Code.COPY] = copied
    elif alike := _alike(submission):
        flags[Flag.Code.NEAR_COPY] = alike
    return flags


def _elapsed_s(submission: Submission) -> float | None:
    round_: Round = submission.match.round
    since: datetime | None = round_.clock_started_at or round_.published_at
    return (submission.at - since).total_seconds() if since else None


def _copied(submission: Submission) -> Match | None:
    if not submission.record_digest:
        return None
    same = Submission.objects.filter(record_digest=submission.record_digest).exclude(
        match=submission.match_id
    )
    earlier = same.filter(at__lte=submission.at).order_by("at").select_related("match").first()
    return earlier.match if earlier else None


def _alike(submission: Submission) -> Match | None:
    """Among records of the same game that the club got lately."""
    lines = _lines(submission.record)
    club = submission.match.round.stage.event.club_id
    others = (
        Submission.objects.filter(
            match__event__club=club, at__gte=timezone.now() - _COMPARED_FOR, at__lte=submission.at
        )
        .exclude(match=submission.match_id)
        .exclude(record="")
        .select_related("match")
        .order_by("-at")[:_COMPARED_AT_MOST]
    )
    return next((each.match for each in others if is_near_copy(lines, _lines(each.record))), None)


def _lines(record: str) -> list[str]:
    lines = (line.strip() for line in record.split("\n"))
    return [line for line in lines if line and not line.startswith("[")]
