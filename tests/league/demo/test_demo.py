"""The demo: there once, with people to log in as and names that hurt."""

from io import StringIO
from itertools import islice

import pytest
from django.core.management import CommandError, call_command

from league.demo.people import HOSTILE_NAMES, people
from league.demo.services import LOGINS, PASSWORD
from league.models import Club, Event, Player, User


@pytest.mark.django_db
def test_demo_fills_an_empty_database_once() -> None:
    call_command("demo")

    assert Club.objects.count() >= 6
    assert Player.objects.count() > 150
    assert {"draft", "open"} <= set(Event.objects.values_list("status", flat=True))
    assert set(HOSTILE_NAMES) <= set(Player.objects.values_list("full_name", flat=True))
    assert all(User.objects.get(username=login[0]).check_password(PASSWORD) for login in LOGINS)
    with pytest.raises(CommandError, match="not empty"):
        call_command("demo")


@pytest.mark.django_db
def test_logins_are_printed_only_where_they_work() -> None:
    before, after = StringIO(), StringIO()
    call_command("demo", logins=True, stdout=before)
    call_command("demo")
    call_command("demo", logins=True, stdout=after)
    assert before.getvalue() == ""
    assert "jana" in after.getvalue()


def test_people_are_the_same_for_the_same_seed_and_none_twice() -> None:
    first = list(islice(people("CZ", seed=1), 200))
    assert first == list(islice(people("CZ", seed=1), 200))
    assert first != list(islice(people("CZ", seed=2), 200))
    assert len(set(first)) == 200


def test_women_have_womens_surnames() -> None:
    assert all(name.endswith(("ová", "á")) for name in people_with_first_name("Jana", country="CZ"))


def people_with_first_name(first: str, *, country: str) -> list[str]:
    return [name for name in islice(people(country, seed=1), 500) if name.split()[0] == first]


def test_hostile_names_hurt_as_promised() -> None:
    text = " ".join(HOSTILE_NAMES)
    assert "<script>" in text
    assert "\u202e" in text
    assert "🎲" in text
    assert any(name.startswith("=cmd") for name in HOSTILE_NAMES)
    assert max(map(len, HOSTILE_NAMES)) == 200
    assert all(len(name) <= 200 for name in HOSTILE_NAMES)
