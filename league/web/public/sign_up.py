"""What players do for themselves: sign up, check in, ask for a round off, withdraw."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from league.errors import TooMany
from league.events.queries import events
from league.events.services.check_in import cancel_bye, check_in_oneself, request_bye
from league.events.services.entries import Registration, return_entry, sign_up, withdraw_entry
from league.events.services.places import free_places
from league.models import Entry, Event, Player
from league.models.columns import number_in
from league.permissions import DOORS_KEY, ENTRIES_KEY, may
from league.throttle import address_of, count
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named, qr_svg, whole_address
from league.web.errors import refusals_on, refusals_to
from league.web.forms import ByeForm, SearchForm, fit_to_event
from league.web.frames import event_frame, form_page, page_of

_NAME = {"autocomplete": "name", "autocapitalize": "words"}


class SignUpForm(forms.Form):
    """`player`: who the account plays as, if that is known."""

    full_name = forms.CharField(
        label=gettext_lazy("Your first name and surname"),
        max_length=200,
        widget=forms.TextInput(attrs=_NAME),
        help_text=gettext_lazy("The public sees “Jana N.”, the organisers your whole name."),
    )
    partner_name = forms.CharField(
        label=gettext_lazy("Your partner's first name and surname"),
        max_length=200,
        widget=forms.TextInput(attrs={**_NAME, "autocomplete": "off"}),
    )
    team_name = forms.CharField(
        label=gettext_lazy("Name of the team"), max_length=60, required=False
    )
    categories = forms.MultipleChoiceField(
        label=gettext_lazy("Categories"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(
        self, *args: Any, event: Event, player: Player | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        if player is not None:
            del self.fields["full_name"]
        fit_to_event(self, event)

    @property
    def registration(self) -> Registration:
        return Registration(**self.cleaned_data)


def event_with_code(code: str) -> Event:
    return get_object_or_404(Event, door_code=code)


@permitted("sign_up", of=event_named, hidden=True)
def event_sign_up(request: PageRequest, event: Event) -> HttpResponse:
    mine = events.entry_of(event, request.actor)
    if mine is not None and mine.status != Entry.Status.WITHDRAWN:
        return redirect("event-mine", event.pk)
    player = Player.objects.filter(user=request.actor.user).first() if request.actor.user else None
    data = request.POST if request.method == "POST" else None
    form = SignUpForm(data, event=event, player=player)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, but=TooMany):
            count("sign-up", who=_who(request, event))
            entry = sign_up(event, actor=request.actor, registration=form.registration)
            _remember(request, ENTRIES_KEY, entry.pk)
            return redirect("event-mine", event.pk)
    context = {
        **event_frame(request, event, tab="sign-up"),
        "form": form,
        "player": player,
        "free": free_places(event),
        "is_open": event.status == Event.Status.OPEN and event.sign_up != Event.SignUp.DESK,
        "needs_account": event.sign_up == Event.SignUp.ACCOUNTS and request.actor.user is None,
    }
    return form_page(request, "public/entries/sign_up.html", context)


@permitted("see_event", of=event_named, hidden=True)
def event_mine(request: PageRequest, event: Event) -> HttpResponse:
    """My entry: how it stands, and what I can do with it."""
    mine = events.entry_of(event, request.actor)
    if mine is None:
        return redirect("event-sign-up", event.pk)
    rounds = events.rounds_to_come(event)
    if request.method == "POST":
        with refusals_to(request):
            _do_mine(request, mine, rounds=rounds)
        return redirect("event-mine", event.pk)
    context = {
        **event_frame(request, event, tab="sign-up"),
        "entry": mine,
        "name": events.entry_names(event)[mine.pk],
        "opens_at": events.check_in_opens_at(event),
        "byes": mine.bye_requests.all(),
        "bye_form": ByeForm(rounds=rounds),
        "may_ask_bye": event.takes_entries and mine.takes_part and bool(rounds),
    }
    return render(request, "public/entries/mine.html", context)


@permitted("visit", of=event_with_code)
def door(request: PageRequest, event: Event) -> HttpResponse:
    """The code at the door, exchanged for the session, so that it stays in no address."""
    _remember(request, DOORS_KEY, event.pk)
    return redirect("event-door", event.pk)


@permitted("enter_by_door", of=event_named, hidden=True)
def event_door(request: PageRequest, event: Event) -> HttpResponse:
    """At the door: people pick their name, confirm, and are here."""
    search = SearchForm(request.GET)
    expected = events.listed_entries(
        event, in_full=False, statuses=Entry.TAKING_A_PLACE, matching=search.words
    )
    asked = request.POST.get("entry") or request.GET.get("entry", "")
    chosen = next((row for row in expected if row.entry.pk == asked), None)
    if request.method == "POST" and chosen is not None:
        with refusals_to(request):
            check_in_oneself(chosen.entry, actor=request.actor, is_at_door=True)
        return redirect(f"{reverse('event-door', args=[event.pk])}?entry={chosen.entry.pk}")
    mine = events.entry_of(event, request.actor)
    context = {
        **event_frame(request, event, tab=""),
        "search": search,
        "chosen": chosen,
        "mine": next((row for row in expected if mine and row.entry.pk == mine.pk), None),
        "page_obj": page_of(expected, request),
    }
    return render(request, "public/entries/door.html", context)


@permitted("see_event", of=event_named, hidden=True)
def poster(request: PageRequest, event: Event) -> HttpResponse:
    """To share and to print: the link by which people sign up."""
    address = whole_address(reverse("event-sign-up", args=[event.pk]))
    return _poster(request, event, address=address, is_for_door=False)


@permitted("keep_codes", of=event_named)
def door_poster(request: PageRequest, event: Event) -> HttpResponse:
    """To print for the door: the code by which people check in."""
    address = whole_address(reverse("door", args=[event.door_code]))
    return _poster(request, event, address=address, is_for_door=True)


def _poster(request: PageRequest, event: Event, *, address: str, is_for_door: bool) -> HttpResponse:
    context = {"event": event, "address": address, "qr_svg": qr_svg(address)}
    return render(request, "public/entries/poster.html", {**context, "is_for_door": is_for_door})


def _do_mine(request: PageRequest, mine: Entry, *, rounds: range) -> None:
    action = request.POST.get("do", "")
    actor = request.actor
    if action == "withdraw":
        withdraw_entry(mine, actor=actor)
        messages.success(request, _("You are withdrawn. Thank you for saying so."))
    elif action == "return":
        return_entry(mine, actor=actor)
        messages.success(request, _("Welcome back."))
    elif action == "check-in":
        check_in_oneself(mine, actor=actor, is_at_door=may(actor, "enter_by_door", mine.event))
        messages.success(request, _("You are checked in."))
    elif action == "cancel-bye" and (number := number_in(request.POST.get("cancel", ""))):
        cancel_bye(mine, actor=actor, round_number=number)
    elif action == "bye" and (form := ByeForm(request.POST, rounds=rounds)).is_valid():
        request_bye(mine, actor=actor, **form.cleaned_data)


def _who(request: PageRequest, event: Event) -> str:
    """Guests are counted by address and event: a whole club may sit behind one address."""
    user = request.actor.user
    return f"user:{user.pk}" if user else f"{address_of(request)}:{event.pk}"


def _remember(request: PageRequest, key: str, value: Any) -> None:
    kept = request.session.get(key, [])
    if value not in kept:
        request.session[key] = [*kept, value]
