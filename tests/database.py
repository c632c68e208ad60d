"""The test database. tests.plugin registers this module after pytest-django, so that it wins."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """SQLite in a file: in memory, threads would share one connection, unlike in real life."""
    from django.conf import settings

    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        path = Path(os.environ["ARBITR_DATA"], "test.sqlite3")
        database.setdefault("TEST", {})["NAME"] = str(path)
