"""Addresses of seasons, series and ratings."""

from django.urls import include, path

from league.web.leagues import match_days, ratings, season_setup, seasons, series

# Under a series: for everybody, then for those who run it.
one_series = [
    path("", series.series, name="series"),
    path("rows/<id:player>/", series.series_row, name="series-row"),
    path("print/", series.series_print, name="series-print"),
    path("edit/", series.series_edit, name="series-edit"),
    path("evenings/", series.series_evenings, name="series-evenings"),
    path("evenings/next/", series.series_next, name="series-next"),
    path("evenings/move/", series.series_evening_move, name="series-evening-move"),
    path("evenings/remove/", series.series_evening_remove, name="series-evening-remove"),
    path("archive/", series.series_archive, name="series-archive"),
    path("rows/<id:player>/guest/", series.series_guest, name="series-guest"),
]

# Under a season.
the_season = [
    path("", seasons.season, name="season"),
    path("schedule/", seasons.schedule, name="season-schedule"),
    path("outcome/", seasons.outcome, name="season-outcome"),
    path("play-off/", seasons.season_play_off, name="season-play-off"),
    path("next/", seasons.season_next, name="season-next"),
    path("manage/", season_setup.season_manage, name="season-manage"),
    path("move/", season_setup.season_move, name="season-move"),
    path("discard/", season_setup.season_discard, name="season-discard"),
    path("players/", season_setup.season_players, name="season-players"),
    path("players/do/", season_setup.season_players_do, name="season-players-do"),
    path("dates/", season_setup.season_dates, name="season-dates"),
    path("overdue/", match_days.season_overdue, name="season-overdue"),
    path("overdue/do/", match_days.season_overdue_do, name="season-overdue-do"),
]

urlpatterns = [
    path("clubs/<id:pk>/series/new/", series.series_new, name="series-new"),
    path("series/", series.all_series, name="all-series"),
    path("series/<id:pk>/", include(one_series)),
    path("clubs/<id:pk>/seasons/", seasons.club_seasons, name="club-seasons"),
    path("clubs/<id:pk>/seasons/new/", season_setup.season_new, name="season-new"),
    path("seasons/<id:pk>/", include(the_season)),
    path("players/<id:pk>/games/", ratings.player_games, name="player-games"),
    path("players/<id:pk>/against/", ratings.player_against, name="player-against"),
    path(
        "players/<id:pk>/against/<id:other>/",
        ratings.player_against_other,
        name="player-against-other",
    ),
    path("ratings/", ratings.ratings, name="ratings"),
    path("ratings/<slug:game>/", ratings.leaderboard, name="ratings-game"),
    path("clubs/<id:pk>/ratings/", ratings.club_leaderboard, name="club-ratings"),
    path("matches/<id:pk>/days/", match_days.match_days_page, name="match-days"),
    path("matches/<id:pk>/days/say/", match_days.match_days_say, name="match-days-say"),
]
