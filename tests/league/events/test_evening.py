"""An open evening through its services: taps, tables, wishes, boards, the sweep, the end."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.errors import LeagueError
from league.events.queries.evening import evening_now
from league.events.services import evening, stages
from league.events.services.entries import return_entry, withdraw_entry
from league.models import Entry, Match, Readiness, Round, Stage
from league.permissions import SERVICE
from league.standings.services import compute_standings
from tests.factories.events import enter, entries_at, played_round, running_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return running_event(9, stage={"kind": "open", "chain": ["MIN", "MEAN"]})


def person(stage: Stage, seed: int) -> Entry:
    return Entry.objects.select_related("event").get(event=stage.event_id, seed=seed)


def tap(stage: Stage, *seeds: int, **fields: object) -> None:
    for seed in seeds:
        evening.say_ready(person(stage, seed), actor=SERVICE, **fields)  # type: ignore[arg-type]


def tables(stage: Stage) -> list[set[int]]:
    seeds = dict(stage.event.entries.values_list("pk", "seed"))
    matches = Match.objects.filter(round__stage=stage).order_by("round__number")
    return [{seeds[entry] for entry in entries_at(match)} for match in matches]


def waited(stage: Stage, minutes: int) -> None:
    since = timezone.now() - timedelta(minutes=minutes)
    Readiness.objects.filter(stage=stage, since__isnull=False).update(since=since)


def test_fourth_tap_makes_the_table(stage: Stage) -> None:
    tap(stage, 1, 2, 3)
    assert tables(stage) == []
    tap(stage, 4)
    assert tables(stage) == [{1, 2, 3, 4}]
    now = evening_now(stage)
    assert (len(now.ready), len(now.free), now.playing) == (0, 5, 4)


def test_sweep_makes_the_table_when_waiting_has_been_long(stage: Stage) -> None:
    tap(stage, 1, 2)
    evening.sweep_evenings()
    assert tables(stage) == []
    waited(stage, 5)
    evening.sweep_evenings()
    assert tables(stage) == [{1, 2}]


def test_who_pauses_is_not_waited_for(stage: Stage) -> None:
    tap(stage, 1, 2)
    waited(stage, 1)
    for seed in range(3, 10):
        evening.say_pause(person(stage, seed), actor=SERVICE)
    assert tables(stage) == [{1, 2}]


def test_second_tap_keeps_the_place_in_the_line(stage: Stage) -> None:
    tap(stage, 1)
    waited(stage, 3)
    before = Readiness.objects.get().since
    tap(stage, 1)
    assert Readiness.objects.get().since == before


def test_who_plays_or_is_not_here_cannot_be_ready(stage: Stage) -> None:
    tap(stage, 1, 2, 3, 4)
    with pytest.raises(LeagueError, match="no result yet"):
        tap(stage, 1)
    withdraw_entry(person(stage, 5), actor=SERVICE, is_confirmed=True)
    with pytest.raises(LeagueError, match="Check in first"):
        tap(stage, 5)


def test_who_leaves_is_no_longer_ready_and_comes_back_at_the_end_of_the_line(stage: Stage) -> None:
    tap(stage, 1)
    withdraw_entry(person(stage, 1), actor=SERVICE, is_confirmed=True)
    return_entry(person(stage, 1), actor=SERVICE)
    assert not evening_now(stage).ready


def test_everybody_is_seated_by_one_tap_of_the_desk(stage: Stage) -> None:
    assert evening.everybody_ready(stage.event, actor=SERVICE) == 9
    assert [len(table) for table in tables(stage)] == [3, 3]
    waited(stage, 1)  # a moment for a fourth; the others have just sat down
    evening.sweep_evenings()
    assert [len(table) for table in tables(stage)] == [3, 3, 3]


def test_wishes_decide_the_game_and_boards_how_many_tables(stage: Stage) -> None:
    twisty = evening.add_game(
        stage.event, actor=SERVICE, boards=1, played={"game": "twisty", "variant": "base"}
    )
    tap(stage, 1, 2, 3, 4, wishes=[twisty.pk])
    assert [round_.game_here.key for round_ in stage.rounds.all()] == ["twisty"]
    tap(stage, 5, 6, 7, 8, wishes=[twisty.pk])
    waited(stage, 10)
    evening.sweep_evenings()
    assert stage.rounds.count() == 1  # the one board is in use
    enter(stage.rounds.get().matches.get(), 4, 3, 2, 1)
    evening.sweep_evenings()
    assert stage.rounds.count() == 2


def test_game_that_is_there_already_is_refused(stage: Stage) -> None:
    with pytest.raises(LeagueError, match="already played"):
        evening.add_game(stage.event, actor=SERVICE, boards=None, played={"game": "triolet"})


def test_table_by_hand_and_the_one_proposed(stage: Stage) -> None:
    tap(stage, 1, 2)
    proposed = evening.table_proposed(stage.event)
    assert proposed is not None
    entries = [person(stage, seed).pk for seed in (1, 8, 9)]
    match = evening.make_table_now(stage.event, actor=SERVICE, entries=entries, game="")
    assert tables(stage) == [{1, 8, 9}]
    assert match.remarks[0]["code"] == "by_hand"
    assert [one.entry.seed for one in evening_now(stage).ready] == [2]


def test_dissolved_table_is_ready_again(stage: Stage) -> None:
    tap(stage, 1, 2, 3, 4)
    match = Match.objects.select_related("round__stage__event").get()
    evening.send_back(match, actor=SERVICE)
    assert not Round.objects.exists()
    assert sorted(one.entry.seed or 0 for one in evening_now(stage).ready) == [1, 2, 3, 4]


def test_other_formats_have_no_floor() -> None:
    stage = running_event(4)
    with pytest.raises(LeagueError, match="no open evening"):
        tap(stage, 1)


def test_later_evening_is_for_those_who_went_on() -> None:
    first = running_event(8, stage={"kind": "swiss", "rounds_planned": 1, "chain": ["WON"]})
    values = {"kind": "open", "takes": "places", "takes_places": 4}
    later = stages.add_stage(first.event, actor=SERVICE, values=values)
    played_round(first)
    stages.begin_stage(later, actor=SERVICE)
    stage = Stage.objects.select_related("event").get(pk=later.pk)
    inside = set(stage.places.values_list("entry", flat=True))
    outsider = stage.event.entries.exclude(pk__in=inside).select_related("event")[0]
    assert {one.entry.pk for one in evening_now(stage).free} == inside
    with pytest.raises(LeagueError, match="Only those who went on"):
        evening.say_ready(outsider, actor=SERVICE)
    with pytest.raises(LeagueError, match="Only those who went on"):
        people = [outsider.pk, *sorted(inside)[:3]]
        evening.make_table_now(stage.event, actor=SERVICE, entries=people, game="")
    assert evening.everybody_ready(stage.event, actor=SERVICE) == 4
    [match] = Match.objects.filter(round__stage=stage)
    assert set(entries_at(match)) == inside
    compute_standings(stage.pk)
