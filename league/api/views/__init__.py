"""The API's doors: each names who may open it, asks queries, calls one service."""

from league.api.clubs import Clubs
from league.api.desk import Plans, Steps
from league.api.entries import Entries, EventEntries
from league.api.matches import Matches, RoundMatches
from league.api.prizes import Prizes
from league.api.ratings import PlayerRatings, Ratings
from league.api.rounds import EventRounds, Rounds
from league.api.season_next import NextSeason
from league.api.season_setup import SeasonSetup
from league.api.seasons import MatchPostponements, Seasons
from league.api.sheets import MatchSheets, Sheets
from league.api.statistics import EventStatistics, GameStatistics, PlayerStatistics
from league.api.views.accounts import Me
from league.api.views.categories import Categories
from league.api.views.events import Events
from league.api.views.officials import KeptApart, Officials
from league.api.views.players import Players
from league.api.views.replays import Replays
from league.api.views.rulings import MatchRulings
from league.api.views.series import AllSeries
from league.api.views.series_running import SeriesRunning
from league.api.views.standings import Explanations, Standings
from league.api.views.submissions import MatchSubmissions, Submissions
from league.api.views.tables import Tables
from league.api.views.verify import Verify
from league.api.views.waiting import Flags, StoppedWork

__all__ = [
    "AllSeries",
    "Categories",
    "Clubs",
    "Entries",
    "EventEntries",
    "EventRounds",
    "EventStatistics",
    "Events",
    "Explanations",
    "Flags",
    "GameStatistics",
    "KeptApart",
    "MatchPostponements",
    "MatchRulings",
    "MatchSheets",
    "MatchSubmissions",
    "Matches",
    "Me",
    "NextSeason",
    "Officials",
    "Plans",
    "PlayerRatings",
    "PlayerStatistics",
    "Players",
    "Prizes",
    "Ratings",
    "Replays",
    "RoundMatches",
    "Rounds",
    "SeasonSetup",
    "Seasons",
    "SeriesRunning",
    "Sheets",
    "Standings",
    "Steps",
    "StoppedWork",
    "Submissions",
    "Tables",
    "Verify",
]
