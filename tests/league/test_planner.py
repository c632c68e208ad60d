"""What the database needs to plan queries well: counted tables, and no joins just for order."""

import pytest
from django.apps import apps
from django.db import connection

from league.clubs.queries import judged_rows, people_in_file
from league.clubs.services.imports import Planned, import_players
from league.models import Player
from league.models.public_id import new_public_id
from league.permissions import SERVICE
from tests.factories import make_club

LEAGUE = list(apps.get_app_config("league").get_models())


def rows_known(table: str) -> int:
    """How many rows the planner thinks that a table has; 0: it was never told."""
    asked = (
        "SELECT max(CAST(stat AS integer)) FROM sqlite_stat1 WHERE tbl = %s"
        if connection.vendor == "sqlite"
        else "SELECT reltuples FROM pg_class WHERE oid = %s::regclass"
    )
    with connection.cursor() as cursor:
        cursor.execute(asked, [table])
        return int(cursor.fetchone()[0] or 0)


@pytest.mark.django_db
def test_tables_are_counted_after_an_import() -> None:
    club = make_club()
    table = "Jméno\n" + "".join(f"Eva {number:03}\n" for number in range(300))
    rows = judged_rows(club, people_in_file(table.encode()))
    planned = [Planned(new_public_id(), row.candidate) for row in rows]
    import_players(club, actor=SERVICE, planned=planned)
    assert Player.objects.count() == rows_known("league_player") == 300


@pytest.mark.parametrize("model", LEAGUE, ids=lambda model: model.__name__)
def test_rows_are_ordered_by_columns_of_their_own_table(model: type) -> None:
    """By the name of a relation, Django orders by what orders the other table, and so on: a seat
    came with the joins of its match, round, stage and event.
    """
    meta = model._meta  # type: ignore[attr-defined]
    columns = {field.attname for field in meta.concrete_fields}
    assert {name.lstrip("-") for name in meta.ordering} <= columns
