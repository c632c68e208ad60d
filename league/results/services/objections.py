"""One tap: “no, that is wrong”. It is stored at once, and calls the officials.

Before a result counts, a dissent makes the match disputed; a version of one's own may follow. When
a result counts already, it is contested: it goes on counting until an official decides. Everybody
at the table may say so until the round is closed, once about each result.
"""

from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.errors import LeagueError, Stale
from league.live import changing_event
from league.models import Call, Dissent, Match, MatchGame, Result, Round, Seat, Submission
from league.permissions import Actor
from league.results.queries import acts_of, versions_of, voided_to
from league.results.services import counted_results
from league.results.services.acceptance import after_act
from league.results.services.calls import add_call
from league.results.services.voices import voice_of
from league.results.states import latest_by_side


def dissent(submission: Submission, *, actor: Actor, seat: Seat, digest: str) -> None:
    """`digest` is of what the person saw. Saying it twice changes nothing.

    Where the version has come to count in the meantime, its result is contested.
    """
    if digest != submission.digest:
        raise Stale
    with changing_event(submission.match.event_id):
        match = counted_results.stored_match(submission.match)
        _check_seat(match, seat)
        result = _result_of(match, game=submission.game)
        if result is None:
            _dissent(match, submission, actor=actor, seat=seat)
        elif result.submission is None or result.submission.digest != digest:
            raise Stale(_("Another result already counts. Look at the table again."))
        else:
            _contest(match, result, actor=actor, seat=seat)


def contest_result(result: Result, *, actor: Actor, seat: Seat) -> None:
    """Somebody who sat at the table says that the result that counts is wrong."""
    with changing_event(result.match.event_id):
        match = counted_results.stored_match(result.match)
        _check_seat(match, seat)
        if _result_of(match, game=result.game) != result:
            raise Stale(_("Another result counts now. Look at the table again."))
        _contest(match, result, actor=actor, seat=seat)


def _dissent(match: Match, submission: Submission, *, actor: Actor, seat: Seat) -> None:
    counted_results.check_open_for_players(match)
    if submission.number <= voided_to(match, game=submission.game):
        raise Stale(_("An official has reopened this table since. Look at it again."))
    if submission.seat is not None and submission.seat.entry_id == seat.entry_id:
        raise LeagueError(_("You handed this in yourself: correct it instead."))
    versions = versions_of(match, game=submission.game)
    latest = latest_by_side(acts_of(v for v in versions if not v.is_history))
    own = next((act for act in latest if act.side == seat.entry_id), None)
    if own is not None and own.digest != submission.digest:
        return  # said so already, or handed in something else: it is in dispute
    if submission.digest not in {act.digest for act in latest}:
        raise Stale(_("This version was corrected in the meantime. Look at the new one."))
    _say_no(match, submission, actor=actor, seat=seat)
    after_act(match, game=submission.game)


def _contest(match: Match, result: Result, *, actor: Actor, seat: Seat) -> None:
    counted_results.check_not_archived(match)
    if match.round.status != Round.Status.PUBLISHED:
        raise LeagueError(_("The round is closed. If something is wrong, ask an official."))
    if Dissent.objects.filter(seat=seat, result=result).exists():
        return
    if result.submission is None:
        raise LeagueError(_("Ask an official: nothing was handed in for this result."))
    _say_no(match, result.submission, actor=actor, seat=seat, result=result)
    counted_results.set_state(match)


def _say_no(
    match: Match, submission: Submission, *, actor: Actor, seat: Seat, result: Result | None = None
) -> None:
    versions = versions_of(match, game=submission.game)
    said = Dissent.objects.create(
        submission=submission,
        result=result,
        seat=seat,
        number=counted_results.next_act(match),
        digest=submission.digest,
        **voice_of(match, versions, actor=actor, seat=seat),
    )
    log_action(
        actor,
        gettext_noop("contest result") if result else gettext_noop("disagree"),
        match,
        game=submission.game,
        submission=submission.pk,
        seat=seat.pk,
        dissent=said.pk,
    )
    add_call(match, cause=Call.Cause.DISSENT)


def _check_seat(match: Match, seat: Seat) -> None:
    if seat.match_id != match.pk:
        raise LeagueError(_("This seat is at another table."))


def _result_of(match: Match, *, game: int) -> Result | None:
    slots = MatchGame.objects.filter(match=match, number=game).select_related("result__submission")
    slot = slots.first()
    return slot.result if slot else None
