"""Codes of tables, matches and rooms: exchanged for the session, and renewed by officials."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.events.queries.public import open_matches_at
from league.models import Club, Event, Match, Round, Sheet, TableCode
from league.models.columns import number_in
from league.results.services.seats import renew_match_code, renew_room_code, renew_table_code
from league.throttle import address_of, count
from league.web.access import PageRequest, codes_kept, keep_code, permitted
from league.web.addresses import code_address, event_named, match_named, qr_svg
from league.web.frames import event_frame

_OFFERED = 8
_MOST_TABLES = 999


@dataclass(frozen=True)
class TablePlace:
    """A table of a club, with the matches that are played there now."""

    club: Club
    table: int
    matches: Sequence[Match]


Place = TablePlace | Match | Event | Sheet


def place_of(code: str) -> Place | None:
    """None: unknown, or renewed since. Of a match that was withdrawn, its event."""
    if card := TableCode.objects.select_related("club").filter(code=code).first():
        return TablePlace(card.club, card.table, open_matches_at(card.club, table=card.table))
    public = Match.objects.exclude(event__status=Event.Status.DRAFT).filter(event__wiped_at=None)
    if match := public.select_related("event", "round").filter(code=code).first():
        return match.event if match.round.status == Round.Status.DRAFT else match
    rooms = Event.objects.exclude(status=Event.Status.DRAFT).filter(wiped_at=None)
    if event := rooms.filter(room_code=code).first():
        return event
    return Sheet.objects.filter(match=None, code=code).first()


def running_events() -> list[Event]:
    """Where somebody without a code may look for their table; the latest first."""
    running = Event.objects.filter(status=Event.Status.RUNNING, practice_of="")
    return list(running.order_by("-starts_at")[:_OFFERED])


@permitted("visit")
@require_safe
@never_cache
def code(request: PageRequest, code: str) -> HttpResponse:
    """Exchanged for the session, so that the code stays in no address."""
    count("code", who=address_of(request))
    typed = code.lower()
    place = place_of(typed)
    if place is None:
        return _unknown(request)
    keep_code(request, typed)
    return redirect(_address(place))


@permitted("visit")
@require_safe
@never_cache
def scanned(request: PageRequest) -> HttpResponse:
    """Where the newest code leads now: a choice, where no event or two play at its table."""
    newest = codes_kept(request)[-1:]
    place = place_of(newest[0]) if newest else None
    if place is None:
        return _unknown(request)
    if not isinstance(place, TablePlace) or len(place.matches) == 1:
        return redirect(_address(place))
    running = place.club.events.filter(status=Event.Status.RUNNING).order_by("starts_at")
    context = {
        "club": place.club,
        "table": place.table,
        "matches": place.matches,
        "events": running,
    }
    return render(request, "setup/codes/table_card.html", context)


@permitted("keep_codes", of=event_named)
def event_codes(request: PageRequest, event: Event) -> HttpResponse:
    """The code of the room, and renewing it or a table's, with what that means."""
    address = code_address(event.room_code)
    context = {
        **event_frame(request, event, tab="codes"),
        "heading": _("Codes"),
        "address": address,
        "qr": qr_svg(address),
        "most": _MOST_TABLES,
    }
    return render(request, "setup/codes/event.html", context)


@permitted("keep_codes", of=event_named)
@require_POST
def event_codes_renew(request: PageRequest, event: Event) -> HttpResponse:
    table = number_in(request.POST.get("table", "")) or 0
    if request.POST.get("what") == "room":
        renew_room_code(event, actor=request.actor)
        messages.success(
            request, _("The room has a new code. The big screen shows it in a few seconds.")
        )
    elif 1 <= table <= _MOST_TABLES:
        renew_table_code(event.club, table=table, actor=request.actor)
        messages.success(
            request,
            _("Table %(number)d has a new code. Print its card again.") % {"number": table},
        )
    else:
        messages.error(request, _("Which table? Type its number."))
    return redirect("event-codes", event.pk)


@permitted("keep_codes", of=match_named)
@require_POST
def match_code_renew(request: PageRequest, match: Match) -> HttpResponse:
    renew_match_code(match, actor=request.actor)
    messages.success(request, _("This match has a new code. Print its slip again."))
    return redirect("match", match.pk)


def _address(place: Place) -> str:
    if isinstance(place, Event):
        return reverse("event-find", args=[place.pk])
    if isinstance(place, Match):
        return reverse("match", args=[place.pk])
    if isinstance(place, Sheet):
        return reverse("sheet", args=[place.pk])
    if len(place.matches) == 1:
        return reverse("match", args=[place.matches[0].pk])
    return reverse("scanned")


def _unknown(request: PageRequest) -> HttpResponse:
    return render(request, "setup/codes/unknown.html", {"events": running_events()}, status=404)
