"""Where there are no rounds: taps of the desk for people, tables by hand, the end."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_POST

from league.errors import LeagueError, Stale
from league.events.queries.evening import OWN_GAME
from league.events.queries.events import current_stage
from league.events.services import evening as services, lifecycle, stages
from league.events.services.seating import accept_all, dissolve_table
from league.models import Event
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.desk.desk import take_step
from league.web.desk.rounds import match_in


@permitted("keep_floor", of=event_named)
@require_POST
def floor_ready(request: PageRequest, event: Event) -> HttpResponse:
    """A tap of the desk for somebody: ready, or not now."""
    is_pause = request.POST.get("do") == "pause"

    def step() -> str:
        entry = event.entries.filter(pk=request.POST.get("entry", "")).first()
        if entry is None:
            raise Stale
        say = services.say_pause if is_pause else services.say_ready
        say(entry, actor=request.actor)
        return ""

    return take_step(request, event, step)


@permitted("keep_floor", of=event_named)
@require_POST
def floor_everybody(request: PageRequest, event: Event) -> HttpResponse:
    """At the start, everybody who is here wants to play."""

    def step() -> str:
        number = services.everybody_ready(event, actor=request.actor)
        return ngettext(
            "%(number)d person is ready now.", "%(number)d people are ready now.", number
        ) % {"number": number}

    return take_step(request, event, step)


@permitted("seat_table", of=event_named)
@require_POST
def floor_seat(request: PageRequest, event: Event) -> HttpResponse:
    """A table by hand, or the best one that there is now."""

    def step() -> str:
        entries, game = request.POST.getlist("entry"), request.POST.get("game", OWN_GAME)
        if request.POST.get("do") == "next":
            proposed = services.table_proposed(event)
            if proposed is None:
                raise LeagueError(_("Too few people are ready for a table."))
            entries, game = list(proposed.entries), proposed.game
        match = services.make_table_now(event, actor=request.actor, entries=entries, game=game)
        return _("Table %(table)d is made.") % {"table": match.table}

    return take_step(request, event, step)


@permitted("dissolve_table", of=event_named)
@require_POST
def table_dissolve(request: PageRequest, event: Event, match_id: str) -> HttpResponse:
    """Of a table that has not begun; in an open evening its people are ready again."""

    def step() -> str:
        match = match_in(event, match_id)
        if "longest_wait_min" in match.round.stage.format.settings:
            services.send_back(match, actor=request.actor)
        else:
            dissolve_table(match.round, actor=request.actor)
        return _("Table %(table)d is dissolved.") % {"table": match.table}

    return take_step(request, event, step)


@permitted("move_event", of=event_named)
@require_POST
def floor_close(request: PageRequest, event: Event) -> HttpResponse:
    """The evening is over: what nobody contests is accepted, and the standings become final."""

    def step() -> str:
        stage = services.open_stage(event)
        accept_all(stage, actor=request.actor, accepts=request.POST.getlist("accepts"))
        stored = Event.objects.get(pk=event.pk)
        lifecycle.move_event(
            stored, to=Event.Status.FINISHED, actor=request.actor, version=stored.version
        )
        return _("The evening is closed. Thank you!")

    answer = take_step(request, event, step)
    return redirect("console", event.pk) if not request.htmx else answer


@permitted("close_stage", of=event_named)
@require_POST
def stage_close(request: PageRequest, event: Event) -> HttpResponse:
    """No more tables in this stage; then it is decided who goes on to the next."""

    def step() -> str:
        accepts = request.POST.getlist("accepts")
        stages.close_stage(current_stage(event), actor=request.actor, accepts=accepts)
        return _("The stage is closed. See who goes on.")

    return take_step(request, event, step)


@permitted("close_stage", of=event_named)
@require_POST
def stage_reopen(request: PageRequest, event: Event) -> HttpResponse:
    def step() -> str:
        stages.reopen_stage(current_stage(event), actor=request.actor)
        return _("The stage is open again.")

    return take_step(request, event, step)
