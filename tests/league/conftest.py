"""Fixtures of tests that look at much of the service at once."""

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client, override_settings

from league.models import User
from tests.league.links import Walk

QUICK = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="module")
def demo(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Loaded once: each test sees it in a transaction of its own."""
    quick = override_settings(PASSWORD_HASHERS=QUICK)
    with django_db_blocker.unblock(), quick, transaction.atomic():
        call_command("demo", stdout=StringIO())
        yield
        transaction.set_rollback(True)


@pytest.fixture
def walk(demo: None, db: None, settings: Any) -> Walk:
    """By somebody who may open everything, to one page of each kind, and to all events."""
    settings.RATES = dict.fromkeys(settings.RATES, (10**7, 60))
    client = Client()
    client.force_login(User.objects.get(username="admin"))
    walk = Walk(client, most=1, all_of=frozenset({"event", "desk"}))
    walk.go()
    return walk
