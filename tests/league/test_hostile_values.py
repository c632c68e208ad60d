"""Promise 13: whatever is sent to any address, the service answers; nothing breaks.

Every form of every page that links lead to is sent with one of its fields wrong, and every page
is opened with whatever it reads of its address wrong. An exception fails the test by itself.
"""

from itertools import product
from typing import Any

import pytest
from django.db import transaction
from django.http import QueryDict
from django.test import RequestFactory

from league.models import Player
from tests.league.links import Walk
from tests.league.page_forms import TOKEN, forms_of

# On PostgreSQL, which takes less than SQLite does.
pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
HOSTILE = (
    "9" * 5000,  # a number that Python does not read
    "9" * 19,  # one that no database holds
    "3000000000",  # one that PostgreSQL's columns do not hold
    "-1",
    "²",  # a digit that is no number
    "a\0b",  # a sign that no database holds
)


def test_every_field_of_every_form(walk: Walk) -> None:
    people = Player.objects.count()
    sent = 0
    for form in forms_of(walk):
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


def test_every_parameter_of_every_page(walk: Walk, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[str] = set()
    monkeypatch.setattr("django.core.handlers.wsgi.QueryDict", _listening(asked))
    sent = 0
    for address in walk.addresses:
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
