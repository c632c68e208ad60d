"""The desk: everybody who is expected, who is here, and who comes to enter."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from league.errors import LeagueError
from league.events.queries.events import entry_counts, listed_entries, meant_by, players_offered
from league.events.services.check_in import check_in_all
from league.events.services.entries import Registration, enter_player
from league.models import Entry, Event, Player
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.desk.entries import desk_facts
from league.web.desk.entry_forms import EnterForm
from league.web.frames import event_frame
from league.web.paging import page_of
from league.web.search_form import SearchForm

Status = Entry.Status
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
    search = SearchForm(request.GET)
    context = {**_list(request, event, search), "form": _enter_form(event)}
    template = "entries/_check_in_list.html" if request.htmx else "entries/check_in.html"
    return render(request, template, context)


@permitted("enter_people", of=event_named)
def enter(request: PageRequest, event: Event) -> HttpResponse:
    """Somebody comes to the desk. Where a name may be somebody known, it asks who it is."""
    form = _enter_form(event, request.POST or None)
    alike: dict[str, tuple[Player, ...]] = {}
    if request.method == "POST" and form.is_valid():
        registration, alike = _whom(event, request, form)
        if not alike:
            try:
                entry = enter_player(
                    event,
                    actor=request.actor,
                    registration=registration,
                    is_here=form.cleaned_data["is_here"],
                )
            except LeagueError as error:
                form.add_error("full_name", str(error.message))
            else:
                said = _("%(name)s: %(status)s.")
                gaps = {"name": entry.player.full_name, "status": entry.get_status_display()}
                messages.success(request, said % gaps)
                return redirect("event-check-in", event.pk)
    if request.method == "GET":
        return redirect("event-check-in", event.pk)
    context = {**_list(request, event, SearchForm({})), "form": form, "alike": alike}
    return render(request, "entries/check_in.html", context, status=422)


@permitted("enter_people", of=event_named)
def offer(request: PageRequest, event: Event) -> HttpResponse:
    """A piece of a page: names of the club that fit what is being typed."""
    typed = request.GET.get("full_name") or request.GET.get("partner_name") or ""
    players = players_offered(event, matching=typed[:200])
    return render(request, "entries/_offered.html", {"players": players})


@permitted("check_in_all", of=event_named)
@require_POST
def everyone(request: PageRequest, event: Event) -> HttpResponse:
    number = check_in_all(event, actor=request.actor)
    said = ngettext("%(number)d entry checked in.", "%(number)d entries checked in.", number)
    messages.success(request, said % {"number": number})
    return redirect("event-check-in", event.pk)


def _list(request: PageRequest, event: Event, search: SearchForm) -> dict[str, Any]:
    chosen = request.GET.get("show", "")
    shown = chosen if chosen in _FILTERS else "expected"
    rows = listed_entries(
        event,
        in_full=True,
        statuses=_FILTERS[shown][1],
        matching=search.words,
        with_categories=True,
    )
    counts = entry_counts(event)
    return {
        **event_frame(request, event, tab="check-in"),
        "search": search,
        "shown": shown,
        "filters": [
            (key, label, sum(counts[status] for status in statuses))
            for key, (label, statuses) in _FILTERS.items()
        ],
        "counts": counts,
        "page_obj": page_of(rows, request),
        **desk_facts(event),
    }


def _enter_form(event: Event, data: Any = None) -> EnterForm:
    offer_url = reverse("event-offer", args=[event.pk])
    return EnterForm(data, event=event, offer_url=offer_url, initial={"is_here": event.has_started})


def _whom(
    event: Event, request: PageRequest, form: EnterForm
) -> tuple[Registration, dict[str, tuple[Player, ...]]]:
    """Who was meant, and for which names that has to be asked."""
    found: dict[str, Player | None] = {}
    alike: dict[str, tuple[Player, ...]] = {}
    for part, field in (("player", "full_name"), ("partner", "partner_name")):
        typed = form.cleaned_data.get(field, "")
        answer = request.POST.get(f"{part}_is", "")  # an id, or "new"
        meant = meant_by(event, typed)
        found[part] = meant.player
        if answer:
            found[part] = next((one for one in meant.alike if one.pk == answer), None)
        elif typed and meant.alike:
            alike[part] = meant.alike
    registration = Registration(
        full_name=form.cleaned_data["full_name"],
        partner_name=form.cleaned_data.get("partner_name", ""),
        team_name=form.cleaned_data.get("team_name", ""),
        player=found["player"],
        partner=found["partner"],
    )
    return registration, alike
