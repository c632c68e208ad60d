"""What somebody at a table does about a result: confirm it, say that it is wrong, pass it on."""

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.errors import LeagueError, Stale
from league.models import Confirmation, Match, Seat, Submission
from league.models.public_id import new_public_id
from league.permissions import may, seats_of
from league.results.services.confirmations import confirm_submission
from league.results.services.objections import contest_result, dissent
from league.results.services.submissions import take_what_the_rules_give
from league.throttle import count
from league.web.access import PageRequest, permitted
from league.web.addresses import match_named
from league.web.calls import call_shown
from league.web.errors import refusals_to
from league.web.frames import event_frame
from league.web.table.results import GameNow, MatchNow, sides_to_pass, what_now
from league.web.table.seats import to_the_seats


class SeenVersionForm(forms.Form):
    """The version that somebody saw, by its digest."""

    submission = forms.CharField(max_length=10)
    digest = forms.CharField(max_length=64)


class PassForm(SeenVersionForm):
    entry = forms.CharField(max_length=10)


@permitted("see_match", of=match_named, hidden=True)
@require_safe
def match_now(request: PageRequest, match: Match) -> HttpResponse:
    """The personal part of a match's page alone, fetched again when the table has changed."""
    context = {"now": what_now(match, request.actor), "call": call_shown(match, request.actor)}
    return render(request, "table/_now.html", context)


@permitted("confirm_result", of=match_named)
@require_POST
def match_confirm(request: PageRequest, match: Match) -> HttpResponse:
    """“Yes, that is right”, on one's own phone."""

    def confirm(submission: Submission, digest: str) -> None:
        seat = _own_seat(request, submission)
        confirm_submission(submission, actor=request.actor, seat=seat, digest=digest)

    return _tapped(request, match, confirm, thanks=_("Thank you: you have confirmed this result."))


@permitted("object_to_result", of=match_named)
@require_POST
def match_object(request: PageRequest, match: Match) -> HttpResponse:
    """“No, that is wrong”: stored at once. A version of one's own may follow."""

    def say_no(submission: Submission, digest: str) -> None:
        seat = _own_seat(request, submission)
        dissent(submission, actor=request.actor, seat=seat, digest=digest)

    return _tapped(request, match, say_no, thanks=_noted())


@permitted("contest_result", of=match_named)
@require_POST
def match_contest(request: PageRequest, match: Match) -> HttpResponse:
    """The result that counts is wrong, says somebody who sat there."""
    if not may(request.actor, "play_match", match):
        return to_the_seats(request, match)
    with refusals_to(request):
        count("hand-in", who=f"match:{match.pk}")
        results = match.results.select_related("match__event")
        result = results.filter(pk=request.POST.get("result", "")).first()
        seat = seats_of(request.actor, match).first()
        if result is None or seat is None:
            raise Stale
        contest_result(result, actor=request.actor, seat=seat)
        messages.success(request, _noted())
    return redirect("match", match.pk)


def _noted() -> str:
    return _("Noted. The officials have been called.")


@permitted("take_rules_result", of=match_named)
@require_POST
def match_take_rules(request: PageRequest, match: Match) -> HttpResponse:
    """The scores that were claimed beside a record were wrong: those of the record count."""

    def take(submission: Submission, _digest: str) -> None:
        take_what_the_rules_give(
            submission,
            actor=request.actor,
            seat=_author_seat(request, submission),
            client_key=_key_of(request),
        )

    thanks = _("Handed in as the rules count it. The others are asked now.")
    return _tapped(request, match, take, thanks=thanks)


def _tapped(
    request: PageRequest, match: Match, step: Callable[[Submission, str], None], *, thanks: str
) -> HttpResponse:
    """One tap about a version, as this phone was shown it; then back to the table."""
    if not may(request.actor, "play_match", match):
        return to_the_seats(request, match)
    form = SeenVersionForm(request.POST)
    with refusals_to(request):
        if not form.is_valid():
            raise Stale
        submission = _version(match, form)
        count("hand-in", who=f"match:{match.pk}")
        step(submission, form.cleaned_data["digest"])
        messages.success(request, thanks)
    return redirect("match", match.pk)


@permitted("pass_phone", of=match_named)
def match_pass(request: PageRequest, match: Match) -> HttpResponse:
    """One phone at the table: the others tap their names after seeing the result."""
    now = what_now(match, request.actor)
    if now is None:
        return to_the_seats(request, match)
    game = _to_pass(request, now)
    if not match.event.confirms_at_table:
        messages.error(request, _("In this event everybody confirms on a phone of their own."))
        return redirect("match", match.pk)
    if game is None:
        messages.info(request, _("There is nothing to confirm here now."))
        return redirect("match", match.pk)
    if request.method == "POST":
        return _passed(request, match, game)
    sides = sides_to_pass(now, game.version, device=request.actor.device)
    context = {
        **event_frame(request, match.event, tab="event"),
        "heading": _("Pass the phone round"),
        "match": match,
        "now": now,
        "game": game,
        "shown": game.version,
        "sides": sides,
        "call": call_shown(match, request.actor),
        "left": [side for side in sides if side.seat and not side.has_agreed],
    }
    return render(request, "table/pass.html", context)


def _passed(request: PageRequest, match: Match, game: GameNow) -> HttpResponse:
    form = PassForm(request.POST)
    with refusals_to(request) as refused:
        if not form.is_valid():
            raise Stale
        seat = match.seats.filter(entry=form.cleaned_data["entry"]).order_by("letter").first()
        if seat is None:
            raise LeagueError(_("This seat is at another table."))
        count("hand-in", who=f"match:{match.pk}")
        confirm_submission(
            _version(match, form),
            actor=request.actor,
            seat=seat,
            digest=form.cleaned_data["digest"],
            how=Confirmation.How.TABLE,
        )
    if match.games.filter(number=game.number, result__isnull=False).exists():
        return redirect("match", match.pk)  # which says that it counts
    if not refused:
        messages.success(request, _("Thank you. Hand the phone on."))
    return redirect(f"{reverse('match-pass', args=[match.pk])}?game={game.number}")


def _to_pass(request: PageRequest, now: MatchNow) -> GameNow | None:
    """The game asked for, or the first with one version that others can agree to."""
    typed = request.GET.get("game") or request.POST.get("game") or ""
    ready = [game for game in now.games if game.kind in ("waiting", "asked")]
    return next((game for game in ready if str(game.number) == typed), next(iter(ready), None))


def _version(match: Match, form: forms.Form) -> Submission:
    submissions = match.submissions.select_related("match__event", "seat")
    return get_object_or_404(submissions, pk=form.cleaned_data["submission"])


def _own_seat(request: PageRequest, submission: Submission) -> Seat:
    """Of the caller's seats the one that can agree: not of the side that handed it in."""
    seats = list(seats_of(request.actor, submission.match))
    author = submission.seat.entry_id if submission.seat else ""
    return next((seat for seat in seats if seat.entry_id != author), seats[0])


def _author_seat(request: PageRequest, submission: Submission) -> Seat:
    """Of the side that handed it in: others who took it would only dispute with it."""
    author = submission.seat.entry_id if submission.seat else ""
    seat = seats_of(request.actor, submission.match).filter(entry=author).first()
    if seat is None:
        raise LeagueError(
            _("Only the person who handed in the record can accept what the rules give.")
        )
    return seat


def _key_of(request: PageRequest) -> str:
    return request.POST.get("client_key", "")[:40] or new_public_id()
