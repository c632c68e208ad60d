"""Many people at once, the people of another event, and requests that come twice."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from league.client_keys import forget_old_requests
from league.errors import KeyReused, LeagueError
from league.events.queries.pasted import LineState, Pasted
from league.events.queries.people import candidates, last_event
from league.events.services.categories import add_category, put_in_category
from league.events.services.entries import NamesakeEntered, Registration, enter_player
from league.events.services.people import (
    bring_people,
    enter_once,
    enter_people,
    repeat_event,
    start_first_round,
)
from league.events.services.settings import create_event_once
from league.events.settings_rules import templates
from league.models import ClientRequest, Club, Entry, Event, Player, Round
from league.permissions import SERVICE
from tests.factories import make_club, make_event, make_player
from tests.league.events.rows import entered, statuses

pytestmark = pytest.mark.django_db

NAMES = ("Jana Nováková", "Petr Dvořák", "Eva Malá")
LATER = timezone.now() + timedelta(days=7)


@pytest.fixture
def event() -> Event:
    return make_event(status=Event.Status.DRAFT)


def members(club: Club, *names: str) -> list[Player]:
    return [make_player(name, club=club) for name in names]


def all_of(players: list[Player]) -> list[Registration]:
    return [Registration(player=player) for player in players]


def test_many_members_are_entered_and_here_at_once(event: Event) -> None:
    done = enter_people(
        event, actor=SERVICE, people=all_of(members(event.club, *NAMES)), is_here=True
    )
    assert statuses(event) == dict.fromkeys(NAMES, "checked_in")
    assert (len(done.entries), done.already, done.is_new) == (3, (), True)


def test_members_who_are_in_the_event_stay_as_they_are(event: Event) -> None:
    jana, petr = members(event.club, *NAMES[:2])
    enter_player(event, actor=SERVICE, registration=Registration(player=jana))
    done = enter_people(event, actor=SERVICE, people=all_of([jana, petr, petr]), is_here=True)
    assert (done.already, done.repeated) == ((jana,), (petr,))
    assert statuses(event) == {"Jana Nováková": "registered", "Petr Dvořák": "checked_in"}


def test_list_that_does_not_fit_is_entered_by_nobody(event: Event) -> None:
    Event.objects.update(entry_limit=2, has_waiting_list=False)
    with pytest.raises(LeagueError, match="All places are taken"):
        enter_people(event, actor=SERVICE, people=all_of(members(event.club, *NAMES)))
    assert not event.entries.exists()


def test_repeated_request_makes_nobody_twice(event: Event) -> None:
    said: dict[str, Any] = {"actor": SERVICE, "people": [Registration(full_name="Jana Nováková")]}
    first = enter_people(event, **said, client_key="k1")
    again = enter_people(event, **said, client_key="k1")
    assert ([e.pk for e in again.entries], again.is_new) == ([e.pk for e in first.entries], False)
    assert Player.objects.count() == 1


def test_key_with_another_content_is_refused(event: Event) -> None:
    enter_people(event, actor=SERVICE, people=[Registration(full_name="Jana N")], client_key="k1")
    with pytest.raises(KeyReused):
        enter_people(
            event, actor=SERVICE, people=[Registration(full_name="Eva M")], client_key="k1"
        )
    assert list(statuses(event)) == ["Jana N"]


def test_keys_are_forgotten_after_some_days_and_say_no_names(event: Event) -> None:
    enter_people(event, actor=SERVICE, people=[Registration(full_name="Jana N")], client_key="k1")
    stored = ClientRequest.objects.get()
    assert "jana" not in str(vars(stored)).casefold()
    forget_old_requests()
    assert ClientRequest.objects.exists()
    ClientRequest.objects.update(at=timezone.now() - timedelta(days=8))
    forget_old_requests()
    assert not ClientRequest.objects.exists()


def test_name_that_is_in_the_event_is_asked_about(event: Event) -> None:
    entered(event, "Jana Nováková")
    again = Registration(full_name=" NOVAKOVA  jana")
    with pytest.raises(NamesakeEntered, match="Jana Nováková has already been entered"):
        enter_once(event, actor=SERVICE, registration=again)
    assert event.entries.count() == 1
    enter_once(event, actor=SERVICE, registration=again, is_namesake=True)
    assert event.entries.count() == 2


def test_same_name_twice_in_one_list_is_asked_about(event: Event) -> None:
    twice = [Registration(full_name="Jana Nováková")] * 2
    with pytest.raises(NamesakeEntered):
        enter_people(event, actor=SERVICE, people=twice)
    assert not Player.objects.exists()


def test_people_of_another_event_come_with_rating_and_category(event: Event) -> None:
    origin = make_event(event.club, status=Event.Status.FINISHED)
    jana, petr, eva = entered_before(origin)
    young = add_category(origin, actor=SERVICE, name="Youth", is_shown=True)
    put_in_category(young, actor=SERVICE, entries=[jana.pk])
    here = add_category(event, actor=SERVICE, name="Youth", is_shown=True)
    Entry.objects.filter(pk=jana.pk).update(rating=1500)
    Entry.objects.filter(pk=eva.pk).update(status=Entry.Status.REGISTERED)  # did not come
    bring_people(event, origin=origin, actor=SERVICE)
    rows = event.entries.values_list("player", "rating", "categories")
    assert set(rows) == {(jana.player_id, 1500, here.pk), (petr.player_id, None, None)}


def entered_before(event: Event) -> list[Entry]:
    return [
        Entry.objects.create(event=event, player=player, status=Entry.Status.CHECKED_IN)
        for player in members(event.club, *NAMES)
    ]


def test_evening_is_repeated_with_the_same_people_once(event: Event) -> None:
    origin = make_event(event.club, status=Event.Status.FINISHED)
    entered_before(origin)
    said: dict[str, Any] = {
        "actor": SERVICE,
        "name": "Další",
        "starts_at": LATER,
        "with_people": True,
        "client_key": "k1",
    }
    copy, is_new = repeat_event(origin, **said)
    again, is_new_again = repeat_event(origin, **said)
    assert (copy, is_new, is_new_again) == (again, True, False)
    assert (copy.status, statuses(copy)) == ("draft", dict.fromkeys(NAMES, "registered"))


def test_event_is_created_once_under_its_key() -> None:
    club = make_club()
    said = {"name": "Večer", "starts_at": LATER, "game": "triolet"}
    first = create_event_once(
        club, actor=SERVICE, template=templates()[0], changes=said, client_key="k"
    )
    again = create_event_once(
        club, actor=SERVICE, template=templates()[0], changes=said, client_key="k"
    )
    assert (again, Event.objects.count()) == ((first[0], False), 1)
    with pytest.raises(KeyReused):
        create_event_once(
            club,
            actor=SERVICE,
            template=templates()[0],
            changes=said | {"name": "Jiný"},
            client_key="k",
        )


def test_candidates_are_members_who_are_not_entered(event: Event) -> None:
    last = make_event(event.club, status=Event.Status.FINISHED)
    _jana, petr, eva = entered_before(last)
    put_in_category(
        add_category(last, actor=SERVICE, name="Youth", is_shown=True),
        actor=SERVICE,
        entries=[petr.pk],
    )
    make_player("Nový Člen", club=event.club)
    enter_player(event, actor=SERVICE, registration=Registration(player=eva.player))
    shown = candidates(event)
    assert [(row.name, row.came_last_time, list(row.categories)) for row in shown] == [
        ("Nový Člen", False, []),
        ("Petr Dvořák", True, ["Youth"]),
        ("Jana Nováková", True, []),
    ]
    assert last_event(event.club) == last


def test_guests_of_another_event_are_candidates_when_it_is_brought(event: Event) -> None:
    origin = make_event(event.club, status=Event.Status.FINISHED)
    guest = make_player("Host Daleký", keeper=event.club)
    Entry.objects.create(event=origin, player=guest, status=Entry.Status.CHECKED_IN)
    assert candidates(event) == []
    (shown,) = candidates(event, origin=origin)
    assert (shown.name, shown.is_picked, shown.is_member) == ("Host Daleký", True, False)


def judged(event: Event, text: str) -> list[tuple[str, str]]:
    return [(name.name, name.state.value) for name in Pasted(event).names(text)]


def test_pasted_names_are_matched_whatever_accents_case_and_order(event: Event) -> None:
    jana, *_others = members(event.club, *NAMES)
    (name,) = Pasted(event).names("  NOVAKOVA Jana,\n\n")
    assert (name.player, name.state) == (jana, LineState.KNOWN)


def test_pasted_names_are_asked_about_where_they_are_not_clear(event: Event) -> None:
    members(event.club, "Jana Nováková", "Jana Nováková", "Petr Dvořák", "Eva Malá")
    entered(event, "Karel Tichý")
    text = "Jana Nováková\nPetr Dvořan\nNěkdo Cizí\nKarel Tichý\nEva Malá\neva mala\n123\na@b.cz"
    assert judged(event, text) == [
        ("Jana Nováková", "asked"),
        ("Petr Dvořan", "asked"),
        ("Někdo Cizí", "new"),
        ("Karel Tichý", "entered"),
        ("Eva Malá", "known"),
        ("eva mala", "repeated"),
        ("123", "broken"),
        ("a@b.cz", "broken"),
    ]


def test_pasted_teams_have_two_names_a_line(event: Event) -> None:
    Event.objects.update(game="kaleidoskop", variant="teams")
    event.refresh_from_db()
    names = Pasted(event).names("Jana Nováková + Petr Dvořák\nEva Malá")
    assert [(name.line, name.part, name.state) for name in names] == [
        (1, 0, LineState.NEW),
        (1, 1, LineState.NEW),
        (2, 0, LineState.BROKEN),
    ]


def test_first_round_is_drawn_from_a_draft_at_once(event: Event) -> None:
    entered(event, *NAMES, is_here=True)
    draft = start_first_round(event, actor=SERVICE)
    event.refresh_from_db()
    assert (event.status, draft.number, draft.status) == ("running", 1, Round.Status.DRAFT)


def test_first_round_without_people_changes_nothing(event: Event) -> None:
    entered(event, "Jana Nováková", is_here=True)
    with pytest.raises(LeagueError, match="At least two entries"):
        start_first_round(event, actor=SERVICE)
    event.refresh_from_db()
    assert (event.status, Round.objects.count()) == ("draft", 0)
