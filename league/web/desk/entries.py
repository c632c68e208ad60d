"""Entries of an event: the public list, and each entry as the desk sees it."""

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from league.errors import Stale
from league.events.queries import events
from league.events.queries.entries import Listed, listed_entries, players_known_to, public_names
from league.events.queries.guests import PARTS, Perhaps, perhaps_known
from league.events.queries.namesakes import official_names
from league.events.queries.own_games import game_under_way
from league.events.services import check_in, entries as services
from league.events.services.approval import approve_entry, refuse_entry
from league.events.services.categories import put_in_category
from league.events.services.previews import preview_withdrawal
from league.events.services.removal import why_entry_stays
from league.models import Entry, Event
from league.models.columns import number_in
from league.permissions import may
from league.standings.queries import outside_field
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.desk.check_in import counted, desk_facts, desk_rows
from league.web.desk.forms import EntryForm
from league.web.errors import Refusals, refusals_on, refusals_to
from league.web.forms import ByeForm, SearchForm
from league.web.frames import event_frame, form_page, page_of

_APPROVALS = ("approve", "approve-new")
NEW = "new"  # in place of an id: nobody whom the club knows


_ACTIONS: dict[str, Callable[..., object]] = {
    "check-in": check_in.check_in,
    "undo": check_in.undo_check_in,
    "absent": check_in.mark_absent,
    "withdraw": services.withdraw_entry,
    "return": services.return_entry,
    "refuse": refuse_entry,
}


def entry_named(pk: str) -> Entry:
    return get_object_or_404(
        Entry.objects.select_related("event__club", "player__club", "partner"), pk=pk
    )


@permitted("see_event", of=event_named, hidden=True)
def entries(request: PageRequest, event: Event) -> HttpResponse:
    """For everybody: who takes part, and who waits for a place."""
    search = SearchForm(request.GET)
    shown = listed_entries(
        event,
        in_full=False,
        statuses=(*Entry.TAKING_A_PLACE, Entry.Status.WAITLISTED),
        matching=search.words,
        with_categories=True,
    )
    context = {
        **event_frame(request, event, tab="entries"),
        "search": search,
        "page_obj": page_of(shown, request),
    }
    return render(request, "desk/entries/list.html", context)


@permitted("manage_entry", of=entry_named)
def entry(request: PageRequest, entry: Entry) -> HttpResponse:
    form = EntryForm(request.POST or None, instance=entry, event=entry.event)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            services.edit_entry(
                entry,
                actor=request.actor,
                rating=form.cleaned_data["rating"],
                team_name=form.cleaned_data.get("team_name", entry.team_name),
                categories=form.cleaned_data.get("categories"),
            )
            messages.success(request, _("Saved."))
            return redirect("entry", entry.pk)
    context = {**_entry(request, entry), "form": form}
    return form_page(request, "desk/entries/detail.html", context)


@permitted("manage_entry", of=entry_named)
@require_POST
def entry_do(request: PageRequest, entry: Entry) -> HttpResponse:
    """One tap of the desk; the row comes back as it is now."""
    action = request.POST.get("do", "")
    if action == "withdraw" and preview_withdrawal(entry):
        address = reverse("entry-withdraw", args=[entry.pk])
        return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
    with Refusals() as refused:
        if action in _APPROVALS or "player_is" in request.POST:
            entry = approve_entry(entry, actor=request.actor, **_known_as(request, entry.event))
        elif action in _ACTIONS:
            _ACTIONS[action](entry, actor=request.actor)
    if request.htmx:
        return row_answer(request, entry, error=str(refused))
    if refused:
        messages.error(request, str(refused))
    if request.POST.get("back") == "entry" and Entry.objects.filter(pk=entry.pk).exists():
        return redirect("entry", entry.pk)
    return redirect("event-check-in", entry.event_id)


def _known_as(request: PageRequest, event: Event) -> dict[str, Any]:
    """Whom a guest was said to be: somebody of the club, or nobody that it knows."""
    answers = {part: request.POST.get(f"{part}_is", "") for part in PARTS}
    known = players_known_to(event)
    chosen: dict[str, Any] = {
        part: get_object_or_404(known, pk=answer)
        for part, answer in answers.items()
        if answer and answer != NEW
    }
    is_new = NEW in answers.values() or request.POST.get("do") == "approve-new"
    return {**chosen, "is_new": is_new}


