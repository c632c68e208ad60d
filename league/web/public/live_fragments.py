"""Carved."""

from collections.abc import Mapping

from django.http import Http404
from django.shortcuts import get_object_or_404

from league.events.queries.event_lists import current_stage
from league.events.queries.events import public_names
from league.events.queries.explanations import row_explained
from league.events.queries.public import event_now, round_shown, verified_in
from league.events.queries.standings import table_chosen, table_page
from league.models import Entry, Event, Round
from league.standings.queries import rounds_with_standings
from league.web.live import fragment
from league.web.public.live import slides_of


@fragment("events/_event_live.html")
def live_event(event: Event) -> Mapping[str, object]:
    return {"now": event_now(event), "verified": verified_in(event)}


@fragment("events/_round_live.html")
def live_round(event: Event, number: int) -> Mapping[str, object]:
    rounds = Round.objects.select_related("stage__event").filter(stage__event=event)
    given = get_object_or_404(rounds, number=number)
    if given.status == Round.Status.DRAFT and not given.withdrawn_at:
        raise Http404
    return round_contents(given)


def round_contents(given: Round) -> Mapping[str, object]:
    """A withdrawn round has only that to tell."""
    is_public = given.status != Round.Status.DRAFT
    return {"round": given, "shown": round_shown(given) if is_public else None}


@fragment("events/_clock.html")
def live_clock(event: Event, number: int) -> Mapping[str, object]:
    """The clock alone, for a page that is about something else."""
    rounds = Round.objects.filter(stage__event=event).exclude(status=Round.Status.DRAFT)
    return {"round": get_object_or_404(rounds, number=number)}


@fragment("standings/_table_live.html", asks=True)
def live_standings(event: Event, *, asked: Mapping[str, str]) -> Mapping[str, object]:
    """A page of them, as `table_chosen` reads the address."""
    stage = current_stage(event)
    choice = table_chosen(event, stage, rounds=rounds_with_standings(stage), wanted=asked)
    table = table_page(stage, names=public_names(event), choice=choice)
    return {"table": table, "verified": verified_in(event)}


@fragment("standings/_row_live.html")
def live_row(event: Event, entry: str, after: int) -> Mapping[str, object]:
    """Why a row of the standings stands where it stands."""
    found = get_object_or_404(Entry.objects.exclude(status=Entry.Status.APPLIED), pk=entry)
    if found.event_id != event.pk:
        raise Http404
    found.event = event
    stage = current_stage(event)
    stage.event = event
    names = public_names(event)
    return {"explained": row_explained(found, stage=stage, names=names, after_round=after)}


@fragment("projector/_slides_live.html")
def live_projector(event: Event) -> Mapping[str, object]:
    return {"slides": slides_of(event)}
