"""The test database. tests.plugin registers this module after pytest-django, so that it wins."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.prepared import prepared

NAME = "test.sqlite3"
# Nothing of a test outlives the machine, so nobody waits for its disk.
NO_WAITING = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: Any) -> Iterator[None]:
    """With all tables, and empty. Open to tests that ask for it alone."""
    from django.db import connection
    from django.test.utils import setup_databases, teardown_databases

    is_file = connection.vendor == "sqlite"
    with django_db_blocker.unblock():
        if is_file:
            copy_of_tables(connection)
        else:
            made = setup_databases(verbosity=0, interactive=False)
    yield
    with django_db_blocker.unblock():
        if is_file:
            connection.close()
        else:
            teardown_databases(made, verbosity=0)


def copy_of_tables(connection: Any) -> None:
    """A file: in memory, threads would share one connection, unlike in real life."""
    connection.settings_dict["OPTIONS"]["init_command"] = NO_WAITING

    def migrate(folder: Path) -> None:
        from django.core.management import call_command

        use(connection, folder / NAME)
        call_command("migrate", verbosity=0)
        connection.close()

    migrated = prepared("migrated", migrate)
    use(connection, Path(os.environ["ARBITR_DATA"], NAME))
    shutil.copy(migrated / NAME, connection.settings_dict["NAME"])


def use(connection: Any, name: Path | str) -> None:
    from django.conf import settings

    connection.close()
    connection.settings_dict["NAME"] = settings.DATABASES["default"]["NAME"] = str(name)


@contextmanager
def database_beside(connection: Any) -> Iterator[tuple[str, str]]:
    """Of PostgreSQL: a copy of this database, by its name and by its address."""
    empty = connection.settings_dict["NAME"]
    name = f"{empty}_beside"
    connection.close()
    with connection._nodb_cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}"')
        cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE "{empty}"')
    yield name, urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
    with connection._nodb_cursor() as cursor:
        cursor.execute(f'DROP DATABASE "{name}"')
