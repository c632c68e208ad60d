"""Seasons in play: set up, dated, started and played through the services."""

from collections.abc import Callable
from datetime import date, timedelta

from league.models import Club, Entry, Match, Round, Season
from league.pairing.services import pair_round
from league.permissions import SERVICE
from league.seasons.days import WEEK, windows
from league.seasons.queries.seasons import divisions_of, rounds_needed, stage_of, today_in
from league.seasons.services.lifecycle import (
    close_played_rounds,
    move_season,
    set_dates,
    start_due_rounds,
)
from league.seasons.services.setup import add_players, create_season
from league.standings.services import compute_standings
from tests.factories import make_club
from tests.factories.events import enter, entries_at

OTHER_GAME = {"game": "other", "other_name": "Dáma", "other_least": 2, "other_most": 4}


def make_season(
    *sizes: int, club: Club | None = None, first: date | None = None, **fields: object
) -> Season:
    """A draft with so many players in each division, weekly rounds from `first` on."""
    season = create_season(
        club or make_club(),
        actor=SERVICE,
        divisions=len(sizes),
        fields={"name": "Liga", "language": "en", **OTHER_GAME, **fields},
    )
    for division, size in zip(divisions_of(season), sizes, strict=True):
        names = [f"Hráč{division.order}{chr(65 + at)} Z" for at in range(size)]
        add_players(division, actor=SERVICE, names=names)
    start = first or today_in(season)
    dated = windows(start, rounds=max(rounds_needed(season), 1), every=WEEK)
    set_dates(season, actor=SERVICE, windows=dated)
    return Season.objects.get(pk=season.pk)


def moved(season: Season, *steps: Season.Status) -> Season:
    for to in steps:
        stored = Season.objects.get(pk=season.pk)
        move_season(stored, to=to, actor=SERVICE, version=stored.version)
    return Season.objects.get(pk=season.pk)


def running_season(*sizes: int, weeks_ago: int = 0, **fields: object) -> Season:
    """Started so many weeks ago; the rounds that have begun since are open."""
    season = make_season(*sizes, **fields)
    first = today_in(season) - timedelta(weeks=weeks_ago)
    dated = windows(first, rounds=rounds_needed(season), every=WEEK)
    set_dates(season, actor=SERVICE, windows=dated)
    season = moved(season, Season.Status.OPEN, Season.Status.RUNNING)
    advance()
    return season


def advance() -> None:
    """The sweep, and the jobs that it wants, until nothing is due."""
    while start_due_rounds():
        for draft in Round.objects.filter(status=Round.Status.DRAFT, draw=Round.Draw.WANTED):
            pair_round(draft.pk)


def play_open(season: Season, *, but: Callable[[Match], bool] = lambda match: False) -> None:
    """Every open match, the better starting number ahead."""
    matches = Match.objects.filter(event__division__season=season, is_open=True)
    for match in matches.select_related("event", "round__stage__event"):
        if not but(match):
            entries = Entry.objects.in_bulk(entries_at(match))
            enter(match, *(200 - (entries[entry].seed or 0) for entry in entries_at(match)))
    close_played_rounds()
    for division in divisions_of(season):
        compute_standings(stage_of(division).pk)


def played_season(*sizes: int, **fields: object) -> Season:
    """Played to its last round and finished."""
    season = running_season(*sizes, weeks_ago=30, **fields)
    play_open(season)
    return moved(season, Season.Status.FINISHED)


def open_match(season: Season, *, order: int = 1, number: int = 1) -> Match:
    """The first of a round of a division."""
    found = Match.objects.filter(
        event__division__season=season, event__division__order=order, round__number=number
    )
    return (
        found.select_related("event__club", "round__stage__event")
        .prefetch_related("seats")
        .order_by("table")[0]
    )
