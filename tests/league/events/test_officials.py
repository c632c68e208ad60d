"""Who runs an event, and whom they keep apart."""

import pytest

from league.errors import LeagueError
from league.events.queries.entries import kept_apart_elsewhere
from league.events.services.drafts import allow_together, keep_apart
from league.events.services.lifecycle import add_official, remove_official
from league.models import Entry, KeepApart
from league.permissions import SERVICE
from tests.factories import make_event, make_user
from tests.league.events.rows import entered, organised_event

pytestmark = pytest.mark.django_db


def test_keep_apart_holds_once_whatever_the_order_and_is_taken_back() -> None:
    event = organised_event()
    first, second = entered(event, "A A", "B B")
    pair = keep_apart(event, actor=SERVICE, first=first, second=second)
    assert keep_apart(event, actor=SERVICE, first=second, second=first) == pair
    allow_together(pair, actor=SERVICE)
    assert KeepApart.objects.count() == 0


def test_keep_apart_is_for_two_entries_of_the_event() -> None:
    event = organised_event()
    [first] = entered(event, "A A")
    [stranger] = entered(organised_event(), "B B")
    for second in (first, stranger):
        with pytest.raises(LeagueError):
            keep_apart(event, actor=SERVICE, first=first, second=second)


def test_keep_apart_of_another_evening_is_known() -> None:
    event = organised_event()
    last = make_event(event.club)
    ours, theirs = entered(event, "A A", "B B"), []
    for entry in ours:
        theirs += [Entry.objects.create(event=last, player=entry.player)]
    keep_apart(last, actor=SERVICE, first=theirs[0], second=theirs[1])
    assert [set(pair) for pair in kept_apart_elsewhere(event)] == [set(ours)]
    keep_apart(event, actor=SERVICE, first=ours[0], second=ours[1])
    assert kept_apart_elsewhere(event) == []


def test_officials_are_added_by_login_name_or_confirmed_email_and_change_roles() -> None:
    event, user = make_event(), make_user("petr")
    add_official(event, actor=SERVICE, login=" PETR ", role="arbiter")
    add_official(event, actor=SERVICE, login="Petr@arbitr.example", role="organiser")
    assert list(event.official_set.values_list("user", "role")) == [(user.pk, "organiser")]


def test_officials_without_a_confirmed_address_are_not_found_by_it() -> None:
    make_user("petr", verified=False)
    with pytest.raises(LeagueError, match="No account"):
        add_official(make_event(), actor=SERVICE, login="petr@arbitr.example", role="arbiter")


def test_officials_are_removed() -> None:
    event = organised_event()
    remove_official(event.official_set.get(), actor=SERVICE)
    assert event.official_set.count() == 0
