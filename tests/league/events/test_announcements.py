"""Messages to all who entered: mail for accounts, the event's page for the rest."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.errors import LeagueError, TooMany
from league.events.services.announcements import announce, remove_announcement
from league.events.services.entries import Registration, sign_up, withdraw_entry
from league.models import Announcement, AuditEntry, Event, Notice, Official, User
from league.permissions import SERVICE, Actor
from tests.conftest import OpenPage
from tests.factories import make_event, make_user
from tests.league.api.asking import NOBODY, Program, refusal
from tests.league.events.rows import entered

pytestmark = pytest.mark.django_db
TEXT = "Začínáme v sedm.\nPřineste si hrnek."


@pytest.fixture
def event() -> Event:
    return make_event(officials={Official.Role.ORGANISER: make_user("organiser")})


def player(event: Event, name: str, **fields: Any) -> User:
    user = make_user(**fields)
    sign_up(event, actor=Actor(user=user), registration=Registration(full_name=name))
    return user


def test_message_goes_to_confirmed_addresses_of_those_who_are_entered(event: Event) -> None:
    jana = player(event, "Jana Nováková", language="cs")
    player(event, "Petr Dvořák", verified=False)
    gone = player(event, "Eva Malá")
    withdraw_entry(event.entries.get(player__user=gone), actor=SERVICE)
    entered(event, "Bez Účtu")
    made, _is_new = announce(event, actor=SERVICE, text=TEXT)
    [notice] = Notice.objects.all()
    assert (made.mailed, notice.recipient) == (1, jana.email)
    assert notice.subject == f"Zpráva od pořadatelů: {event.name}"
    assert TEXT in notice.body


def test_message_reaches_the_parent_who_entered_children(event: Event) -> None:
    parent = make_user()
    for name in ("Ája Nová", "Béďa Nový"):
        registration = Registration(full_name=name, for_other=True)
        sign_up(event, actor=Actor(user=parent), registration=registration)
    announce(event, actor=SERVICE, text=TEXT)
    assert Announcement.objects.get().mailed == 1
    assert Notice.objects.get().recipient == parent.email


def test_message_is_logged_without_its_text_and_its_people(event: Event) -> None:
    player(event, "Jana Nováková")
    announce(event, actor=SERVICE, text="Jana Nováková hraje první.")
    assert AuditEntry.objects.get(action="send message").details == {"mailed": 1}


@pytest.mark.parametrize(
    ("text", "status", "reason"),
    [
        ("  ", "open", "Write what you want"),
        ("x" * 1001, "open", "at most 1,000 characters"),
        (TEXT, "draft", "is a draft"),
        (TEXT, "archived", "is archived"),
    ],
)
def test_message_that_cannot_be_sent(event: Event, text: str, status: str, reason: str) -> None:
    player(event, "Jana Nováková")
    Event.objects.update(status=status)
    with pytest.raises(LeagueError, match=reason):
        announce(event, actor=SERVICE, text=text)
    assert (Announcement.objects.count(), Notice.objects.count()) == (0, 0)


def test_messages_are_counted(event: Event, settings: Any) -> None:
    settings.RATES = {**settings.RATES, "announcement": (1, 3600)}
    announce(event, actor=SERVICE, text=TEXT)
    with pytest.raises(TooMany):
        announce(event, actor=SERVICE, text=TEXT)
    announce(make_event(), actor=SERVICE, text=TEXT)  # of another event
    assert Announcement.objects.count() == 2


def test_message_stands_on_the_event_s_page_and_on_my_entry(
    client: Client, event: Event, open_page: OpenPage
) -> None:
    announce(event, actor=SERVICE, text="<b>Začínáme</b> v sedm.")
    client.post(reverse("event-sign-up", args=[event.pk]), {"full_name": "Jana Nováková"})
    live = reverse("live-event", args=["en", event.pk])
    for address in (live, *(reverse(each, args=[event.pk]) for each in ("event", "event-mine"))):
        content = client.get(address).content.decode()
        assert "&lt;b&gt;Začínáme&lt;/b&gt; v sedm." in content
    remove_announcement(Announcement.objects.get(), actor=SERVICE)
    assert "Začínáme" not in client.get(reverse("event", args=[event.pk])).content.decode()


def test_organiser_sends_it_from_a_page(client: Client, event: Event, open_page: OpenPage) -> None:
    client.force_login(User.objects.get(username="organiser"))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    player(event, "Jana Nováková")
    address = reverse("event-announcements", args=[event.pk])
    open_page(address, queries=11, shows="1 account gets it by mail")
    sent = client.post(address, {"text": TEXT}, follow=True).content.decode()
    assert "goes to 1 account by mail" in sent
    key = re.findall(r'name="client_key" value="(\w+)"', client.get(address).content.decode())
    for _ in range(2):
        client.post(address, {"text": "Začínáme v osm.", "client_key": key[0]})
    assert (Announcement.objects.count(), Notice.objects.count()) == (2, 2)
    Announcement.objects.all()[0].delete()
    wrong = client.post(address, {"text": " "})
    assert (wrong.status_code, Announcement.objects.count()) == (422, 1)
    remove = reverse("event-announcement-remove", args=[event.pk])
    client.post(remove, {"announcement": Announcement.objects.get().pk})
    assert not Announcement.objects.exists()


def test_api_sends_lists_and_removes(event: Event) -> None:
    program = Program.of(User.objects.get(username="organiser"))
    path = f"events/{event.pk}/announcements"
    made, again = (program.post(path, text=TEXT, client_key="1") for _ in range(2))
    assert (made.status_code, again.status_code, made.json()) == (201, 200, again.json())
    [shown] = NOBODY.get(path).json()["results"]
    assert (shown["text"], set(shown)) == (TEXT, {"id", "text", "sent_at"})
    assert refusal(NOBODY.post(path, text=TEXT)) == (401, "not-authenticated")
    program.delete(f"{path}/{shown['id']}")
    assert NOBODY.get(path).json()["results"] == []
