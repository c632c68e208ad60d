"""An official types the results of a round: all tables on one page, saved game by game."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.errors import NeedsReason, Stale
from league.events.services.undo import undo_step
from league.models import AuditEntry, Event, Match, Round
from league.models.public_id import new_public_id
from league.permissions import Actor
from league.results.services.counted_results import counting
from league.results.services.entered_scores import clear_result, enter_scores
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.desk import score_rows
from league.web.desk.forms import GameForm, LineForm, MarksForm
from league.web.desk.slips import REASONS, Replacing, replacing
from league.web.errors import Refusals
from league.web.frames import event_frame

TIME_WORD = "t"


@permitted("enter_result", of=event_named)
def scores(request: PageRequest, event: Event, round_id: str) -> HttpResponse:
    """All tables of a round. A line typed without JavaScript is sent here."""
    page = score_rows.score_page(_round(event, round_id), actor=request.actor)
    line = LineForm(request.POST or None)
    if request.method == "POST" and line.is_valid():
        table, marks = line.cleaned_data["line"]
        row = page.row_of(table)
        if row is None:
            line.add_error("line", _("There is no such table in this round."))
        elif not marks:
            return redirect(f"{request.path}#table-{table}")
        elif len(_without_time(marks)) > len(row.names):
            line.add_error("line", _too_many(row, marks))
        else:
            return _enter(request, event, row, _form_of(row, marks))
    return _page(request, page, line=line)


@permitted("enter_result", of=event_named)
@require_POST
def table_scores(request: PageRequest, event: Event, match_id: str) -> HttpResponse:
    """Save one game of a table. The answer is its form again, with places or with faults."""
    row = score_rows.score_row(match_in(event, match_id), actor=request.actor)
    return _enter(request, event, row, _slip_form(request.POST, row))


@permitted("enter_result", of=event_named)
@require_safe
def table_places(request: PageRequest, event: Event, match_id: str) -> HttpResponse:
    """A piece of the page while somebody types: the places, and what would change."""
    row = score_rows.score_row(match_in(event, match_id), actor=request.actor)
    form = _slip_form(request.GET, row, is_sent=False)
    game = score_rows.typed_into(row.game(form.game_number), form)
    return render(request, "desk/_places.html", {"game": game, "event": event})


@permitted("enter_result", of=event_named)
@require_safe
def table_figures(request: PageRequest, event: Event, match_id: str) -> HttpResponse:
    """A game's form with all figures of the game, and with what is typed in it so far."""
    row = score_rows.score_row(match_in(event, match_id), actor=request.actor)
    shown = row.game(GameForm(request.GET).game_number)
    asked = [f"figure-{entry}-{each.name}" for entry in row.names for each in shown.wanted.figures]
    sent = {
        **dict.fromkeys(asked, ""),
        **shown.figures_stored,
        **{each.entry: request.GET.get(each.entry, each.typed) for each in shown.fields},
        "game": shown.number,
        "client_key": shown.client_key,
    }
    game = score_rows.typed_into(shown, _slip_form(sent, row, is_sent=False))
    return _answer(request, event, row, game)


@permitted("take_back_result", of=event_named)
@require_POST
def table_clear(request: PageRequest, event: Event, match_id: str) -> HttpResponse:
    match = match_in(event, match_id)
    form = GameForm(request.POST)
    with Refusals() as refused:
        if form.is_valid():
            clear_result(match, actor=request.actor, **form.cleaned_data)
    row = score_rows.score_row(match, actor=request.actor)
    game = replace(row.game(form.game_number), error=str(refused))
    return score_answer(request, event, row, game)


@permitted("undo_step", of=event_named)
@require_POST
def table_undo(request: PageRequest, event: Event, match_id: str) -> HttpResponse:
    """Bring the result back that counted before."""
    match = match_in(event, match_id)
    number = GameForm(request.POST).game_number
    step = score_rows.score_row(match, actor=request.actor).game(number).undo
    with Refusals() as refused:
        if step is None or str(step) != request.POST.get("step"):
            raise Stale
        undo_step(AuditEntry.objects.get(pk=step), actor=request.actor)
    row = score_rows.score_row(match, actor=request.actor)
    game = replace(row.game(number), error=str(refused))
    return score_answer(request, event, row, game)


