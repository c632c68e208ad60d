"""The schedule of a season: played, open, overdue and to come; what was said of a match's day."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from league.events.queries.entries import entry_names, names_of_entries
from league.events.queries.tables import TableShown, matches_of, table_shown
from league.models import Bye, Division, Entry, Match, Postponement, Round, RoundDate, Season, Stage
from league.pairing.field import Pairing
from league.seasons.days import Days
from league.seasons.divisions import SchedulePlan, planned_round
from league.seasons.queries.seasons import days_by_match, divisions_of, sides_of, stage_of, today_in


@dataclass(frozen=True)
class MeetingShown:
    """Who meets whom; with a match once the round is published."""

    entries: tuple[str, ...]
    names: tuple[str, ...]
    due_on: date
    table: TableShown | None = None
    days: Days = field(default_factory=Days)
    is_overdue: bool = False

    @property
    def match(self) -> Match | None:
        return self.table.match if self.table else None

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Entries with their names."""
        return list(zip(self.entries, self.names, strict=True))

    @property
    def agreed_on(self) -> date | None:
        return self.days.agreed_on

    @property
    def is_open(self) -> bool:
        return self.match is None or self.match.is_open


@dataclass(frozen=True)
class DivisionRound:
    """A round of one division."""

    division: Division
    round: Round | None  # None: not published yet
    meetings: tuple[MeetingShown, ...] = ()
    sitting_out: tuple[tuple[str, str], ...] = ()  # entry and name
    is_known: bool = True  # not: drawn when it starts


@dataclass(frozen=True)
class RoundScheduled:
    number: int
    starts_on: date
    due_on: date
    divisions: tuple[DivisionRound, ...]
    is_now: bool = False
    is_over: bool = False


@dataclass(frozen=True)
class Schedule:
    season: Season
    rounds: tuple[RoundScheduled, ...]
    names: Mapping[str, str]  # by entry
    pairings: Mapping[str, tuple[Pairing | None, ...]]  # to come, by division

    @property
    def current(self) -> tuple[RoundScheduled, ...]:
        return tuple(round_ for round_ in self.rounds if round_.is_now)

    @property
    def next(self) -> RoundScheduled | None:
        return next((r for r in self.rounds if not r.is_now and not r.is_over), None)

    def meetings_of(self, entry: str) -> list[tuple[RoundScheduled, MeetingShown]]:
        return [
            (scheduled, meeting)
            for scheduled in self.rounds
            for part in scheduled.divisions
            for meeting in part.meetings
            if entry in meeting.entries
        ]


def schedule_of(season: Season) -> Schedule:
    """By a number of queries that grows neither with rounds nor with divisions."""
    return _ScheduleReader(season).schedule()


