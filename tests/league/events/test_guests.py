"""Guests: whom the club may know them as, joined or kept apart; families; half a name."""

import pytest

from league.errors import LeagueError
from league.events.queries.entries import entries_held
from league.events.queries.guests import perhaps_known
from league.events.services.approval import PerhapsKnown, approve_entry
from league.events.services.entries import HalfName, Registration, enter_player, sign_up
from league.models import AuditEntry, Entry, Event, Player
from league.permissions import SERVICE, Actor, may, seats_to_take
from tests.factories import make_player, make_user
from tests.league.events.rows import entered, make_round, organised_event, statuses

pytestmark = pytest.mark.django_db

TEAMS = {"game": "kaleidoskop", "variant": "teams"}


def guest(event: Event, name: str, **more: str) -> Entry:
    return sign_up(event, actor=Actor(), registration=Registration(full_name=name, **more))


def asked(event: Event, *entries: Entry) -> dict[str, list[tuple[str, bool, bool]]]:
    return {
        pk: [(each.player.full_name, each.is_same, bool(each.entry)) for each in people]
        for pk, people in perhaps_known(event, entries).items()
    }


def test_perhaps_shows_members_of_the_same_and_of_a_similar_name() -> None:
    event = organised_event()
    for name in ("Jana Nováková", "Jana Nováčková", "Petr Dvořák"):
        make_player(name, club=event.club)
    make_player("Jana Nováková")  # whom another club knows, or nobody
    waiting = guest(event, "novakova JANA")
    assert asked(event, waiting) == {
        waiting.pk: [("Jana Nováková", True, False), ("Jana Nováčková", False, False)]
    }


def test_perhaps_is_no_other_guest_who_waits_and_nobody_for_those_let_in() -> None:
    event = organised_event()
    first, second = guest(event, "Jana Nováková"), guest(event, "Jana Nováková")
    assert asked(event, first, second) == {first.pk: [], second.pk: []}
    kept = approve_entry(first, actor=SERVICE)
    assert asked(event, kept, second) == {second.pk: [("Jana Nováková", True, True)]}


def test_approval_of_a_member_s_name_has_to_say_who_it_is() -> None:
    event = organised_event()
    make_player("Jana Nováková", club=event.club)
    waiting = guest(event, "Jana Nováková")
    with pytest.raises(PerhapsKnown, match="Perhaps your member Jana Nováková"):
        approve_entry(waiting, actor=SERVICE)
    assert statuses(event) == {"Jana Nováková": "applied"}
    kept = approve_entry(waiting, actor=SERVICE, is_new=True)
    assert (kept.status, Player.objects.count()) == ("registered", 2)


def test_approval_of_somebody_entered_meanwhile_leaves_one_entry_that_the_phone_holds() -> None:
    event = organised_event()
    member = make_player("Jana Nováková", club=event.club)
    at_desk = enter_player(
        event, actor=SERVICE, registration=Registration(player=member), is_here=True
    )
    waiting = guest(event, "Jana Nováková")
    phone = Actor(entries=frozenset({waiting.pk}))
    assert approve_entry(waiting, actor=SERVICE, player=member) == at_desk
    assert (Entry.objects.get(), Player.objects.get()) == (at_desk, member)
    assert statuses(event) == {"Jana Nováková": "checked_in"}
    assert entries_held(event, phone) == [at_desk]
    assert may(phone, "withdraw_entry", Entry.objects.get())
    assert AuditEntry.objects.get(action="join entries").details == {"gone": waiting.pk}


def test_approval_joins_both_of_a_team_or_one_of_them() -> None:
    event = organised_event(**TEAMS)
    jana = make_player("Jana Nováková", club=event.club)
    petr = make_player("Petr Dvořák", club=event.club)
    waiting = guest(event, "Jana Nováková", partner_name="Petr Dvořák")
    with pytest.raises(PerhapsKnown, match="Petr Dvořák"):
        approve_entry(waiting, actor=SERVICE, player=jana)
    with pytest.raises(LeagueError, match="two different players"):
        approve_entry(waiting, actor=SERVICE, player=jana, partner=jana)
    approve_entry(waiting, actor=SERVICE, player=jana, partner=petr)
    assert Entry.objects.get().players == [jana, petr]
    assert Player.objects.count() == 2


def test_approval_as_somebody_already_in_another_team_is_refused() -> None:
    event = organised_event(**TEAMS)
    jana, petr, eva = (make_player(name, club=event.club) for name in ("Jana A", "Petr B", "Eva C"))
    enter_player(event, actor=SERVICE, registration=Registration(player=jana, partner=petr))
    waiting = guest(event, "Jana A", partner_name="Eva C")
    with pytest.raises(LeagueError, match="is already in this event"):
        approve_entry(waiting, actor=SERVICE, player=jana, partner=eva)
    assert Entry.objects.get(pk=waiting.pk).status == "applied"


@pytest.mark.parametrize("by_desk", [True, False])
def test_half_name_is_asked_about_and_then_taken(by_desk: bool) -> None:
    event = organised_event()
    service, actor = (enter_player, SERVICE) if by_desk else (sign_up, Actor())
    with pytest.raises(HalfName, match="“Pelé” is one word"):
        service(
            event,
            actor=actor,
            registration=Registration(full_name=" Pelé ", is_whole_name=False),
        )
    assert not Player.objects.exists()
    service(event, actor=actor, registration=Registration(full_name="Pelé", is_whole_name=True))
    assert list(statuses(event)) == ["Pelé"]


def test_half_name_of_a_partner_names_its_field() -> None:
    with pytest.raises(HalfName) as refused:
        guest_team = Registration(full_name="Jana A", partner_name="Petr", is_whole_name=False)
        sign_up(organised_event(**TEAMS), actor=Actor(), registration=guest_team)
    assert refused.value.field == "partner_name"


def child(name: str) -> Registration:
    return Registration(full_name=name, for_other=True)


def test_family_of_an_account_is_held_by_it_on_every_phone() -> None:
    event, parent = organised_event(), Actor(user=make_user())
    own = sign_up(event, actor=parent, registration=Registration(full_name="Jana Nováková"))
    kids = [sign_up(event, actor=parent, registration=child(name)) for name in ("Ája N", "Béďa N")]
    assert [entry.status for entry in (own, *kids)] == ["registered", "applied", "applied"]
    assert entries_held(event, Actor(user=parent.user)) == [own, *kids]
    assert Player.objects.get(user=parent.user).full_name == "Jana Nováková"


def test_family_of_a_phone_takes_the_seats_of_all_its_children() -> None:
    event = organised_event()
    kids = [guest(event, name) for name in ("Ája Nová", "Béďa Nový")]
    others = entered(event, "Petr Dvořák")
    phone = Actor(entries=frozenset(kid.pk for kid in kids))
    for kid in kids:
        approve_entry(kid, actor=SERVICE)
    Event.objects.update(status="running")
    round_ = make_round(event, 1, "published", seated=[*kids, *others])
    seats = seats_to_take(phone, round_.matches.get())
    assert {seat.entry for seat in seats} == set(kids)
    assert not seats_to_take(Actor(), round_.matches.get()).exists()


def test_family_s_second_tap_makes_no_second_child() -> None:
    event, parent = organised_event(), Actor(user=make_user())
    sign_up(event, actor=parent, registration=child("Ája Nová"))
    with pytest.raises(LeagueError, match="You have already entered AJA NOVA"):
        sign_up(event, actor=parent, registration=child("AJA  NOVA"))
    assert Player.objects.count() == 1
