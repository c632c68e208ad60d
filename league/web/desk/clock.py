"""The clock of a round, as officials turn it."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.events.services.clock import (
    add_time,
    pause_clock,
    reset_clock,
    resume_clock,
    set_length,
    start_clock,
)
from league.models import Event, Round
from league.permissions import Actor
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.desk.desk import act, checked, round_in
from league.web.desk.forms import ClockForm
from league.web.desk.rounds import match_in

_PLAIN: Mapping[str, Callable[..., None]] = {
    "start": start_clock,
    "pause": pause_clock,
    "resume": resume_clock,
    "reset": reset_clock,
}


@permitted("run_clock", of=event_named)
@require_POST
def clock(request: PageRequest, event: Event, round_id: str) -> HttpResponse:
    def step() -> str:
        given = checked(ClockForm(request.POST))
        return _turn_clock(round_in(event, round_id), given, event=event, actor=request.actor)

    return act(request, event, step)


def _turn_clock(given: Round, wish: Mapping[str, Any], *, event: Event, actor: Actor) -> str:
    """Do what is wished, and say it where the clock itself does not show it."""
    minutes = wish["minutes"]
    if wish["do"] == "length":
        set_length(given, actor=actor, minutes=minutes)
        return "" if minutes else _("The round has no clock.")
    if wish["do"] != "add":
        _PLAIN[wish["do"]](given, actor=actor)
        return ""
    table = match_in(event, wish["table"]) if wish["table"] else None
    add_time(given, actor=actor, seconds=60 * (minutes or 0), match=table)
    if table is None:
        return _("Everybody has %(minutes)d more minutes.") % {"minutes": minutes}
    return _("Table %(table)d has %(minutes)d more minutes.") % {
        "table": table.table,
        "minutes": minutes,
    }
