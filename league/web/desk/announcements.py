"""A message from the organisers to all who entered."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import translation
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from league.errors import TooMany
from league.events.services.announcements import (
    MOST_LETTERS,
    accounts_entered,
    announce,
    remove_announcement,
)
from league.models import Event
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.errors import refusals_on
from league.web.forms import KeyedForm
from league.web.frames import event_frame, form_page


class AnnouncementForm(KeyedForm):
    text = forms.CharField(
        label=gettext_lazy("Message"),
        max_length=MOST_LETTERS,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=gettext_lazy(
            "Everybody can read it on the page of the event: write nothing private."
        ),
    )


@permitted("announce", of=event_named)
def announcements(request: PageRequest, event: Event) -> HttpResponse:
    first_words = _thanks(event) if "thanks" in request.GET else ""
    form = AnnouncementForm(request.POST or None, initial={"text": first_words})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, "text", but=TooMany):
            sent, _is_new = announce(event, actor=request.actor, **form.cleaned_data)
            said = ngettext(
                "It is on the page of the event, and goes to %(number)d account by mail.",
                "It is on the page of the event, and goes to %(number)d accounts by mail.",
                sent.mailed,
            )
            messages.success(request, said % {"number": sent.mailed})
            is_last_step = "thanks" in request.GET
            return redirect("console" if is_last_step else "event-announcements", event.pk)
    context = {
        **event_frame(request, event, tab="announcements"),
        "heading": _("Message to all"),
        "form": form,
        "accounts": accounts_entered(event).count(),
        "announcements": event.announcements.all(),
    }
    return form_page(request, "desk/announcements.html", context)


def _thanks(event: Event) -> str:
    """What a message after the last round may say, in the language of the event."""
    with translation.override(event.language):
        return _(
            "Thank you all for playing. The final table and all results are on the page of the "
            "event. See you next time!"
        )


@permitted("announce", of=event_named)
@require_POST
def announcement_remove(request: PageRequest, event: Event) -> HttpResponse:
    row = event.announcements.filter(pk=request.POST.get("announcement", "")).first()
    if row is not None:
        remove_announcement(row, actor=request.actor)
        said = _("Taken off the page. Mail already sent cannot be recalled.")
        messages.success(request, said)
    return redirect("event-announcements", event.pk)
