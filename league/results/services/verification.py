"""The job that asks the rules: read, replay outside any transaction, write once.

After a rule has changed, it says which versions would be judged otherwise now. Nothing that counts
changes by it: new verdicts may be written beside the old ones, so that officials see them; to let
one count is a ruling. Officials also say that they have looked at what was flagged.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext, gettext_noop

from games.registry import rules_of
from games.verdict import Finding, Verdict
from games.verify import verify
from league.audit import log_action
from league.child_process import compute
from league.live import changing_event
from league.models import Event, Flag, Match, MatchGame, Round, Submission, Verification
from league.permissions import Actor
from league.results.queries import expected_of
from league.results.services.acceptance import after_act
from league.results.services.confirmations import ask_opponents
from league.results.services.counted_results import stored_match
from league.results.sides import claims_of
from league.results.verdicts import Judgement, is_near_copy, is_too_fast, judge

_COMPARED_FOR = timedelta(days=60)
_COMPARED_AT_MOST = 400
_REPLAYED_HERE_BYTES = 32 * 1024
Scores = tuple[tuple[str, int, int], ...]  # seats, rank, score of each side


def verify_submission(submission_id: str) -> None:
    """Judge a record by the rules as they are now; done before, it does nothing."""
    submission = Submission.objects.select_related("match__round__stage__event").get(
        pk=submission_id
    )
    if submission.match.event.away_since is not None:
        return  # the computer that has the event judges it; asked for again once it is back
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
        match = stored_match(submission.match)
        after_act(match, game=submission.game)
        if judgement.is_verified and _is_asked_about(submission, match):
            ask_opponents(submission)


def _is_asked_about(submission: Submission, match: Match) -> bool:
    """A version of a phone, judged for the first time; later rules ask nobody again."""
    is_waiting = match.state == Match.State.HANDED_IN and submission.by == Submission.By.SEAT
    return is_waiting and submission.verifications.count() == 1


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
        | {
            "text": finding.text,
            "gaps": {name: str(gap) for name, gap in finding.gaps.items()},
            "said": _in_all_languages(finding),
        }
        for finding in verdict.findings
    ]
    return verdict.as_dict() | {"findings": findings}


def _in_all_languages(finding: Finding) -> dict[str, str]:
    """As it is said now: the sentence may be worded otherwise by the time that it is read."""
    said = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            said[language] = gettext(finding.text).format(**finding.gaps)
    return said


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
    return next((o.match for o in others if is_near_copy(lines, _lines(o.record))), None)


def _lines(record: str) -> list[str]:
    lines = (line.strip() for line in record.split("\n"))
    return [line for line in lines if line and not line.startswith("[")]


@dataclass(frozen=True)
class VerdictChange:
    """A version that the rules as they are now judge otherwise."""

    submission: Submission
    counts: bool  # a result that counts was made from it
    rules_before: int
    rules_after: int
    before: str  # the outcome, with its reason
    after: str
    scores_before: Scores
    scores_after: Scores


def changed_verdicts(event: Event | None = None) -> Iterator[VerdictChange]:
    """Against the verdict by which a version counts, else the newest. Nothing is written."""
    counting = _counting(event)
    for submission in _outdated(event):
        known = {stored.rules_version: stored for stored in submission.verifications.all()}
        by_result = counting.get(submission.pk)
        stored = known.get(by_result) if by_result is not None else None
        old = stored or known[max(known)]
        verdict, judgement = judged(submission)
        if (verdict.rules_version or 0) == old.rules_version:
            continue
        change = VerdictChange(
            submission=submission,
            counts=submission.pk in counting,
            rules_before=old.rules_version,
            rules_after=verdict.rules_version or 0,
            before=" ".join(filter(None, (old.outcome, old.reason))),
            after=_outcome_in_words(judgement),
            scores_before=_scores(old.verdict["sides"]),
            scores_after=_scores([side.as_dict() for side in verdict.sides]),
        )
        if (change.before, change.scores_before) != (change.after, change.scores_after):
            yield change


def store_verdicts(event: Event | None = None) -> int:
    """Write what the rules say now beside the older verdicts; how many were new."""
    fresh = [
        submission
        for submission in _outdated(event)
        if all(v.rules_version != _version_now(v) for v in submission.verifications.all())
    ]
    for submission in fresh:
        verify_submission(submission.pk)
    return len(fresh)


def _outdated(event: Event | None) -> Iterator[Submission]:
    """Records that were judged by other rules than those there are now."""
    records = Submission.objects.exclude(record="").filter(verifications__isnull=False)
    if event is not None:
        records = records.filter(match__event=event)
    records = records.select_related("match__round__stage__event").distinct()
    for submission in records.prefetch_related("verifications").order_by("pk"):
        verdicts = submission.verifications.all()
        if any(verdict.rules_version != _version_now(verdict) for verdict in verdicts):
            yield submission


def _version_now(stored: Verification) -> int:
    rules = rules_of(stored.verdict["game"] or "")
    return rules.rules_version if rules else 0


def _counting(event: Event | None) -> dict[str, int | None]:
    """The submissions that results which count were made from, with the rules that judged them."""
    games = MatchGame.objects.filter(result__submission__isnull=False)
    if event is not None:
        games = games.filter(match__event=event)
    return dict(games.values_list("result__submission", "result__rules_version"))


def _outcome_in_words(judgement: Judgement) -> str:
    outcomes = Verification.Outcome
    if judgement.is_verified:
        return str(outcomes.VERIFIED)
    return f"{outcomes.CONTRADICTED} {judgement.reason}"


def _scores(sides: Sequence[Mapping[str, Any]]) -> Scores:
    return tuple(("".join(side["seats"]), side["rank"], side["score"]) for side in sides)


def mark_flag_seen(flag: Flag, *, actor: Actor) -> None:
    """Take a flag off the list of what waits, with its like of other versions of the same game.

    It stays with its version; seen twice is seen.
    """
    with changing_event(flag.match.event_id):
        alike = Flag.objects.filter(match=flag.match_id, code=flag.code, other=flag.other_id)
        unseen = alike.filter(seen_at=None)
        if unseen.update(seen_at=timezone.now()):
            log_action(actor, gettext_noop("see flag"), flag.match, flag=flag.pk, code=flag.code)
