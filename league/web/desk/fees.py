"""Who has paid the entry fee: the list, the sum, and a tap for each."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST

from league.events.queries.fees import fees_of
from league.events.queries.namesakes import official_names
from league.events.services.fees import MOST, mark_paid, mark_unpaid
from league.models import Entry, Event
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.desk.entries import entry_named, row_answer
from league.web.errors import Refusals
from league.web.frames import event_frame


class AmountField(forms.DecimalField):
    """With a comma or a point, as people type it."""

    def to_python(self, value: Any) -> Any:
        typed = str(value or "").replace(",", ".")
        return super().to_python("".join(typed.split()))


class AmountForm(forms.Form):
    """Empty: the whole fee."""

    amount = AmountField(
        label=gettext_lazy("Amount"),
        required=False,
        min_value=0,
        max_value=MOST,
        decimal_places=2,
    )


@permitted("keep_fees", of=event_named)
def fees(request: PageRequest, event: Event) -> HttpResponse:
    context = {
        **event_frame(request, event, tab="fees"),
        "heading": _("Entry fees"),
        "fees": fees_of(event),
        "names": official_names(event, reader=request.actor),
    }
    return render(request, "desk/fees.html", context)


@permitted("keep_fees", of=entry_named)
@require_POST
def entry_paid(request: PageRequest, entry: Entry) -> HttpResponse:
    """One tap: paid, or not after all; with an amount where it was not the whole fee."""
    form = AmountForm(request.POST)
    with Refusals() as refused:
        if request.POST.get("do") == "unpaid":
            mark_unpaid(entry, actor=request.actor)
        elif form.is_valid():
            mark_paid(entry, actor=request.actor, amount=form.cleaned_data["amount"])
    error = str(refused) or " ".join(str(fault) for fault in form.errors.get("amount", ()))
    if request.htmx:
        return row_answer(request, entry, error=error)
    if error:
        messages.error(request, error)
    if request.POST.get("back") == "entry":
        return redirect("entry", entry.pk)
    return redirect("event-fees", entry.event_id)
