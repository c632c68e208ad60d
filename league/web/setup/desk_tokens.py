"""Tokens for programs at the desk of an event: a scanner of slips, the club's own tablet."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from league.accounts import create_desk_token, desk_tokens, revoke_token
from league.models import Event
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.errors import refusals_on
from league.web.frames import event_frame, form_page


class DeskTokenForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("What it is for"),
        max_length=100,
        help_text=gettext_lazy("Such as “Scanner at the entrance”. Officials see it here."),
    )
    hours = forms.TypedChoiceField(
        label=gettext_lazy("Valid for"),
        coerce=int,
        initial=24,
        choices=[
            (12, gettext_lazy("12 hours")),
            (24, gettext_lazy("a day")),
            (72, gettext_lazy("three days")),
            (336, gettext_lazy("two weeks")),
        ],
    )


@permitted("keep_desk_tokens", of=event_named)
@never_cache
def tokens(request: PageRequest, event: Event) -> HttpResponse:
    form = DeskTokenForm(request.POST or None)
    secret = ""
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            _token, secret = create_desk_token(event, actor=request.actor, **form.cleaned_data)
            form = DeskTokenForm()
    context = {
        **event_frame(request, event, tab="codes"),
        "heading": _("Programs at the desk"),
        "form": form,
        "tokens": desk_tokens(event),
        "new_token": secret,
    }
    return form_page(request, "setup/desk_tokens.html", context)


@permitted("keep_desk_tokens", of=event_named)
@require_POST
def revoke(request: PageRequest, event: Event, token: str) -> HttpResponse:
    row = get_object_or_404(desk_tokens(event), pk=token)
    revoke_token(row, actor=request.actor)
    messages.success(request, _("The token “%(name)s” no longer works.") % {"name": row.name})
    return redirect("event-desk-tokens", event.pk)
