"""Signing up, the door, the desk: what people see and do there."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.events.services.approval import refuse_entry
from league.events.services.entries import Registration, sign_up
from league.models import ByeRequest, Entry, Event, Official, Player
from league.permissions import SERVICE, Actor
from tests.conftest import OpenPage
from tests.factories import make_club, make_event, make_player, make_user
from tests.league.events.rows import entered, statuses
from tests.league.web.reading import is_nowhere

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event()


@pytest.fixture
def desk(client: Client) -> Event:
    """An event whose arbiter is logged in."""
    arbiter = make_user()
    client.force_login(arbiter)
    return make_event(officials={Official.Role.ARBITER: arbiter})


def many(event: Event, number: int) -> None:
    players = Player.objects.bulk_create(
        Player(full_name=f"Jana Nováková{number}") for number in range(number)
    )
    Entry.objects.bulk_create(Entry(event=event, player=player) for player in players)


def test_list_shows_public_names_by_pages(open_page: OpenPage, event: Event) -> None:
    many(event, 120)
    content = open_page(reverse("event-entries", args=[event.pk]), queries=3).content.decode()
    assert "Jana N. (1)" in content
    assert "Nováková" not in content
    assert "Page 1 of 3" in content


def test_list_hides_guests_who_wait_and_who_withdrew(client: Client, event: Event) -> None:
    entered(event, "Petr Dvořák", "Eva Malá")
    Entry.objects.filter(player__full_name="Eva Malá").update(status="withdrawn")
    sign_up(event, actor=Actor(), registration=Registration(full_name="Ivan Cizí"))
    content = client.get(reverse("event-entries", args=[event.pk])).content.decode()
    shown = {name: name in content for name in ("Petr D.", "Eva M.", "Ivan C.")}
    assert shown == {"Petr D.": True, "Eva M.": False, "Ivan C.": False}


def address(event: Event) -> str:
    return reverse("event-sign-up", args=[event.pk])


def test_sign_up_as_a_guest_is_remembered_by_this_browser_alone(
    client: Client, event: Event
) -> None:
    response = client.post(address(event), {"full_name": "Jana Nováková"}, follow=True)
    assert response.redirect_chain == [(reverse("event-mine", args=[event.pk]), 302)]
    content = response.content.decode()
    assert "waits for approval" in content
    elsewhere = Client().get(reverse("event-mine", args=[event.pk]))
    assert elsewhere.headers["Location"] == address(event)


def test_sign_up_with_an_account_asks_for_the_name_once(client: Client, event: Event) -> None:
    client.force_login(make_user())
    client.post(address(event), {"full_name": "Jana Nováková"})
    other = make_event()
    assert "full_name" not in client.get(address(other)).context["form"].fields
    client.post(address(other), {})
    assert list(Entry.objects.values_list("status", flat=True)) == ["registered"] * 2


def test_sign_up_asks_about_half_a_name_once(client: Client, event: Event) -> None:
    asked = client.post(address(event), {"full_name": "Pelé"})
    assert "“Pelé” is one word." in asked.content.decode()
    assert 'type="checkbox" name="is_whole_name"' in asked.content.decode()
    assert not Entry.objects.exists()
    client.post(address(event), {"full_name": "Pelé", "is_whole_name": "on"})
    assert list(statuses(event)) == ["Pelé"]


def test_sign_up_of_children_from_one_phone(client: Client, event: Event) -> None:
    client.post(address(event), {"full_name": "Jana Nováková"})
    for name in ("Ája Nováková", "Béďa Novák"):
        client.post(f"{address(event)}?other=1", {"full_name": name})
    mine = client.get(reverse("event-mine", args=[event.pk]))
    assert [own.name for own in mine.context["mine"]] == ["Jana N.", "Ája N.", "Béďa N."]
    last = mine.context["mine"][2].entry
    do(client, event, do="withdraw", entry=last.pk)
    assert statuses(event) == {
        "Jana Nováková": "applied",
        "Ája Nováková": "applied",
        "Béďa Novák": "withdrawn",
    }
    other = Entry.objects.create(event=event, player=make_player("Cizí Hráč"))
    do(client, event, do="withdraw", entry=other.pk)
    assert statuses(event)["Cizí Hráč"] == "registered"


def test_sign_up_that_was_refused_says_so_on_the_open_page(client: Client, event: Event) -> None:
    client.post(address(event), {"full_name": "Jana Nováková"})
    now = reverse("event-mine-now", args=[event.pk])
    assert "waits for approval" in client.get(now).content.decode()
    refuse_entry(Entry.objects.get(), actor=SERVICE)
    assert "The organisers did not accept it." in client.get(now).content.decode()


def test_sign_up_of_a_team_asks_for_the_partner(client: Client, event: Event) -> None:
    Event.objects.update(variant="teams")
    refused = client.post(address(event), {"full_name": "Jana Nováková"})
    assert list(refused.context["form"].errors) == ["partner_name"]
    form = {"full_name": "Jana Nováková", "partner_name": "Petr Dvořák"}
    client.post(address(event), form)
    assert Entry.objects.get().partner == Player.objects.get(full_name="Petr Dvořák")


def test_sign_up_says_how_many_places_are_free(open_page: OpenPage, event: Event) -> None:
    Event.objects.update(entry_limit=3)
    entered(event, "Petr Dvořák")
    open_page(address(event), queries=3, shows="2 places are free.")


def test_sign_up_is_counted(client: Client, event: Event, settings: Any) -> None:
    settings.RATES = {**settings.RATES, "sign-up": (2, 600)}
    answers = [
        client.post(address(event), {"full_name": f"Jana Nováková {number}"}).status_code
        for number in range(1)
    ]
    answers += [
        Client().post(address(event), {"full_name": f"Petr {number}"}).status_code
        for number in range(2)
    ]
    assert answers == [302, 302, 429]


@pytest.mark.parametrize("status", ["running", "finished"])
def test_sign_up_is_closed_after_the_start(client: Client, event: Event, status: str) -> None:
    Event.objects.update(status=status)
    content = client.get(address(event)).content.decode()
    assert "This event is not open for entries now" in content


@pytest.fixture
def mine(client: Client, event: Event) -> Entry:
    user = make_user()
    client.force_login(user)
    [entry] = entered(event, "Jana Nováková")
    Player.objects.update(user=user)
    return entry


def do(client: Client, event: Event, **data: object) -> str:
    address = reverse("event-mine", args=[event.pk])
    return client.post(address, data, follow=True).content.decode()


def test_mine_is_checked_in_within_the_window(client: Client, event: Event, mine: Entry) -> None:
    assert "Check-in opens at" in do(client, event, do="check-in")
    Event.objects.update(starts_at=timezone.now() + timedelta(minutes=30))
    assert "You are checked in." in do(client, event, do="check-in")
    assert statuses(event) == {"Jana Nováková": "checked_in"}


def test_mine_is_withdrawn_and_taken_back(client: Client, event: Event, mine: Entry) -> None:
    assert "You are withdrawn" in do(client, event, do="withdraw")
    assert "Welcome back." in do(client, event, do="return")
    assert statuses(event) == {"Jana Nováková": "registered"}


def test_mine_sits_out_a_round_and_plays_it_after_all(
    client: Client, event: Event, mine: Entry
) -> None:
    content = do(client, event, do="bye", round_number=2, kind="half")
    assert "Round 2: half-point bye" in content
    do(client, event, do="cancel-bye", cancel=2)
    assert not ByeRequest.objects.exists()


def test_mine_page_has_a_fixed_number_of_queries(
    open_page: OpenPage, event: Event, mine: Entry
) -> None:
    many(event, 30)
    open_page(reverse("event-mine", args=[event.pk]), queries=14, shows="I am here: check in")


def test_door_code_is_exchanged_and_the_own_name_picked(client: Client, event: Event) -> None:
    [entry] = entered(event, "Jana Nováková")
    door = reverse("event-door", args=[event.pk])
    assert client.get(door).status_code == 404  # the control: without the code
    response = client.get(reverse("door", args=[event.door_code]))
    assert response.headers["Location"] == door
    assert "Jana N." in client.get(door).content.decode()
    asked = client.get(door, {"entry": entry.pk}).content.decode()
    assert "Are you <bdi>Jana N.</bdi>?" in asked
    done = client.post(door, {"entry": entry.pk}, follow=True)
    assert "Jana N. is here." in done.content.decode()
    assert statuses(event) == {"Jana Nováková": "checked_in"}


def test_door_code_of_another_event_opens_nothing_here(client: Client, event: Event) -> None:
    client.get(reverse("door", args=[make_event().door_code]))
    assert is_nowhere(client, reverse("event-door", args=[event.pk]))


def test_door_after_the_start_sends_to_the_desk(client: Client, event: Event) -> None:
    [entry] = entered(event, "Jana Nováková")
    Event.objects.update(status="running")
    client.get(reverse("door", args=[event.door_code]))
    door = reverse("event-door", args=[event.pk])
    content = client.post(door, {"entry": entry.pk}, follow=True).content.decode()
    assert "Come to the desk" in content
    assert statuses(event) == {"Jana Nováková": "registered"}


def test_posters_lead_to_signing_up_and_to_the_door(
    client: Client, desk: Event, settings: Any
) -> None:
    settings.SITE_URL = "https://arbitr.example"
    for route, path in (
        ("event-poster", reverse("event-sign-up", args=[desk.pk])),
        ("event-door-poster", reverse("door", args=[desk.door_code])),
    ):
        content = client.get(reverse(route, args=[desk.pk])).content.decode()
        assert f"https://arbitr.example{path}" in content
        assert "<svg" in content


HTMX = {"HX-Request": "true"}


def test_desk_list_of_four_hundred_takes_as_many_queries_as_of_one(
    open_page: OpenPage, desk: Event
) -> None:
    many(desk, 400)
    address = reverse("event-check-in", args=[desk.pk])
    content = open_page(address, queries=18).content.decode()
    assert "Jana Nováková1" in content
    assert "Page 1 of 8" in content


def test_desk_list_is_narrowed_by_status_and_name(client: Client, desk: Event) -> None:
    entered(desk, "Jana Nováková", "Petr Dvořák", is_here=True)
    entered(desk, "Eva Malá")
    address = reverse("event-check-in", args=[desk.pk])

    def shown(**query: str) -> set[str]:
        page = client.get(address, query, headers=HTMX).context["page_obj"]
        return {row.name for row in page}

    assert shown(show="here") == {"Jana Nováková", "Petr Dvořák"}
    assert shown(show="missing") == {"Eva Malá"}
    assert shown(q="mala") == {"Eva Malá"}
    assert shown(show="nonsense") == {"Jana Nováková", "Petr Dvořák", "Eva Malá"}


def test_desk_tap_gives_back_the_row_and_the_counts(client: Client, desk: Event) -> None:
    [entry] = entered(desk, "Jana Nováková")
    address = reverse("entry-do", args=[entry.pk])
    content = client.post(address, {"do": "check-in"}, headers=HTMX).content.decode()
    assert content.count("<li") == 1
    assert "Undo" in content
    assert "Here: <b>1</b>, not yet: <b>0</b>" in content
    client.post(address, {"do": "undo"}, headers=HTMX)
    assert statuses(desk) == {"Jana Nováková": "registered"}


def test_desk_tap_works_without_javascript(client: Client, desk: Event) -> None:
    [entry] = entered(desk, "Jana Nováková")
    response = client.post(reverse("entry-do", args=[entry.pk]), {"do": "check-in"})
    assert response.headers["Location"] == reverse("event-check-in", args=[desk.pk])
    assert statuses(desk) == {"Jana Nováková": "checked_in"}


def test_desk_tap_that_is_refused_says_why_in_the_row(client: Client, desk: Event) -> None:
    [entry] = entered(desk, "Jana Nováková")
    Event.objects.filter(pk=desk.pk).update(status="finished")
    address = reverse("entry-do", args=[entry.pk])
    content = client.post(address, {"do": "check-in"}, headers=HTMX).content.decode()
    assert "The event is finished." in content


def test_desk_everyone_is_checked_in(client: Client, desk: Event) -> None:
    entered(desk, "Jana Nováková", "Petr Dvořák")
    response = client.post(reverse("event-everyone", args=[desk.pk]), follow=True)
    assert "2 entries checked in." in response.content.decode()


def test_desk_guest_is_approved_as_somebody_known_or_refused(client: Client, desk: Event) -> None:
    known = make_player("Jana Nováková", club=desk.club)
    first, second = (
        sign_up(desk, actor=Actor(), registration=Registration(full_name=name))
        for name in ("Jana Novákova", "Nežádoucí Host")
    )
    page = client.get(reverse("entry", args=[first.pk])).content.decode()
    assert "Perhaps your member <bdi>Jana Nováková</bdi>" in page
    do = reverse("entry-do", args=[first.pk])
    client.post(do, {"do": "approve", "player_is": known.pk})
    client.post(reverse("entry-do", args=[second.pk]), {"do": "refuse"})
    assert list(Entry.objects.values_list("player", "status")) == [(known.pk, "registered")]
    assert list(Player.objects.all()) == [known]


def test_desk_list_asks_whether_a_guest_is_the_member_and_one_tap_answers(
    client: Client, desk: Event
) -> None:
    known = make_player("Jana Nováková", club=desk.club)
    guests = [
        sign_up(desk, actor=Actor(), registration=Registration(full_name="Jana Nováková"))
        for _ in range(2)
    ]
    listed = reverse("event-check-in", args=[desk.pk])
    assert client.get(listed, {"show": "applied"}).content.decode().count("Perhaps your") == 2
    first, second = (reverse("entry-do", args=[guest.pk]) for guest in guests)
    refused = client.post(first, {"do": "approve"}, headers=HTMX).content.decode()
    assert "Say whether it is the same person" in refused
    client.post(first, {"player_is": known.pk}, headers=HTMX)
    again = client.post(second, {"player_is": known.pk}, headers=HTMX).content.decode()
    assert f'id="entry-{guests[0].pk}"' in again  # joined with the first
    assert list(Entry.objects.values_list("player", "status")) == [(known.pk, "registered")]


def test_desk_guest_kept_apart_is_somebody_new(client: Client, desk: Event) -> None:
    make_player("Jana Nováková", club=desk.club)
    guest = sign_up(desk, actor=Actor(), registration=Registration(full_name="Jana Nováková"))
    client.post(reverse("entry-do", args=[guest.pk]), {"do": "approve-new"}, headers=HTMX)
    assert (statuses(desk), Player.objects.count()) == ({"Jana Nováková": "registered"}, 2)


def test_desk_guest_is_not_approved_as_somebody_of_another_club(
    client: Client, desk: Event
) -> None:
    stranger = make_player("Cizí Tajné", club=make_club("Cizí klub"))
    guest = sign_up(desk, actor=Actor(), registration=Registration(full_name="Host Neznámý"))
    do = reverse("entry-do", args=[guest.pk])
    assert client.post(do, {"do": "approve", "player_is": stranger.pk}).status_code == 404
    guest.refresh_from_db()
    assert (guest.status, guest.player.full_name) == ("applied", "Host Neznámý")


def test_desk_entry_is_edited_and_sits_out(client: Client, desk: Event) -> None:
    [entry] = entered(desk, "Jana Nováková", is_here=True)
    address = reverse("entry", args=[entry.pk])
    client.post(address, {"rating": "1500"})
    client.post(reverse("entry-do", args=[entry.pk]), {"do": "absent", "back": "entry"})
    content = client.get(address).content.decode()
    assert 'value="1500"' in content
    assert "Round 1: absent" in content
    client.post(reverse("entry-bye", args=[entry.pk]), {"cancel": "1"})
    assert not ByeRequest.objects.exists()


def post(client: Client, event: Event, **form: object) -> Any:
    return client.post(reverse("event-enter", args=[event.pk]), form)


def test_enter_somebody_of_the_club_is_found_by_name(client: Client, desk: Event) -> None:
    known = make_player("Jana Nováková", club=desk.club)
    post(client, desk, full_name="jana nováková", is_here="on")
    assert list(Entry.objects.values_list("player", "status")) == [(known.pk, "checked_in")]


def test_enter_somebody_new_becomes_a_player(client: Client, desk: Event) -> None:
    post(client, desk, full_name="Petr Dvořák")
    assert statuses(desk) == {"Petr Dvořák": "registered"}


def test_enter_name_like_a_known_one_is_asked_about(client: Client, desk: Event) -> None:
    known = make_player("Jana Nováková", club=desk.club)
    asked = post(client, desk, full_name="Jana Nováčková")
    assert asked.status_code == 422
    assert "Is “Jana Nováčková” one of these?" in asked.content.decode()
    assert not Entry.objects.exists()
    post(client, desk, full_name="Jana Nováčková", player_is=known.pk)
    post(client, desk, full_name="Jana Novákovář", player_is="new")
    assert set(statuses(desk)) == {"Jana Nováková", "Jana Novákovář"}


def test_enter_a_name_that_is_there_asks_whether_it_is_somebody_else(
    client: Client, desk: Event
) -> None:
    post(client, desk, full_name="Petr Dvořák")
    again = post(client, desk, full_name="Dvorak Petr")
    assert again.status_code == 422
    asked = again.content.decode()
    assert (
        "Petr Dvořák has already been entered. Is this somebody else with the same name?" in asked
    )
    assert 'type="checkbox" name="is_namesake"' in asked
    assert desk.entries.count() == 1
    post(client, desk, full_name="Petr Dvořák", is_namesake="on")
    assert list(statuses(desk)) == ["Petr Dvořák"]
    assert desk.entries.count() == 2


def test_enter_sent_twice_is_done_once(client: Client, desk: Event) -> None:
    for _time in range(2):
        answer = post(client, desk, full_name="Petr Dvořák", client_key="k1")
        assert answer.status_code == 302
    assert desk.entries.count() == 1


def test_enter_leaves_the_box_as_set_and_the_field_in_focus(client: Client, desk: Event) -> None:
    answer = client.post(
        reverse("event-enter", args=[desk.pk]),
        {"full_name": "Petr Dvořák", "is_here": "on"},
        follow=True,
    )
    form = answer.context["form"]
    assert (form["is_here"].value(), form.fields["full_name"].widget.attrs["autofocus"]) == (
        True,
        True,
    )
    fresh = client.get(reverse("event-check-in", args=[desk.pk])).context["form"]
    assert (fresh["is_here"].value(), fresh.fields["full_name"].widget.attrs["autofocus"]) == (
        False,
        False,
    )


def test_enter_names_are_offered_while_typing(client: Client, desk: Event) -> None:
    make_player("Žofie Řeháková", club=desk.club)
    make_player("Žofie Cizí")
    address = reverse("event-offer", args=[desk.pk])
    content = client.get(address, {"full_name": "zof"}).content.decode()
    assert content.count("<option") == 1
    assert "Žofie Řeháková" in content
