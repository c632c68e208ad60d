"""Fixtures of tests that look at much of the service at once."""

from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import transaction
from django.test import Client, override_settings
from django.utils import translation

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


@pytest.fixture(scope="module")
def walked(demo: None) -> Iterator[Walk]:
    """By somebody who may open everything, to one page of each kind, and to all events."""
    with override_settings(RATES=dict.fromkeys(settings.RATES, (10**7, 60))):
        walk = Walk(client_of_admin(), most=1, all_of=frozenset({"event", "desk"}))
        with translation.override("en"):
            walk.go()
        yield walk


@pytest.fixture
def walk(walked: Walk, db: None) -> Walk:
    """Walked once; each test goes on with a client of its own."""
    return replace(walked, client=client_of_admin())


def client_of_admin() -> Client:
    client = Client()
    client.force_login(User.objects.get(username="admin"))
    return client
