"""Addresses of the API."""

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.routers import SimpleRouter

from league.api.announcements import Announcements
from league.api.archives import ArchiveImports, Archives, SealLog
from league.api.brackets import Brackets
from league.api.calls import EventCalls, MatchCalls
from league.api.changed_fields import ChangedFields
from league.api.club_moves import ClubArchives, ClubImports
from league.api.club_people import ClubAdmins, Invitations
from league.api.clubs import Clubs, Me, Players
from league.api.description_file import DescriptionFile
from league.api.desk import Flags, KeptApart, Officials, Plans, Steps, StoppedWork
from league.api.desk_tokens import DeskTokens, Slips
from league.api.entries import Entries
from league.api.evenings import EntryReadiness, EventFloor, MadeTables
from league.api.event_entries import EventEntries, ManyEntries
from league.api.events import Events
from league.api.evidence import ClubEvidence, EventEvidence, PlayerEvidence
from league.api.fees import EntryFees, EventFees
from league.api.files import (
    ClubFiles,
    EventFiles,
    PlayerFiles,
    RatingsFile,
    SeasonFiles,
    SeriesFiles,
    StatisticsFile,
)
from league.api.handovers import Handovers, Returns
from league.api.homes import Homes
from league.api.live import LiveVersion
from league.api.matches import Matches, RoundMatches, RoundScores
from league.api.member_lists import MemberLists
from league.api.practice import Rehearsals
from league.api.prizes import Categories, Prizes
from league.api.ratings import PlayerRatings, Ratings
from league.api.removed_events import RemovedEvents
from league.api.replays import Replays
from league.api.reports import ReportImports, Reports
from league.api.rounds import EventRounds, Rounds
from league.api.rows import ID
from league.api.rulings import MatchRulings
from league.api.season_next import NextSeason
from league.api.season_setup import SeasonSetup
from league.api.seasons import MatchPostponements, Seasons
from league.api.series import AllSeries, SeriesRunning
from league.api.sheets import MatchSheets, Sheets
from league.api.stages import Stages
from league.api.standings import Explanations, Standings
from league.api.statistics import EventStatistics, GameStatistics, PlayerStatistics
from league.api.submissions import MatchContests, MatchSubmissions, Submissions
from league.api.tables import MatchTables
from league.api.verdicts import Verify
from league.api.webhooks import ClubWebhooks, Webhooks
from league.api.wrap_up import LastSteps
from league.api.wrong_winners import WrongWinners

router = SimpleRouter(trailing_slash=False)


