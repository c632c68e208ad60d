"""Entries over the API: signing up for oneself, and what the desk does."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from league.models import ByeRequest, Category, Club, Entry, Event, Stage, User
from tests.factories import make_club, make_event, make_player, make_user
from tests.league.api.asking import NOBODY, Program, refusal
from tests.league.events.rows import entered

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> User:
    return make_user()


@pytest.fixture
def club(admin: User) -> Club:
    return make_club(admin=admin)


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club)


@pytest.fixture
def desk(admin: User) -> Program:
    return Program.of(admin)


@pytest.fixture
def jana() -> User:
    user = make_user()
    make_player("Jana Nováková", user=user)
    return user


def test_list_shows_public_names_with_a_fixed_number_of_queries(
    event: Event, django_assert_num_queries: Any
) -> None:
    entered(event, "Jana Nováková", "Petr Dvořák", "Jan Adamec")
    # The event, names, how many, the entries.
    with django_assert_num_queries(4):
        found = NOBODY.get(f"events/{event.pk}/entries").json()
    assert (found["count"], [row["name"] for row in found["results"]]) == (
        3,
        ["Jan A.", "Petr D.", "Jana N."],
    )
    assert {row["full_name"] for row in found["results"]} == {None}


def test_officials_see_full_names_and_applications(event: Event, desk: Program) -> None:
    entered(event, "Jana Nováková")
    guest = make_player("Petr Dvořák", keeper=event.club)
    Entry.objects.create(event=event, player=guest, status=Entry.Status.APPLIED)
    rows = desk.get(f"events/{event.pk}/entries").json()["results"]
    public = NOBODY.get(f"events/{event.pk}/entries").json()["results"]
    assert [row["full_name"] for row in rows] == ["Petr Dvořák", "Jana Nováková"]
    assert [row["name"] for row in public] == ["Jana N."]


def test_list_is_narrowed(event: Event) -> None:
    entered(event, "Jana Nováková", "Petr Dvořák")
    entered(event, "Jan Adamec", is_here=True)
    path = f"events/{event.pk}/entries"
    here = NOBODY.get(path, status="checked_in").json()["results"]
    named = NOBODY.get(path, name="jan").json()["results"]
    surname = NOBODY.get(path, name="nováková").json()["results"]
    assert [row["name"] for row in here] == ["Jan A."]
    assert [row["name"] for row in named] == ["Jan A.", "Jana N."]
    assert surname == []  # the public does not find anybody by it
    assert NOBODY.get(path, status="lost").status_code == 400


def test_player_signs_up_and_withdraws(event: Event, jana: User) -> None:
    program = Program.of(jana, "read", "play")
    signed = program.post(f"events/{event.pk}/sign-up")
    entry = signed.json()["id"]
    twice = program.post(f"events/{event.pk}/sign-up")
    gone = program.post(f"entries/{entry}/withdraw")
    back = program.post(f"entries/{entry}/return")
    assert (signed.status_code, signed.json()["status"]) == (201, "registered")
    assert (twice.status_code, twice.json()["detail"]) == (400, "Jana N. is already in this event.")
    assert (gone.json()["status"], back.json()["status"]) == ("withdrawn", "registered")


def test_signing_up_needs_its_scope_and_an_account(event: Event, jana: User) -> None:
    path = f"events/{event.pk}/sign-up"
    unfit = Program.of(jana, "read", "events").post(path)
    assert refusal(unfit) == (403, "missing-scope")
    assert refusal(NOBODY.post(path, full_name="Host Hráč")) == (401, "not-authenticated")
    assert not event.entries.exists()
    Program.of(jana, "play").post(path)
    assert event.entries.get().player.user == jana


def test_players_touch_their_own_entries_alone(event: Event, jana: User) -> None:
    (other,) = entered(event, "Petr Dvořák")
    program = Program.of(jana)
    mine = program.post(f"events/{event.pk}/sign-up").json()["id"]
    assert program.post(f"entries/{other.pk}/withdraw").status_code == 403
    assert program.get(f"entries/{other.pk}/byes").status_code == 403
    assert program.post(f"entries/{mine}/undo-check-in").status_code == 403
    assert Program.of(jana, "read").post(f"entries/{mine}/withdraw").status_code == 403
    assert program.post(f"entries/{mine}/withdraw").status_code == 200


def test_player_checks_in_within_the_window(event: Event, jana: User) -> None:
    program = Program.of(jana)
    mine = program.post(f"events/{event.pk}/sign-up").json()["id"]
    early = program.post(f"entries/{mine}/check-in")
    Event.objects.update(starts_at=timezone.now() + timedelta(minutes=30))
    here = program.post(f"entries/{mine}/check-in")
    assert (early.status_code, early.json()["detail"][:18]) == (400, "Check-in opens at ")
    assert (here.status_code, here.json()["status"]) == (200, "checked_in")


def test_player_asks_for_a_bye_and_plays_after_all(event: Event, jana: User) -> None:
    program = Program.of(jana)
    mine = program.post(f"events/{event.pk}/sign-up").json()["id"]
    asked = program.post(f"entries/{mine}/byes", round=2)
    listed = program.get(f"entries/{mine}/byes").json()["results"]
    more = program.post(f"entries/{mine}/byes", round=3)
    cancelled = program.delete(f"entries/{mine}/byes/2")
    assert (asked.status_code, asked.json()) == (201, {"round": 2, "kind": "half"})
    assert listed == [{"round": 2, "kind": "half"}]
    assert more.status_code == 400
    assert (cancelled.status_code, ByeRequest.objects.count()) == (204, 0)


def test_desk_enters_people_who_are_here(event: Event, desk: Program, club: Club) -> None:
    known = make_player("Jana Nováková", club=club)
    path = f"events/{event.pk}/entries"
    first = desk.post(path, player=known.pk, rating=1500, is_here=True).json()
    second = desk.post(path, full_name="Petr Dvořák").json()
    assert (first["player"], first["rating"], first["status"]) == (known.pk, 1500, "checked_in")
    assert (second["full_name"], second["status"]) == ("Petr Dvořák", "registered")
    assert desk.post(path).json()["detail"] == "Say who enters: first name and surname."


def test_desk_enters_no_player_of_another_club(event: Event, desk: Program) -> None:
    """Else anybody's full name could be had by entering them."""
    stranger = make_player("Eva Malá", club=make_club())
    answer = desk.post(f"events/{event.pk}/entries", player=stranger.pk)
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["player"])
    assert not Entry.objects.exists()


