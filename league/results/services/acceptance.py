"""When a version counts: by the event's rule, once enough sides stand by it.

Called after every act at a table and after every verification, in the caller's transaction.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Max
from django.utils import timezone

from league.live import changing_event
from league.models import Event, Match, Result, Round, Ruling, Submission
from league.permissions import SERVICE, Actor
from league.results.queries import Version, game_agreement, needs_record, versions_of
from league.results.services import counted_results
from league.results.sides import sides_claimed, sides_replayed
from league.results.states import GameState, Grade, Outcome

_ACCEPTED_AT_ONCE = 200


def after_act(match: Match, *, game: int) -> None:
    """Let what the sides agree on count, or only show where the game stands."""
    if not match.is_open or match.games.filter(number=game, result__isnull=False).exists():
        return
    standing = game_agreement(match, game=game)
    if not standing.accepted:
        counted_results.set_state(match)
        return
    version = version_with(match, game=game, digest=standing.digest)
    is_solo = version.outcome is Outcome.VERIFIED and len(version.submission.seating) == 1
    accept(
        match,
        version,
        actor=SERVICE,
        ground=Result.Ground.SOLO if is_solo else Result.Ground.CONFIRMED,
        grade=standing.grade or Grade.CONFIRMED,
    )


def accept(
    match: Match,
    version: Version,
    *,
    actor: Actor,
    ground: Result.Ground,
    grade: Grade,
    ruling: Ruling | None = None,
) -> Result:
    """Let a version count."""
    verification = version.verification
    result = counted_results.add_result(
        match,
        actor=actor,
        game=version.submission.game,
        submission=version.submission,
        ruling=ruling,
        ground=ground,
        grade=grade,
        sides=sides_of(match, version),
        rules_version=verification.rules_version if verification else None,
    )
    counted_results.count_result(match, result, actor=actor)
    return result


def sides_of(match: Match, version: Version) -> list[dict[str, object]]:
    """What a version gives: by its record if the rules verified it, else as claimed."""
    submission = version.submission
    verdict_sides = version.verification.verdict["sides"] if version.verification else []
    if verdict_sides and version.outcome is Outcome.VERIFIED:
        return sides_replayed(verdict_sides, seating=submission.seating, absent=version.absent)
    scoring = match.round.game_here.scoring
    return sides_claimed(version.claims, scoring=scoring, seating=submission.seating)


def version_with(match: Match, *, game: int, digest: str) -> Version:
    """The first version of this content that is no history, one that is known best."""
    versions = [v for v in versions_of(match, game=game) if v.submission.digest == digest]
    unknown = (Outcome.PENDING, Outcome.UNVERIFIED)
    return min(versions, key=lambda v: (v.is_history, v.outcome in unknown))


def accept_overdue() -> int:
    """The sweep: what nobody contested within the time that its event gives.

    Time stands for opponents who stay silent, never for an official or for a missing record.
    """
    accepted = 0
    events = Event.objects.filter(
        status=Event.Status.RUNNING,
        wiped_at=None,
        away_since=None,
        accepts_after_min__isnull=False,
    ).exclude(confirmation=Event.Confirmation.OFFICIALS)
    for event in events:
        before = timezone.now() - timedelta(minutes=event.accepts_after_min or 0)
        waiting = (
            Match.objects.filter(event=event, state=Match.State.HANDED_IN, is_open=True)
            .annotate(newest=Max("submissions__at"))
            .filter(newest__lte=before)
        )
        for match in waiting.order_by("newest", "pk")[:_ACCEPTED_AT_ONCE]:
            accepted += _accept_if_overdue(match, before=before)
    return accepted


def _accept_if_overdue(match: Match, *, before: datetime) -> int:
    with changing_event(match.event_id):
        stored = counted_results.stored_match(match)
        newest = Submission.objects.filter(match=stored).order_by("-number").first()
        if stored.round.status != Round.Status.PUBLISHED or newest is None or newest.at > before:
            return 0
        return accept_unconfirmed(stored, actor=SERVICE, kind=Ruling.Kind.DEADLINE)


def accept_unconfirmed(
    match: Match, *, actor: Actor, kind: Ruling.Kind, only: Collection[str] | None = None
) -> int:
    """One ruling for each game that is handed in and neither contested nor contradicted.

    `only`: these versions, because nobody has looked at what came after them.
    """
    accepted = 0
    for game in range(1, match.round.stage.games_here + 1):
        if match.games.filter(number=game, result__isnull=False).exists():
            continue
        standing = game_agreement(match, game=game)
        if standing.state is not GameState.HANDED_IN:
            continue
        version = version_with(match, game=game, digest=standing.digest)
        is_unseen = only is not None and version.submission.pk not in only
        if is_unseen or not _may_be_accepted(match, version, kind=kind):
            continue
        made = counted_results.add_ruling(
            match, actor=actor, game=game, kind=kind, submission=version.submission
        )
        accept(
            match,
            version,
            actor=actor,
            ground=Result.Ground.RULED,
            grade=version.outcome.evidence or Grade.RULED,
            ruling=made,
        )
        accepted += 1
    return accepted


def _may_be_accepted(match: Match, version: Version, *, kind: Ruling.Kind) -> bool:
    """By the passing of time alone, only what the event takes without an official."""
    if version.outcome.has_no_record and kind == Ruling.Kind.DEADLINE:
        return not needs_record(match.event, match)
    return version.outcome is not Outcome.PENDING
