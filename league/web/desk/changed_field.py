"""Corrected results name others for a stage that has begun: put right, or let stand."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from league.events.queries.changed_fields import ChangedField, changed_field
from league.events.queries.namesakes import official_names
from league.events.services.changed_fields import LET_STAND, PUT_RIGHT, decide_field
from league.models import Event, Stage
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.errors import refusals_on
from league.web.frames import event_frame

Names = Mapping[str, str]


class ChangedFieldForm(forms.Form):
    reason = forms.CharField(required=False, max_length=500)
    choice = forms.CharField(required=False)
    mark = forms.CharField(required=False, max_length=40)


@permitted("decide_field", of=event_named)
def changed(request: PageRequest, event: Event, stage: str) -> HttpResponse:
    stored = get_object_or_404(Stage.objects.select_related("event"), pk=stage, event=event)
    form = ChangedFieldForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            decide_field(stored, actor=request.actor, **form.cleaned_data)
            messages.success(request, _said(form.cleaned_data["choice"]))
            return redirect("console", event.pk)
    case = changed_field(stored)
    if case is None:
        if request.method == "POST":
            messages.info(request, _("This is decided already, or the results have changed."))
        return redirect("console", event.pk)
    context = {
        **event_frame(request, event, tab="desk"),
        **_told(case, official_names(event, reader=request.actor)),
        "heading": _("Who goes on"),
        "form": form,
    }
    status = 422 if form.errors else 200
    return render(request, "desk/changed_field.html", context, status=status)


def _said(choice: str) -> str:
    if choice == PUT_RIGHT:
        return _("Those who belong there are in the stage. Draw its first round.")
    return _("It stands. Everybody can read why.")


def _told(case: ChangedField, names: Names) -> dict[str, Any]:
    return {
        "case": case,
        "stage": case.stage,
        "before": case.before,
        "swaps": [(names.get(swap.leaves), names.get(swap.comes)) for swap in case.swaps],
        "renumbered": [names[entry] for entry in case.renumbered],
        "put_right": PUT_RIGHT,
        "let_stand": LET_STAND,
    }
