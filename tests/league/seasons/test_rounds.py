"""Rounds open on their days and close with their last result, however often the sweep comes."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.events.services.rounds import withdraw_round
from league.models import Match, Round, Season
from league.permissions import SERVICE
from league.seasons.queries.schedule import schedule_of
from league.seasons.services.lifecycle import close_played_rounds, start_due_rounds
from league.tasks import sweep
from tests.factories.seasons import advance, make_season, moved, play_open, running_season

pytestmark = pytest.mark.django_db


def statuses(season: Season) -> dict[int, list[tuple[int, str]]]:
    rounds = Round.objects.filter(stage__event__division__season=season).order_by("number")
    found: dict[int, list[tuple[int, str]]] = {}
    for each in rounds.select_related("stage__event__division"):
        order = each.stage.event.division.order
        found.setdefault(order, []).append((each.number, each.status))
    return found


def test_first_round_opens_on_its_first_day() -> None:
    season = moved(make_season(4, 4), Season.Status.OPEN, Season.Status.RUNNING)
    assert statuses(season) == {}
    advance()
    assert statuses(season) == {1: [(1, "published")], 2: [(1, "published")]}


def test_round_of_tomorrow_stays_shut_until_tomorrow() -> None:
    tomorrow = timezone.localdate() + timedelta(days=2)
    season = moved(make_season(4, first=tomorrow), Season.Status.OPEN, Season.Status.RUNNING)
    assert start_due_rounds() == 0
    assert start_due_rounds(now=timezone.now() + timedelta(days=2)) == 1
    assert statuses(season) == {1: [(1, "draft")]}


def test_sweep_that_comes_late_opens_every_round_that_has_begun() -> None:
    season = running_season(4, weeks_ago=2)
    assert statuses(season) == {1: [(1, "published"), (2, "published"), (3, "published")]}


def test_sweep_twice_changes_nothing() -> None:
    season = running_season(4, weeks_ago=1)
    before = list(Match.objects.order_by("pk").values_list("pk", "table", "version"))
    assert start_due_rounds() == 0
    sweep()
    sweep()
    assert list(Match.objects.order_by("pk").values_list("pk", "table", "version")) == before
    assert statuses(season) == {1: [(1, "published"), (2, "published")]}


def test_rounds_that_are_open_at_once_have_different_tables() -> None:
    season = running_season(6, weeks_ago=3)
    open_tables = Match.objects.filter(event__division__season=season, is_open=True)
    assert sorted(open_tables.values_list("table", flat=True)) == list(range(1, 13))


def test_small_division_ends_before_the_large_one() -> None:
    season = running_season(6, 4, weeks_ago=30)
    assert {order: len(rounds) for order, rounds in statuses(season).items()} == {1: 5, 2: 3}


def test_round_closes_with_its_last_result() -> None:
    season = running_season(4)
    late = Match.objects.filter(event__division__season=season).order_by("table")[0]
    play_open(season, but=lambda match: match.pk == late.pk)
    assert statuses(season) == {1: [(1, "published")]}
    play_open(season)
    assert statuses(season) == {1: [(1, "closed")]}
    assert close_played_rounds() == 0


def test_later_round_closes_while_an_earlier_match_is_postponed() -> None:
    season = running_season(4, weeks_ago=1)
    late = Match.objects.filter(event__division__season=season, round__number=1)[0]
    play_open(season, but=lambda match: match.pk == late.pk)
    assert statuses(season) == {1: [(1, "published"), (2, "closed")]}


def test_round_that_an_official_withdrew_stays_withdrawn() -> None:
    season = running_season(4)
    withdraw_round(Round.objects.get(), actor=SERVICE)
    advance()
    assert statuses(season) == {1: [(1, "draft")]}


def test_announced_schedule_is_the_one_that_is_drawn() -> None:
    season = running_season(5, 4, weeks_ago=1)
    announced = schedule_of(season)
    play_open(season)
    season.round_dates.update(starts_on=timezone.localdate() - timedelta(days=7))
    advance()
    drawn = schedule_of(season)
    assert all(part.round for each in drawn.rounds for part in each.divisions)
    assert not all(part.round for each in announced.rounds for part in each.divisions)
    assert meetings(announced) == meetings(drawn)


def test_fixed_schedule_of_tables_is_the_one_that_is_drawn() -> None:
    season = running_season(16, weeks_ago=0, format="fours", rounds_planned=4)
    announced = schedule_of(season)
    play_open(season)
    season.round_dates.update(starts_on=timezone.localdate() - timedelta(days=7))
    advance()
    assert meetings(announced) == meetings(schedule_of(season))
    assert [len(part.meetings) for each in announced.rounds for part in each.divisions] == [4] * 4


def meetings(schedule: object) -> list[set[frozenset[str]]]:
    return [
        {frozenset(meeting.entries) for part in each.divisions for meeting in part.meetings}
        for each in schedule.rounds  # type: ignore[attr-defined]
    ]
