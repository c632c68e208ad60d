"""Promise 13: whatever is sent to any address, the service answers; nothing breaks.

Every form of every page that links lead to is sent with one of its fields wrong, and every page
is opened with whatever it reads of its address wrong. An exception fails the test by itself.
"""

import re
from itertools import product
from typing import Any

import pytest
from django.db import transaction
from django.http import QueryDict
from django.test import RequestFactory
from django.urls import resolve

from league.models import Player
from league.web.addresses import PublicIdConverter
from tests.league.links import Walk
from tests.league.page_forms import TOKEN, forms_of

# On PostgreSQL, which takes less than SQLite does.
pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
_ROW = re.compile(rf"{PublicIdConverter.regex}|\d+")
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
        for field, value in product(one_of_each_kind({*form.fields, *form.button}), HOSTILE):
            with transaction.atomic():
                ask(form.action, {**form.data, field: value})
                transaction.set_rollback(True)
            sent += 1
    assert sent > 200 * len(HOSTILE)
    assert Player.objects.count() == people


def one_of_each_kind(fields: set[str]) -> list[str]:
    """Of those that differ only in a row's number or name: a view reads them in one loop."""
    return list({_ROW.sub("", field): field for field in sorted(fields - {TOKEN})}.values())


def test_one_field_stands_for_its_row() -> None:
    fields = {TOKEN, "name", "due_1", "due_2", "starts_1", "pn7vjd82sw", "figure-pn7vjd82sw-red"}
    assert one_of_each_kind(fields | {"t3yxn8pq8d", "figure-t3yxn8pq8d-red"}) == [
        "due_2",
        "figure-t3yxn8pq8d-red",
        "name",
        "t3yxn8pq8d",
        "starts_1",
    ]


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
    tried: set[tuple[str, ...]] = set()  # by one page for all of its kind that ask for the same
    for address in walk.addresses:
        asked.clear()
        walk.client.get(address)
        named = sorted(filter(None, asked))  # lists of Django's admin also ask for nothing
        kind = (resolve(address.partition("?")[0]).view_name, *named)
        if kind in tried:
            continue
        tried.add(kind)
        for parameter, value in product(named, HOSTILE):
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
