"""Who may do what with seasons: their part of the permission matrix. The season is a draft."""

from dataclasses import replace

from league.models import Division, Entry, Event, Season
from tests.factories import make_player
from tests.league.matrix_results import of_played_match
from tests.league.world import (
    CLUB_ADMIN,
    EVERYBODY,
    GUEST,
    OFFICIALS,
    OPERATORS,
    PLAYER,
    SUPERUSER,
    Row,
    World,
    as_csv,
    of_club,
    of_match,
)

CLUB_PEOPLE = frozenset({CLUB_ADMIN, SUPERUSER})


def of_season(world: World, whose: str, role: str) -> dict[str, object]:
    event = world.events[whose]
    found = Season.objects.filter(divisions__event=event).first()
    if found is None:
        found = Season.objects.create(club=world.clubs[whose], name="Liga")
        Division.objects.create(season=found, order=1, name="1", event=event)
        found.round_dates.create(number=1, starts_on="2026-01-05", due_on="2026-01-11")
    return {"pk": found.pk}


def of_division(world: World, whose: str, role: str) -> dict[str, object]:
    given = of_season(world, whose, role)
    return {**given, "division": Division.objects.get(season=given["pk"]).pk}


def of_season_entry(world: World, whose: str, role: str) -> dict[str, object]:
    """Made anew each time, since whoever may takes it out."""
    entry = Entry.objects.create(event=world.events[whose], player=make_player())
    return {**of_season(world, whose, role), "entry": entry.pk}


def of_dated_round(world: World, whose: str, role: str) -> dict[str, object]:
    return {**of_season(world, whose, role), "number": 1}


def of_thrown_away(world: World, whose: str, role: str) -> dict[str, object]:
    return {"pk": Season.objects.create(club=world.clubs[whose], name="Liga").pk}


def of_season_match(world: World, whose: str, role: str) -> dict[str, object]:
    of_season(world, whose, role)
    return of_match(world, whose, role)


def of_open_match(world: World, whose: str, role: str) -> dict[str, object]:
    """Of a season that plays; at the own table sit the player and the guest's phone."""
    of_season(world, whose, role)
    found = of_played_match(world, whose, role)
    Event.objects.get(pk=world.events[whose].pk).matches.update(is_open=True)
    return found


SEEN = Row(own=CLUB_PEOPLE, other=OPERATORS, arguments=of_season, hidden=True)
RUN = Row(own=CLUB_PEOPLE, other=OPERATORS, arguments=of_season)
RULED = Row(own=OFFICIALS, other=OPERATORS, arguments=of_season)
READ_MATCH = Row(own=OFFICIALS, other=OPERATORS, arguments=of_season_match, hidden=True)

SEASONS_MATRIX: dict[str, Row] = {
    "club-seasons": Row(own=EVERYBODY, other=EVERYBODY, arguments=of_club),
    "season-new": Row(own=CLUB_PEOPLE, other=OPERATORS, arguments=of_club),
    "season": SEEN,
    "season-schedule": SEEN,
    "season-calendar": SEEN,
    "season-table": replace(SEEN, arguments=as_csv(of_season)),
    "season-schedule-table": replace(SEEN, arguments=as_csv(of_season)),
    "api-seasons-files-divisions": SEEN,
    "api-seasons-files-schedule": SEEN,
    "api-seasons-files-calendar": SEEN,
    "season-outcome": SEEN,
    "season-play-off": replace(RUN, method="post"),
    "season-next": RUN,
    "season-manage": RUN,
    "season-move": replace(RUN, method="post"),
    "season-discard": replace(RUN, arguments=of_thrown_away, method="post"),
    "season-players": RUN,
    "season-players-do": replace(RUN, method="post"),
    "season-dates": RUN,
    "season-overdue": RULED,
    "season-overdue-do": replace(RULED, method="post"),
    "match-days": READ_MATCH,
    "match-days-say": Row(
        own=OFFICIALS | {PLAYER, GUEST},
        other=OPERATORS,
        arguments=of_open_match,
        method="post",
    ),
    "api-seasons-list": Row(none=EVERYBODY),
    "api-seasons-detail": SEEN,
    "api-seasons-tables": SEEN,
    "api-seasons-schedule": SEEN,
    "api-seasons-postponements": SEEN,
    "api-seasons-setup-move": replace(SEEN, method="post"),
    "api-seasons-setup-divisions": replace(SEEN, method="post"),
    "api-seasons-setup-rename": replace(SEEN, arguments=of_division, method="patch"),
    "api-seasons-setup-players": SEEN,
    "api-seasons-setup-add": replace(SEEN, arguments=of_division, method="post"),
    "api-seasons-setup-transfer": replace(SEEN, arguments=of_season_entry, method="post"),
    "api-seasons-setup-take-out": replace(SEEN, arguments=of_season_entry, method="delete"),
    "api-seasons-setup-dates": replace(SEEN, method="post"),
    "api-seasons-setup-generate": replace(SEEN, method="post"),
    "api-seasons-setup-extend": replace(SEEN, arguments=of_dated_round, method="post"),
    "api-seasons-setup-overdue": SEEN,
    "api-seasons-next-outcome": SEEN,
    "api-seasons-next-decide": replace(SEEN, arguments=of_division, method="post"),
    "api-seasons-next-open-event": replace(SEEN, arguments=of_division, method="post"),
    "api-seasons-next-paused": SEEN,
    "api-seasons-next-preview": replace(SEEN, method="post"),
    "api-seasons-next-draft": replace(SEEN, method="post"),
    "api-matches-postponements-list": READ_MATCH,
    "api-matches-postponements-forfeit": replace(READ_MATCH, method="post"),
}