@permitted("withdraw_entry", of=entry_named)
def entry_withdraw(request: PageRequest, entry: Entry) -> HttpResponse:
    """What a withdrawal changes, before it is done: by the desk, or by the player."""
    is_desk = may(request.actor, "manage_entry", entry)
    back = redirect("entry", entry.pk) if is_desk else redirect("event-mine", entry.event_id)
    if request.method == "POST":
        with refusals_to(request):
            services.withdraw_entry(entry, actor=request.actor, is_confirmed=True)
        return back
    preview = preview_withdrawal(entry)
    if preview is None:
        return back
    names = public_names(entry.event)
    context = {
        **event_frame(request, entry.event, tab=""),
        "heading": _("Withdraw"),
        "entry": entry,
        "name": names[entry.pk],
        "preview": preview,
        "moved": [(names[each.entry], each) for each in preview.moved],
        "back": back.url,
    }
    return render(request, "desk/entries/withdraw.html", context)


@permitted("manage_entry", of=entry_named)
@require_POST
def entry_bye(request: PageRequest, entry: Entry) -> HttpResponse:
    cancelled = number_in(request.POST.get("cancel", ""))
    stage = events.current_stage(entry.event)
    form = ByeForm(request.POST, rounds=events.rounds_to_come(stage))
    with refusals_to(request):
        if cancelled is not None:
            check_in.cancel_bye(entry, actor=request.actor, round_number=cancelled)
        elif form.is_valid():
            check_in.request_bye(entry, actor=request.actor, **form.cleaned_data)
    return redirect("entry", entry.pk)


def _asked(perhaps: Sequence[Perhaps]) -> dict[str, list[Perhaps]]:
    """By the part of the entry that they may be."""
    by_part = {part: [each for each in perhaps if each.part == part] for part in PARTS}
    return {part: people for part, people in by_part.items() if people}


def row_answer(request: PageRequest, entry: Entry, *, error: str = "") -> HttpResponse:
    """A row of the desk's list as it is after a tap."""
    stored = Entry.objects.select_related("player__club", "partner").filter(pk=entry.pk).first()
    event = entry.event
    context: dict[str, Any] = {
        "event": event,
        **counted(event),
        "error": error,
        "is_fresh": not error,
        **desk_facts(event),
    }
    if stored is not None:
        name = official_names(event, reader=request.actor)[stored.pk]
        listed = Listed(stored, name, tuple(stored.categories.order_by("order", "pk")))
        [context["row"]] = desk_rows(event, [listed], reader=request.actor)
    return render(request, "desk/entries/_row_answer.html", context)


def _entry(request: PageRequest, entry: Entry) -> dict[str, Any]:
    event = entry.event
    stage = events.current_stage(event)
    absence = stage.format.absence_in_words
    return {
        **event_frame(request, event, tab="check-in"),
        "entry": entry,
        "name": official_names(event, reader=request.actor)[entry.pk],
        "asked": _asked(perhaps_known(event, [entry], reader=request.actor).get(entry.pk, [])),
        "byes": entry.bye_requests.all(),
        "bye_form": ByeForm(rounds=events.rounds_to_come(stage), of=stage.format),
        "absence": _(absence) if absence else "",
        "why_it_stays": why_entry_stays(entry),
        **_own_game(entry),
        **desk_facts(event),
    }


def _own_game(entry: Entry) -> dict[str, Any]:
    """Where people begin their games themselves, the desk does it for those without a phone."""
    event = entry.event
    begins = event.status == Event.Status.RUNNING and not events.has_rounds(event)
    stage = events.current_stage(event)
    if not (begins and entry.takes_part and stage.format.starts_own_games):
        return {}
    if outside_field(stage, [entry.pk]):
        return {}
    return {"begins_games": True, "under_way": game_under_way(entry)}


@permitted("assign_category", of=entry_named)
@require_POST
def entry_category(request: PageRequest, entry: Entry) -> HttpResponse:
    """One tap at the desk: into a category, or out of it."""
    is_in = "in" in request.POST
    wanted = request.POST.get("in") or request.POST.get("out") or ""
    category = entry.event.categories.filter(pk=wanted).first()
    with Refusals() as refused:
        if category is None:
            raise Stale
        put_in_category(category, actor=request.actor, entries=[entry.pk], is_in=is_in)
    if request.htmx:
        return row_answer(request, entry, error=str(refused))
    if refused:
        messages.error(request, str(refused))
    return redirect("event-check-in", entry.event_id)
