"""The check-in: who is in the event, who is here, and somebody new at the desk."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from league.events.queries import events
from league.events.queries.entries import (
    Listed,
    Meant,
    entries_with,
    entry_counts,
    listed_entries,
    meant_by,
    players_offered,
)
from league.events.queries.guests import Perhaps, perhaps_known
from league.events.queries.namesakes import told_apart
from league.events.queries.people import members_to_come, namesake_hints, removed_entries
from league.events.queries.prizes import categories_of
from league.events.services import check_in, entries as services
from league.events.services.people import enter_once
from league.models import ByeRequest, Entry, Event, Player
from league.permissions import Actor
from league.player_notes import hints_of
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.desk.forms import EnterForm
from league.web.errors import refusals_on
from league.web.forms import SearchForm
from league.web.frames import event_frame, page_of

Status = Entry.Status


def desk_facts(event: Event) -> dict[str, Any]:
    """What every row of the desk's list needs to know of the event."""
    number = events.next_round(event)
    away = ByeRequest.objects.filter(entry__event=event, round_number=number)
    return {
        "next_round": number,
        "away": set(away.values_list("entry", flat=True)),
        "categories": categories_of(event, is_official=True),
    }


@dataclass(frozen=True)
class DeskRow(Listed):
    """With whom the club may know a guest as who waits for approval."""

    perhaps: tuple[Perhaps, ...] = ()


def desk_rows(event: Event, rows: Sequence[Listed], *, reader: Actor) -> list[DeskRow]:
    perhaps = perhaps_known(event, [row.entry for row in rows], reader=reader)
    return [
        DeskRow(row.entry, row.name, row.categories, tuple(perhaps.get(row.entry.pk, ())))
        for row in told_apart(event, rows, reader=reader)
    ]


_FILTERS = {  # of the desk's list: what it is called, which entries it shows
    "expected": (gettext_lazy("Expected"), (Status.REGISTERED, Status.CHECKED_IN)),
    "missing": (gettext_lazy("Not here yet"), (Status.REGISTERED,)),
    "here": (gettext_lazy("Here"), (Status.CHECKED_IN,)),
    "applied": (gettext_lazy("Wait for approval"), (Status.APPLIED,)),
    "waiting": (gettext_lazy("Waiting list"), (Status.WAITLISTED,)),
    "withdrawn": (gettext_lazy("Withdrawn"), (Status.WITHDRAWN,)),
}


@permitted("enter_people", of=event_named)
def check_in_page(request: PageRequest, event: Event) -> HttpResponse:
    here = request.GET.get("here")
    form = _enter_form(event, is_here=event.has_started if here is None else here == "1")
    form.fields["full_name"].widget.attrs["autofocus"] = here is not None  # after adding somebody
    context = {**check_in_list(request, event), "form": form}
    template = "desk/entries/_check_in_list.html" if request.htmx else "desk/entries/check_in.html"
    return render(request, template, context)


@permitted("enter_people", of=event_named)
def enter(request: PageRequest, event: Event) -> HttpResponse:
    """Somebody comes to the desk. Where a name may be somebody known, it asks who it is."""
    form = _enter_form(event, request.POST or None)
    alike: dict[str, tuple[Player, ...]] = {}
    if request.method == "POST" and form.is_valid():
        registration, alike = _whom(event, request, form)
        if not alike:
            with refusals_on(form, "full_name", is_named=True) as refused:
                is_here = form.cleaned_data["is_here"]
                entry, _is_new = enter_once(
                    event,
                    actor=request.actor,
                    registration=registration,
                    is_here=is_here,
                    is_namesake=form.cleaned_data["is_namesake"],
                    client_key=form.cleaned_data["client_key"],
                )
                said = _("%(name)s: %(status)s.")
                gaps = {"name": entry.player.full_name, "status": entry.get_status_display()}
                messages.success(request, said % gaps)
                next_one = reverse("event-check-in", args=[event.pk])
                return redirect(f"{next_one}?here={int(is_here)}")
            form.ask_whether_whole(refused.error)
            form.ask_whether_namesake(refused.error)
    if request.method == "GET":
        return redirect("event-check-in", event.pk)
    asked = [player for people in alike.values() for player in people]
    context = {**check_in_list(request, event), "form": form, "alike": alike}
    context["asked"] = hints_of(asked, reader=request.actor)
    return render(request, "desk/entries/check_in.html", context, status=422)


