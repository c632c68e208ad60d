"""An event between a server and a laptop: taken along, brought back, published."""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from league.archive.import_plan import ArchivePlan
from league.archive.queries.imports import archive_sent
from league.archive.queries.returns import ReturnPlan, return_plan
from league.archive.queries.taken import handovers_of
from league.archive.services.handovers import (
    lock_again,
    play_on_here,
    return_home,
    take_along,
    take_lock_off,
    travel_file,
)
from league.archive.services.returns import Agreed, bring_back
from league.archive.services.sending import publish_there, send_home, send_state
from league.archive.services.sent_files import keep_sent_file, sent_file
from league.archive.zipped import zipped_alone
from league.errors import LeagueError
from league.models import Event, EventHome, Handover
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.bodies import large_bodies
from league.web.errors import refusals_on, refusals_to
from league.web.frames import event_frame

_NEW = "new"
_PERSON = "person-"


class TakeForm(forms.Form):
    who = forms.CharField(
        label=gettext_lazy("Who has it meanwhile"),
        max_length=80,
        help_text=gettext_lazy("Such as “Laptop of Jana”. Everybody reads it on the event’s page."),
    )


class PublishForm(forms.Form):
    page = forms.CharField(
        label=gettext_lazy("Address of your club’s page there"),
        max_length=200,
        help_text=gettext_lazy("As the browser shows it: https://…/clubs/…/"),
    )
    token = forms.CharField(
        label=gettext_lazy("Access token"),
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("Of your account there, allowed to run events. It is not kept."),
    )


class ReturnForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("File from the other computer"),
        help_text=gettext_lazy("Nothing is written yet: first you see what is new."),
    )


@permitted("take_along", of=event_named)
@never_cache
def away(request: PageRequest, event: Event) -> HttpResponse:
    """What can be done now depends on which computer has the event."""
    do = request.POST.get("do", "")
    forms_here = {
        "take": TakeForm(request.POST if do == "take" else None),
        "publish": PublishForm(request.POST if do == "publish" else None),
    }
    form = forms_here.get(do)
    if form is not None and form.is_valid():
        with refusals_on(form):
            _done(request, event, do, form.cleaned_data)
            return redirect("event-away", event.pk)
    elif do in _DEEDS and form is None:
        try:
            _done(request, event, do, {})
        except LeagueError as error:
            messages.error(request, str(error.message))
        return redirect("event-away", event.pk)
    is_wrong = any(each.errors for each in forms_here.values())
    context = {**_page(request, event), "take": forms_here["take"]}
    context |= {"publish": forms_here["publish"], "form": ReturnForm()}
    return render(request, "setup/handovers/away.html", context, status=422 if is_wrong else 200)


def _done(request: PageRequest, event: Event, do: str, said: Mapping[str, str]) -> None:
    deed, told = _DEEDS[do]
    deed(event, actor=request.actor, **said)
    messages.success(request, str(told))


_DEEDS: Mapping[str, tuple[Callable[..., object], Any]] = {
    "take": (take_along, gettext_lazy("The event is locked here. Now download the file.")),
    "publish": (publish_there, gettext_lazy("The event is published.")),
    "lock_off": (take_lock_off, gettext_lazy("The lock is off: the event goes on here.")),
    "lock_again": (lock_again, gettext_lazy("The event is locked again.")),
    "state": (send_state, gettext_lazy("Sent: everybody sees it there.")),
    "home": (send_home, gettext_lazy("The event is back. From now on it goes on there.")),
    "by_file": (return_home, gettext_lazy("The event is locked here. Now download the file.")),
    "play_on": (play_on_here, gettext_lazy("The event goes on here.")),
}


def _page(request: PageRequest, event: Event) -> dict[str, Any]:
    handovers = handovers_of(event)
    last = handovers[0] if handovers else None
    home = EventHome.objects.filter(event=event).first()
    return {
        **event_frame(request, event, tab="settings"),
        "heading": _("Laptop and server"),
        "handover": last if last and last.is_open else None,
        "home": home,
        "may_lock_again": last is not None and last.ended == Handover.Ended.LOCK_OFF,
        "last": last,
        "is_behind": home is not None and event.live_version > home.sent_version,
        "publishes": not settings.PRODUCTION,
    }


@permitted("take_along", of=event_named)
@never_cache
def away_file(request: PageRequest, event: Event) -> HttpResponse:
    """For the computer that takes the event along, or for the service where it is at home."""
    address = request.build_absolute_uri("/").rstrip("/")
    document = travel_file(event, address=address)
    name = f"{slugify(event.name) or event.pk}.arbitr.zip"
    return HttpResponse(
        zipped_alone(document),
        content_type="application/zip",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@permitted("bring_back", of=event_named)
@require_POST
@large_bodies
def bring(request: PageRequest, event: Event) -> HttpResponse:
    """A file looked at, and then taken; it is kept until then."""
    if kept := request.POST.get("sent"):
        with refusals_to(request):
            plan = archive_sent(sent_file(kept, user=request.actor.user))
            return _taken(request, event, plan, kept=kept)
        return redirect("event-away", event.pk)
    form = ReturnForm(request.POST, request.FILES)
    if form.is_valid():
        with refusals_on(form):
            data: bytes = form.cleaned_data["file"].read(settings.LARGEST_BODY)
            plan = archive_sent(data)
            kept = keep_sent_file(data, user=request.actor.user)
            return _shown(request, event, plan, forms.Form(), kept=kept)
    context = {**_page(request, event), "take": TakeForm(), "publish": PublishForm(), "form": form}
    return render(request, "setup/handovers/away.html", context, status=422)


def _taken(request: PageRequest, event: Event, plan: ArchivePlan, *, kept: str) -> HttpResponse:
    form = forms.Form(request.POST)
    is_last = request.POST.get("goes_on") != "there"
    agreed = Agreed(_choices(request), overrules="overrules" in request.POST)
    with refusals_on(form):
        returned = bring_back(event, plan, actor=request.actor, is_last=is_last, agreed=agreed)
        told = _("The event is back.") if is_last else _("The state is taken over.")
        messages.success(request, told if returned.is_new else _("This state was brought before."))
        return redirect("event", event.pk)
    return _shown(request, event, plan, form, kept=kept)


def _choices(request: PageRequest) -> dict[str, str]:
    """Who somebody is here: the id of a player; empty for somebody new."""
    return {
        name.removeprefix(_PERSON): "" if value == _NEW else str(value)
        for name, value in request.POST.items()
        if name.startswith(_PERSON) and value
    }


def _shown(
    request: PageRequest, event: Event, plan: ArchivePlan, form: forms.Form, *, kept: str
) -> HttpResponse:
    seen: ReturnPlan = return_plan(event, plan, choices=_choices(request))
    context = {
        **event_frame(request, event, tab="settings"),
        "heading": _("Bring the event back"),
        "seen": seen,
        "form": form,
        "new_people": [person for person in seen.people if person.is_new and not person.is_asked],
        "joined": [person for person in seen.people if person.is_joined],
        "sent": kept,
        "is_last": plan.taken.is_last if plan.taken else True,
        "may_take": not seen.conflicts or seen.may_overrule or _only_asks(seen),
    }
    status = 422 if seen.conflicts or form.errors else 200
    return render(request, "setup/handovers/bring.html", context, status=status)


def _only_asks(seen: ReturnPlan) -> bool:
    """Nothing is in the way but questions that this page asks."""
    return bool(seen.asks_about) and len(seen.conflicts) == len(seen.asks_about)
