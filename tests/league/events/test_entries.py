"""Signing up, being entered, the waiting list, leaving and coming back."""

import pytest
from django.core import mail

from league.errors import LeagueError
from league.events.queries.entries import Meant, meant_by, players_offered
from league.events.services.approval import approve_entry, refuse_entry
from league.events.services.entries import (
    Registration,
    edit_entry,
    enter_player,
    return_entry,
    sign_up,
    withdraw_entry,
)
from league.models import AuditEntry, Category, Entry, Event, Notice, Player, Round
from league.permissions import SERVICE, Actor
from tests.factories import make_player, make_user
from tests.league.events.rows import byes_of, entered, make_round, organised_event, statuses

pytestmark = pytest.mark.django_db

JANA = Registration(full_name="Jana  Nováková ")
TEAMS = {"game": "kaleidoskop", "variant": "teams"}


def test_sign_up_as_a_guest_waits_for_approval() -> None:
    entry = sign_up(organised_event(), actor=Actor(), registration=JANA)
    assert (entry.status, entry.player.full_name) == ("applied", "Jana Nováková")


def test_sign_up_by_account_is_registered_and_makes_a_player_once() -> None:
    user = make_user()
    for _ in range(2):
        sign_up(organised_event(), actor=Actor(user=user), registration=JANA)
    assert (
        list(Entry.objects.values_list("status", "player__user")) == [("registered", user.pk)] * 2
    )
    assert Player.objects.filter(user=user).count() == 1


def test_sign_up_twice_is_refused() -> None:
    event, actor = organised_event(), Actor(user=make_user())
    sign_up(event, actor=actor, registration=JANA)
    with pytest.raises(LeagueError, match=r"Jana N\. is already in this event"):
        sign_up(event, actor=actor, registration=JANA)


def test_sign_up_again_after_withdrawing_takes_the_same_entry() -> None:
    event, actor = organised_event(), Actor(user=make_user())
    first = sign_up(event, actor=actor, registration=JANA)
    withdraw_entry(first, actor=actor)
    assert sign_up(event, actor=actor, registration=JANA) == first
    assert statuses(event) == {"Jana Nováková": "registered"}


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"status": "draft"}, "not open for entries"),
        ({"status": "running"}, "not open for entries"),
        ({"sign_up": "desk"}, "organisers enter people"),
        ({"sign_up": "accounts"}, "Log in"),
        (TEAMS, "teams of two"),
    ],
)
def test_sign_up_is_refused_where_the_event_says_so(fields: dict[str, str], text: str) -> None:
    event = organised_event(**fields)
    with pytest.raises(LeagueError, match=text):
        sign_up(event, actor=Actor(), registration=JANA)
    assert (Entry.objects.count(), Player.objects.count()) == (0, 0)


def test_sign_up_of_a_team_brings_the_partner() -> None:
    entry = sign_up(
        organised_event(**TEAMS),
        actor=Actor(),
        registration=Registration(
            full_name="Jana Nováková", partner_name="Petr Dvořák", team_name="Draci"
        ),
    )
    assert [player.full_name for player in entry.players] == ["Jana Nováková", "Petr Dvořák"]
    assert entry.team_name == "Draci"


def test_sign_up_when_full_waits_in_line() -> None:
    event = organised_event(entry_limit=2)
    entered(event, "Eva A", "Petr B")
    entry = sign_up(event, actor=Actor(user=make_user()), registration=JANA)
    assert entry.status == "waitlisted"


def test_sign_up_when_full_without_a_waiting_list_is_refused() -> None:
    event = organised_event(entry_limit=2, has_waiting_list=False)
    entered(event, "Eva A", "Petr B")
    with pytest.raises(LeagueError, match="All places are taken"):
        sign_up(event, actor=Actor(user=make_user()), registration=JANA)


def test_approval_registers_the_guest() -> None:
    entry = sign_up(organised_event(), actor=Actor(), registration=JANA)
    assert approve_entry(entry, actor=SERVICE).status == "registered"