router.register("clubs", Clubs, basename="api-clubs")
router.register("clubs", MemberLists, basename="api-clubs-members")
router.register("clubs", RemovedEvents, basename="api-clubs-removed")
router.register("clubs", ReportImports, basename="api-clubs-reports")
router.register("clubs", ClubWebhooks, basename="api-clubs-webhooks")
router.register("webhooks", Webhooks, basename="api-webhooks")
router.register("clubs", ClubAdmins, basename="api-clubs-admins")
router.register("players", Invitations, basename="api-players-invitations")
router.register("clubs", ArchiveImports, basename="api-clubs-archives")
router.register("clubs", ClubArchives, basename="api-clubs-archive")
router.register("clubs", ClubImports, basename="api-clubs-imports")
router.register("players", Players, basename="api-players")
router.register("players", PlayerRatings, basename="api-players-rated")
router.register("ratings", Ratings, basename="api-ratings")
router.register("events", Events, basename="api-events")
router.register("events", Officials, basename="api-events-officials")
router.register("events", DeskTokens, basename="api-events-desk-tokens")
router.register("events", Slips, basename="api-events-slips")
router.register("events", KeptApart, basename="api-events-apart")
router.register("events", EventEntries, basename="api-events-entries")
router.register("events", ManyEntries, basename="api-events-people")
router.register("events", EventRounds, basename="api-events-rounds")
router.register("events", Steps, basename="api-events-steps")
router.register("events", Plans, basename="api-events-plans")
router.register("events", Stages, basename="api-events-stages")
router.register("events", ChangedFields, basename="api-events-changed-field")
router.register("events", Standings, basename="api-events-standings")
router.register("events", Brackets, basename="api-events-bracket")
router.register("events", Reports, basename="api-events-report")
router.register("events", Archives, basename="api-events-archive")
router.register("events", Handovers, basename="api-events-handovers")
router.register("events", Homes, basename="api-events-home")
router.register("events", Returns, basename="api-events-return")
router.register("events", Categories, basename="api-events-categories")
router.register("events", Prizes, basename="api-events-prizes")
router.register("events", EventCalls, basename="api-events-calls")
router.register("events", Flags, basename="api-events-flags")
router.register("events", StoppedWork, basename="api-events-work")
router.register("events", LastSteps, basename="api-events-wrap-up")
router.register("events", Rehearsals, basename="api-events-practice")
router.register("events", EventEvidence, basename="api-events-evidence")
router.register("clubs", ClubEvidence, basename="api-clubs-evidence")
router.register("players", PlayerEvidence, basename="api-players-evidence")
router.register("events", EventStatistics, basename="api-events-statistics")
router.register("players", PlayerStatistics, basename="api-players-statistics")
router.register("series", AllSeries, basename="api-series")
router.register("series", SeriesRunning, basename="api-series-running")
router.register("entries", Entries, basename="api-entries")
router.register("entries", EntryFees, basename="api-entries-fee")
router.register("events", Announcements, basename="api-events-announcements")
router.register("events", EventFees, basename="api-events-fees")
router.register("events", EventFloor, basename="api-events-floor")
router.register("entries", EntryReadiness, basename="api-entries-ready")
router.register("matches", MadeTables, basename="api-matches-made")
router.register("entries", Explanations, basename="api-entries-explanation")
router.register("rounds", Rounds, basename="api-rounds")
router.register("rounds", RoundMatches, basename="api-rounds-matches")
router.register("rounds", RoundScores, basename="api-rounds-scores")
router.register("matches", Matches, basename="api-matches")
router.register("matches", MatchTables, basename="api-tables")
router.register("matches", MatchSubmissions, basename="api-matches-submissions")
router.register("matches", MatchContests, basename="api-matches-contests")
router.register("matches", MatchCalls, basename="api-matches-calls")
router.register("matches", MatchRulings, basename="api-matches-rulings")
router.register("matches", WrongWinners, basename="api-matches-wrong-winner")
router.register("matches", MatchPostponements, basename="api-matches-postponements")
router.register("matches", MatchSheets, basename="api-matches-sheets")
router.register("sheets", Sheets, basename="api-sheets")
router.register("seasons", Seasons, basename="api-seasons")
router.register("seasons", SeasonSetup, basename="api-seasons-setup")
router.register("seasons", NextSeason, basename="api-seasons-next")
router.register("events", EventFiles, basename="api-events-files")
router.register("clubs", ClubFiles, basename="api-clubs-files")
router.register("players", PlayerFiles, basename="api-players-files")
router.register("series", SeriesFiles, basename="api-series-files")
router.register("seasons", SeasonFiles, basename="api-seasons-files")
router.register("seals", SealLog, basename="api-seals")
router.register("submissions", Submissions, basename="api-submissions")
router.register("submissions", Replays, basename="api-replays")

urlpatterns = [
    re_path(rf"^v1/events/(?P<pk>{ID})/live$", LiveVersion.as_view(), name="api-events-live"),
    path("v1/", include(router.urls)),
    path("v1/verify", Verify.as_view(), name="api-verify"),
    path("v1/games/<slug:game>/statistics", GameStatistics.as_view(), name="api-games-statistics"),
    path(
        "v1/games/<slug:game>/files/ratings", RatingsFile.as_view(), name="api-games-ratings-file"
    ),
    path(
        "v1/games/<slug:game>/files/statistics",
        StatisticsFile.as_view(),
        name="api-games-statistics-file",
    ),
    path("v1/me", Me.as_view(), name="api-me"),
    path("schema/", DescriptionFile.as_view(), name="api-schema"),
    path(
        "docs/",
        SpectacularSwaggerSplitView.as_view(url_name="api-schema", template_name="api_docs.html"),
        name="api-docs",
    ),
]
