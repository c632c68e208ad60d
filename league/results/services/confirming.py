"""Somebody else at the table agrees with a version."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.audit.services import record
from league.errors import LeagueError, Stale
from league.jobs.services import enqueue
from league.live.services import changing_event
from league.models import Confirmation, Job, Seat, Submission
from league.models.public_id import new_public_id
from league.permissions import Actor
from league.results.queries import standing_acts, versions_of, void_to
from league.results.services.accepting import after_act
from league.results.services.counting import next_act, stored_match
from league.results.states import latest_by_side


def confirm_submission(
    submission: Submission,
    *,
    actor: Actor,
    seat: Seat,
    digest: str,
    how: Confirmation.How = Confirmation.How.PHONE,
) -> None:
    """`digest` is of what the person saw. Confirming the same again changes nothing."""
    if digest != submission.digest:
        raise Stale
    with changing_event(submission.match.event_id):
        match = stored_match(submission.match)
        if match.games.filter(number=submission.game, result__isnull=False).exists():
            return  # somebody else's tap was quicker
        _check(submission, seat, how=how, allows_table=match.event.confirms_at_table)
        if _stance(submission, seat) == digest:
            return
        if Confirmation.objects.filter(seat=seat, digest=digest).exists():
            _hand_in_the_same(submission, actor=actor, seat=seat, number=next_act(match))
        else:
            Confirmation.objects.create(
                submission=submission,
                seat=seat,
                number=next_act(match),
                digest=digest,
                how=how,
                author=actor.user.pk if actor.user else "",
            )
        record(
            actor,
            gettext_noop("confirm"),
            match,
            game=submission.game,
            submission=submission.pk,
            seat=seat.pk,
            how=how,
        )
        after_act(match, game=submission.game)


def _check(
    submission: Submission, seat: Seat, *, how: Confirmation.How, allows_table: bool
) -> None:
    if seat.match_id != submission.match_id:
        raise LeagueError(_("This seat is at another table."))
    if submission.seat is not None and submission.seat.entry_id == seat.entry_id:
        raise LeagueError(_("Somebody else at the table has to confirm what you handed in."))
    if how == Confirmation.How.TABLE and not allows_table:
        raise LeagueError(_("In this event everybody confirms on a phone of their own."))
    if submission.number <= void_to(submission.match, game=submission.game):
        raise Stale(_("An official has reopened this table since. Look at it again."))


def _stance(submission: Submission, seat: Seat) -> str:
    versions = versions_of(submission.match, game=submission.game)
    acts = standing_acts(submission.match, versions, game=submission.game)
    own = [act for act in latest_by_side(acts) if act.side == seat.entry_id]
    return own[0].digest if own else ""


def _hand_in_the_same(submission: Submission, *, actor: Actor, seat: Seat, number: int) -> None:
    """Back to what was confirmed before another version was handed in: said anew."""
    again = Submission.objects.create(
        match_id=submission.match_id,
        game=submission.game,
        number=number,
        by=Submission.By.SEAT,
        seat=seat,
        author=actor.user.pk if actor.user else "",
        basis=submission,
        client_key=new_public_id(),
        seating=submission.seating,
        claims=submission.claims,
        termination=submission.termination,
        record=submission.record,
        record_digest=submission.record_digest,
        digest=submission.digest,
    )
    if again.record:
        enqueue(Job.Kind.VERIFY_SUBMISSION, object_id=again.pk)
