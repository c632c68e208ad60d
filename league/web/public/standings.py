"""The standings of an event as everybody sees them, cross tables,
and why somebody stands where they stand.
"""

from dataclasses import replace
from functools import partial

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from league.events.queries import standings as queries
from league.events.queries.cross_tables import cross_tables, table_by_rounds
from league.events.queries.entries import entry_of, public_names
from league.events.queries.events import is_played_out
from league.events.queries.explanations import row_explained
from league.events.queries.prizes import categories_of
from league.events.queries.stages import (
    overall_shown,
    rounds_called,
    rounds_with_tables,
    stage_reached,
    stage_with_round,
    stages_begun,
    with_last_rounds,
)
from league.formats.contract import Overview
from league.models import Entry, Event
from league.models.columns import number_in
from league.standings.tiebreaks import chain_in_words
from league.statistics.queries import proved_in
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.frames import event_frame
from league.web.live import live_part
from league.web.names import names_asked, wants_full_names
from league.web.rules import chain_changes


def entry_named(pk: str) -> Entry:
    return get_object_or_404(
        Entry.objects.select_related("event__club", "player", "partner"), pk=pk
    )


@permitted("see_event", of=event_named, hidden=True)
def standings(request: PageRequest, event: Event) -> HttpResponse:
    live = live_part("live-standings", event)
    stages = stages_begun(event)
    stage = stage_with_round(stages, number_in(request.GET.get("after", "")))
    rounds = rounds_with_tables(event)
    choice = queries.table_chosen(event, stage, rounds=rounds, wanted=request.GET.dict())
    if query := choice.at_page(choice.page):
        live["url"] += f"?{query}"
    frame = event_frame(request, event, tab="standings")
    in_full = wants_full_names(request, event)  # which the live part, for everybody, has not
    names = names_asked(request, event) if in_full else public_names(event)
    context = {
        **frame,
        "heading": _("Standings"),
        "in_full": in_full,
        "categories": categories_of(event, is_official=True) if frame["is_official"] else [],
        "changes": chain_changes(stage),
        "order": [_(words) for words in chain_in_words(stage.chain)],
        "live": live if event.status != Event.Status.DRAFT and not in_full else None,
        "entry": entry_of(event, request.actor),
        "table": queries.table_page(stage, names=names, choice=choice),
        "proved": proved_in(event),
        "is_played_out": partial(is_played_out, event),  # asked where it is told
        "choice": choice,
        "stages": with_last_rounds(stages),
        "stage": stage,
        "rounds": rounds_called(stages, rounds),
        "offered": queries.narrowing_offered(event),
    }
    return render(request, "public/standings/list.html", context)


@permitted("see_event", of=event_named, hidden=True)
def overall(request: PageRequest, event: Event) -> HttpResponse:
    """The order over all stages."""
    context = {
        **event_frame(request, event, tab="standings"),
        "heading": _("Over all stages"),
        "stages": with_last_rounds(stages_begun(event)),
        "rows": overall_shown(event, names=public_names(event)),
    }
    return render(request, "public/standings/overall.html", context)


@permitted("see_event", of=event_named, hidden=True)
def cross(request: PageRequest, event: Event) -> HttpResponse:
    """Everybody against everybody where all meet; otherwise round by round."""
    stage = stage_with_round(stages_begun(event), number_in(request.GET.get("after", "")))
    names = public_names(event)
    context = {**event_frame(request, event, tab="standings"), "heading": _("Cross table")}
    if stage.format.overview is Overview.CROSS_TABLE:
        table = queries.table_after(stage, names=names)
        return render(
            request,
            "public/standings/cross.html",
            {
                **context,
                "groups": cross_tables(table),
                "table": table,
                "has_forfeits": any(cell.is_forfeit for row in table.rows for cell in row.cells),
            },
        )
    choice = queries.table_chosen(event, stage, rounds=(), wanted=request.GET.dict())
    table = queries.with_rounds(queries.table_page(stage, names=names, choice=choice), stage=stage)
    rows = table_by_rounds(table, ranks=queries.ranks_in(stage))
    longest = max((len(row.rounds) for row in rows), default=0)
    numbers = (
        [each.cell.round for each in rows[0].rounds]
        if rows and stage.format.has_rounds
        else range(1, longest + 1)
    )
    rows = [replace(row, missing=range(longest - len(row.rounds))) for row in rows]
    context |= {"rows": rows, "table": table, "numbers": numbers}
    return render(request, "public/standings/by_rounds.html", context)


@permitted("see_entry", of=entry_named, hidden=True)
def entry(request: PageRequest, entry: Entry) -> HttpResponse:
    """Why this rank: round by round, and every tiebreak down to the games behind it."""
    begun = stages_begun(entry.event)
    last = stage_reached(entry) if len(begun) > 1 else begun[0]
    number = number_in(request.GET.get("after", ""))
    stage = last if number is None else stage_with_round(begun, number)
    names = public_names(entry.event)
    after_round = queries.chosen_round(stage, request.GET.get("after", ""))
    context = {
        **event_frame(request, entry.event, tab="standings"),
        "heading": names[entry.pk],
        "entry": entry,
        "stage": stage,
        "stages": [each for each in with_last_rounds(begun) if each[0].order <= last.order],
        "missed": next((each for each in begun if each.order > last.order), None),
        "explained": row_explained(entry, stage=stage, names=names, after_round=after_round),
        "after_round": after_round,
    }
    return render(request, "public/standings/entry.html", context)
