"""After a rule has changed: which versions would be judged otherwise now.

Nothing that counts changes by it. New verdicts may be written beside the old ones, so that
officials see them; to let one count is a ruling.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.registry import rules_of
from league.models import Event, MatchGame, Submission, Verification
from league.results.services.verification import judged, verify_submission
from league.results.verdicts import Judgement

Scores = tuple[tuple[str, int, int], ...]  # seats, rank, score of each side


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
        known = {each.rules_version: each for each in submission.verifications.all()}
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


def record_verdicts(event: Event | None = None) -> int:
    """Write what the rules say now beside the older verdicts; how many were new."""
    fresh = [each for each in _outdated(event) if _is_unjudged(each)]
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
        if any(each.rules_version != _version_now(each) for each in verdicts):
            yield submission


def _is_unjudged(submission: Submission) -> bool:
    return all(each.rules_version != _version_now(each) for each in submission.verifications.all())


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