def test_approval_may_name_the_person_whom_the_club_knows() -> None:
    event = organised_event()
    known = make_player("Jana Nováková", club=event.club)
    entry = sign_up(event, actor=Actor(), registration=JANA)

    approve_entry(entry, actor=SERVICE, player=known)

    assert list(Player.objects.all()) == [known]
    assert Entry.objects.get().player == known


def test_approval_refused_leaves_nothing_of_the_guest() -> None:
    entry = sign_up(organised_event(), actor=Actor(), registration=JANA)
    refuse_entry(entry, actor=SERVICE)
    assert (Entry.objects.count(), Player.objects.count()) == (0, 0)


def test_approval_refused_keeps_a_player_who_is_somebody_elsewhere() -> None:
    event = organised_event()
    entry = sign_up(event, actor=Actor(), registration=JANA)
    Entry.objects.create(event=organised_event(), player=entry.player)
    refuse_entry(entry, actor=SERVICE)
    assert Player.objects.count() == 1


def test_approval_is_not_got_round_by_leaving_and_returning() -> None:
    event = organised_event()
    entry = sign_up(event, actor=Actor(), registration=JANA)
    withdraw_entry(entry, actor=Actor())
    assert return_entry(entry, actor=Actor()).status == "applied"
    approve_entry(entry, actor=SERVICE)
    withdraw_entry(entry, actor=Actor())
    assert return_entry(entry, actor=Actor()).status == "registered"


def test_approval_happens_once() -> None:
    entry = sign_up(organised_event(), actor=Actor(), registration=JANA)
    approve_entry(entry, actor=SERVICE)
    with pytest.raises(LeagueError, match="no longer waiting"):
        refuse_entry(entry, actor=SERVICE)


def test_desk_walk_in_and_phone_guest_are_the_same_kind_of_person() -> None:
    event = organised_event()
    [walk_in] = entered(event, "Petr Dvořák")
    by_phone = approve_entry(sign_up(event, actor=Actor(), registration=JANA), actor=SERVICE)
    people = [(e.status, e.player.club, e.player.keeper) for e in (walk_in, by_phone)]
    assert people == [("registered", None, event.club)] * 2


def test_desk_player_or_partner_plays_once_in_an_event() -> None:
    event = organised_event(**TEAMS)
    jana, petr, eva = (make_player(name) for name in ("Jana A", "Petr B", "Eva C"))
    enter_player(event, actor=SERVICE, registration=Registration(player=jana, partner=petr))
    for first, second in ((petr, eva), (eva, jana), (jana, eva)):
        with pytest.raises(LeagueError, match="is already in this event"):
            enter_player(
                event, actor=SERVICE, registration=Registration(player=first, partner=second)
            )
    with pytest.raises(LeagueError, match="two different players"):
        enter_player(event, actor=SERVICE, registration=Registration(player=eva, partner=eva))


def test_desk_offers_club_players_who_are_not_in_it_by_any_part_of_the_name() -> None:
    event = organised_event()
    for name in ("Žofie Řeháková", "Zora Malá", "Petr Žák"):
        make_player(name, club=event.club)
    make_player("Zuzana Cizí")
    entered(event, "Zdena Zde")
    found = players_offered(event, matching="z")
    assert {player.full_name for player in found} == {"Žofie Řeháková", "Zora Malá", "Petr Žák"}
    assert [p.full_name for p in players_offered(event, matching="reh zof")] == ["Žofie Řeháková"]


def test_desk_knows_whom_a_name_means() -> None:
    event = organised_event()
    jana = make_player("Jana Nováková", club=event.club)
    assert meant_by(event, "novakova JANA") == Meant(player=jana)
    assert meant_by(event, "Jana Novaková-") == Meant(player=jana)
    assert meant_by(event, "Jana Novákova1") == Meant(alike=(jana,))
    assert meant_by(event, "Petr Dvořák") == Meant()
    twin = make_player("Jana Nováková", club=event.club)
    assert set(meant_by(event, "Jana Nováková").alike) == {jana, twin}


def test_desk_edits_what_stands_beside_the_name() -> None:
    event = organised_event()
    for name in ("Děti", "Ženy"):
        Category.objects.create(event=event, name=name)
    women = event.categories.get(name="Ženy").pk
    [entry] = entered(event, "Jana A")
    edit_entry(entry, actor=SERVICE, rating=1500, team_name="", categories=[women, "bcdfghjkmn"])
    entry.refresh_from_db()
    assert (entry.rating, list(entry.categories.values_list("pk", flat=True))) == (
        1500,
        [women],
    )


