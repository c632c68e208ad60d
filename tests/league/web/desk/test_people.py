"""Who plays: members ticked, names pasted, people of another event; members tapped at the desk."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.events.services.removal import remove_entry
from league.models import Club, Entry, Event, Official, Player, RemovedRow, Round
from league.permissions import SERVICE
from tests.conftest import OpenPage
from tests.factories import make_event, make_player, make_user
from tests.league.events.rows import entered, statuses

pytestmark = pytest.mark.django_db

NAMES = ("Jana Nováková", "Petr Dvořák", "Eva Malá")
HTMX = {"HX-Request": "true"}


@pytest.fixture
def event(client: Client) -> Event:
    organiser = make_user()
    client.force_login(organiser)
    return make_event(status=Event.Status.DRAFT, officials={Official.Role.ORGANISER: organiser})


def address(event: Event) -> str:
    return reverse("event-people", args=[event.pk])


def members(club: Club, *names: str) -> list[Player]:
    return [make_player(name, club=club) for name in names or NAMES]


def send(client: Client, event: Event, **sent: Any) -> Any:
    return client.post(address(event), {"do": "enter", **sent})


def test_list_of_a_large_club_takes_as_many_queries_as_of_a_small(
    open_page: OpenPage, event: Event
) -> None:
    members(event.club, *(f"Hráč Číslo{number}" for number in range(60)))
    open_page(address(event), queries=16, shows="Hráč Číslo59")


def test_ticked_members_are_entered_at_once(client: Client, event: Event) -> None:
    jana, petr, _eva = members(event.club)
    send(client, event, pick=[jana.pk, petr.pk], do="here")
    assert statuses(event) == {"Jana Nováková": "checked_in", "Petr Dvořák": "checked_in"}
    assert "Eva Malá" in client.get(address(event)).content.decode()


def test_sent_twice_is_entered_once(client: Client, event: Event) -> None:
    for _time in range(2):
        send(client, event, names="Nová Osoba", confirmed="1", client_key="k1")
    assert list(statuses(event)) == ["Nová Osoba"]
    assert event.entries.count() == 1


def test_links_tick_without_a_script(client: Client, event: Event) -> None:
    _jana, petr, _eva = members(event.club)
    last = make_event(event.club, status=Event.Status.FINISHED)
    Entry.objects.create(event=last, player=petr, status=Entry.Status.CHECKED_IN)

    def ticked(**query: str) -> set[str]:
        rows = client.get(address(event), query).context["rows"]
        return {row.name for row in rows if row.is_picked}

    assert ticked() == set()
    assert ticked(pick="all") == set(NAMES)
    assert ticked(pick="last") == {"Petr Dvořák"}
    assert ticked(**{"from": last.pk}) == {"Petr Dvořák"}


def test_people_of_a_foreign_club_are_not_entered_by_their_ids(
    client: Client, event: Event
) -> None:
    answer = send(client, event, pick=[make_player("Cizí Hráč").pk])
    assert answer.status_code == 422
    assert "Tick somebody, or paste names." in answer.content.decode()


def test_pasted_names_are_shown_before_anything_is_written(client: Client, event: Event) -> None:
    members(event.club, "Jana Nováková", "Jana Nováková", "Petr Dvořák")
    text = "novakova jana\nPETR DVOŘÁK\nNěkdo Nový\n???"
    preview = send(client, event, names=text)
    content = preview.content.decode()
    assert not event.entries.exists()
    for said in ("Who is “novakova jana”?", "Petr Dvořák of the club", "a new guest", "no name on"):
        assert said in content
    asked = send(client, event, names=text, confirmed="1")
    assert (asked.status_code, event.entries.count()) == (422, 0)


def test_half_name_is_asked_about_and_may_be_the_whole_one(client: Client, event: Event) -> None:
    members(event.club, "Jana Nováková", "Pelé")
    text = "Božena\nPelé\nRonaldo"
    preview = send(client, event, names=text).content.decode()
    assert "“Božena” is one word. Is this the whole name?" in preview
    assert "“Pelé” is one word" not in preview  # the club knows somebody of this name
    asked = send(client, event, names=text, confirmed="1", **{"as-1-0": "new"})
    assert (asked.status_code, event.entries.count()) == (422, 0)
    assert "Choose one." in asked.content.decode()
    send(client, event, names=text, confirmed="1", **{"as-1-0": "new", "as-3-0": "skip"})
    assert list(statuses(event)) == ["Božena", "Pelé"]


def test_answers_say_who_is_entered(client: Client, event: Event) -> None:
    _jana, other, petr = members(event.club, "Jana Nováková", "Jana Nováková", "Petr Dvořák")
    entered(event, "Eva Malá")
    sent = {
        "names": "Jana Nováková\nPetr Dvořák\nEva Malá\nEva Malá\nNěkdo Nový",
        "confirmed": "1",
        "as-1-0": other.pk,
        "as-3-0": "new",
        "as-5-0": "skip",
    }
    send(client, event, **sent)
    players = list(event.entries.order_by("created_at").values_list("player", flat=True))
    assert players[1:3] == [other.pk, petr.pk]
    assert list(event.entries.values_list("player__full_name", flat=True)).count("Eva Malá") == 2
    assert not Player.objects.filter(full_name="Někdo Nový").exists()
    guest = Player.objects.filter(full_name="Eva Malá").latest("created_at")
    assert (guest.club, guest.keeper) == (None, event.club)


def test_club_without_members_is_told_so(client: Client, event: Event) -> None:
    page = client.get(address(event)).content.decode()
    assert "The club has no members yet." in page
    assert "All members of the club are entered." not in page
    [only] = members(event.club, "Jana Nováková")
    send(client, event, pick=only.pk)
    assert "All members of the club are entered." in client.get(address(event)).content.decode()


def test_name_that_is_ticked_and_pasted_is_asked_about(client: Client, event: Event) -> None:
    jana, _petr, eva = members(event.club)
    sent = {"pick": [jana.pk, eva.pk], "names": "novakova jana\nPetr Dvořák\nEva Mala Stará"}
    preview = send(client, event, **sent).content.decode()
    asked = "novakova jana is ticked in the list too: is this somebody else with the same name?"
    assert asked in preview
    chosen = re.search(r'value="skip"\s+checked>\s*([^<]*?)\s*<', preview)
    assert chosen
    assert chosen[1] == "No, the same person: entered once"
    assert "Petr Dvořák is ticked" not in preview
    done = client.post(
        address(event), {**sent, "confirmed": "1", "as-3-0": eva.pk, "do": "enter"}, follow=True
    )
    assert sorted(statuses(event)) == ["Eva Malá", "Jana Nováková", "Petr Dvořák"]
    assert "Eva Malá was named more than once and is entered once." in done.content.decode()


def test_ticked_and_pasted_may_be_two_people(client: Client, event: Event) -> None:
    jana, other = members(event.club, "Jana Nováková", "Jana Nováková")
    sent = {"pick": jana.pk, "names": "Jana Nováková\nJana Nováková", "confirmed": "1"}
    send(client, event, **sent, **{"as-1-0": other.pk, "as-2-0": "new"})
    assert list(event.entries.values_list("player__full_name", flat=True)) == ["Jana Nováková"] * 3
    assert set(event.entries.values_list("player", flat=True)) >= {jana.pk, other.pk}


def test_pasted_teams_are_entered_as_teams(client: Client, event: Event) -> None:
    Event.objects.update(game="kaleidoskop", variant="teams")
    jana, *_others = members(event.club)
    send(client, event, names="Jana Nováková + Nový Host", confirmed="1")
    entry = event.entries.get()
    assert (entry.player, entry.partner and entry.partner.full_name) == (jana, "Nový Host")


def test_all_are_here_and_round_one_is_drawn(client: Client, event: Event) -> None:
    answer = send(client, event, pick=[player.pk for player in members(event.club)], do="start")
    assert answer.headers["Location"] == reverse("desk", args=[event.pk])
    event.refresh_from_db()
    assert (event.status, Round.objects.get().number) == ("running", 1)


def test_those_who_entered_earlier_are_not_left_out_of_the_draw_unasked(
    client: Client, event: Event
) -> None:
    jana, petr, eva = members(event.club)
    send(client, event, pick=jana.pk)
    sent = {"do": "start", "pick": [petr.pk, eva.pk]}
    page = client.post(address(event), sent, follow=True).content.decode()
    assert "1 person who entered earlier is not here yet, so round 1 is not drawn." in page
    assert "Draw without them" in page
    assert not Round.objects.exists()
    event.refresh_from_db()
    assert not event.has_started
    client.post(reverse("event-first-round", args=[event.pk]))
    assert Round.objects.count() == 1


def test_refused_start_leaves_those_who_are_here(client: Client, event: Event) -> None:
    (jana,) = members(event.club, "Jana Nováková")
    answer = client.post(address(event), {"do": "start", "pick": [jana.pk]}, follow=True)
    assert "At least two entries must be checked in." in answer.content.decode()
    assert statuses(event) == {"Jana Nováková": "checked_in"}


def test_member_is_entered_and_here_by_one_tap(client: Client, event: Event) -> None:
    jana, *_others = members(event.club)
    path = reverse("event-member-enter", args=[event.pk])
    content = client.post(path, {"player": jana.pk}, headers=HTMX).content.decode()
    assert statuses(event) == {"Jana Nováková": "checked_in"}
    assert f'value="{jana.pk}"' not in content
    assert 'id="counts"' in content
    assert "Petr Dvořák" in content


def test_tap_of_a_foreign_player_is_refused(client: Client, event: Event) -> None:
    path = reverse("event-member-enter", args=[event.pk])
    answer = client.post(path, {"player": make_player("Cizí").pk}, headers=HTMX)
    assert "The club has no such player." in answer.content.decode()
    assert not event.entries.exists()


def test_entry_is_removed_after_asking_and_put_back(client: Client, event: Event) -> None:
    (jana,) = entered(event, "Jana Nováková")
    asked = client.get(reverse("entry", args=[jana.pk])).content.decode()
    assert "At the check-in you can put it back for a week." in asked
    gone = client.post(reverse("entry-remove", args=[jana.pk]), follow=True)
    (removed,) = gone.context["removed"]
    assert (removed.name, event.entries.count()) == ("Jana Nováková", 0)
    path = reverse("event-entry-restore", args=[event.pk])
    for _time in range(2):
        last = client.post(path, {"removed": removed.pk}, follow=True)
    assert "It has already been put back." in last.content.decode()
    assert event.entries.get().pk == jana.pk


def test_removed_entry_of_another_event_is_not_put_back_here(client: Client, event: Event) -> None:
    (other,) = entered(make_event(), "Petr Dvořák")
    removed = remove_entry(other, actor=SERVICE)
    client.post(reverse("event-entry-restore", args=[event.pk]), {"removed": removed.pk})
    assert RemovedRow.objects.get() == removed


def test_back_from_the_preview_keeps_what_was_typed_and_ticked(
    client: Client, event: Event
) -> None:
    jana, *_others = members(event.club)
    page = send(client, event, names="Nový Host", pick=[jana.pk], back="1")
    assert page.context["names"] == "Nový Host"
    assert [row.name for row in page.context["rows"] if row.is_picked] == ["Jana Nováková"]
    assert not event.entries.exists()
