"""Standings as they are published: only what changed is written, only what is asked for is read."""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from league.events.services.entries import withdraw_entry
from league.models import EntryRounds, Job, Stage, Standing, StandingPage
from league.permissions import SERVICE
from league.standings.field import field_of
from league.standings.queries import (
    explanations,
    inputs_of,
    lean_rows,
    order_of,
    published_cells,
    published_rows,
    published_standing,
    scheme_of,
)
from league.standings.services import compute_standings
from league.standings.stored import PAGE_ROWS
from league.standings.table import tables_of
from tests.factories.events import enter, entries_at, played_round, published_round, running_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    """Two rounds, one of them being played, of a table that takes two pages."""
    stage = running_event(PAGE_ROWS + 12)
    played_round(stage)
    published_round(stage)
    compute_standings(stage.pk)
    return stage


def written_since(before: dict[int, str], model: Any) -> int:
    now = dict(model.objects.values_list("pk", "digest"))
    return sum(before.get(pk) != digest for pk, digest in now.items())


def digests(model: Any) -> dict[int, str]:
    return dict(model.objects.values_list("pk", "digest"))


def test_published_tables_are_those_computed(stage: Stage) -> None:
    fresh = tables_of(field_of(inputs_of(stage), scheme=scheme_of(stage)), chain=stage.chain)
    for number, rows in fresh.items():
        assert published_rows(stage, after_round=number) == rows


def test_a_result_leaves_earlier_tables_and_other_entries_as_they_are(stage: Stage) -> None:
    pages, rounds = digests(StandingPage), digests(EntryRounds)
    match = stage.event.matches.get(is_open=True, table=1)
    enter(match, 90, 60, 75, 30)
    compute_standings(stage.pk)
    changed = StandingPage.objects.exclude(
        pk__in=[p.pk for p in StandingPage.objects.all() if pages[p.pk] == p.digest]
    )
    assert {page.after_round for page in changed} == {2}
    assert written_since(rounds, EntryRounds) == len(entries_at(match))
    assert {one.version for one in Standing.objects.all()} == {
        Stage.objects.get(pk=stage.pk).published_version
    }


def test_rows_are_read_by_the_page(stage: Stage, django_assert_num_queries: Any) -> None:
    standing = published_standing(stage)
    assert standing is not None
    assert standing.size == PAGE_ROWS + 12
    whole = lean_rows(standing)
    with django_assert_num_queries(1) as queries:
        rows = lean_rows(standing, positions=range(PAGE_ROWS, PAGE_ROWS + 12))
    assert rows == whole[PAGE_ROWS:]
    assert "IN (2)" in queries.captured_queries[0]["sql"]
    assert lean_rows(standing, positions=[PAGE_ROWS + 3, 5]) == [whole[PAGE_ROWS + 3], whole[5]]
    assert order_of(standing).entries == tuple(row.entry for row in whole)


def test_rounds_are_read_of_some_entries(stage: Stage) -> None:
    entry = stage.event.entries.get(seed=1).pk
    cells = published_cells(stage, entries=[entry], up_to=1)
    assert {key: [cell.round for cell in row] for key, row in cells.items()} == {entry: [1]}


def test_withdrawal_changes_what_can_still_come(stage: Stage) -> None:
    Stage.objects.update(rounds_planned=3)
    entry = stage.event.entries.get(seed=112)

    def worst() -> int | None:
        compute_standings(stage.pk)
        standing = published_standing(stage)
        assert standing is not None
        return next(row.best for row in lean_rows(standing) if row.entry == entry.pk)

    stage.rounds.filter(number=2).delete()
    Stage.objects.update(wanted_version=99)
    before = worst()
    withdraw_entry(entry, actor=SERVICE)
    assert (before, worst()) == (1, 85)


def test_standings_of_the_version_before_are_made_again_after_the_upgrade(stage: Stage) -> None:
    """What can still be is stored with them, and was wider."""
    fresh = digests(StandingPage)
    StandingPage.objects.update(digest="old")
    Job.objects.all().delete()
    migration = import_module("league.migrations.0019_possible_ranks")
    migration.want_all(apps, connection.schema_editor())
    assert list(Job.objects.values_list("kind", "object_id", "state")) == [
        ("compute_standings", stage.pk, "waiting")
    ]
    compute_standings(stage.pk)
    assert digests(StandingPage) == fresh


def test_explanations_are_kept_until_something_counts(
    stage: Stage, django_assert_num_queries: Any
) -> None:
    entry = stage.event.entries.get(seed=1).pk
    stage = Stage.objects.select_related("event").get(pk=stage.pk)

    def asked() -> Any:
        now = Stage.objects.select_related("event").get(pk=stage.pk)
        return explanations(now, entry=entry, after_round=2, keys=["PLACES"])

    first = asked()
    with django_assert_num_queries(1):
        assert asked() == first
    match = stage.event.matches.get(is_open=True, seats__entry=entry)
    enter(match, *(90 - seat for seat in range(len(entries_at(match)))))
    compute_standings(stage.pk)
    assert len(asked()[0].parts) == len(first[0].parts) + 1
