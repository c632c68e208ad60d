"""Carved."""

from collections.abc import Callable
from functools import partial

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.events.queries.event_lists import current_stage
from league.events.services.drafts import let_sit_out, unlock_tables
from league.events.services.game_fit import WrongSetting
from league.events.services.rounds import (
    close_round,
    discard_draft,
    draft_round,
    publish_round,
    redraw_round,
    reopen_round,
    withdraw_round,
)
from league.models import Event
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.desk.desk import act, checked, round_in, show_desk
from league.web.desk.forms import OwnGameForm, RedrawForm, SitOutForm, VersionForm


@permitted("draft_round", of=event_named)
@require_POST
def round_draft(request: PageRequest, event: Event) -> HttpResponse:
    stage = current_stage(event)
    form = OwnGameForm(request.POST)
    has_own_game = bool(request.POST.get("own_game"))
    if has_own_game and not form.is_valid():
        return show_desk(request, event, own_game=form, status=422)

    def step() -> str:
        own_game = form.cleaned_data if has_own_game else None
        draft_round(stage, actor=request.actor, own_game=own_game)
        return ""

    try:
        return act(request, event, step)
    except WrongSetting as error:
        form.refuse(error)
        return show_desk(request, event, own_game=form, status=422)


@permitted("redraw_round", of=event_named)
@require_POST
def round_redraw(request: PageRequest, event: Event, round_id: str) -> HttpResponse:
    def step() -> str:
        given = checked(RedrawForm(request.POST))
        draft = round_in(event, round_id)
        if request.POST.get("unlock"):
            unlock_tables(draft, actor=request.actor, version=given["version"])
        else:
            redraw_round(draft, actor=request.actor, **given)
        return ""

    return act(request, event, step)


@permitted("let_sit_out", of=event_named)
@require_POST
def round_sit_out(request: PageRequest, event: Event, round_id: str) -> HttpResponse:
    def step() -> str:
        given = checked(SitOutForm(request.POST))
        let_sit_out(round_in(event, round_id), actor=request.actor, **given)
        return _("The round is drawn without them.")

    return act(request, event, step)


@permitted("discard_draft", of=event_named)
@require_POST
def round_discard(request: PageRequest, event: Event, round_id: str) -> HttpResponse:
    def step() -> str:
        discard_draft(round_in(event, round_id), actor=request.actor)
        return _("The draft is thrown away.")

    return act(request, event, step)


@permitted("publish_round", of=event_named)
@require_POST
def round_publish(request: PageRequest, event: Event, round_id: str) -> HttpResponse:
    return _turn(request, event, round_id, publish_round, said=_("Everybody sees the tables now."))


@permitted("withdraw_round", of=event_named)
@require_POST
def round_withdraw(request: PageRequest, event: Event, round_id: str) -> HttpResponse:
    return _turn(request, event, round_id, withdraw_round, said=_("The round is a draft again."))


@permitted("close_round", of=event_named)
@require_POST
def round_close(request: PageRequest, event: Event, round_id: str) -> HttpResponse:
    """With what was handed in and is not confirmed, as far as the page listed it."""
    accepts = request.POST.getlist("accepts")
    close = partial(close_round, accepts=accepts)
    return _turn(request, event, round_id, close, said=_("The round is closed."))


@permitted("reopen_round", of=event_named)
@require_POST
def round_reopen(request: PageRequest, event: Event, round_id: str) -> HttpResponse:
    return _turn(request, event, round_id, reopen_round, said=_("The round is played again."))


def _turn(
    request: PageRequest, event: Event, round_id: str, service: Callable[..., None], *, said: str
) -> HttpResponse:
    """A round goes to another state, if it is still the one that the page showed."""

    def step() -> str:
        given = checked(VersionForm(request.POST))
        service(round_in(event, round_id), actor=request.actor, version=given["version"])
        return said

    return act(request, event, step)