def test_guest_is_approved_or_refused(event: Event, desk: Program, club: Club) -> None:
    guests = [
        Entry.objects.create(
            event=event, player=make_player(name, keeper=club), status=Entry.Status.APPLIED
        )
        for name in ("Jana Nováková", "Petr Dvořák", "Eva Malá")
    ]
    known = make_player("Petr Dvořák", club=club)
    assert NOBODY.get(f"entries/{guests[0].pk}").status_code == 401
    assert desk.post(f"entries/{guests[0].pk}/approve").json()["status"] == "registered"
    merged = desk.post(f"entries/{guests[1].pk}/approve", player=known.pk).json()
    assert merged["player"] == known.pk
    assert desk.post(f"entries/{guests[2].pk}/refuse").status_code == 204
    assert event.entries.count() == 2


def test_guest_with_the_name_of_a_member_is_joined_or_kept_apart(
    event: Event, desk: Program, club: Club
) -> None:
    known = make_player("Jana Nováková", club=club)
    guests = [
        Entry.objects.create(
            event=event, player=make_player("Jana Nováková", keeper=club), status="applied"
        ).pk
        for _ in range(2)
    ]
    shown = desk.get(f"entries/{guests[0]}").json()["perhaps"]
    assert shown == [
        {
            "part": "player",
            "player": known.pk,
            "full_name": "Jana Nováková",
            "is_same": True,
            "entry": "",
        }
    ]
    unsaid = desk.post(f"entries/{guests[0]}/approve")
    assert refusal(unsaid) == (409, "perhaps-known")
    assert desk.post(f"entries/{guests[0]}/approve", player=known.pk).json()["player"] == known.pk
    again = desk.post(f"entries/{guests[1]}/approve", player=known.pk)
    assert (again.json()["id"], event.entries.count()) == (guests[0], 1)


