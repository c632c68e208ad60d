"""Matches whose day has passed, for officials; and one match with all that was said of its day."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from league.events.queries.entries import entry_names
from league.models import Match, Postponement, RoundDate, Season
from league.seasons.days import Days
from league.seasons.queries.days import days_by_match, sides_of, today_in
from league.seasons.queries.schedule import MeetingShown, RoundScheduled, Schedule


@dataclass(frozen=True)
class Overdue:
    scheduled: RoundScheduled
    division: str
    meeting: MeetingShown
    days_late: int


@dataclass(frozen=True)
class WordShown:
    said: Postponement
    name: str  # empty: an official


@dataclass(frozen=True)
class MatchDays:
    """A match of a season and its day."""

    match: Match
    season: Season
    deadline: date  # of the round
    days: Days
    names: Mapping[str, str]
    sides: Sequence[str]
    history: Sequence[WordShown]

    @property
    def due_on(self) -> date:
        return self.days.due_on(self.deadline)

    @property
    def is_overdue(self) -> bool:
        return self.match.is_open and today_in(self.season) > self.due_on

    @property
    def side_names(self) -> list[tuple[str, str]]:
        return [(side, self.names[side]) for side in self.sides]

    @property
    def proposed_by(self) -> str:
        return self.names[self.days.proposal.by] if self.days.proposal else ""

    @property
    def waiting(self) -> list[str]:
        """The names of those who have not answered."""
        return [self.names[side] for side in self.days.waits_for(self.sides)]


def overdue_matches(schedule: Schedule) -> list[Overdue]:
    """The longest overdue first."""
    today = today_in(schedule.season)
    found = [
        Overdue(scheduled, part.division.name, meeting, (today - meeting.due_on).days)
        for scheduled in schedule.rounds
        for part in scheduled.divisions
        for meeting in part.meetings
        if meeting.is_overdue
    ]
    return sorted(found, key=lambda each: -each.days_late)


def match_days(match: Match) -> MatchDays | None:
    """Nothing for a match that belongs to no season, or to a round without days."""
    season = Season.objects.select_related("club").filter(divisions__event=match.event_id).first()
    dated = RoundDate.objects.filter(season=season, number=match.round.number).first()
    if season is None or dated is None:
        return None
    sides = sides_of(match)
    names = entry_names(match.event)
    return MatchDays(
        match=match,
        season=season,
        deadline=dated.due_on,
        days=days_by_match({match.pk: sides})[match.pk],
        names=names,
        sides=sides,
        history=[
            WordShown(said, names.get(said.entry_id or "", ""))
            for said in match.postponements.order_by("number")
        ],
    )