class _ScheduleReader:
    """What was read once for the whole season."""

    def __init__(self, season: Season) -> None:
        self.season = season
        self.today = today_in(season)
        self.divisions = divisions_of(season)
        self.dates = list(season.round_dates.order_by("number"))
        self.entries: dict[str, list[Entry]] = defaultdict(list)
        entered = Entry.objects.filter(event__division__season=season)
        for entry in entered.select_related("player__club", "partner__club").order_by(
            "created_at", "pk"
        ):
            self.entries[entry.event_id].append(entry)
        self.names = {
            pk: name
            for entries in self.entries.values()
            for pk, name in names_of_entries(entries, in_full=False).items()
        }
        rounds = list(
            Round.objects.filter(stage__event__division__season=season)
            .exclude(status=Round.Status.DRAFT)
            .select_related("stage")
        )
        self.rounds = {(round_.stage_id, round_.number): round_ for round_ in rounds}
        self.matches: dict[str, list[Match]] = defaultdict(list)
        for match in matches_of(rounds):
            self.matches[match.round_id].append(match)
        self.byes: dict[str, list[Bye]] = defaultdict(list)
        for bye in Bye.objects.filter(round__in=rounds).exclude(kind=Bye.Kind.ABSENT):
            self.byes[bye.round_id].append(bye)
        self.days = days_by_match(
            {
                match.pk: list(dict.fromkeys(seat.entry_id for seat in match.seats.all()))
                for matches in self.matches.values()
                for match in matches
            }
        )

    def schedule(self) -> Schedule:
        plans = {
            division.pk: plan_of(stage_of(division), self.entries[division.event_id])
            for division in self.divisions
        }
        drawn = {
            division.pk: self._to_come(division, plans[division.pk]) for division in self.divisions
        }
        rounds = []
        for dated in self.dates:
            parts = tuple(
                part
                for division in self.divisions
                if (part := self._part(division, dated.number, dated.due_on, drawn[division.pk]))
            )
            is_open = any(m.is_open and m.match for part in parts for m in part.meetings)
            is_over = self.today > dated.due_on and not is_open
            rounds.append(
                RoundScheduled(
                    number=dated.number,
                    starts_on=dated.starts_on,
                    due_on=dated.due_on,
                    divisions=parts,
                    is_now=not is_over and (dated.starts_on <= self.today or is_open),
                    is_over=is_over,
                )
            )
        to_come = {pk: tuple(by_number.values()) for pk, by_number in drawn.items()}
        return Schedule(self.season, tuple(rounds), self.names, to_come)

    def _to_come(self, division: Division, plan: SchedulePlan) -> dict[int, Pairing | None]:
        """Rounds that are not published, by number; nothing before starting numbers are given."""
        stage = stage_of(division)
        if not plan.entries:
            return {}
        return {
            number: planned_round(plan, number)
            for number in range(1, stage.rounds_planned + 1)
            if (stage.pk, number) not in self.rounds
        }

    def _part(
        self, division: Division, number: int, due_on: date, drawn: Mapping[int, Pairing | None]
    ) -> DivisionRound | None:
        published = self.rounds.get((stage_of(division).pk, number))
        if published is not None:
            return self._published(division, published, due_on)
        if number not in drawn:
            return None
        pairing = drawn[number]
        if pairing is None:
            return DivisionRound(division, None, is_known=False)
        return DivisionRound(
            division,
            None,
            tuple(self._meeting(table.entries, due_on) for table in pairing.tables),
            tuple((entry, self.names[entry]) for entry in pairing.byes),
        )

    def _published(self, division: Division, published: Round, due_on: date) -> DivisionRound:
        shown = [
            table_shown(match, round_=published, event=division.event, names=self.names, cells={})
            for match in self.matches[published.pk]
        ]
        return DivisionRound(
            division,
            published,
            tuple(
                self._meeting(tuple(side.entry for side in table.sides), due_on, table)
                for table in shown
            ),
            tuple((bye.entry_id, self.names[bye.entry_id]) for bye in self.byes[published.pk]),
        )

    def _meeting(
        self, entries: Sequence[str], deadline: date, table: TableShown | None = None
    ) -> MeetingShown:
        days = self.days[table.match.pk] if table else Days()
        due_on = days.due_on(deadline)
        return MeetingShown(
            entries=tuple(entries),
            names=tuple(self.names[entry] for entry in entries),
            due_on=due_on,
            table=table,
            days=days,
            is_overdue=table is not None and table.match.is_open and self.today > due_on,
        )


def plan_of(stage: Stage, entries: Sequence[Entry]) -> SchedulePlan:
    """What the schedule of a division is made of, as rounds are drawn from it."""
    numbered = [entry for entry in entries if entry.seed is not None]
    if not stage.format.takes_late_entries:
        numbered = [entry for entry in numbered if entry.first_round == 1]
    return SchedulePlan(
        format=stage.format,
        settings=stage.settings,
        entries=tuple((entry.pk, entry.seed or 0) for entry in numbered),
        left=frozenset(entry.pk for entry in numbered if entry.status != Entry.Status.CHECKED_IN),
    )


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
    overdue = [
        Overdue(scheduled, part.division.name, meeting, (today - meeting.due_on).days)
        for scheduled in schedule.rounds
        for part in scheduled.divisions
        for meeting in part.meetings
        if meeting.is_overdue
    ]
    return sorted(overdue, key=lambda match: -match.days_late)


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
