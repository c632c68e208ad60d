"""The API's doors: each names who may open it, asks queries, calls one service."""

from league.api.views.accounts import Me
from league.api.views.clubs import Clubs
from league.api.views.desk import Plans, Steps
from league.api.views.entries import Entries, EventEntries
from league.api.views.events import Events
from league.api.views.matches import Matches, RoundMatches
from league.api.views.officials import KeptApart, Officials
from league.api.views.players import Players
from league.api.views.rounds import EventRounds, Rounds
from league.api.views.standings import Standings

__all__ = [
    "Clubs",
    "Entries",
    "EventEntries",
    "EventRounds",
    "Events",
    "KeptApart",
    "Matches",
    "Me",
    "Officials",
    "Plans",
    "Players",
    "RoundMatches",
    "Rounds",
    "Standings",
    "Steps",
]
