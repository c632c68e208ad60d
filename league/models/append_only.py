"""Tables that may only grow, guarded by triggers in the database itself.

Django's SQLite schema editor rebuilds a table when a field changes and drops its triggers without
a word, so they are installed after every migrate, and a system check reports a table without them.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.apps import AppConfig, apps
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections, models

_PREFIX = "append_only_"
_PER_TABLE = 2  # SQLite: UPDATE and DELETE; PostgreSQL: both of them by row, and TRUNCATE


class AppendOnly(models.Model):
    """Inherit from this, and the table refuses UPDATE, DELETE and TRUNCATE."""

    class Meta:
        abstract = True


def append_only_tables() -> list[str]:
    return sorted(
        model._meta.db_table
        for model in apps.get_app_config("league").get_models()
        if issubclass(model, AppendOnly)
    )


def install_triggers(*, using: str = "default") -> None:
    connection = connections[using]
    statements = _SQLITE if connection.vendor == "sqlite" else _POSTGRESQL
    present = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for table in append_only_tables():
            if table in present:  # absent while migrating from nothing
                for statement in statements:
                    cursor.execute(statement.format(table=table, trigger=_PREFIX + table))


def lift_triggers(table: str, *, using: str = "default") -> None:
    """For a migration that changes how rows are written, not what they say; installed after it."""
    connection = connections[using]
    of_table = "" if connection.vendor == "sqlite" else f" ON {table}"
    guarding = [name for name, guarded in installed_triggers(using=using) if guarded == table]
    with connection.cursor() as cursor:
        for name in guarding:
            cursor.execute(f"DROP TRIGGER {name}{of_table}")


def installed_triggers(*, using: str = "default") -> list[tuple[str, str]]:
    connection = connections[using]
    query = (
        "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger' AND name LIKE %s"
        if connection.vendor == "sqlite"
        else "SELECT tgname, tgrelid::regclass::text FROM pg_trigger WHERE tgname LIKE %s"
    )
    with connection.cursor() as cursor:
        cursor.execute(query, [_PREFIX + "%"])
        return sorted(cursor.fetchall())


def missing_triggers(*, using: str = "default") -> list[str]:
    """Tables that should be guarded and are not."""
    installed = [table for _, table in installed_triggers(using=using)]
    return [table for table in append_only_tables() if installed.count(table) < _PER_TABLE]


_SQLITE = [
    f"""CREATE TRIGGER IF NOT EXISTS {{trigger}}_{verb.lower()} BEFORE {verb} ON {{table}}
        BEGIN SELECT RAISE(ABORT, '{{table}} is append-only'); END"""
    for verb in ("UPDATE", "DELETE")
]
_POSTGRESQL = [
    """CREATE OR REPLACE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME
             USING ERRCODE = 'integrity_constraint_violation'; END $$""",
    """CREATE OR REPLACE TRIGGER {trigger}_row BEFORE UPDATE OR DELETE ON {table}
       FOR EACH ROW EXECUTE FUNCTION append_only()""",
    """CREATE OR REPLACE TRIGGER {trigger}_truncate BEFORE TRUNCATE ON {table}
       FOR EACH STATEMENT EXECUTE FUNCTION append_only()""",
]


@register(Tags.database)
def append_only_guarded(
    app_configs: Sequence[AppConfig] | None = None,
    *,
    databases: Iterable[str] | None = None,
    **kwargs: Any,
) -> list[CheckMessage]:
    """Asked by `manage.py check --database default` and before every migrate."""
    messages: list[CheckMessage] = []
    for using in databases or ():
        present = set(connections[using].introspection.table_names())
        messages += [
            Error(
                f"The append-only table {table} has lost its triggers.",
                hint="Run manage.py migrate --skip-checks: it installs them again.",
                id="league.E001",
            )
            for table in missing_triggers(using=using)
            if table in present
        ]
    return messages
