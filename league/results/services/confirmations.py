"""Somebody else at the table agrees with a version."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.audit.services import log_action
from league.errors import LeagueError, Stale
from league.jobs.services import enqueue
from league.live.services import changing_event
from league.models import Confirmation, Job, Match, Seat, SeatHold, Submission
from league.models.public_id import new_public_id
from league.models.submission import How
from league.permissions import Actor, may
from league.results.phones import mark_of
from league.results.queries import Version, acts_of, speaks_for_another, versions_of, voided_to
from league.results.services.acceptance import after_act
from league.results.services.counted_results import check_open_for_players, next_act, stored_match
from league.results.states import latest_by_side


def confirm_submission(
    submission: Submission,
    *,
    actor: Actor,
    seat: Seat,
    digest: str,
    how: How = How.PHONE,
) -> None:
    """`digest` is of what the person saw. Confirming the same again changes nothing.

    A phone that says the same for another side was passed round, whatever seat it holds now.
    """
    if digest != submission.digest:
        raise Stale
    with changing_event(submission.match.event_id):
        match = stored_match(submission.match)
        if _counts_already(match, submission):
            return  # somebody else's tap was quicker
        check_open_for_players(match)
        _check(submission, seat)
        versions = versions_of(match, game=submission.game)
        phone = mark_of(actor.device, match=match.pk)
        if speaks_for_another(versions, phone=phone, side=seat.entry_id, digest=digest):
            how = How.TABLE
        if how == How.TABLE:
            _check_at_table(match, submission, seat, actor=actor)
        stances = _stances(versions)
        if stances.get(seat.entry_id) == digest:
            return
        if digest not in stances.values():
            raise Stale(_("This version was corrected in the meantime. Look at the new one."))
        said = {
            "seat": seat,
            "number": next_act(match),
            "digest": digest,
            "how": how,
            "phone": phone,
            "author": actor.user.pk if actor.user else "",
        }
        if Confirmation.objects.filter(seat=seat, digest=digest).exists():
            _hand_in_the_same(submission, **said)
        else:
            Confirmation.objects.create(submission=submission, **said)
        log_action(
            actor,
            gettext_noop("confirm"),
            match,
            game=submission.game,
            submission=submission.pk,
            seat=seat.pk,
            how=how,
        )
        after_act(match, game=submission.game)


def _check(submission: Submission, seat: Seat) -> None:
    if seat.match_id != submission.match_id:
        raise LeagueError(_("This seat is at another table."))
    if submission.seat is not None and submission.seat.entry_id == seat.entry_id:
        raise LeagueError(_("Somebody else at the table has to confirm what you handed in."))
    if submission.number <= voided_to(submission.match, game=submission.game):
        raise Stale(_("An official has reopened this table since. Look at it again."))


def _check_at_table(match: Match, submission: Submission, seat: Seat, *, actor: Actor) -> None:
    """On a phone passed round: one that plays here, for a side without a phone of its own."""
    if not match.event.confirms_at_table:
        raise LeagueError(_("In this event everybody confirms on a phone of their own."))
    if not may(actor, "play_match", match):
        raise LeagueError(_("Only a phone that holds a seat at this table can be passed round."))
    claim = submission.claims.get(seat.entry_id)
    if claim and claim["score"] is None:
        raise LeagueError(_("Whoever did not come cannot confirm at the table."))
    holds = SeatHold.objects.filter(seat__match=match, seat__entry=seat.entry_id)
    if holds.exclude(device=actor.device).exists():
        raise LeagueError(
            _("Another phone holds this seat: confirm there, or let the seat go first.")
        )


def _counts_already(match: Match, submission: Submission) -> bool:
    games = match.games.filter(number=submission.game, result__isnull=False)
    game = games.select_related("result__submission").first()
    if game is None or game.result is None:
        return False
    counted = game.result.submission
    if counted is None or counted.digest != submission.digest:
        raise Stale(_("Another result counts already. Look at the table again."))
    return True


def _stances(versions: Iterable[Version]) -> dict[str, str]:
    """What each side stands by now; acts that an official voided are history."""
    acts = acts_of(version for version in versions if not version.is_history)
    return {act.side: act.digest for act in latest_by_side(acts)}


def _hand_in_the_same(submission: Submission, **said: object) -> None:
    """Back to what was confirmed before another version was handed in: said anew."""
    again = Submission.objects.create(
        match_id=submission.match_id,
        game=submission.game,
        by=Submission.By.SEAT,
        basis=submission,
        client_key=new_public_id(),
        seating=submission.seating,
        claims=submission.claims,
        termination=submission.termination,
        record=submission.record,
        record_digest=submission.record_digest,
        **said,
    )
    if again.record:
        enqueue(Job.Kind.VERIFY_SUBMISSION, object_id=again.pk)