def test_desk_of_a_finished_event_enters_nobody() -> None:
    with pytest.raises(LeagueError, match="finished"):
        entered(organised_event(status="finished"), "Jana A")


@pytest.fixture
def waiting_list_event() -> Event:
    waiting_list_event = organised_event(entry_limit=2)
    entered(waiting_list_event, "A A", "B B", "C C", "D D")
    return waiting_list_event


def test_waiting_list_moves_up_in_order_when_somebody_withdraws(waiting_list_event: Event) -> None:
    withdraw_entry(waiting_list_event.entries.get(player__full_name="A A"), actor=SERVICE)
    assert statuses(waiting_list_event) == {
        "A A": "withdrawn",
        "B B": "registered",
        "C C": "registered",
        "D D": "waitlisted",
    }
    moved = AuditEntry.objects.get(action="move up from the waiting list")
    assert moved.object_id == waiting_list_event.entries.get(player__full_name="C C").pk


def test_waiting_list_does_not_move_when_one_of_the_waiting_leaves(
    waiting_list_event: Event,
) -> None:
    withdraw_entry(waiting_list_event.entries.get(player__full_name="C C"), actor=SERVICE)
    assert statuses(waiting_list_event)["D D"] == "waitlisted"


def test_waiting_list_whoever_returns_queues_behind_the_others(waiting_list_event: Event) -> None:
    first = waiting_list_event.entries.get(player__full_name="A A")
    withdraw_entry(first, actor=SERVICE)
    return_entry(first, actor=SERVICE)
    withdraw_entry(waiting_list_event.entries.get(player__full_name="B B"), actor=SERVICE)
    assert statuses(waiting_list_event) == {
        "A A": "waitlisted",
        "B B": "withdrawn",
        "C C": "registered",
        "D D": "registered",
    }


def test_waiting_list_tells_those_with_an_account(waiting_list_event: Event) -> None:
    user = make_user(language="cs")
    Player.objects.filter(full_name="C C").update(user=user)
    assert Notice.objects.count() == 0
    withdraw_entry(waiting_list_event.entries.get(player__full_name="A A"), actor=SERVICE)
    assert Notice.objects.get().recipient == user.email
    assert mail.outbox == []  # sent by a job


@pytest.fixture
def event() -> Event:
    event = organised_event()
    entries = entered(event, "A A", "B B", "C C", is_here=True)
    for seed, entry in enumerate(entries, start=1):
        Entry.objects.filter(pk=entry.pk).update(seed=seed)
    Event.objects.filter(pk=event.pk).update(status="running")
    make_round(event, 1, Round.Status.CLOSED, seated=entries)
    event.refresh_from_db()
    return event


def test_mid_event_withdrawal_and_return_leave_a_gap_without_points(event: Event) -> None:
    entry = event.entries.get(seed=1)
    withdraw_entry(entry, actor=SERVICE)
    make_round(event, 2, Round.Status.CLOSED)
    make_round(event, 3, Round.Status.DRAFT)
    assert return_entry(entry, actor=SERVICE).status == "checked_in"
    assert byes_of(entry) == [(2, "zero")]


def test_mid_event_late_entry_gets_the_last_number_and_plays_from_the_next_round(
    event: Event,
) -> None:
    [late] = entered(event, "Pozdní Příchozí", is_here=True)
    assert (late.seed, late.first_round, late.status) == (4, 2, "checked_in")
    assert byes_of(late) == [(1, "zero")]
    assert event.stages.get().wanted_version == 1


def test_mid_event_late_entry_gets_half_points_where_the_event_says_so(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(late_entry="half")
    make_round(event, 2, Round.Status.PUBLISHED)
    make_round(event, 3, Round.Status.DRAFT)
    [late] = entered(event, "Pozdní Příchozí", is_here=True)
    assert (late.first_round, byes_of(late)) == (3, [(1, "half"), (2, "half")])
