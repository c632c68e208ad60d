"""Tables as files: one view for each kind of thing that has some, all answered by one function."""

from django.http import Http404
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404

from games.registry import GAMES
from league.exchange.queries import league_tables, statistics_tables
from league.exchange.queries.event_tables import EVENT_TABLES, TableAsked
from league.models import Club, Event, Player, Season, Series
from league.series.queries.series import counted_series
from league.series.queries.shown import series_shown
from league.web.access import PageRequest, permitted
from league.web.addresses import club_named, event_named, player_named
from league.web.files import table_file


def season_named(pk: str) -> Season:
    return get_object_or_404(Season.objects.select_related("club"), pk=pk)


def series_named(pk: str) -> Series:
    return get_object_or_404(Series.objects.select_related("club"), pk=pk)


@permitted("see_event", of=event_named, hidden=True)
def event_table(request: PageRequest, event: Event, table: str, suffix: str) -> HttpResponseBase:
    if table not in EVENT_TABLES:
        raise Http404
    asked = TableAsked(request.actor, request.GET.dict())
    return table_file(EVENT_TABLES[table](event, asked), suffix)


@permitted("keep_members", of=club_named)
def members_table(request: PageRequest, club: Club, suffix: str) -> HttpResponseBase:
    return table_file(league_tables.members_table(club, request.GET.dict()), suffix)


@permitted("see_club", of=club_named)
def club_ratings_table(
    request: PageRequest, club: Club, game: str, suffix: str
) -> HttpResponseBase:
    return _ratings(request, game, suffix, club=club)


@permitted("visit")
def ratings_table(request: PageRequest, game: str, suffix: str) -> HttpResponseBase:
    return _ratings(request, game, suffix)


def _ratings(
    request: PageRequest, game: str, suffix: str, *, club: Club | None = None
) -> HttpResponseBase:
    if game not in GAMES:
        raise Http404
    table = league_tables.ratings_table(game, request.GET.dict(), club=club)
    return table_file(table, suffix)


@permitted("visit")
def game_statistics_table(request: PageRequest, game: str, suffix: str) -> HttpResponseBase:
    if game not in GAMES:
        raise Http404
    table = statistics_tables.game_statistics_table(game, request.GET.dict())
    return table_file(table, suffix)


@permitted("see_player", of=player_named)
def player_statistics_table(request: PageRequest, player: Player, suffix: str) -> HttpResponseBase:
    table = statistics_tables.player_statistics_table(player, request.GET.dict())
    return table_file(table, suffix)


@permitted("see_series", of=series_named)
def series_table(request: PageRequest, series: Series, suffix: str) -> HttpResponseBase:
    game = request.GET.get("game", "")[:120]
    shown = series_shown(counted_series(series), game=game, actor=request.actor)
    return table_file(league_tables.series_table(shown), suffix)


@permitted("see_season", of=season_named, hidden=True)
def season_table(request: PageRequest, season: Season, suffix: str) -> HttpResponseBase:
    return table_file(league_tables.divisions_table(season), suffix)


@permitted("see_season", of=season_named, hidden=True)
def schedule_table(request: PageRequest, season: Season, suffix: str) -> HttpResponseBase:
    return table_file(league_tables.schedule_table(season), suffix)