def test_half_a_name_is_asked_about(event: Event, desk: Program) -> None:
    path = f"events/{event.pk}/entries"
    assert refusal(desk.post(path, full_name="Pelé")) == (409, "half-name")
    assert desk.post(path, full_name="Pelé", is_whole_name=True).json()["full_name"] == "Pelé"


def test_parent_signs_up_children_and_holds_their_entries(event: Event, jana: User) -> None:
    program = Program.of(jana, "read", "play")
    path = f"events/{event.pk}/sign-up"
    program.post(path)
    child = program.post(path, full_name="Ája Nováková", for_other=True)
    assert (child.status_code, child.json()["status"]) == (201, "applied")
    gone = program.post(f"entries/{child.json()['id']}/withdraw")
    assert gone.json()["status"] == "withdrawn"
    other = Program.of(make_user(), "read", "play").post(f"entries/{child.json()['id']}/return")
    assert other.status_code == 403


def test_desk_checks_in_and_takes_it_back(event: Event, desk: Program) -> None:
    one, two = entered(event, "Jana Nováková", "Petr Dvořák")
    assert desk.post(f"entries/{one.pk}/check-in").json()["status"] == "checked_in"
    assert desk.post(f"entries/{one.pk}/undo-check-in").json()["status"] == "registered"
    assert desk.post(f"events/{event.pk}/check-in-all").status_code == 204
    assert desk.post(f"entries/{two.pk}/absent").status_code == 200
    assert set(event.entries.values_list("status", flat=True)) == {"checked_in"}
    assert ByeRequest.objects.get().entry == two


def test_entry_keeps_what_a_change_leaves_out(event: Event, desk: Program) -> None:
    (entry,) = entered(event, "Jana Nováková")
    junior = Category.objects.create(event=event, name="junior")
    desk.patch(f"entries/{entry.pk}", categories=[junior.pk])
    answer = desk.patch(f"entries/{entry.pk}", rating=1700).json()
    assert (answer["rating"], answer["categories"]) == (1700, [junior.pk])
    assert NOBODY.get(f"entries/{entry.pk}").json()["categories"] == []  # it is private


def test_entry_takes_a_fixed_number_of_queries(
    event: Event, django_assert_num_queries: Any
) -> None:
    (entry,) = entered(event, "Jana Nováková")
    # The entry, the names and the categories of its event.
    with django_assert_num_queries(3):
        answer = NOBODY.get(f"entries/{entry.pk}")
    assert answer.json()["name"] == "Jana N."


def test_finished_event_takes_no_changes(event: Event, desk: Program) -> None:
    (entry,) = entered(event, "Jana Nováková")
    Event.objects.update(status=Event.Status.FINISHED)
    answer = desk.post(f"entries/{entry.pk}/withdraw")
    assert refusal(answer) == (400, "refused")
    assert Entry.objects.get().status == entry.status


def test_teams_enter_with_a_partner(event: Event, desk: Program) -> None:
    Event.objects.update(game="kaleidoskop", variant="teams")
    Stage.objects.update(kind="swiss")
    path = f"events/{event.pk}/entries"
    alone = desk.post(path, full_name="Jana Nováková")
    team = desk.post(path, full_name="Jana Nováková", partner_name="Petr Dvořák", team_name="Sovy")
    assert "Say who the partner is." in alone.json()["detail"]
    assert (team.json()["id"], team.json()["name"]) == (event.entries.get().pk, "Sovy")
