"""Somebody else at the table agrees with a version; opponents are asked to."""

from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.db.models import F, Max, Q
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.errors import LeagueError, Stale
from league.jobs import enqueue
from league.live import changing_event
from league.models import Confirmation, Event, Job, Match, Seat, SeatHold, Submission
from league.models.public_id import new_public_id
from league.models.submission import How
from league.notices import write_mail
from league.permissions import Actor, may
from league.results.queries import Version, acts_of, outcomes_of, versions_of, voided_to
from league.results.services.acceptance import after_act
from league.results.services.counted_results import check_open_for_players, next_act, stored_match
from league.results.services.voices import voice_of
from league.results.states import Outcome, latest_by_side

REMINDED_AFTER = timedelta(minutes=10)
_REMINDED_AT_ONCE = 200


def confirm_submission(
    submission: Submission, *, actor: Actor, seat: Seat, digest: str, how: How = How.PHONE
) -> None:
    """`digest` is of what the person saw. Confirming the same again changes nothing."""
    if digest != submission.digest:
        raise Stale
    with changing_event(submission.match.event_id):
        match = stored_match(submission.match)
        if _counts_already(match, submission):
            return  # somebody else's tap was quicker
        check_open_for_players(match)
        _check(submission, seat)
        versions = versions_of(match, game=submission.game)
        if outcomes_of(versions).get(digest) is Outcome.CONTRADICTED:
            raise LeagueError(_contradicted())
        voice = voice_of(match, versions, actor=actor, seat=seat, digest=digest, how=how)
        if voice["how"] == How.TABLE:
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
            **voice,
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
            how=voice["how"],
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
    holds = SeatHold.objects.filter(seat__match=match, seat__entry=seat.entry_id)
    if not match.event.confirms_at_table:
        raise LeagueError(_not_enough(is_late=holds.filter(device=actor.device).exists()))
    if not may(actor, "play_match", match):
        raise LeagueError(_("Only a phone that holds a seat at this table can be passed round."))
    claim = submission.claims.get(seat.entry_id)
    if claim and claim["score"] is None:
        raise LeagueError(_("Anyone who did not come cannot confirm at the table."))
    if holds.exclude(device=actor.device).exists():
        raise LeagueError(
            _("Another phone holds this seat: confirm there, or let the seat go first.")
        )


def _contradicted() -> str:
    return _(
        "The rules contradict this version, so nobody can confirm it. "
        "Correct it, or call an official."
    )


def _not_enough(*, is_late: bool) -> str:
    """Why a voice does not do where everybody needs a phone of their own."""
    if is_late:
        return _(
            "This phone took its seat after the result was handed in, "
            "so in this event an official has to confirm."
        )
    return _("In this event everybody confirms on a phone of their own.")


def _counts_already(match: Match, submission: Submission) -> bool:
    games = match.games.filter(number=submission.game, result__isnull=False)
    game = games.select_related("result__submission").first()
    if game is None or game.result is None:
        return False
    counted = game.result.submission
    if counted is None or counted.digest != submission.digest:
        raise Stale(_("Another result already counts. Look at the table again."))
    return True


def _stances(versions: Iterable[Version]) -> dict[str, str]:
    """What each side stands by now; acts that an official voided are history."""
    acts = acts_of(version for version in versions if not version.is_history)
    return {act.side: act.digest for act in latest_by_side(acts)}


def _hand_in_the_same(submission: Submission, **said: object) -> None:
    """Back to what was confirmed before another version was handed in: said again."""
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


def ask_opponents(submission: Submission) -> None:
    """Write to those who have an account; part of the caller's transaction."""
    if submission.match.event.confirmation == Event.Confirmation.OFFICIALS:
        return  # nobody at the table has to confirm
    author = submission.seat
    for seat in _seats_with_mail(submission.match):
        if author is None or seat.entry_id != author.entry_id:
            _write(seat, submission.match, is_reminder=False)


def remind_opponents() -> int:
    """The sweep: once for each version that nobody answered for a while."""
    before = timezone.now() - REMINDED_AFTER
    waiting = (
        Match.objects.filter(state=Match.State.HANDED_IN, is_open=True, event__away_since=None)
        .exclude(event__confirmation=Event.Confirmation.OFFICIALS)
        .annotate(newest=Max("submissions__at"))
        .filter(newest__lte=before)
        .filter(Q(reminded_at__isnull=True) | Q(reminded_at__lt=F("newest")))
        .order_by("pk")
    )
    reminded = 0
    for match in waiting[:_REMINDED_AT_ONCE]:
        reminded += _remind(match)
    return reminded


def _remind(match: Match) -> int:
    with changing_event(match.event_id):
        stored = stored_match(match)
        if stored.state != Match.State.HANDED_IN:
            return 0
        spoken = _spoken_in_open_games(stored)
        for seat in _seats_with_mail(stored):
            if any(seat.entry_id not in sides for sides in spoken):
                _write(seat, stored, is_reminder=True)
        Match.objects.filter(pk=stored.pk).update(reminded_at=timezone.now())
    return 1


def _spoken_in_open_games(match: Match) -> list[set[str]]:
    """Of each game that waits for somebody: the sides that said something about it."""
    counted = set(match.games.filter(result__isnull=False).values_list("number", flat=True))
    by_game: dict[int, list[Version]] = {}
    for version in versions_of(match):
        if not version.is_history and version.submission.game not in counted:
            by_game.setdefault(version.submission.game, []).append(version)
    return [{act.side for act in acts_of(versions)} for versions in by_game.values()]


def _seats_with_mail(match: Match) -> list[Seat]:
    seats = match.seats.filter(player__user__isnull=False).exclude(player__user__email="")
    return list(seats.select_related("player__user"))


def _write(seat: Seat, match: Match, *, is_reminder: bool) -> None:
    user = seat.player.user
    assert user is not None
    with translation.override(match.event.language):
        gaps = {
            "table": match.table,
            "event": match.event.name,
            "address": settings.SITE_URL + reverse("match", args=[match.pk]),
        }
        subject = (
            _("The result of table %(table)d waits for you: %(event)s")
            if is_reminder
            else _("Confirm the result of table %(table)d: %(event)s")
        )
        write_mail(
            recipient=user.email,
            subject=subject % gaps,
            body=_(
                "Somebody at your table %(table)d of “%(event)s” handed in a result.\n"
                "Is it right? Confirm it, or hand in your own version:\n"
                "%(address)s\n"
            )
            % gaps,
        )
