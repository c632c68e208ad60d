"""An official types the results of a round: all tables on one page, saved game by game."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.errors import Stale
from league.models import Event, Match, Round
from league.models.public_id import new_public_id
from league.results.services.entered_scores import clear_result, enter_scores
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.desk import score_rows
from league.web.desk.forms import GameForm, LineForm, MarksForm
from league.web.errors import Refusals
from league.web.frames import event_frame


@permitted("enter_result", of=event_named)
def scores(request: PageRequest, event: Event, round_id: str) -> HttpResponse:
    """All tables of a round. A line typed without JavaScript is sent here."""
    page = score_rows.score_page(_round(event, round_id))
    line = LineForm(request.POST or None)
    if request.method == "POST" and line.is_valid():
        table, marks = line.cleaned_data["line"]
        row = page.row_of(table)
        if row is None:
            line.add_error("line", _("There is no such table in this round."))
        elif marks:
            return _enter(request, event, row, _form_of(row, marks))
        else:
            return redirect(f"{request.path}#table-{table}")
    return _page(request, page, line=line)


@permitted("enter_result", of=event_named)
@require_POST
def table_scores(request: PageRequest, event: Event, match_id: str) -> HttpResponse:
    """Save one game of a table. The answer is its form again, with places or with faults."""
    row = score_rows.score_row(match_in(event, match_id))
    return _enter(request, event, row, MarksForm(request.POST, entries=row.entries))


@permitted("enter_result", of=event_named)
@require_safe
def table_places(request: PageRequest, event: Event, match_id: str) -> HttpResponse:
    """A piece of the page while somebody types: the places, and what would change."""
    row = score_rows.score_row(match_in(event, match_id))
    form = MarksForm(request.GET, entries=row.entries)
    game = score_rows.typed_into(
        row.game(form.game_number), form.typed, marks=form.marks, errors={}
    )
    return render(request, "desk/_places.html", {"game": game, "event": event})


@permitted("take_back_result", of=event_named)
@require_POST
def table_clear(request: PageRequest, event: Event, match_id: str) -> HttpResponse:
    match = match_in(event, match_id)
    form = GameForm(request.POST)
    with Refusals() as refused:
        if form.is_valid():
            clear_result(match, actor=request.actor, **form.cleaned_data)
    row = score_rows.score_row(match)
    game = replace(row.game(form.game_number), error=str(refused))
    return score_answer(request, event, row, game)


def _enter(
    request: PageRequest, event: Event, row: score_rows.ScoreRow, form: MarksForm
) -> HttpResponse:
    error = ""
    if form.is_valid():
        with Refusals() as refused:
            enter_scores(row.match, actor=request.actor, marks=form.marks, **form.sent)
            stored = score_rows.score_row(row.match)
            return score_answer(request, event, stored, stored.game(form.game_number))
        error = str(refused)
    elif not form.mark_errors:
        error = str(Stale().message)
    stored = score_rows.score_row(row.match)  # with the version that the next try builds on
    game = score_rows.typed_into(
        stored.game(form.game_number),
        form.typed,
        marks=form.marks,
        errors=form.mark_errors,
        error=error,
    )
    return score_answer(request, event, stored, game)


def score_answer(
    request: PageRequest, event: Event, row: score_rows.ScoreRow, game: score_rows.GameShown
) -> HttpResponse:
    status = 422 if game.has_fault else 200
    round_ = row.match.round
    if request.htmx:
        context = {
            "event": event,
            "row": row,
            "game": game,
            "progress": score_rows.progress_of(round_),
        }
        return render(request, "desk/_score_saved.html", context, status=status)
    if not game.has_fault:
        messages.success(request, _("Table %(table)d is saved.") % {"table": row.match.table})
        return redirect(f"{_address(event, round_)}#line")
    page = score_rows.score_page(round_)
    rows = [row.with_game(game) if other.match == row.match else other for other in page.rows]
    return _page(request, replace(page, rows=rows), line=LineForm(), status=status)


def _page(
    request: PageRequest, page: score_rows.ScorePage, *, line: LineForm, status: int = 200
) -> HttpResponse:
    event = page.round.stage.event
    context = {
        "page": page,
        "round": page.round,
        "progress": page.progress,
        "line": line,
        **event_frame(request, event, tab="results"),
    }
    status = 422 if line.errors else status
    return render(request, "desk/scores.html", context, status=status)


def _form_of(row: score_rows.ScoreRow, marks: list[str]) -> MarksForm:
    """A typed line as the form that the row's fields would have sent."""
    game = row.next_game
    sent = {
        "game": game.number,
        "version": row.match.version,
        "client_key": new_public_id(),
        **dict(zip(row.entries, marks, strict=False)),
    }
    return MarksForm(sent, entries=row.entries)


def _round(event: Event, round_id: str) -> Round:
    rounds = Round.objects.select_related("stage").exclude(status=Round.Status.DRAFT)
    round_ = get_object_or_404(rounds, pk=round_id, stage__event=event)
    round_.stage.event = event
    return round_


def match_in(event: Event, match_id: str) -> Match:
    match = get_object_or_404(
        Match.objects.select_related("round__stage"), pk=match_id, event=event
    )
    match.event = match.round.stage.event = event
    return match


def _address(event: Event, round_: Round) -> str:
    return reverse("scores", args=[event.pk, round_.pk])
