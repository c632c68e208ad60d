"""What players do for themselves: sign up, check in, ask for a round off, withdraw."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from league.errors import TooMany
from league.events.names import HowTold, how_told
from league.events.queries import events
from league.events.queries.entries import entries_held, entries_step, entry_names, listed_entries
from league.events.queries.own_games import may_join_now
from league.events.queries.public import announcements_of
from league.events.services.check_in import cancel_bye, check_in_oneself, request_bye
from league.events.services.entries import Registration, return_entry, sign_up, withdraw_entry
from league.events.services.places import free_places
from league.events.services.previews import preview_withdrawal
from league.models import ByeRequest, Entry, Event, Player, Stage
from league.models.columns import number_in
from league.permissions import DOORS_KEY, ENTRIES_KEY, may
from league.throttle import address_of, count
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named, qr_svg, whole_address
from league.web.errors import refusals_on, refusals_to
from league.web.forms import ByeForm, NameForm, SearchForm, fit_to_event
from league.web.frames import event_frame, form_page, page_of
from league.web.live import live_part

_NAME = {"autocomplete": "name", "autocapitalize": "words"}


class SignUpForm(NameForm):
    """`player`: who the account plays as, if that is known; `for_other`: not the own name."""

    full_name = forms.CharField(
        label=gettext_lazy("Your first name and surname"),
        max_length=200,
        widget=forms.TextInput(attrs=_NAME),
        help_text=gettext_lazy(
            "The public sees “Jana N.”, the organisers the whole name. A parent types the name of "
            "the child, and can add more children afterwards."
        ),
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
        self,
        *args: Any,
        event: Event,
        player: Player | None = None,
        for_other: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.for_other = for_other
        if for_other:
            self.fields["full_name"].label = gettext_lazy("Their first name and surname")
            self.fields["full_name"].help_text = ""
            self.fields["full_name"].widget.attrs["autocomplete"] = "off"
        elif player is not None:
            del self.fields["full_name"]
        fit_to_event(self, event)

    @property
    def registration(self) -> Registration:
        return Registration(**self.cleaned_data, for_other=self.for_other)


def event_with_code(code: str) -> Event:
    return get_object_or_404(Event, door_code=code)


@permitted("sign_up", of=event_named, hidden=True)
def event_sign_up(request: PageRequest, event: Event) -> HttpResponse:
    """Oneself; with `?other` somebody else, whose entry this phone or account then holds."""
    held = entries_held(event, request.actor)
    for_other = bool(held) and "other" in request.GET
    if any(entry.status != Entry.Status.WITHDRAWN for entry in held) and not for_other:
        return redirect("event-mine", event.pk)
    player = Player.objects.filter(user=request.actor.user).first() if request.actor.user else None
    data = request.POST if request.method == "POST" else None
    form = SignUpForm(data, event=event, player=player, for_other=for_other)
    if request.method == "POST" and form.is_valid() and _signed_up(request, event, form):
        return redirect("event-mine", event.pk)
    context = {
        **event_frame(request, event, tab="sign-up"),
        "form": form,
        "player": None if for_other else player,
        "for_other": for_other,
        "free": free_places(event),
        "is_open": event.is_open_to_sign_up or may_join_now(event),
        "needs_account": event.sign_up == Event.SignUp.ACCOUNTS and request.actor.user is None,
    }
    return form_page(request, "public/entries/sign_up.html", context)


def _signed_up(request: PageRequest, event: Event, form: SignUpForm) -> bool:
    with refusals_on(form, is_named=True, but=TooMany) as refused:
        count("sign-up", who=_who(request, event))
        entry = sign_up(event, actor=request.actor, registration=form.registration)
        _remember(request, ENTRIES_KEY, entry.pk)
    form.ask_whether_whole(refused.error)
    return not refused


@dataclass(frozen=True)
class Mine:
    """An entry that somebody holds: how it stands, and what they can do with it."""

    entry: Entry
    name: str
    told_by: HowTold  # how the name was made distinct
    byes: Sequence[ByeRequest]
    bye_form: ByeForm
    may_ask_bye: bool


def _mine(event: Event, held: Sequence[Entry], *, stage: Stage) -> list[Mine]:
    names, rounds = entry_names(event), events.rounds_to_come(stage)
    byes: dict[str, list[ByeRequest]] = {entry.pk: [] for entry in held}
    for bye in ByeRequest.objects.filter(entry__in=held):
        byes[bye.entry_id].append(bye)
    return [
        Mine(
            entry,
            names[entry.pk],
            how_told(names[entry.pk], plain=_plain_name(entry)),
            byes[entry.pk],
            ByeForm(rounds=rounds, of=stage.format, auto_id=f"{entry.pk}-%s"),
            may_ask_bye=event.takes_entries and entry.takes_part and bool(rounds),
        )
        for entry in held
    ]


def _plain_name(entry: Entry) -> str:
    """As it would be shown if nobody else had it."""
    return entry.team_name or " + ".join(player.public_name for player in entry.players)


@permitted("see_event", of=event_named, hidden=True)
def event_mine(request: PageRequest, event: Event) -> HttpResponse:
    """My entries: how they stand, and what I can do with them. A family has several."""
    live = live_part("live-entries", event) if event.status != Event.Status.DRAFT else None
    held = entries_held(event, request.actor)
    if not held:
        return redirect("event-sign-up", event.pk)
    stage = events.current_stage(event)
    if request.method == "POST":
        chosen = request.POST.get("entry", held[0].pk)
        if entry := next((each for each in held if each.pk == chosen), None):
            if request.POST.get("do") == "withdraw" and preview_withdrawal(entry):
                return redirect("entry-withdraw", entry.pk)
            with refusals_to(request):
                _do_mine(request, entry, stage=stage)
        return redirect("event-mine", event.pk)
    context = {
        **event_frame(request, event, tab="sign-up"),
        **_mine_now(event, held, stage=stage),
        "live": live,
        "step": entries_step(event),
    }
    return render(request, "public/entries/mine.html", context)


@permitted("see_event", of=event_named, hidden=True)
def event_mine_now(request: PageRequest, event: Event) -> HttpResponse:
    """The part of My entry that follows by itself; nothing there: it was not accepted."""
    held = entries_held(event, request.actor)
    context = _mine_now(event, held, stage=events.current_stage(event))
    return render(request, "public/entries/_mine.html", {"event": event, **context})


def _mine_now(event: Event, held: Sequence[Entry], *, stage: Stage) -> dict[str, Any]:
    return {
        "mine": _mine(event, held, stage=stage),
        "announcements": announcements_of(event),
        "opens_at": events.check_in_opens_at(event),
    }


@permitted("visit", of=event_with_code)
def door(request: PageRequest, event: Event) -> HttpResponse:
    """The code at the door, exchanged for the session, so that it stays in no address."""
    _remember(request, DOORS_KEY, event.pk)
    return redirect("event-door", event.pk)


@permitted("enter_by_door", of=event_named, hidden=True)
def event_door(request: PageRequest, event: Event) -> HttpResponse:
    """At the door: people pick their name, confirm, and are here."""
    search = SearchForm(request.GET)
    expected = listed_entries(
        event, in_full=False, statuses=Entry.TAKING_A_PLACE, matching=search.words
    )
    asked = request.POST.get("entry") or request.GET.get("entry", "")
    chosen = next((row for row in expected if row.entry.pk == asked), None)
    if request.method == "POST" and chosen is not None:
        with refusals_to(request):
            check_in_oneself(chosen.entry, actor=request.actor, is_at_door=True)
        return redirect(f"{reverse('event-door', args=[event.pk])}?entry={chosen.entry.pk}")
    held = {entry.pk for entry in entries_held(event, request.actor)}
    context = {
        **event_frame(request, event, tab=""),
        "search": search,
        "chosen": chosen,
        "mine": [row for row in expected if row.entry.pk in held],
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
    """For the wall, in the event's language; what is said about it, in the reader's."""
    context = {"event": event, "address": address, "qr_svg": qr_svg(address)}
    return render(request, "public/entries/poster.html", {**context, "is_for_door": is_for_door})


def _do_mine(request: PageRequest, mine: Entry, *, stage: Stage) -> None:
    action = request.POST.get("do", "")
    actor, rounds = request.actor, events.rounds_to_come(stage)
    if action == "withdraw":
        withdraw_entry(mine, actor=actor)
        messages.success(request, _("Your entry is withdrawn. Thank you for letting us know."))
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
