"""Prizes of an event: the list, who gets what, and how ties for them are settled."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST

from league.errors import Stale
from league.events.queries import prizes as queries
from league.events.queries.namesakes import official_names
from league.events.services import prizes as services
from league.events.services.settings import edit_event
from league.models import Category, Event, Prize, PrizeDecision
from league.models.columns import number_in
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.errors import refusals_on, refusals_to
from league.web.frames import event_frame


class PrizeForm(forms.Form):
    """A prize of the list: for which place, in which table, and what it is."""

    category = forms.ChoiceField(label=gettext_lazy("Category"))
    place = forms.IntegerField(label=gettext_lazy("Place"), min_value=1, max_value=200)
    what = forms.CharField(
        label=gettext_lazy("Prize"),
        max_length=120,
        help_text=gettext_lazy("A cup, a game, 500 Kč."),
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.known = {
            category.pk: category for category in queries.categories_of(event, is_official=True)
        }
        choices = [
            ("all", _("All entries")),
            *((pk, category.name) for pk, category in self.known.items()),
        ]
        self.fields["category"].choices = choices  # type: ignore[attr-defined]

    def clean_category(self) -> Category | None:
        return self.known.get(self.cleaned_data["category"])


class PrizeTextForm(forms.ModelForm):
    class Meta:
        model = Prize
        fields = ["what"]


class TieForm(forms.Form):
    """How a tie is settled; after a deciding game also who came where."""

    how = forms.ChoiceField(
        label=gettext_lazy("How it is settled"),
        widget=forms.RadioSelect,
        choices=[
            (PrizeDecision.How.SHARE, gettext_lazy("They share these prizes.")),
            (PrizeDecision.How.GAME, gettext_lazy("A deciding game: say who won.")),
            (
                PrizeDecision.How.LOTS,
                gettext_lazy("Lots, drawn from the seed stored with the event."),
            ),
        ],
    )

    def __init__(self, data: Any = None, *, tie: queries.TieShown) -> None:
        super().__init__(data, auto_id=f"tie-{tie.key}-%s")
        self.tie = tie
        places = [(number, str(number)) for number in range(1, len(tie.entries) + 1)]
        for number, (entry, name) in enumerate(tie.entries, start=1):
            self.fields[f"place-{entry}"] = forms.TypedChoiceField(
                label=name, coerce=int, choices=places, required=False, initial=number
            )

    @property
    def order(self) -> list[str]:
        """By the places that were given; two with the same one make no order."""
        places = {entry: self.cleaned_data[f"place-{entry}"] for entry, _name in self.tie.entries}
        if len(set(places.values())) < len(places):
            return []
        return sorted(places, key=lambda entry: places[entry] or 0)

    def place_fields(self) -> list[forms.BoundField]:
        return [self[f"place-{entry}"] for entry, _name in self.tie.entries]


class CertificatesForm(forms.Form):
    """What is printed: chosen in the address, so that it can be kept as a link."""

    AT_FIRST = {"of": "prizes", "paper": "landscape"}

    of = forms.ChoiceField(
        label=gettext_lazy("Who gets one"),
        choices=[
            ("prizes", gettext_lazy("one for each prize")),
            ("everybody", gettext_lazy("one for everybody")),
        ],
    )
    paper = forms.ChoiceField(
        label=gettext_lazy("Paper"),
        choices=[
            ("landscape", gettext_lazy("A4 landscape")),
            ("portrait", gettext_lazy("A4 portrait")),
        ],
    )


@permitted("decide_prizes", of=event_named)
def prizes(request: PageRequest, event: Event) -> HttpResponse:
    """Who gets what, ties first: they are settled before the ceremony."""
    return _page(request, event)


@permitted("keep_prizes", of=event_named)
@require_POST
def prize_add(request: PageRequest, event: Event) -> HttpResponse:
    form = PrizeForm(request.POST, event=event)
    if form.is_valid():
        with refusals_on(form, "place"):
            services.add_prize(event, actor=request.actor, **form.cleaned_data)
            messages.success(request, _("Added."))
            return redirect("event-prizes", event.pk)
    return _page(request, event, form=form)


@permitted("keep_prizes", of=event_named)
@require_POST
def prize_change(request: PageRequest, event: Event, prize: str) -> HttpResponse:
    """One of the list: saved, moved, or taken out."""
    row = get_object_or_404(event.prizes, pk=prize)
    action = request.POST.get("do", "save")
    with refusals_to(request):
        if action == "remove":
            services.remove_prize(row, actor=request.actor)
            messages.success(request, _("Taken out. You can put it back below."))
        elif action in ("up", "down"):
            services.move_prize(row, actor=request.actor, by=-1 if action == "up" else 1)
        else:
            form = PrizeTextForm(request.POST, instance=row)
            what = form.cleaned_data["what"] if form.is_valid() else ""
            services.edit_prize(row, actor=request.actor, what=what)
            messages.success(request, _("Saved."))
    return redirect("event-prizes", event.pk)


@permitted("keep_prizes", of=event_named)
@require_POST
def prize_restore(request: PageRequest, event: Event) -> HttpResponse:
    removed = queries.removed_row(event, action=services.REMOVED, step=request.POST.get("step", ""))
    if removed is not None:
        with refusals_to(request):
            services.restore_prize(event, actor=request.actor, removed=removed)
    return redirect("event-prizes", event.pk)


@permitted("keep_prizes", of=event_named)
@require_POST
def prize_rule(request: PageRequest, event: Event) -> HttpResponse:
    """One prize per person, or all that were won."""
    rule = request.POST.get("prize_rule", "")
    if rule in Event.PrizeRule.values:
        with refusals_to(request):
            edit_event(
                event,
                actor=request.actor,
                version=number_in(request.POST.get("version", "")) or 0,
                changes={"prize_rule": rule},
            )
            messages.success(request, _("Saved."))
    return redirect("event-prizes", event.pk)


@permitted("decide_prizes", of=event_named)
@require_POST
def tie_decide(request: PageRequest, event: Event) -> HttpResponse:
    listed = queries.prize_list(event, names=official_names(event, reader=request.actor))
    tie = next((shown for shown in listed.ties if shown.key == request.POST.get("tie")), None)
    if tie is None:
        messages.error(request, _("This tie no longer exists. Look at the list again."))
        return redirect("event-prizes", event.pk)
    form = TieForm(request.POST, tie=tie)
    if form.is_valid():
        with refusals_on(form, "how"):
            services.decide_tie(
                event,
                actor=request.actor,
                category=tie.category,
                entries=tie.tie.entries,
                how=form.cleaned_data["how"],
                order=form.order,
            )
            messages.success(request, _("Settled. You can undo it below."))
            return redirect("event-prizes", event.pk)
    return _page(request, event, tie_form=form)


@permitted("decide_prizes", of=event_named)
@require_POST
def decision_undo(request: PageRequest, event: Event) -> HttpResponse:
    decision = event.prize_decisions.filter(pk=request.POST.get("decision", "")).first()
    with refusals_to(request):
        if decision is None:
            raise Stale
        services.undo_decision(decision, actor=request.actor)
        messages.success(request, _("The decision is undone."))
    return redirect("event-prizes", event.pk)


def _page(
    request: PageRequest,
    event: Event,
    *,
    form: PrizeForm | None = None,
    tie_form: TieForm | None = None,
) -> HttpResponse:
    listed = queries.prize_list(event, names=official_names(event, reader=request.actor))
    present = {award.prize.pk for award in listed.awards}
    context = {
        **event_frame(request, event, tab="prizes"),
        "heading": _("Prizes"),
        "found": listed,
        "open_ties": [(tie, _tie_form(tie, tie_form)) for tie in listed.open_ties],
        "settled_ties": [(tie, _tie_form(tie, tie_form)) for tie in listed.settled_ties],
        "form": form or PrizeForm(event=event, initial={"place": _next_place(listed)}),
        "removed": queries.removed_rows(event, action=services.REMOVED, present=present),
        "certificates": CertificatesForm(),
        "rules": Event.PrizeRule.choices,
    }
    is_wrong = form is not None or tie_form is not None
    return render(request, "setup/prizes/list.html", context, status=422 if is_wrong else 200)


def _tie_form(tie: queries.TieShown, sent: TieForm | None) -> TieForm:
    return sent if sent is not None and sent.tie.key == tie.key else TieForm(tie=tie)


def _next_place(listed: queries.PrizeList) -> int:
    places = [award.prize.place for award in listed.awards if award.prize.category is None]
    return max(places, default=0) + 1
