"""Standings while an event runs: results, corrections and undoing, each publication judged anew."""

from random import Random
from typing import Any

import pytest

from league.events.queries.recheck import differences_of_stage
from league.events.services.entries import withdraw_entry
from league.events.services.rounds import close_round
from league.models import EntryRounds, Match, Round, Stage, Standing, StandingPage
from league.permissions import SERVICE
from league.results.services.counted_results import want_standings
from league.results.services.entered_scores import clear_result, restore_result
from league.standings.queries import published_rows, stage_rows, terms_of
from league.standings.renewal import renewed_tables
from league.standings.services import _publish, _published, compute_standings
from tests.factories.events import (
    enter,
    entries_at,
    played_round,
    published_round,
    replace_result,
    running_event,
)

pytestmark = pytest.mark.django_db
DUELS = {"game": "other", "other_most": 2}


def published_again(stage: Stage) -> None:
    """And everything that is stored is what a full computation gives."""
    compute_standings(stage.pk)
    again = Stage.objects.select_related("event").get(pk=stage.pk)
    assert again.published_version == again.wanted_version
    assert list(differences_of_stage(again)) == []


def change_something(lots: Random, stage: Stage) -> None:
    """A result, a correction, one taken back, or an earlier one that counts again."""
    match = lots.choice(list(Match.objects.filter(event=stage.event).select_related("round")))
    earlier = list(match.results.all())
    counts = match.games.filter(result__isnull=False).exists()
    if earlier and lots.random() < 0.4:
        restore_result(match, actor=SERVICE, result=lots.choice(earlier))
    elif counts and match.round.status != Round.Status.CLOSED and lots.random() < 0.4:
        clear_result(match, actor=SERVICE)
    elif counts:
        replace_result(match, *scores_at(match, lots))
    else:
        enter(match, *scores_at(match, lots))


def scores_at(match: Match, lots: Random) -> list[int]:
    return [lots.randint(1, 60) for _ in entries_at(match)]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", ["tables", "swiss", "round_robin"])
def test_any_sequence_of_changes_publishes_what_a_full_computation_gives(
    seed: int, kind: str
) -> None:
    lots = Random(seed)
    fields = {} if kind == "tables" else DUELS
    stage = running_event(8, stage={"kind": kind, "rounds_planned": 4}, **fields)
    for _ in range(3):
        round_ = published_round(stage)
        published_again(stage)
        for _ in range(4):
            change_something(lots, stage)
            published_again(stage)
        for match in round_.matches.filter(is_open=True):
            enter(match, *scores_at(match, lots))
        close_round(round_, actor=SERVICE)
    leaver = stage.event.entries.get(seed=lots.randint(1, 8))
    withdraw_entry(leaver, actor=SERVICE, is_confirmed=True)
    published_again(stage)


@pytest.fixture
def stage() -> Stage:
    """Two rounds, the second of them being played, and published."""
    stage = running_event(8)
    played_round(stage)
    published_round(stage)
    compute_standings(stage.pk)
    return stage


def made_at() -> dict[int, Any]:
    return dict(Standing.objects.values_list("after_round", "computed_at"))


def test_a_result_of_the_last_round_makes_its_table_alone(stage: Stage) -> None:
    before = made_at()
    match = Match.objects.get(event=stage.event, is_open=True, table=1)
    enter(match, 40, 30, 20, 10)
    published_again(stage)
    after = made_at()
    assert [number for number in before if before[number] != after[number]] == [2]


def test_a_correction_makes_the_tables_from_its_round_on(stage: Stage) -> None:
    before = made_at()
    match = Match.objects.get(event=stage.event, round__number=1, table=1)
    replace_result(match, 10, 20, 30, 40)
    published_again(stage)
    after = made_at()
    assert [number for number in before if before[number] != after[number]] == [1, 2]


def test_a_page_that_is_lost_is_made_again(stage: Stage) -> None:
    StandingPage.objects.get(after_round=1, number=1).delete()
    want_standings(stage.pk)
    published_again(stage)


def test_rounds_that_are_lost_are_written_again(stage: Stage) -> None:
    EntryRounds.objects.filter(entry__seed=1).delete()
    want_standings(stage.pk)
    published_again(stage)


def test_tables_that_another_job_has_made_meanwhile_are_looked_at_again(stage: Stage) -> None:
    """A correction and its undoing: to the later job round 1 is as it was, but not as published."""
    match = Match.objects.get(event=stage.event, round__number=1, table=1)
    was = match.results.get()
    first = published_rows(stage, after_round=1)
    late = Stage.objects.select_related("event").get(pk=stage.pk)
    want_standings(stage.pk)
    slow = renewed_tables(stage_rows(late), **terms_of(late), published=_published(late))
    replace_result(match, 10, 20, 30, 40)
    compute_standings(stage.pk)
    restore_result(match, actor=SERVICE, result=was)
    wanted = Stage.objects.get(pk=stage.pk).wanted_version
    assert published_rows(stage, after_round=1) != first
    assert _publish(late, slow, version=wanted) is False
    published_again(stage)
    assert published_rows(stage, after_round=1) == first
