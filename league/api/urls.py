"""Addresses of the API."""

from django.urls import include, path
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView
from rest_framework.routers import SimpleRouter

from league.api import views

router = SimpleRouter(trailing_slash=False)
router.register("clubs", views.Clubs, basename="api-clubs")
router.register("players", views.Players, basename="api-players")
router.register("players", views.PlayerRatings, basename="api-players-rated")
router.register("ratings", views.Ratings, basename="api-ratings")
router.register("events", views.Events, basename="api-events")
router.register("events", views.Officials, basename="api-events-officials")
router.register("events", views.KeptApart, basename="api-events-apart")
router.register("events", views.EventEntries, basename="api-events-entries")
router.register("events", views.EventRounds, basename="api-events-rounds")
router.register("events", views.Steps, basename="api-events-steps")
router.register("events", views.Plans, basename="api-events-plans")
router.register("events", views.Standings, basename="api-events-standings")
router.register("events", views.Categories, basename="api-events-categories")
router.register("events", views.Prizes, basename="api-events-prizes")
router.register("events", views.Flags, basename="api-events-flags")
router.register("events", views.StoppedWork, basename="api-events-work")
router.register("events", views.EventStatistics, basename="api-events-statistics")
router.register("players", views.PlayerStatistics, basename="api-players-statistics")
router.register("series", views.AllSeries, basename="api-series")
router.register("series", views.SeriesRunning, basename="api-series-running")
router.register("entries", views.Entries, basename="api-entries")
router.register("entries", views.Explanations, basename="api-entries-explanation")
router.register("rounds", views.Rounds, basename="api-rounds")
router.register("rounds", views.RoundMatches, basename="api-rounds-matches")
router.register("matches", views.Matches, basename="api-matches")
router.register("matches", views.Tables, basename="api-tables")
router.register("matches", views.MatchSubmissions, basename="api-matches-submissions")
router.register("matches", views.MatchRulings, basename="api-matches-rulings")
router.register("matches", views.MatchPostponements, basename="api-matches-postponements")
router.register("matches", views.MatchSheets, basename="api-matches-sheets")
router.register("sheets", views.Sheets, basename="api-sheets")
router.register("seasons", views.Seasons, basename="api-seasons")
router.register("seasons", views.SeasonSetup, basename="api-seasons-setup")
router.register("seasons", views.NextSeason, basename="api-seasons-next")
router.register("submissions", views.Submissions, basename="api-submissions")
router.register("submissions", views.Replays, basename="api-replays")

urlpatterns = [
    path("v1/", include(router.urls)),
    path("v1/verify", views.Verify.as_view(), name="api-verify"),
    path(
        "v1/games/<slug:game>/statistics",
        views.GameStatistics.as_view(),
        name="api-games-statistics",
    ),
    path("v1/me", views.Me.as_view(), name="api-me"),
    path("schema/", SpectacularJSONAPIView.as_view(), name="api-schema"),
    path(
        "docs/",
        SpectacularSwaggerSplitView.as_view(url_name="api-schema", template_name="api_docs.html"),
        name="api-docs",
    ),
]
