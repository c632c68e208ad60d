"""Categories of an event: which there are, who is in them, and the table of each."""

from functools import partial

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from league.events.queries import prizes
from league.events.queries.entries import listed_entries
from league.events.queries.events import current_stage, is_played_out
from league.events.queries.namesakes import told_apart
from league.events.queries.standings import StandingsTable
from league.events.services import categories as services
from league.models import Category, Entry, Event
from league.permissions import may
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.errors import refusals_on, refusals_to
from league.web.forms import SearchForm
from league.web.frames import event_frame, page_of
from league.web.names import names_asked


class CategoryForm(forms.ModelForm):
    class Meta:
        model = Category
        fields = ["name", "is_shown", "born_from", "born_to"]
        help_texts = {
            "born_from": gettext_lazy(
                "Where the club keeps years of birth, players born in these years are added "
                "automatically."
            ),
            "is_shown": gettext_lazy(
                "Otherwise only officials know who is in it: no public page, list or program does."
            ),
        }


@permitted("keep_categories", of=event_named)
def categories(request: PageRequest, event: Event) -> HttpResponse:
    """The list, and the form for one more."""
    form = CategoryForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, "name"):
            services.add_category(event, actor=request.actor, **form.cleaned_data)
            messages.success(request, _("Added."))
            return redirect("event-categories", event.pk)
    return _list(request, event, form=form)


@permitted("keep_categories", of=event_named)
@require_POST
def category_change(request: PageRequest, event: Event, category: str) -> HttpResponse:
    """One of the list: saved, moved, or taken out."""
    row = get_object_or_404(event.categories, pk=category)
    action = request.POST.get("do", "save")
    with refusals_to(request):
        if action == "remove":
            services.remove_category(row, actor=request.actor)
            messages.success(request, _("Taken out. You can put it back below."))
        elif action in ("up", "down"):
            services.move_category(row, actor=request.actor, by=-1 if action == "up" else 1)
        else:
            form = CategoryForm(request.POST, instance=row)
            if not form.is_valid():
                return _list(request, event, form=CategoryForm(), changed=form)
            services.edit_category(row, actor=request.actor, **form.cleaned_data)
            messages.success(request, _("Saved."))
    return redirect("event-categories", event.pk)


@permitted("keep_categories", of=event_named)
@require_POST
def category_restore(request: PageRequest, event: Event) -> HttpResponse:
    removed = prizes.removed_row(event, action=services.REMOVED, step=request.POST.get("step", ""))
    if removed is not None:
        with refusals_to(request):
            services.restore_category(event, actor=request.actor, removed=removed)
    return redirect("event-categories", event.pk)


@permitted("assign_category", of=event_named)
def categorise(request: PageRequest, event: Event) -> HttpResponse:
    """Many entries at once into a category, or out of it."""
    if request.method == "POST":
        return _put(request, event)
    search = SearchForm(request.GET)
    rows = listed_entries(
        event,
        in_full=True,
        statuses=(*Entry.TAKING_A_PLACE, Entry.Status.WAITLISTED, Entry.Status.WITHDRAWN),
        matching=search.words,
        with_categories=True,
    )
    page = page_of(rows, request)
    page.object_list = told_apart(event, list(page), reader=request.actor)
    context = {
        **event_frame(request, event, tab="check-in"),
        "heading": _("Assign categories"),
        "search": search,
        "categories": prizes.categories_of(event, is_official=True),
        "page_obj": page,
        "picks_all": request.GET.get("pick") == "all",
    }
    return render(request, "setup/categories/assign.html", context)


@permitted("see_event", of=event_named, hidden=True)
def category(request: PageRequest, event: Event, category: str) -> HttpResponse:
    """The standings without the others, places numbered from 1."""
    shown = shown_category(request, event, category)
    context = {
        **event_frame(request, event, tab="standings"),
        "heading": shown.name,
        "category": shown,
        "table": prizes.category_table(
            shown, stage=current_stage(event), names=names_asked(request, event)
        ),
    }
    return render(request, "setup/categories/table.html", context)


@permitted("see_event", of=event_named, hidden=True)
def category_print(request: PageRequest, event: Event, category: str) -> HttpResponse:
    shown = shown_category(request, event, category)
    table = prizes.category_table(
        shown, stage=current_stage(event), names=names_asked(request, event)
    )
    context = {
        "event": event,
        "category": shown,
        "table": table,
        "is_played_out": partial(is_played_out, event),
    }
    return render(request, "setup/print/standings.html", context)


def _table(request: PageRequest, event: Event, category: Category) -> StandingsTable:
    names = names_asked(request, event)
    return prizes.category_table(category, stage=current_stage(event), names=names)


def shown_category(request: PageRequest, event: Event, pk: str) -> Category:
    """To whom it is private, it does not exist."""
    known = prizes.categories_of(event, is_official=may(request.actor, "see_as_official", event))
    found = known.filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


def _list(
    request: PageRequest, event: Event, *, form: CategoryForm, changed: CategoryForm | None = None
) -> HttpResponse:
    listed = list(prizes.counted_categories(event))
    forms = [
        changed
        if changed is not None and changed.instance.pk == each.pk
        else CategoryForm(instance=each, auto_id=f"{each.pk}-%s")
        for each in listed
    ]
    context = {
        **event_frame(request, event, tab="settings"),
        "heading": _("Categories"),
        "form": form,
        "rows": list(zip(listed, forms, strict=True)),
        "removed": prizes.removed_rows(
            event, action=services.REMOVED, present={each.pk for each in listed}
        ),
    }
    is_wrong = form.errors or changed is not None
    return render(request, "setup/categories/list.html", context, status=422 if is_wrong else 200)


def _put(request: PageRequest, event: Event) -> HttpResponse:
    category = event.categories.filter(pk=request.POST.get("category", "")).first()
    entries = request.POST.getlist("entry")
    if category is None or not entries:
        messages.error(request, _("Choose a category and at least one entry."))
        return redirect(request.get_full_path())
    with refusals_to(request):
        is_in = request.POST.get("do") != "out"
        number = services.put_in_category(
            category, actor=request.actor, entries=entries, is_in=is_in
        )
        said = ngettext("%(number)d entry changed.", "%(number)d entries changed.", number)
        messages.success(request, said % {"number": number})
    return redirect(request.get_full_path())
