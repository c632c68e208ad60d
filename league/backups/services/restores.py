"""Making the database what a backup says: all of it, or nothing is changed.

Everything happens in one transaction. Rows are loaded into tables as they were when the backup was
made, whose migrations may be older than ours; then the database is migrated like any other.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from league.backups.backup_file import Manifest, WrongBackup, opened
from league.backups.queries import (
    NOT_KEPT,
    Table,
    applied_migrations,
    nodes_of,
    our_tables,
    rows_present,
    tables_as_of,
)
from league.models import Worker
from league.models.append_only import append_only_tables, lift_triggers

_CHUNK = 1000
_WAIT = "10s"  # for whoever else uses the tables


class InUse(Exception):
    """Not now, or not into this database. The text is for the operator."""


def check_backup(path: Path) -> Manifest:
    """Read all of a file, as a restore would, and write nothing."""
    with opened(path) as backup:
        _tables_of(backup.manifest)
        for table in backup.manifest.tables:
            for _ in backup.rows(table):
                pass
        return backup.manifest


def restore_backup(path: Path, *, replacing: bool = False) -> Manifest:
    """Fill an empty database, or replace all that is in it."""
    with opened(path) as backup:
        tables = _tables_of(backup.manifest)
        refuse_if_used(replacing=replacing)
        with _all_or_nothing():
            _make_room(backup.manifest, tables)
            for written in backup.manifest.tables:
                _load(tables[written.name], backup.rows(written))
            connection.check_constraints()
            _reset_sequences(tables)
            # With our triggers, content types and permissions; these are made after migrating.
            call_command("migrate", verbosity=0, interactive=False, skip_checks=True)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")  # else the first pages are planned for empty tables
    return backup.manifest


def refuse_if_used(*, replacing: bool) -> None:
    if alive := _workers_alive():
        raise InUse(
            f"The service runs: its worker {alive[0]} was seen just now. Stop web, workers and "
            "beat, wait half a minute, and try again."
        )
    if not replacing and (present := rows_present()):
        most = ", ".join(f"{table} {rows}" for table, rows in list(present.items())[:5])
        raise InUse(f"The database is not empty: {most}. With --replace all of it is deleted.")


def _workers_alive() -> list[Worker]:
    if Worker._meta.db_table not in connection.introspection.table_names():
        return []
    return [worker for worker in Worker.objects.all() if worker.is_alive]


def _tables_of(manifest: Manifest) -> dict[str, Table]:
    """Where the rows go, by their names."""
    tables = {table.name: table for table in tables_as_of(manifest.migrations)}
    written = {table.name: table.columns for table in manifest.tables}
    expected = {name: table.columns for name, table in tables.items() if name not in NOT_KEPT}
    if differing := sorted(
        name for name in written.keys() | expected if written.get(name) != expected.get(name)
    ):
        raise WrongBackup(f"Its migrations make other tables: {', '.join(differing[:5])}.")
    return tables


@contextmanager
def _all_or_nothing() -> Iterator[None]:
    # SQLite rebuilds tables when it migrates, and can only do so while references are not checked.
    with connection.constraint_checks_disabled(), transaction.atomic(durable=True):
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL lock_timeout = '{_WAIT}'")
        yield


def _make_room(manifest: Manifest, tables: dict[str, Table]) -> None:
    """Leave the tables of the backup, all of them empty."""
    if applied_migrations() == frozenset(manifest.migrations):
        for table in append_only_tables():
            lift_triggers(table)
        emptied = connection.ops.sql_flush(no_style(), list(tables))
        connection.ops.execute_sql_flush(emptied)
        return
    cascade = " CASCADE" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for table in our_tables() | set(tables) & set(connection.introspection.table_names()):
            cursor.execute(f"DROP TABLE {connection.ops.quote_name(table)}{cascade}")
    executor = MigrationExecutor(connection)
    executor.migrate(_last_of_each_app(executor, manifest))


def _last_of_each_app(executor: MigrationExecutor, manifest: Manifest) -> list[tuple[str, str]]:
    """Django takes a target that is behind another one for a wish to go back."""
    nodes = set(nodes_of(manifest.migrations))
    graph = executor.loader.graph.node_map
    return sorted(
        node
        for node in nodes
        if not any(child.key in nodes and child.key[0] == node[0] for child in graph[node].children)
    )


def _load(table: Table, rows: Iterator[list[Any]]) -> None:
    values = (
        [
            field.get_db_prep_save(field.to_python(value), connection)
            for field, value in zip(table.fields, row, strict=True)
        ]
        for row in rows
    )
    try:
        _insert(table, values)
    except DatabaseError as error:
        raise WrongBackup(f"{table.name} cannot take its rows: {error}") from error


def _insert(table: Table, rows: Iterator[list[Any]]) -> None:
    quoted = connection.ops.quote_name
    into = f"{quoted(table.name)} ({', '.join(map(quoted, table.columns))})"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with connection.wrap_database_errors, cursor.copy(f"COPY {into} FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
            return
        marks = ", ".join(["%s"] * len(table.columns))
        while chunk := list(islice(rows, _CHUNK)):
            cursor.executemany(f"INSERT INTO {into} VALUES ({marks})", chunk)  # noqa: S608


def _reset_sequences(tables: dict[str, Table]) -> None:
    """The next row with a number gets the one after the last."""
    models = [table.model for table in tables.values()]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
