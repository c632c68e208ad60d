"""Many entries over the API, requests that come twice, and what was made by mistake."""

from typing import Any

import pytest

from league.models import Club, Entry, Event, Player, RemovedRow, User
from tests.factories import make_club, make_event, make_player, make_user
from tests.league.api.asking import Program, refusal
from tests.league.events.rows import entered, statuses

pytestmark = pytest.mark.django_db

JANA = "Jana Nováková"
STARTS = "2026-12-01T18:00:00+01:00"


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


def test_retried_entry_is_answered_by_the_first(event: Event, desk: Program) -> None:
    path = f"events/{event.pk}/entries"
    sent: dict[str, Any] = {"full_name": JANA, "is_here": True, "client_key": "phone-1"}
    first, again = desk.post(path, **sent), desk.post(path, **sent)
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == first.json()
    other = desk.post(path, **sent | {"full_name": "Petr Dvořák"})
    assert refusal(other) == (422, "key-reused")
    assert statuses(event) == {JANA: "checked_in"}


def test_keys_are_each_program_s_own(event: Event, desk: Program, admin: User) -> None:
    path = f"events/{event.pk}/entries"
    desk.post(path, full_name=JANA, client_key="1")
    other = Program.of(admin).post(path, full_name="Petr Dvořák", client_key="1")
    assert (other.status_code, list(statuses(event))) == (201, [JANA, "Petr Dvořák"])


def test_name_in_the_event_is_asked_about(event: Event, desk: Program) -> None:
    path = f"events/{event.pk}/entries"
    desk.post(path, full_name=JANA)
    asked = desk.post(path, full_name="novakova jana")
    assert refusal(asked) == (409, "namesake")
    assert asked.json()["detail"].startswith("Jana Nováková has already been entered.")
    assert Player.objects.count() == 1
    told = desk.post(path, full_name=JANA, is_namesake=True)
    assert (told.status_code, event.entries.count()) == (201, 2)


def test_many_are_entered_with_one_key(event: Event, desk: Program) -> None:
    member = make_player("Petr Dvořák", club=event.club)
    sent: dict[str, Any] = {
        "people": [{"player": member.pk}, {"full_name": JANA, "rating": 1500}],
        "is_here": True,
        "client_key": "list",
    }
    first = desk.post(f"events/{event.pk}/entries/many", **sent)
    again = desk.post(f"events/{event.pk}/entries/many", **sent)
    assert (first.status_code, again.status_code) == (201, 200)
    assert [row["full_name"] for row in first.json()["entries"]] == ["Petr Dvořák", JANA]
    assert [row["id"] for row in again.json()["entries"]] == [
        row["id"] for row in first.json()["entries"]
    ]
    assert statuses(event) == {"Petr Dvořák": "checked_in", JANA: "checked_in"}


def test_list_with_somebody_unknown_is_entered_by_nobody(event: Event, desk: Program) -> None:
    stranger = make_player("Cizí Hráč", club=make_club("Jiný klub"))
    answer = desk.post(
        f"events/{event.pk}/entries/many", people=[{"full_name": JANA}, {"player": stranger.pk}]
    )
    assert refusal(answer) == (400, "invalid")
    assert answer.json()["errors"]["people"] == {"1": {"player": ["The club has no such player."]}}
    assert not event.entries.exists()


def test_named_twice_is_entered_once_and_told(event: Event, desk: Program) -> None:
    jana = make_player(JANA, club=event.club)
    answer = desk.post(f"events/{event.pk}/entries/many", people=[{"player": jana.pk}] * 2).json()
    assert (len(answer["entries"]), answer["already"], answer["repeated"]) == (1, [], [jana.pk])


def test_people_of_another_event_are_brought(event: Event, desk: Program) -> None:
    origin = make_event(event.club)
    entered(origin, JANA, "Petr Dvořák")
    path = f"events/{event.pk}/entries/bring"
    brought = desk.post(path, event=origin.pk, client_key="b")
    again = desk.post(path, event=origin.pk)
    foreign = desk.post(path, event=make_event().pk)
    assert (brought.status_code, len(brought.json()["entries"])) == (201, 2)
    assert (again.json()["entries"], len(again.json()["already"])) == ([], 2)
    assert foreign.json()["errors"] == {"event": ["The club has no other event like that."]}


def test_event_is_opened_and_repeated_once(club: Club, desk: Program) -> None:
    sent = {"club": club.pk, "template": "evening", "name": "Večer", "starts_at": STARTS}
    first = desk.post("events", **sent, client_key="1")
    again = desk.post("events", **sent, client_key="1")
    other = desk.post("events", **sent | {"name": "Jiný"}, client_key="1")
    assert (first.status_code, again.status_code, refusal(other)) == (
        201,
        200,
        (422, "key-reused"),
    )
    event = Event.objects.get()
    entered(event, JANA)
    sent = {"name": "Další", "starts_at": STARTS}
    copies = [
        desk.post(f"events/{event.pk}/clone", **sent, with_people=True, client_key="2").json()["id"]
        for _time in range(2)
    ]
    assert copies[0] == copies[1]
    assert statuses(Event.objects.get(pk=copies[0])) == {JANA: "registered"}


def test_entry_is_removed_and_the_step_undone(event: Event, desk: Program) -> None:
    (jana,) = entered(event, JANA)
    gone = desk.delete(f"entries/{jana.pk}")
    assert (gone.status_code, event.entries.count()) == (204, 0)
    steps = desk.get(f"events/{event.pk}/steps").json()["results"]
    step = next(each for each in steps if each["can_undo"])
    desk.post(f"events/{event.pk}/steps/{step['id']}/undo")
    assert statuses(event) == {JANA: "registered"}


def test_draft_is_thrown_away_and_an_open_event_is_not(club: Club, desk: Program) -> None:
    draft = make_event(club, status=Event.Status.DRAFT)
    shown = make_event(club)
    assert desk.delete(f"events/{draft.pk}").status_code == 204
    refused = desk.delete(f"events/{shown.pk}")
    assert refusal(refused) == (400, "refused")
    assert list(Event.objects.all()) == [shown]


def test_draft_thrown_away_is_put_back(club: Club, desk: Program) -> None:
    draft = make_event(club, status=Event.Status.DRAFT)
    desk.delete(f"events/{draft.pk}")
    (row,) = desk.get(f"clubs/{club.pk}/removed-events").json()["results"]
    assert (row["name"], row["event"]) == (draft.name, draft.pk)
    back = desk.post(f"clubs/{club.pk}/removed-events/{row['id']}/restore")
    assert (back.status_code, back.json()["id"]) == (200, draft.pk)
    assert not RemovedRow.objects.exists()
    assert Entry.objects.count() == 0
