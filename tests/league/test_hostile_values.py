"""Promise 13: whatever is sent to any address, the service answers; nothing breaks.

Every form of every page that links lead to is sent with one of its fields wrong, and every page
is opened with whatever it reads of its address wrong. An exception fails the test by itself.
"""

from collections.abc import Iterator
from io import StringIO
from itertools import product
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.http import QueryDict
from django.test import Client, RequestFactory, override_settings
from django.urls import resolve

from league.models import Player, User
from tests.league.links import Walk
from tests.league.page_forms import TOKEN, PageForm, forms_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("demo")]
HOSTILE = (
    "9" * 5000,  # a number that Python does not read
    "9" * 19,  # one that no database holds
    "3000000000",  # one that PostgreSQL's columns do not hold
    "-1",
    "²",  # a digit that is no number
    "a\0b",  # a sign that no database holds
)
LEADS_OUT = {"account_logout"}


@pytest.fixture(scope="module")
def demo(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Loaded once: each test sees it in a transaction of its own."""
    quick = override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"])
    with django_db_blocker.unblock(), quick, transaction.atomic():
        call_command("demo", stdout=StringIO())
        yield
        transaction.set_rollback(True)


@pytest.fixture
def walk(settings: Any) -> Walk:
    """By somebody who may open everything."""
    settings.RATES = dict.fromkeys(settings.RATES, (10**7, 60))
    client = Client()
    client.force_login(User.objects.get(username="admin"))
    walk = Walk(client, most=1, all_of=frozenset({"event", "desk"}))
    walk.go()
    return walk


def pages(walk: Walk) -> list[str]:
    return [address for found in walk.reached.values() for address in sorted(found)]


def forms(walk: Walk) -> dict[tuple[object, ...], PageForm]:
    """One of each kind: where it leads, and what it asks for."""
    found: dict[tuple[object, ...], PageForm] = {}
    for address in pages(walk):
        response = walk.client.get(address)
        if response.streaming or "text/html" not in response.headers.get("Content-Type", ""):
            continue
        for form in forms_in(response.content.decode(), address=address):
            route = resolve(form.action.partition("?")[0].partition("#")[0]).view_name
            if route not in LEADS_OUT:
                found.setdefault((route, form.method, *sorted(form.fields), *form.button), form)
    return found


@pytest.mark.postgresql
def test_every_field_of_every_form(walk: Walk) -> None:
    people = Player.objects.count()
    sent = 0
    for form in forms(walk).values():
        ask = getattr(walk.client, form.method)
        for field, value in product({*form.fields, *form.button} - {TOKEN}, HOSTILE):
            with transaction.atomic():
                ask(form.action, {**form.data, field: value})
                transaction.set_rollback(True)
            sent += 1
    assert sent > 200 * len(HOSTILE)
    assert Player.objects.count() == people


class Listening(QueryDict):
    """Remembers what a view asks for."""

    asked: set[str]

    def __getitem__(self, key: str) -> Any:
        self.asked.add(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        self.asked.add(key)
        return super().get(key, default)

    def getlist(self, key: str, default: Any = None) -> Any:
        self.asked.add(key)
        return super().getlist(key, default)


@pytest.mark.postgresql
def test_every_parameter_of_every_page(walk: Walk, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[str] = set()
    monkeypatch.setattr("django.core.handlers.wsgi.QueryDict", _listening(asked))
    sent = 0
    for address in pages(walk):
        asked.clear()
        walk.client.get(address)
        for parameter, value in product(sorted(asked), HOSTILE):
            walk.client.get(address.partition("?")[0], {parameter: value})
            sent += 1
    assert sent > 50 * len(HOSTILE)


def _listening(asked: set[str]) -> Any:
    def made(*args: Any, **kwargs: Any) -> Listening:
        listening = Listening(*args, **kwargs)
        listening.asked = asked
        return listening

    return made


def test_parameters_that_a_page_reads_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control of the test above."""
    asked: set[str] = set()
    monkeypatch.setattr("django.core.handlers.wsgi.QueryDict", _listening(asked))
    request = RequestFactory().get("/?page=3")
    assert (request.GET.get("page"), request.GET.getlist("q")) == ("3", [])
    assert asked == {"page", "q"}
