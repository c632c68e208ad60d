"""What the database knows about its tables when it plans a query."""

from collections.abc import Iterable

from django.apps import apps
from django.db import connection, models


def analyse_tables(tables: Iterable[type[models.Model]] = ()) -> None:
    """Count these tables (or all of ours) again, after many rows were written at once.

    Until then they pass for empty, and joins are planned accordingly: PostgreSQL would find out
    within a minute, but not about rows of a transaction that still runs; SQLite never.
    """
    chosen = list(tables) or list(apps.get_app_config("league").get_models())
    with connection.cursor() as cursor:
        for table in chosen:
            cursor.execute(f"ANALYZE {connection.ops.quote_name(table._meta.db_table)}")
