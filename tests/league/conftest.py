"""Fixtures of tests that look at much of the service at once."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import connection, transaction
from django.test import Client, override_settings
from django.utils import translation

from league.demo.services.demo import PASSWORD
from league.models import User
from tests import copies
from tests.database import database_beside, use
from tests.league.links import Walk
from tests.prepared import prepared

ALL_OF = frozenset({"event", "desk"})


@pytest.fixture(scope="session")
def demo_database(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The name of one that a service filled, beside the empty one."""
    folder = tmp_path_factory.mktemp("demo")
    with django_db_blocker.unblock():
        if connection.vendor == "sqlite":
            copies.copy_database(prepared("demo", copies.prepare_demo), folder)
            yield str(folder / copies.NAME)
        else:
            with database_beside(connection) as (name, url):
                copies.manage(folder, ["demo"], DATABASE_URL=url)
                yield name


@pytest.fixture(scope="module")
def demo(demo_database: str, django_db_blocker: Any, _settings_of_tests: None) -> Iterator[None]:
    """In place of the empty database: each test sees it in a transaction of its own."""
    empty = connection.settings_dict["NAME"]
    with django_db_blocker.unblock():
        use(connection, demo_database)
        User.objects.update(password=make_password(PASSWORD))  # the service's take long to check
        yield
        use(connection, empty)


@pytest.fixture(scope="session")
def _walks() -> list[Walk]:
    """What was walked in this run: nothing that a test does to the demo is kept."""
    return []


@pytest.fixture(scope="module")
def walked(demo: None, _walks: list[Walk]) -> Iterator[Walk]:
    """By somebody who may open everything, to one page of each kind, and to all events."""
    with override_settings(RATES=dict.fromkeys(settings.RATES, (10**7, 60))):
        if not _walks:
            with transaction.atomic(), translation.override("en"):
                _walks.append(Walk(client_of_admin(), most=1, all_of=ALL_OF))
                _walks[0].go()
                transaction.set_rollback(True)
        yield _walks[0]


@pytest.fixture
def walk(walked: Walk, db: None) -> Walk:
    """Walked once; each test goes on with a client of its own."""
    return replace(walked, client=client_of_admin())


def client_of_admin() -> Client:
    client = Client()
    client.force_login(User.objects.get(username="admin"))
    return client
