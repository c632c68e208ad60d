"""Who is who at a table: phones take seats, ask for them, hand them over and let them go."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from league.errors import LeagueError, TooMany
from league.models import Match, Seat
from league.permissions import may
from league.results.services.seats import answer_request, leave_seat, take_seat
from league.throttle import count
from league.web.access import PageRequest, permitted
from league.web.addresses import match_named
from league.web.phones import known_phone
from league.web.table.seats import seats_shown


def seat_named(pk: str) -> Seat:
    seats = Seat.objects.select_related("match__event__club", "match__round", "hold")
    return get_object_or_404(seats, pk=pk)


@permitted("see_match", of=match_named, hidden=True)
@require_safe
def match_seats(request: PageRequest, match: Match) -> HttpResponse:
    """The viewer's part of the page of a match, fetched again when a phone has done something."""
    is_official = may(request.actor, "see_as_official", match)
    seats = seats_shown(match, request.actor, is_official=is_official)
    return render(request, "matches/_seats.html", {"seats": seats})


@permitted("see_seat", of=seat_named, hidden=True)
@require_POST
def seat_take(request: PageRequest, seat: Seat) -> HttpResponse:
    """Those who may not are told what to do: most of them hold a code that was renewed."""
    actor = known_phone(request)
    if not may(actor, "sit_down", seat):
        words = _("Scan the code of your table again: you came without it, or it was renewed.")
        return _back(request, seat, refused=words)
    count("seat-by-phone", who=actor.device)
    count("seat-at-table", who=seat.match_id)
    return _back(request, seat, deed=lambda: take_seat(seat, actor=actor))


@permitted("see_seat", of=seat_named, hidden=True)
@require_POST
def seat_answer(request: PageRequest, seat: Seat) -> HttpResponse:
    if not may(request.actor, "keep_seat", seat) or not hasattr(seat, "hold"):
        return _back(request, seat, refused=_not_yours())

    def answer() -> None:
        answer_request(
            seat.hold,
            actor=request.actor,
            hands_over=request.POST.get("answer") == "hand-over",
            asker=request.POST.get("asker", ""),
        )

    return _back(request, seat, deed=answer)


@permitted("see_seat", of=seat_named, hidden=True)
@require_POST
def seat_leave(request: PageRequest, seat: Seat) -> HttpResponse:
    if not may(request.actor, "keep_seat", seat):
        return _back(request, seat, refused=_not_yours())
    return _back(request, seat, deed=lambda: leave_seat(seat, actor=request.actor))


def to_the_seats(request: PageRequest, match: Match) -> HttpResponse:
    """For whoever may sit here and does not: most held a seat that another phone has now."""
    messages.info(request, _("Say who you are first: take your seat."))
    address = reverse("match", args=[match.pk])
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def _not_yours() -> str:
    return _("This phone does not hold the seat any more. Look at the table again.")


def _back(
    request: PageRequest,
    seat: Seat,
    *,
    refused: str = "",
    deed: Callable[[], object] = lambda: None,
) -> HttpResponse:
    """To the page of the match, which shows what came of it."""
    try:
        if not refused:
            deed()
    except TooMany:
        raise
    except LeagueError as error:
        refused = str(error.message)
    if refused:
        messages.error(request, refused)
    return redirect("match", seat.match_id)
