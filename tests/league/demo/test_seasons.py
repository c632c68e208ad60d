"""Seasons made up: those of the demo, and whole ones played by chance."""

from io import StringIO
from itertools import islice

import pytest
from django.core.management import CommandError, call_command

from league.demo.chance import people
from league.demo.services.leagues import put_on_seasons
from league.models import Match, Player, Postponement, Season
from league.permissions import SERVICE, Actor
from league.seasons.queries.divisions import my_season
from league.seasons.queries.outcome import outcome_of
from league.seasons.queries.schedule import overdue_matches, schedule_of
from league.seasons.queries.seasons import champions_of
from tests.factories import make_club, make_player, make_user

pytestmark = pytest.mark.django_db


def simulated(kind: str, *, entries: int = 10, **options: object) -> Season:
    out = StringIO()
    given = {"rounds": 4, "seed": 1, "game": "twisty", **options}
    call_command("simulate", format=kind, entries=entries, stdout=out, skip_checks=True, **given)
    return Season.objects.get(pk=out.getvalue().strip())


def test_demo_has_a_season_that_runs_and_one_in_the_archive() -> None:
    club, user = make_club(), make_user()
    players = [make_player(name, club=club) for name in islice(people("CZ", seed=1), 12)]
    eva = make_player("Eva Malá", club=club, user=user)
    put_on_seasons(club, players=players, eva=eva, actor=SERVICE)
    last, now = Season.objects.order_by("created_at")
    assert (last.status, now.status, now.previous) == ("archived", "running", last)
    assert [len(champion.names) for champion in champions_of(last)] == [1, 1]
    schedule = schedule_of(now)
    assert len(overdue_matches(schedule)) == 1
    meetings = [m for each in schedule.rounds for part in each.divisions for m in part.meetings]
    assert sum(bool(meeting.is_open and meeting.agreed_on) for meeting in meetings) == 1
    assert sum(meeting.days.proposal is not None for meeting in meetings) == 1
    assert [each.is_now for each in schedule.rounds] == [False, True, True, False, False]
    assert my_season(schedule, Actor(user=user)) is not None


@pytest.mark.parametrize(
    ("kind", "entries", "rounds"),
    [("season", 10, [5, 5]), ("season-double", 7, [6, 6]), ("season-threes", 18, [3, 3])],
)
def test_simulated_season_is_played_to_its_end(kind: str, entries: int, rounds: list[int]) -> None:
    season = simulated(kind, entries=entries, rounds=3)
    assert season.status == Season.Status.FINISHED
    assert not Match.objects.exclude(state=Match.State.ACCEPTED).exists()
    divisions = season.divisions.order_by("order")
    assert [each.event.stages.get().rounds.count() for each in divisions] == rounds
    assert sum(each.event.entries.count() for each in divisions) == entries
    assert outcome_of(season).is_current


def test_simulated_season_has_postponed_and_forfeited_matches() -> None:
    season = simulated("season", entries=16)
    sides = [side for match in Match.objects.all() for side in match.results.all()[0].sides]
    assert any(side["forfeited"] for side in sides)
    assert Postponement.objects.filter(match__event__division__season=season).exists()


@pytest.mark.sqlite  # compares what was computed; what reads and writes runs on both
def test_same_seed_gives_the_same_season() -> None:
    first, again, other = (simulated("season", seed=seed) for seed in (3, 3, 4))
    assert final(first) == final(again) != final(other)


def test_impossible_season_is_refused() -> None:
    with pytest.raises(CommandError, match="divisions"):
        simulated("season", divisions=13)
    with pytest.raises(CommandError, match="No schedule without repeats"):
        simulated("season-fours", entries=10)


def final(season: Season) -> list[list[str]]:
    outcome = outcome_of(season)
    names = dict(Player.objects.values_list("entries", "full_name"))
    return [[names[entry] for entry in table] for table in outcome.before]
