"""All tables, one file per aggregate."""

from league.models.audit import AuditEntry
from league.models.club import Club, ClubAdmin, Player
from league.models.event import Event, Official
from league.models.job import Job, Worker
from league.models.notice import Notice
from league.models.token import ApiToken, Scope
from league.models.user import User

__all__ = [
    "ApiToken",
    "AuditEntry",
    "Club",
    "ClubAdmin",
    "Event",
    "Job",
    "Notice",
    "Official",
    "Player",
    "Scope",
    "User",
    "Worker",
]
