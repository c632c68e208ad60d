"""Taking the triggers of append-only tables off, which nothing in the service does."""

from django.db import connection

from league.models.append_only import installed_triggers


def remove_triggers() -> None:
    is_sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        for name, table in installed_triggers():
            cursor.execute(f"DROP TRIGGER {name}" + ("" if is_sqlite else f" ON {table}"))
