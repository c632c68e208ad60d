"""What waits for an official, done with one tap where it is listed: console, desk, score entry."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.errors import LeagueError, Stale
from league.events.services.lifecycle import retry_work
from league.models import Event, Flag, Match, SeatHold
from league.results.services.rulings import accept_handed_in
from league.results.services.seats import answer_request
from league.results.services.verification import mark_flag_seen
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.desk.desk import act, checked
from league.web.desk.forms import GameForm, VersionForm
from league.web.desk.score_rows import score_row
from league.web.desk.scores import match_in, score_answer

Row = TypeVar("Row")


@permitted("accept_result", of=event_named)
@require_POST
def table_accept(request: PageRequest, event: Event, match_id: str) -> HttpResponse:
    """What was handed in counts as it is, if it is still what the page showed."""
    match = match_in(event, match_id)

    def step() -> str:
        accept_handed_in(
            match,
            submission_id=request.POST.get("submission", ""),
            actor=request.actor,
            version=checked(VersionForm(request.POST))["version"],
        )
        return _("Table %(table)d is accepted.") % {"table": match.table}

    if request.GET.get("back") != "scores":
        return act(request, event, step)
    return _accept_in_row(request, event, match, step)


def _accept_in_row(
    request: PageRequest, event: Event, match: Match, step: Callable[[], str]
) -> HttpResponse:
    """Score entry is answered with the game's own form, as after typing."""
    error = ""
    try:
        step()
    except LeagueError as refused:
        error = str(refused.message)
    row = score_row(match)
    game = row.game(GameForm(request.POST).game_number)
    return score_answer(request, event, row, replace(game, error=error))


@permitted("dismiss_flag", of=event_named)
@require_POST
def flag_seen(request: PageRequest, event: Event, flag_id: str) -> HttpResponse:
    def step() -> str:
        flags = Flag.objects.select_related("match").filter(match__event=event)
        mark_flag_seen(_still_there(flags.filter(pk=flag_id).first()), actor=request.actor)
        return ""

    return act(request, event, step)


@permitted("answer_phone", of=event_named)
@require_POST
def hold_answer(request: PageRequest, event: Event, hold_id: str) -> HttpResponse:
    """Let another phone have a seat, or not."""
    hands_over = request.POST.get("answer") == "yes"

    def step() -> str:
        holds = SeatHold.objects.select_related("seat__match").filter(seat__match__event=event)
        hold = _still_there(holds.filter(pk=hold_id).first())
        asker = request.POST.get("asker", "")
        answer_request(hold, actor=request.actor, hands_over=hands_over, asker=asker)
        return _("The other phone has the seat now.") if hands_over else _("The seat stays.")

    return act(request, event, step)


@permitted("retry_work", of=event_named)
@require_POST
def work_retry(request: PageRequest, event: Event, job_id: str) -> HttpResponse:
    def step() -> str:
        retry_work(event, job_id=job_id, actor=request.actor)
        return _("It is tried again.")

    return act(request, event, step)


def _still_there(found: Row | None) -> Row:
    """What a page listed; gone since, or never of this event: the page is an old one."""
    if found is None:
        raise Stale
    return found
