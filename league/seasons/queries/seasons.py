"""Seasons in lists, what each needs before its next step, past champions, and its days.

Days are those of the season's time zone.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.db.models import Count, Prefetch, Q, QuerySet, Sum, prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from league.events.queries.entries import names_of_entries
from league.models import (
    Club,
    Division,
    Entry,
    Event,
    Match,
    Postponement,
    RoundDate,
    Season,
    Stage,
)
from league.permissions import Actor, visible_seasons
from league.prepositions import spoken
from league.seasons.days import Days, DaySaid, days_of, is_overdue
from league.seasons.divisions import LEAST_PLAYERS, has_schedule, numbers_with_schedule, rounds_of
from league.standings.queries import latest_rows
from league.standings.table import Row

Status = Season.Status


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
    by_match: dict[str, list[DaySaid]] = defaultdict(list)
    words = Postponement.objects.filter(match__in=list(matches)).order_by("match_id", "number")
    for word in words:
        by_match[word.match_id].append(DaySaid(word.kind, word.play_on, word.entry_id or ""))
    return by_match


def days_by_match(sides: Mapping[str, Sequence[str]]) -> dict[str, Days]:
    """Of matches, given by id with the entries that sit there; by one query."""
    said = said_about(sides)
    return {match: days_of(said.get(match, ()), sides=entries) for match, entries in sides.items()}


def open_dated_matches(seasons: QuerySet[Season] | Sequence[Season]) -> list[Dated]:
    """Every match of these seasons that is published and not decided, the earliest due first."""
    matches = list(
        Match.objects.filter(
            is_open=True, event__status=Event.Status.RUNNING, event__division__season__in=seasons
        )
        .select_related("event__division__season__club", "round")
        .prefetch_related("seats")
    )
    days = days_by_match({match.pk: sides_of(match) for match in matches})
    dates = {
        (date_.season_id, date_.number): date_.due_on
        for date_ in RoundDate.objects.filter(season__in=seasons)
    }
    dated = []
    for match in matches:
        season = match.event.division.season
        deadline = dates.get((season.pk, match.round.number))
        if deadline is not None:
            due_on = days[match.pk].due_on(deadline)
            dated.append(Dated(match, season, days[match.pk], due_on))
    return sorted(dated, key=lambda match: (match.due_on, match.match.table, match.match.pk))


def sides_of(match: Match) -> list[str]:
    """Its entries in the order of the seats; `match` with its seats prefetched."""
    seats = sorted(match.seats.all(), key=lambda seat: seat.letter)
    return list(dict.fromkeys(seat.entry_id for seat in seats))


@dataclass(frozen=True)
class Champion:
    division: Division
    names: tuple[str, ...]  # several share the first place


@dataclass(frozen=True)
class SeasonListed:
    season: Season
    champions: tuple[Champion, ...] = ()


def seasons_of(club: Club, actor: Actor) -> QuerySet[Season]:
    return visible_seasons(actor).filter(club=club).select_related("club")


def with_champions(seasons: Iterable[Season]) -> list[SeasonListed]:
    """In the order given; finished ones with the champions of their divisions."""
    listed = list(seasons)
    prefetch_related_objects(
        listed,
        Prefetch("divisions", Division.objects.order_by("order").select_related("event")),
        "divisions__event__stages",
    )
    return [SeasonListed(season, champions_of(season)) for season in listed]


def champions_of(season: Season) -> tuple[Champion, ...]:
    """Of every division, once the season is over; none before."""
    if season.status not in (Status.FINISHED, Status.ARCHIVED):
        return ()
    divisions = list(season.divisions.all())
    return tuple(
        Champion(division, _first_in(rows, names_in(division)))
        for division, rows in zip(divisions, tables_in(divisions), strict=True)
    )


def _first_in(rows: Iterable[Row], names: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(names[row.entry] for row in rows if row.rank == 1 and row.entry in names)


def tables_in(divisions: Sequence[Division]) -> list[tuple[Row, ...]]:
    """The published tables of divisions, in their order."""
    stages = [stage_of(division).pk for division in divisions]
    tables = latest_rows(stages)
    return [tables[stage] for stage in stages]


def divisions_of(season: Season) -> list[Division]:
    """From the top, with their events and stages."""
    divisions = list(
        season.divisions.select_related("event__club")
        .prefetch_related("event__stages")
        .order_by("order")
    )
    for division in divisions:
        division.season = season
    return divisions


def stage_of(division: Division) -> Stage:
    """The only stage of a division, which has the stages of its event prefetched."""
    [stage] = division.event.stages.all()
    stage.event = division.event
    return stage


def names_in(division: Division) -> dict[str, str]:
    """Distinct public names by entry."""
    entries = division.event.entries.select_related("player__club", "partner__club")
    return names_of_entries(entries.order_by("created_at", "pk"), in_full=False)


def season_tag(season: Season) -> str:
    """Another one whenever its tables, its schedule or what is overdue may be another."""
    versions = season.divisions.aggregate(total=Sum("event__live_version"))
    return f"{season.version}-{versions['total']}-{today_in(season):%j}"


def rounds_needed(season: Season) -> int:
    """So many as the largest division has."""
    if season.has_started:
        planned = Stage.objects.filter(event__division__season=season)
        return max(planned.values_list("rounds_planned", flat=True), default=0)
    sizes = sizes_of(season).values()
    return max(
        (rounds_of(season.format, players=size, rounds=season.rounds_planned) for size in sizes),
        default=0,
    )


def sizes_of(season: Season) -> Mapping[str, int]:
    """Players by the id of their division, from the top; withdrawn ones left out."""
    here = Count("event__entries", filter=~Q(event__entries__status=Entry.Status.WITHDRAWN))
    counted = season.divisions.annotate(players=here).order_by("order")
    return dict(counted.values_list("pk", "players"))


def hindrances_to(season: Season, *, to: str) -> list[str]:
    """Why the season cannot take a step now, in sentences; empty: it can."""
    if (season.status, to) in ((Status.DRAFT, Status.OPEN), (Status.OPEN, Status.RUNNING)):
        return [*_size_hindrances(season), *_date_hindrances(season)]
    if (season.status, to) == (Status.RUNNING, Status.FINISHED):
        return _open_rounds(season)
    return []


def _size_hindrances(season: Season) -> list[str]:
    sizes = sizes_of(season)
    names = dict(season.divisions.values_list("pk", "name"))
    said = [
        _("%(division)s has %(players)d players; it needs at least %(least)d.")
        % {"division": names[pk], "players": size, "least": LEAST_PLAYERS}
        for pk, size in sizes.items()
        if size < LEAST_PLAYERS
    ]
    rounds = season.rounds_planned
    fitting = numbers_with_schedule(season.format, rounds=rounds)
    return said + [
        _(
            "No schedule without repeats is known for the %(players)d players of %(division)s. "
            "Numbers that have one: %(numbers)s."
        )
        % {"division": names[pk], "players": size, "numbers": ", ".join(map(str, fitting))}
        for pk, size in sizes.items()
        if size >= LEAST_PLAYERS and not has_schedule(season.format, players=size, rounds=rounds)
    ]


def _date_hindrances(season: Season) -> list[str]:
    needed, dated = rounds_needed(season), season.round_dates.count()
    if dated >= needed:
        return []
    return [
        ngettext(
            "There is %(needed)d round to play, and %(dated)d has its days.",
            "There are %(needed)d rounds to play, and %(dated)d have their days.",
            needed,
        )
        % {"needed": needed, "dated": dated}
    ]


def _open_rounds(season: Season) -> list[str]:
    closed = Count("event__stages__rounds", filter=Q(event__stages__rounds__status="closed"))
    divisions = season.divisions.prefetch_related("event__stages").annotate(closed=closed)
    return [
        spoken(
            _("%(division)s: %(closed)d of %(planned)d rounds are closed.")
            % {
                "division": division.name,
                "closed": division.closed,
                "planned": stage_of(division).rounds_planned,
            }
        )
        for division in divisions.select_related("event").order_by("order")
        if division.closed < stage_of(division).rounds_planned
    ]
