"""Lists of names become rows: nothing of what an event and its entries had is lost."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from league.models.append_only import install_triggers

BEFORE = [("league", "0010_pages_of_standings")]
AFTER = [("league", "0011_categories_and_prizes")]


@pytest.mark.django_db(transaction=True)
def test_names_become_rows_and_back() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(BEFORE)
    apps = executor.loader.project_state(BEFORE).apps
    club = apps.get_model("league", "Club").objects.create(name="Klub")
    event = apps.get_model("league", "Event").objects.create(
        club=club, name="Večer", starts_at=timezone.now(), categories=["Děti", "Ženy"]
    )
    player = apps.get_model("league", "Player").objects.create(full_name="Jana Nováková")
    entry = apps.get_model("league", "Entry").objects.create(
        event=event, player=player, categories=["Ženy", "zrušená"]
    )
    try:
        executor = MigrationExecutor(connection)
        executor.migrate(AFTER)
        apps = executor.loader.project_state(AFTER).apps
        rows = apps.get_model("league", "Category").objects.order_by("order")
        members = apps.get_model("league", "Entry").objects.get(pk=entry.pk).categories
        assert list(rows.values_list("name", "is_shown")) == [("Děti", True), ("Ženy", True)]
        assert list(members.values_list("name", flat=True)) == ["Ženy"]

        executor = MigrationExecutor(connection)
        executor.migrate(BEFORE)
        apps = executor.loader.project_state(BEFORE).apps
        assert apps.get_model("league", "Event").objects.get().categories == ["Děti", "Ženy"]
        assert apps.get_model("league", "Entry").objects.get().categories == ["Ženy"]
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
        install_triggers()
