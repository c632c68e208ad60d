"""The standings of an event as everybody sees them, cross tables,
and why somebody stands where they stand.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from league.events.queries import standings as queries
from league.events.queries.entries import entry_of, public_names
from league.events.queries.events import is_played_out
from league.events.queries.explanations import row_explained
from league.events.queries.prizes import categories_of
from league.events.queries.stages import (
    final_order,
    rounds_with_tables,
    stage_reached,
    stage_with_round,
    stages_begun,
    with_last_rounds,
)
from league.formats.contract import Overview
from league.models import Entry, Event, Stage
from league.models.columns import number_in
from league.standings.field import Cell
from league.standings.tiebreaks import chain_in_words
from league.statistics.queries import proved_in
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.frames import event_frame
from league.web.live import live_part
from league.web.names import names_asked, wants_full_names
from league.web.rules import chain_changes


@dataclass(frozen=True)
class CrossRow:
    """A row of a cross table: against each of the others, every meeting; None: oneself."""

    shown: queries.RowShown
    against: tuple[tuple[Cell, ...] | None, ...]


@dataclass(frozen=True)
class RoundCell:
    """A round of an entry, the others at the table by their ranks."""

    cell: Cell
    others: tuple[int, ...]


@dataclass(frozen=True)
class RoundsRow:
    shown: queries.RowShown
    rounds: tuple[RoundCell, ...]


@dataclass(frozen=True)
class OverallRow:
    place: int
    entry: str
    name: str
    stage: Stage  # to which it came


def cross_tables(table: queries.StandingsTable) -> dict[str, list[CrossRow]]:
    """One for each group, by its name; without groups one for all, without a name."""
    groups = groupby(table.rows, lambda shown: shown.row.group)
    return {group: _cross_table(list(members)) for group, members in groups}


def _cross_table(members: Sequence[queries.RowShown]) -> list[CrossRow]:
    """Everybody against everybody, in the order of the standings."""
    order = [shown.row.entry for shown in members]
    rows = []
    for shown in members:
        met: dict[str, list[Cell]] = defaultdict(list)
        for cell in shown.cells:
            for other in cell.opponents:
                met[other].append(cell)
        against = (
            None if other == shown.row.entry else tuple(met.get(other, ())) for other in order
        )
        rows.append(CrossRow(shown, tuple(against)))
    return rows


def table_by_rounds(table: queries.StandingsTable, *, ranks: dict[str, int]) -> list[RoundsRow]:
    """Whom each met in which round, in the order of the standings. `ranks`: of all entries."""
    return [
        RoundsRow(
            shown,
            tuple(
                RoundCell(cell, tuple(ranks[other] for other in cell.opponents if other in ranks))
                for cell in shown.cells
            ),
        )
        for shown in table.rows
    ]


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
        "rounds": rounds,
        "offered": queries.narrowing_offered(event),
    }
    return render(request, "public/standings/list.html", context)


@permitted("see_event", of=event_named, hidden=True)
def overall(request: PageRequest, event: Event) -> HttpResponse:
    """The order over all stages."""
    names = public_names(event)
    begun = stages_begun(event)
    stages = {stage.order: stage for stage in begun}
    context = {
        **event_frame(request, event, tab="standings"),
        "heading": _("Over all stages"),
        "stages": with_last_rounds(begun),
        "rows": [
            OverallRow(final.place, final.entry, names[final.entry], stages[final.came_to])
            for final in final_order(event)
        ],
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
    return render(
        request, "public/standings/by_rounds.html", {**context, "rows": rows, "table": table}
    )


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
