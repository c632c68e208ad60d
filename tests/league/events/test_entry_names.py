"""By which names the entries of an event are shown and found."""

import pytest

from league.events.queries.entries import entry_names, listed_entries, player_names
from league.events.services.entries import (
    Registration,
    enter_player,
    sign_up,
)
from league.models import Entry
from league.permissions import SERVICE, Actor
from tests.league.events.rows import entered, organised_event

pytestmark = pytest.mark.django_db

TEAMS = {"game": "kaleidoskop", "variant": "teams"}


def test_names_are_distinct_and_full_for_officials_only() -> None:
    event = organised_event()
    entries = entered(event, "Jana Nováková", "Jana Nedbalová", "Petr Dvořák")
    assert entry_names(event) == dict(
        zip((e.pk for e in entries), ("Jana No.", "Jana Ne.", "Petr D."), strict=True)
    )
    assert list(entry_names(event, in_full=True).values()) == [
        "Jana Nováková",
        "Jana Nedbalová",
        "Petr Dvořák",
    ]


def test_names_of_teams_are_their_own_or_their_players() -> None:
    event = organised_event(**TEAMS)
    for name, team in (("Jana A", "Draci"), ("Petr B", "")):
        enter_player(
            event,
            actor=SERVICE,
            registration=Registration(full_name=name, partner_name="Eva Malá", team_name=team),
            is_namesake=True,
        )
    assert list(entry_names(event).values()) == ["Draci", "Petr B. + Eva M. (2)"]
    assert list(player_names(event).values()) == [
        "Jana A.",
        "Eva M. (1)",
        "Petr B.",
        "Eva M. (2)",
    ]


def test_names_are_searched_as_they_are_shown() -> None:
    event = organised_event()
    entered(event, "Jana Nováková", "Žofie Malá")

    def found(matching: str, *, in_full: bool) -> list[str]:
        rows = listed_entries(
            event, in_full=in_full, statuses=Entry.TAKING_A_PLACE, matching=matching
        )
        return [row.name for row in rows]

    assert found("zofie", in_full=False) == ["Žofie M."]
    assert found("novakova", in_full=False) == []
    assert found("novakova", in_full=True) == ["Jana Nováková"]


def test_names_of_those_who_wait_come_last_in_their_own_order() -> None:
    event = organised_event(entry_limit=2)
    entered(event, "Petr Zeman", "Eva Malá", "Olga Žáková", "Ivan Adam")
    rows = listed_entries(event, in_full=True, statuses=Entry.Status.values)
    assert [row.name for row in rows] == ["Eva Malá", "Petr Zeman", "Olga Žáková", "Ivan Adam"]


def test_names_do_not_depend_on_guests_who_are_not_let_in() -> None:
    event = organised_event()
    entered(event, "Jana Nováková")
    sign_up(event, actor=Actor(), registration=Registration(full_name="Jana Nedbalová"))
    rows = listed_entries(event, in_full=False, statuses=Entry.Status.values)
    assert [row.name for row in rows] == ["Jana N."]
