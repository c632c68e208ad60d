"""The database as a backup sees it: its migrations, the tables that they made, what they hold."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Field, Model

from league.backups.backup_file import WrongBackup

MIGRATIONS = "django_migrations"
# Who is at work is of the moment: nobody of them would be there after a restore.
NOT_KEPT = {"league_worker"}
# What a service fills in by itself before anybody has used it.
_NOBODYS = {
    "auth_permission",
    "django_content_type",
    "django_session",
    "league_job",
    "league_worker",
    MIGRATIONS,
}
_CHUNK = 2000

Migrations = frozenset[str]


@dataclass(frozen=True)
class Table:
    """As the migrations of the backup left it, which may be older than our models."""

    model: type[Model]

    @property
    def name(self) -> str:
        return self.model._meta.db_table

    @property
    def fields(self) -> list["Field[Any, Any]"]:
        return list(self.model._meta.local_concrete_fields)

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(str(field.column) for field in self.fields)

    def rows(self) -> Iterator[tuple[Any, ...]]:
        names = [field.attname for field in self.fields]
        return self.model._base_manager.values_list(*names).iterator(chunk_size=_CHUNK)


def applied_migrations() -> Migrations:
    """Of the database; none where nothing was ever migrated."""
    return frozenset(
        f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations()
    )


def nodes_of(migrations: Iterable[str]) -> list[tuple[str, str]]:
    """Those that are still told apart: some may have been squashed into one since."""
    applied = {(app, name) for app, _, name in (each.partition(".") for each in migrations)}
    loader = MigrationLoader(None)
    squashed = {node: set(loader.disk_migrations[node].replaces) for node in loader.graph.nodes}
    known = set(loader.disk_migrations).union(*squashed.values())
    if unknown := sorted(applied - known):
        names = ", ".join(".".join(node) for node in unknown[:3])
        raise WrongBackup(f"It is of a newer Arbitr, or of another service: {names} is not known.")
    return [
        node
        for node, replaced in squashed.items()
        if node in applied or (replaced and replaced <= applied)
    ]


def tables_as_of(migrations: Iterable[str]) -> list[Table]:
    state = MigrationLoader(None).project_state(nodes_of(migrations))
    models = state.apps.get_models(include_auto_created=True)
    return sorted((Table(model) for model in models), key=lambda table: table.name)


@contextmanager
def snapshot() -> Iterator[None]:
    """All that is read here is of one moment, while others go on writing."""
    database = connections[DEFAULT_DB_ALIAS]
    database.ensure_connection()
    name = "transaction_mode" if database.vendor == "sqlite" else "settings_dict"
    usual = getattr(database, name)
    if database.vendor == "sqlite":
        fitting = "DEFERRED"  # IMMEDIATE would keep all others from writing
    else:  # rows come by the chunk, also through a pooler: this is one transaction
        fitting = usual | {"DISABLE_SERVER_SIDE_CURSORS": False}
    setattr(database, name, fitting)
    try:
        with transaction.atomic(durable=True):
            if database.vendor == "postgresql":
                with database.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    finally:
        setattr(database, name, usual)


def rows_present() -> dict[str, int]:
    """Tables that somebody's data is in, the fullest first."""
    present = set(connection.introspection.table_names()) & our_tables() - _NOBODYS
    numbers = {}
    with connection.cursor() as cursor:
        for table in present:
            cursor.execute(f"SELECT COUNT(*) FROM {connection.ops.quote_name(table)}")  # noqa: S608
            numbers[table] = int(cursor.fetchone()[0])
    filled = {table: number for table, number in numbers.items() if number}
    return dict(sorted(filled.items(), key=lambda each: (-each[1], each[0])))


def our_tables() -> set[str]:
    """Those that are there and belong to this service, of a newer version too."""
    named = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    labels = {migration.partition(".")[0] for migration in applied_migrations()}
    return {
        table
        for table in connection.introspection.table_names()
        if table in named or table == MIGRATIONS or table.split("_")[0] in labels
    }
