"""All tables, one file per aggregate."""

from league.models.audit import AuditEntry
from league.models.club import Club, ClubAdmin, ClubBox, Player, PlayerNote
from league.models.entry import ByeRequest, Entry, KeepApart
from league.models.event import Announcement, Event, Official, PaperCopy
from league.models.handover import EventHome, Handover
from league.models.job import Job, Notice, Worker
from league.models.objection import Call, Dissent
from league.models.prize import Category, Prize, PrizeDecision
from league.models.rating import RatedGame, Rating, RatingChange
from league.models.readiness import Readiness, StageGame
from league.models.result import MatchGame, Remark, Result, Ruling, Seal
from league.models.round import Bye, Match, Round, Seat, SeatHold, TableCode
from league.models.seal_log import ImportedClub, ImportedEvent, SealLogEntry
from league.models.season import (
    Division,
    MatchReminder,
    PlayOff,
    Postponement,
    RoundDate,
    Season,
    SeasonLeave,
)
from league.models.series import Series, SeriesEvent, SeriesGuest
from league.models.sheet import Sheet, SheetAct, SheetRemark
from league.models.short_lived import ClientRequest, RemovedRow, SentFile
from league.models.stage import ChainChange, Stage, StageEntry
from league.models.standing import EntryRounds, Standing, StandingPage
from league.models.submission import Analysis, Confirmation, Flag, Submission, Verification
from league.models.user import ApiToken, CalendarLink, Scope, User
from league.models.webhook import NewsKind, Webhook, WebhookDelivery

__all__ = [
    "Analysis",
    "Announcement",
    "ApiToken",
    "AuditEntry",
    "Bye",
    "ByeRequest",
    "CalendarLink",
    "Call",
    "Category",
    "ChainChange",
    "ClientRequest",
    "Club",
    "ClubAdmin",
    "ClubBox",
    "Confirmation",
    "Dissent",
    "Division",
    "Entry",
    "EntryRounds",
    "Event",
    "EventHome",
    "Flag",
    "Handover",
    "ImportedClub",
    "ImportedEvent",
    "Job",
    "KeepApart",
    "Match",
    "MatchGame",
    "MatchReminder",
    "NewsKind",
    "Notice",
    "Official",
    "PaperCopy",
    "PlayOff",
    "Player",
    "PlayerNote",
    "Postponement",
    "Prize",
    "PrizeDecision",
    "RatedGame",
    "Rating",
    "RatingChange",
    "Readiness",
    "Remark",
    "RemovedRow",
    "Result",
    "Round",
    "RoundDate",
    "Ruling",
    "Scope",
    "Seal",
    "SealLogEntry",
    "Season",
    "SeasonLeave",
    "Seat",
    "SeatHold",
    "SentFile",
    "Series",
    "SeriesEvent",
    "SeriesGuest",
    "Sheet",
    "SheetAct",
    "SheetRemark",
    "Stage",
    "StageEntry",
    "StageGame",
    "Standing",
    "StandingPage",
    "Submission",
    "TableCode",
    "User",
    "Verification",
    "Webhook",
    "WebhookDelivery",
    "Worker",
]
