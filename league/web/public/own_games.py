"""A game that somebody begins alone: one tap, and the score sheet is open."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from league.events.services.own_games import give_up_own_game, start_own_game
from league.models import Entry, Match
from league.permissions import may
from league.results.queries import seating_of
from league.results.services.seats import take_seat
from league.sheets.services.sheets import open_sheet
from league.throttle import count
from league.web.access import PageRequest, known_phone, permitted
from league.web.errors import refusals_to


def entry_to_play(pk: str) -> Entry:
    entries = Entry.objects.select_related("event__club", "player", "partner")
    return get_object_or_404(entries, pk=pk)


@permitted("start_own_game", of=entry_to_play, hidden=True)
@require_POST
def own_game(request: PageRequest, entry: Entry) -> HttpResponse:
    """On a score sheet; with `paper` to the page where a record is handed in."""
    known_phone(request)
    count("own-game", who=entry.pk)
    with refusals_to(request) as refused:
        match = start_own_game(entry, actor=request.actor)
        _sit_down(request, match)
    if refused:
        return redirect("event", entry.event_id)
    if not may(request.actor, "play_match", match):
        return redirect("match", match.pk)  # an official, for somebody else
    if "paper" in request.POST:
        return redirect("hand-in", match.pk)
    with refusals_to(request) as refused:
        sheet = open_sheet(match, actor=request.actor, game=1, seating=seating_of(match))
    return redirect("match", match.pk) if refused else redirect("sheet", sheet.pk)


@permitted("start_own_game", of=entry_to_play, hidden=True)
@require_POST
def own_game_given_up(request: PageRequest, entry: Entry) -> HttpResponse:
    with refusals_to(request):
        give_up_own_game(entry, actor=request.actor)
    return redirect("event", entry.event_id)


def _sit_down(request: PageRequest, match: Match) -> None:
    """With an account one sits already; a phone takes the seat of the entry that it holds."""
    if may(request.actor, "play_match", match):
        return
    seat = match.seats.select_related("match__event").get()
    if may(request.actor, "sit_down", seat):
        take_seat(seat, actor=request.actor)
