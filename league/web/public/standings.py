"""The standings of an event as everybody sees them, and why somebody stands where they stand."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from league.events.queries.categories import categories_of
from league.events.queries.event_lists import current_stage
from league.events.queries.events import entry_of, public_names
from league.events.queries.explanations import row_explained
from league.events.queries.narrowing import narrowing_offered
from league.events.queries.public import verified_in
from league.events.queries.standings import (
    chosen_round,
    ranks_in,
    table_after,
    table_chosen,
    table_page,
    with_rounds,
)
from league.formats.contract import Overview
from league.models import Entry, Event
from league.standings.queries import rounds_with_standings
from league.standings.tiebreaks import chain_in_words
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.chain import chain_changes
from league.web.frames import event_frame
from league.web.live import live_part
from league.web.public.cross import cross_table, table_by_rounds


def entry_named(pk: str) -> Entry:
    return get_object_or_404(
        Entry.objects.select_related("event__club", "player", "partner"), pk=pk
    )


@permitted("see_event", of=event_named, hidden=True)
def standings(request: PageRequest, event: Event) -> HttpResponse:
    live = live_part("live-standings", event)
    stage = current_stage(event)
    rounds = rounds_with_standings(stage)
    choice = table_chosen(event, stage, rounds=rounds, wanted=request.GET.dict())
    if query := choice.at_page(choice.page):
        live["url"] += f"?{query}"
    frame = event_frame(request, event, tab="standings")
    context = {
        **frame,
        "heading": _("Standings"),
        "categories": categories_of(event, is_official=True) if frame["is_official"] else [],
        "changes": chain_changes(stage),
        "order": [_(words) for words in chain_in_words(stage.chain)],
        "live": live if event.status != Event.Status.DRAFT else None,
        "entry": entry_of(event, request.actor),
        "table": table_page(stage, names=public_names(event), choice=choice),
        "verified": verified_in(event),
        "choice": choice,
        "rounds": rounds,
        "offered": narrowing_offered(event),
    }
    return render(request, "standings/list.html", context)


@permitted("see_event", of=event_named, hidden=True)
def cross(request: PageRequest, event: Event) -> HttpResponse:
    """Everybody against everybody where all meet; otherwise round by round."""
    stage = current_stage(event)
    names = public_names(event)
    context = {**event_frame(request, event, tab="standings"), "heading": _("Cross table")}
    if stage.format.overview is Overview.CROSS_TABLE:
        table = table_after(stage, names=names)
        return render(
            request, "standings/cross.html", {**context, "rows": cross_table(table), "table": table}
        )
    choice = table_chosen(event, stage, rounds=(), wanted=request.GET.dict())
    table = with_rounds(table_page(stage, names=names, choice=choice), stage=stage)
    rows = table_by_rounds(table, ranks=ranks_in(stage))
    return render(request, "standings/by_rounds.html", {**context, "rows": rows, "table": table})


@permitted("see_entry", of=entry_named, hidden=True)
def entry(request: PageRequest, entry: Entry) -> HttpResponse:
    """Why this rank: round by round, and every tiebreak down to the games behind it."""
    stage = current_stage(entry.event)
    stage.event = entry.event
    names = public_names(entry.event)
    after_round = chosen_round(stage, request.GET.get("after", ""))
    context = {
        **event_frame(request, entry.event, tab="standings"),
        "heading": names[entry.pk],
        "entry": entry,
        "explained": row_explained(entry, stage=stage, names=names, after_round=after_round),
        "after_round": after_round,
    }
    return render(request, "standings/entry.html", context)
