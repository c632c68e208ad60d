"""Days in the time zone of a season, and the deadlines of its matches."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.utils import timezone

from league.models import Event, Match, Postponement, RoundDate, Season
from league.seasons.days import Days, DaySaid, days_of, is_overdue


@dataclass(frozen=True)
class Dated:
    """An open match with its days."""

    match: Match
    season: Season
    days: Days
    due_on: date

    def is_overdue(self, *, today: date) -> bool:
        return is_overdue(self.due_on, today=today)


def today_in(season: Season, *, at: datetime | None = None) -> date:
    return (at or timezone.now()).astimezone(ZoneInfo(season.time_zone)).date()


def said_about(matches: Iterable[str]) -> dict[str, list[DaySaid]]:
    """All words about the days of matches, in the order of saying."""
    found: dict[str, list[DaySaid]] = defaultdict(list)
    words = Postponement.objects.filter(match__in=list(matches)).order_by("match_id", "number")
    for each in words:
        found[each.match_id].append(DaySaid(each.kind, each.play_on, each.entry_id or ""))
    return found


def days_by_match(sides: Mapping[str, Sequence[str]]) -> dict[str, Days]:
    """Of matches, given by id with the entries that sit there; by one query."""
    said = said_about(sides)
    return {match: days_of(said.get(match, ()), sides=each) for match, each in sides.items()}


def open_dated_matches(seasons: QuerySet[Season] | Sequence[Season]) -> list[Dated]:
    """Every match of these seasons that is published and not decided, the earliest due first."""
    matches = list(
        Match.objects.filter(
            is_open=True,
            event__status=Event.Status.RUNNING,
            event__division__season__in=seasons,
        )
        .select_related("event__division__season__club", "round")
        .prefetch_related("seats")
    )
    days = days_by_match({match.pk: sides_of(match) for match in matches})
    dates = {
        (each.season_id, each.number): each.due_on
        for each in RoundDate.objects.filter(season__in=seasons)
    }
    found = []
    for match in matches:
        season = match.event.division.season
        deadline = dates.get((season.pk, match.round.number))
        if deadline is not None:
            due_on = days[match.pk].due_on(deadline)
            found.append(Dated(match, season, days[match.pk], due_on))
    return sorted(found, key=lambda each: (each.due_on, each.match.table, each.match.pk))


def sides_of(match: Match) -> list[str]:
    """Its entries in the order of the seats; `match` with its seats prefetched."""
    seats = sorted(match.seats.all(), key=lambda seat: seat.letter)
    return list(dict.fromkeys(seat.entry_id for seat in seats))
