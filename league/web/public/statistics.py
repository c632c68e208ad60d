"""What the games say together: of a game, of an event, of a player."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.registry import rules_of
from league.models import Event, Player
from league.statistics import queries
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named, player_named
from league.web.frames import event_frame
from league.web.robots import is_page_of


@permitted("visit")
def games(request: PageRequest) -> HttpResponse:
    """The games that Arbitr referees."""
    return render(request, "public/statistics/games.html", {"games": queries.games_counted()})


@permitted("visit")
def game(request: PageRequest, game: str) -> HttpResponse:
    rules = rules_of(game)
    if rules is None:
        raise Http404
    context = {
        "heading": rules.name,
        "game": game,
        "shown": queries.game_statistics(game, wanted=_wanted(request)),
        "files": ("statistics-table", game),
    }
    return render(request, "public/statistics/game.html", context)


@permitted("see_event", of=event_named, hidden=True)
def event(request: PageRequest, event: Event) -> HttpResponse:
    context = {
        **event_frame(request, event, tab="standings"),
        "heading": _("Statistics"),
        "shown": queries.event_statistics(event, wanted=_wanted(request)),
        "files": ("event-table", event.pk, "statistics"),
        "next_url": event.get_absolute_url(),
        "next_label": _("To the event"),
    }
    return render(request, "public/statistics/event.html", context)


@permitted("see_player", of=player_named)
def player(request: PageRequest, player: Player) -> HttpResponse:
    is_page_of(request, player)
    context = {
        "player": player,
        "shown": queries.player_statistics(player, wanted=_wanted(request)),
        "files": ("player-statistics-table", player.pk),
        "is_personal": True,
        "next_url": reverse("events"),
        "next_label": _("To the events"),
    }
    return render(request, "public/statistics/player.html", context)


def _wanted(request: PageRequest) -> str:
    return request.GET.get("of", "")[:150]