def _enter(
    request: PageRequest, event: Event, row: score_rows.ScoreRow, form: MarksForm
) -> HttpResponse:
    error, asked = "", None
    if form.is_valid():
        with Refusals(but=NeedsReason) as refused:
            try:
                enter_scores(row.match, form.slip, actor=request.actor, **form.sent)
            except NeedsReason as needed:
                asked = _replacing(row, form, why=str(needed.why), reader=request.actor)
            else:
                stored = score_rows.score_row(row.match, actor=request.actor)
                return score_answer(request, event, stored, stored.game(form.game_number))
        error = form.refuse(refused.error) if refused.error else ""
    elif not form.has_field_errors:
        error = str(Stale().message)
    # With the version that the next try builds on.
    stored = score_rows.score_row(row.match, actor=request.actor)
    game = score_rows.typed_into(stored.game(form.game_number), form, error=error)
    return score_answer(request, event, stored, replace(game, replacing=asked))


def _replacing(
    row: score_rows.ScoreRow, form: MarksForm, *, why: str, reader: Actor
) -> Replacing | None:
    match, game = row.match, form.game_number
    counts = counting(match, game=game)
    if counts is None:
        return None
    shown = replacing(match, form.slip, counts=counts, why=why, reader=reader)
    is_blank = "reason" in form.data and not form.cleaned_data["reason"].strip()
    error = _("Say why: everybody at the table can read it.") if is_blank else ""
    return replace(shown, reason=form.cleaned_data["reason"], error=error)


def score_answer(
    request: PageRequest, event: Event, row: score_rows.ScoreRow, game: score_rows.GameShown
) -> HttpResponse:
    """After something was sent: the row again, or without JavaScript the whole page."""
    if request.htmx or game.has_fault:
        return _answer(request, event, row, game)
    messages.success(request, _("Table %(table)d is saved.") % {"table": row.match.table})
    return redirect(f"{_address(event, row.match.round)}#line")


def _answer(
    request: PageRequest, event: Event, row: score_rows.ScoreRow, game: score_rows.GameShown
) -> HttpResponse:
    status = 422 if game.has_fault else 200
    round_ = row.match.round
    if request.htmx:
        context = {
            "event": event,
            "row": row,
            "game": game,
            "reasons": REASONS,
            "progress": score_rows.progress_of(round_),
        }
        return render(request, "desk/_score_saved.html", context, status=status)
    page = score_rows.score_page(round_, actor=request.actor)
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
        "reasons": REASONS,
        **event_frame(request, event, tab="results"),
    }
    status = 422 if line.errors else status
    return render(request, "desk/scores.html", context, status=status)


def _slip_form(
    data: Mapping[str, Any], row: score_rows.ScoreRow, *, is_sent: bool = True
) -> MarksForm:
    figures = row.games[0].wanted.figures
    return MarksForm(data, entries=row.names, figures=figures, is_sent=is_sent)


def _without_time(words: list[str]) -> list[str]:
    """The marks of a line, whose last word may say that time was called."""
    return words[:-1] if words[-1].casefold() == TIME_WORD else words


def _too_many(row: score_rows.ScoreRow, words: list[str]) -> str:
    return _("Table %(table)d has %(seats)d fields, and these are %(numbers)d numbers.") % {
        "table": row.match.table,
        "seats": len(row.names),
        "numbers": len(_without_time(words)),
    }


def _form_of(row: score_rows.ScoreRow, words: list[str]) -> MarksForm:
    """A typed line as the form that the row's fields would have sent."""
    game = row.next_game
    marks = _without_time(words)
    sent = {
        "game": game.number,
        "version": row.match.version,
        "client_key": new_public_id(),
        "is_by_time": "on" if marks != words else "",
        **dict(zip(row.names, marks, strict=False)),
    }
    return _slip_form(sent, row)


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
