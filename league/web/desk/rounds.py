"""Steps of a round at the desk: draft, edit, publish, close, turn its clock; and each step back."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.errors import Stale
from league.events.queries.events import current_stage
from league.events.queries.plans import plans_of, players_to_plan_for
from league.events.services import clock, drafts, rounds
from league.events.services.game_fit import WrongSetting
from league.models import Event, Match, Round
from league.permissions import Actor
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.desk import forms
from league.web.desk.desk import checked, round_in, show_desk, show_piece, take_step
from league.web.desk.draft_cost import change_in_words, cost_of
from league.web.errors import refusals_to

_PLAIN: Mapping[str, Callable[..., None]] = {
    "start": clock.start_clock,
    "pause": clock.pause_clock,
    "resume": clock.resume_clock,
    "reset": clock.reset_clock,
}


@permitted("swap_entries", of=event_named)
@require_POST
def round_swap(request: PageRequest, event: Event, round_id: str) -> HttpResponse:
    """Two people change places; what that makes better or worse is said.

    Without JavaScript the first of them is sent alone, and the page then asks for the other.
    """
    if request.POST.get("first") and not request.POST.get("second"):
        query = urlencode({"first": request.POST["first"]})
        return redirect(f"{reverse('desk', args=[event.pk])}?{query}")

    def step() -> str:
        sent = checked(forms.SwapForm(request.POST))
        draft = round_in(event, round_id)
        before = cost_of(draft.remarks)
        drafts.swap_entries(draft, actor=request.actor, **sent)
        draft.refresh_from_db()
        changes = change_in_words(before, cost_of(draft.remarks))
        return " ".join([_("Swapped."), *(changes or [_("Nothing got better or worse.")])])

    return take_step(request, event, step)


@permitted("lock_table", of=event_named)
@require_POST
def table_lock(request: PageRequest, event: Event, match_id: str) -> HttpResponse:
    def step() -> str:
        sent = checked(forms.LockForm(request.POST))
        drafts.lock_table(match_in(event, match_id), actor=request.actor, **sent)
        if sent["is_locked"]:
            return _("The table stays as it is when the round is drawn again.")
        return _("The table is free again.")

    return take_step(request, event, step)


@permitted("choose_plan", of=event_named)
def plan(request: PageRequest, event: Event) -> HttpResponse:
    """Sizes of tables side by side; choosing one sets it for the event."""
    stage = current_stage(event)
    stage.event = event
    form = forms.PlanForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_to(request):
            drafts.choose_plan(stage, actor=request.actor, **form.cleaned_data)
            messages.success(request, _("Chosen. Every round is drawn that way."))
        return redirect("desk", event.pk)
    players = players_to_plan_for(stage)
    context = {"players": players, "stage": stage, "plans": plans_of(stage, players=players)}
    return show_piece(request, event, "desk/_plan.html", context, heading=_("Sizes of tables"))


def match_in(event: Event, match_id: str) -> Match:
    matches = Match.objects.select_related("round__stage__event", "event")
    match = matches.filter(pk=match_id, event=event).first()
    if match is None:
        raise Stale(_("This table no longer exists: the round was drawn again."))
    return match


@permitted("enter_result", of=event_named)
def results(request: PageRequest, event: Event) -> HttpResponse:
    """Those of the round at hand: one that still plays, else the last. None yet: the desk."""
    begun = Round.objects.filter(stage__event=event).exclude(status=Round.Status.DRAFT)
    latest = begun.order_by("stage__order", "number")
    at_hand = latest.filter(status=Round.Status.PUBLISHED).last() or latest.last()
    return redirect("scores", event.pk, at_hand.pk) if at_hand else redirect("desk", event.pk)


@permitted("draft_round", of=event_named)
@require_POST
def round_draft(request: PageRequest, event: Event) -> HttpResponse:
    stage = current_stage(event)
    form = forms.OwnGameForm(request.POST)
    has_own_game = bool(request.POST.get("own_game"))
    if has_own_game and not form.is_valid():
        return show_desk(request, event, own_game=form, status=422)

    def step() -> str:
        own_game = form.cleaned_data if has_own_game else None
        rounds.draft_round(stage, actor=request.actor, own_game=own_game)
        return ""

    try:
        return take_step(request, event, step)
    except WrongSetting as error:
        form.refuse(error)
        return show_desk(request, event, own_game=form, status=422)


@permitted("redraw_round", of=event_named)
@require_POST
def round_redraw(request: PageRequest, event: Event, round_id: str) -> HttpResponse:
    def step() -> str:
        sent = checked(forms.RedrawForm(request.POST))
        draft = round_in(event, round_id)
        if request.POST.get("unlock"):
            drafts.unlock_tables(draft, actor=request.actor, version=sent["version"])
        else:
            rounds.redraw_round(draft, actor=request.actor, **sent)
        return ""

    return take_step(request, event, step)


@permitted("let_sit_out", of=event_named)
@require_POST
def round_sit_out(request: PageRequest, event: Event, round_id: str) -> HttpResponse:
    def step() -> str:
        sent = checked(forms.SitOutForm(request.POST))
        drafts.let_sit_out(round_in(event, round_id), actor=request.actor, **sent)
        return _("The round is being drawn without them.")

    return take_step(request, event, step)


@permitted("discard_draft", of=event_named)
@require_POST
def round_discard(request: PageRequest, event: Event, round_id: str) -> HttpResponse:
    def step() -> str:
        rounds.discard_draft(round_in(event, round_id), actor=request.actor)
        return _("The draft is thrown away.")

    return take_step(request, event, step)


@permitted("publish_round", of=event_named)
@require_POST
def round_publish(request: PageRequest, event: Event, round_id: str) -> HttpResponse:
    return _turn(
        request, event, round_id, rounds.publish_round, said=_("Everybody sees the tables now.")
    )


@permitted("withdraw_round", of=event_named)
@require_POST
def round_withdraw(request: PageRequest, event: Event, round_id: str) -> HttpResponse:
    return _turn(
        request, event, round_id, rounds.withdraw_round, said=_("The round is a draft again.")
    )


@permitted("close_round", of=event_named)
@require_POST
def round_close(request: PageRequest, event: Event, round_id: str) -> HttpResponse:
    """With what was handed in and is not confirmed, as far as the page listed it."""
    accepts = request.POST.getlist("accepts")
    close = partial(rounds.close_round, accepts=accepts)
    return _turn(request, event, round_id, close, said=_("The round is closed."))


@permitted("reopen_round", of=event_named)
@require_POST
def round_reopen(request: PageRequest, event: Event, round_id: str) -> HttpResponse:
    return _turn(
        request, event, round_id, rounds.reopen_round, said=_("The round is played again.")
    )


def _turn(
    request: PageRequest, event: Event, round_id: str, service: Callable[..., None], *, said: str
) -> HttpResponse:
    """A round goes to another state, if it is still the one that the page showed."""

    def step() -> str:
        sent = checked(forms.VersionForm(request.POST))
        service(round_in(event, round_id), actor=request.actor, version=sent["version"])
        return said

    return take_step(request, event, step)


@permitted("run_clock", of=event_named)
@require_POST
def round_clock(request: PageRequest, event: Event, round_id: str) -> HttpResponse:
    def step() -> str:
        sent = checked(forms.ClockForm(request.POST))
        return _turn_clock(round_in(event, round_id), sent, event=event, actor=request.actor)

    return take_step(request, event, step)


def _turn_clock(round_: Round, wish: Mapping[str, Any], *, event: Event, actor: Actor) -> str:
    """Do what is wished, and say it where the clock itself does not show it."""
    minutes = wish["minutes"]
    if wish["do"] == "length":
        clock.set_length(round_, actor=actor, minutes=minutes)
        return "" if minutes else _("The round has no clock.")
    if wish["do"] != "add":
        _PLAIN[wish["do"]](round_, actor=actor)
        return ""
    table = match_in(event, wish["table"]) if wish["table"] else None
    clock.add_time(round_, actor=actor, seconds=60 * (minutes or 0), match=table)
    if table is None:
        return _("Everybody has %(minutes)d more minutes.") % {"minutes": minutes}
    return _("Table %(table)d has %(minutes)d more minutes.") % {
        "table": table.table,
        "minutes": minutes,
    }