@permitted("enter_people", of=event_named)
def offer(request: PageRequest, event: Event) -> HttpResponse:
    """A piece of a page: names of the club that fit what is being typed."""
    typed = request.GET.get("full_name") or request.GET.get("partner_name") or ""
    players = players_offered(event, matching=typed[:200])
    return render(request, "desk/entries/_offered.html", {"players": players})


@permitted("check_in_all", of=event_named)
@require_POST
def everyone(request: PageRequest, event: Event) -> HttpResponse:
    number = check_in.check_in_all(event, actor=request.actor)
    said = ngettext("%(number)d entry checked in.", "%(number)d entries checked in.", number)
    messages.success(request, said % {"number": number})
    return redirect("event-check-in", event.pk)


def check_in_list(request: PageRequest, event: Event) -> dict[str, Any]:
    """Who is in the event, who of the club could be, and who was taken out."""
    search = SearchForm(request.GET)
    chosen = request.GET.get("show", "")
    shown = chosen if chosen in _FILTERS else "expected"
    rows = listed_entries(
        event,
        in_full=True,
        statuses=_FILTERS[shown][1],
        matching=search.words,
        with_categories=True,
    )
    page = page_of(rows, request)
    page.object_list = desk_rows(event, list(page), reader=request.actor)
    return {
        **event_frame(request, event, tab="check-in"),
        "search": search,
        "shown": shown,
        **counted(event),
        "page_obj": page,
        **desk_facts(event),
        **_to_come(event, reader=request.actor),
        "removed": removed_entries(event),
    }


def _to_come(event: Event, *, reader: Actor) -> dict[str, object]:
    """Members to be tapped; partners of a team cannot be."""
    is_over = event.status in (Event.Status.FINISHED, Event.Status.ARCHIVED)
    has_taps = not is_over and event.game_played.team_size == 1
    members = list(members_to_come(event)) if has_taps else []
    return {
        "is_over": is_over,
        "members": members,
        "hints": namesake_hints(members, reader=reader),
    }


def counted(event: Event) -> dict[str, Any]:
    """How many are in which list: told anew with every tap."""
    counts = entry_counts(event)
    return {
        "counts": counts,
        "filters": [
            (key, label, sum(counts[status] for status in statuses))
            for key, (label, statuses) in _FILTERS.items()
        ],
    }


def _enter_form(event: Event, data: Any = None, *, is_here: bool = False) -> EnterForm:
    offer_url = reverse("event-offer", args=[event.pk])
    return EnterForm(data, event=event, offer_url=offer_url, initial={"is_here": is_here})


def _whom(
    event: Event, request: PageRequest, form: EnterForm
) -> tuple[services.Registration, dict[str, tuple[Player, ...]]]:
    """Who was meant, and for which names that has to be asked."""
    people: dict[str, Player | None] = {}
    alike: dict[str, tuple[Player, ...]] = {}
    for part, field in (("player", "full_name"), ("partner", "partner_name")):
        typed = form.cleaned_data.get(field, "")
        answer = request.POST.get(f"{part}_is", "")  # an id, or "new"
        meant = meant_by(event, typed)
        people[part] = None if _asks_for_namesake(event, form, meant) else meant.player
        if answer:
            people[part] = next((player for player in meant.alike if player.pk == answer), None)
        elif typed and meant.alike:
            alike[part] = meant.alike
    registration = services.Registration(
        full_name=form.cleaned_data["full_name"],
        partner_name=form.cleaned_data.get("partner_name", ""),
        team_name=form.cleaned_data.get("team_name", ""),
        player=people["player"],
        partner=people["partner"],
        is_whole_name=form.cleaned_data["is_whole_name"],
    )
    return registration, alike


def _asks_for_namesake(event: Event, form: EnterForm, meant: Meant) -> bool:
    """Whoever is in the event already was not meant, or that is to be asked."""
    if meant.player is None or form.cleaned_data["is_namesake"]:
        return True
    entered = entries_with(event, meant.player).exclude(status=Status.WITHDRAWN)
    return entered.exists()
