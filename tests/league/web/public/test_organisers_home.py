"""Home of somebody who runs events: the next step of each, tables that wait, the first steps."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.events.services.clock import start_clock
from league.events.services.rounds import close_round
from league.models import Club, Entry, Event, Official, User
from league.permissions import SERVICE
from tests.conftest import OpenPage
from tests.factories import make_club, make_event, make_player, make_user
from tests.factories.events import drawn_round, enter, published_round
from tests.factories.submissions import hand_in
from tests.factories.tables import event_of_scores
from tests.league.web.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def user(client: Client) -> User:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    user = make_user()
    client.force_login(user)
    return user


def run(event: Event, user: User, role: str = Official.Role.ORGANISER) -> Event:
    Official.objects.create(event=event, user=user, role=role)
    return event


def button_of(client: Client, step: str) -> str:
    """Where the one button of an event leads."""
    page = client.get("/").content.decode()
    row = page.partition(f'data-step="{step}"')[2].partition("</li>")[0]
    [address] = re.findall(r'class="button[^"]*"\s+href="([^"]*)"', row)
    return str(address)


def test_home_follows_an_evening_step_by_step(client: Client, user: User) -> None:
    stage = event_of_scores(4, stage={"rounds_planned": 1})
    event = run(stage.event, user)
    assert "Events you run" in text_of(client, "/")
    assert button_of(client, "draft") == reverse("console", args=[event.pk])
    drawn_round(stage)
    assert button_of(client, "draft_drawn") == reverse("desk", args=[event.pk])
    stage.rounds.all().delete()
    round_ = published_round(stage)
    assert "Start the clock of round 1" in text_of(client, "/")
    assert button_of(client, "clock") == reverse("desk", args=[event.pk])
    start_clock(round_, actor=SERVICE)
    assert "Enter 1 result of round 1" in text_of(client, "/")
    assert button_of(client, "enter") == reverse("scores", args=[event.pk, round_.pk])
    enter(round_.matches.get(), 4, 3, 2, 1)
    assert "Close round 1" in text_of(client, "/")
    close_round(round_, actor=SERVICE)
    assert button_of(client, "move") == reverse("console", args=[event.pk])
    Event.objects.update(status=Event.Status.FINISHED, finished_at=timezone.now())
    assert button_of(client, "wrap_up") == reverse("console", args=[event.pk])
    Event.objects.update(status=Event.Status.ARCHIVED)
    assert "Events you run" not in text_of(client, "/")


def test_home_says_the_same_step_as_the_console(client: Client, user: User) -> None:
    from league.web.desk.console import console_of

    stage = event_of_scores(8)
    event = run(stage.event, user)
    published_round(stage)
    for match in stage.event.matches.order_by("table"):
        assert (
            f'data-step="{console_of(event, reader=SERVICE).next}"'
            in client.get("/").content.decode()
        )
        hand_in(match, 4, 3, 2, 1, by="A")
    assert console_of(event, reader=SERVICE).next == "accept"
    assert 'data-step="accept"' in client.get("/").content.decode()


def test_home_before_the_start_leads_to_people(client: Client, user: User) -> None:
    event = run(make_event(status=Event.Status.DRAFT), user)
    assert button_of(client, "move") == reverse("event-people", args=[event.pk])
    Event.objects.update(status=Event.Status.OPEN)
    assert button_of(client, "check_in") == reverse("event-check-in", args=[event.pk])
    for name in ("Jana Nováková", "Eva Malá"):
        Entry.objects.create(event=event, player=make_player(name), status="checked_in")
    Entry.objects.create(event=event, player=make_player("Petr Malý"), status="applied")
    text = text_of(client, "/")
    assert "Start with 2 entries" in text
    assert "1 person waits for approval." in text


@pytest.mark.parametrize("role", [Official.Role.ORGANISER, Official.Role.ARBITER])
def test_home_lists_tables_that_need_somebody_in_all_events(
    client: Client, user: User, role: str
) -> None:
    stage = event_of_scores(8)
    run(stage.event, user, role)
    match, other = published_round(stage).matches.order_by("table")
    assert "Tables that need you" not in text_of(client, "/")
    hand_in(match, 4, 3, 2, 1, by="A")
    hand_in(match, 4, 3, 2, 0, by="B")
    page = client.get("/").content.decode()
    assert reverse("match-rule", args=[match.pk]) in page
    assert 'data-step="settle"' in page
    other.calls.create()
    assert reverse("desk", args=[stage.event_id]) in client.get("/").content.decode()
    assert re.search(r"Table 2, round 1 .* calls an official", text_of(client, "/"))
    stranger = Client(headers={"Accept-Language": "en"})
    stranger.force_login(make_user())
    assert "Tables that need you" not in text_of(stranger, "/")


def test_empty_club_tells_its_admin_three_steps(client: Client, user: User) -> None:
    club = make_club("Hexa", admin=user)

    def steps() -> tuple[str, int]:
        page = client.get("/").content.decode()
        primary = re.findall(r'class="button primary"\s+href="([^"]*)"', page)
        return primary[0] if primary else "", page.count('class="is-done"')

    assert "First steps of Hexa" in text_of(client, "/")
    assert steps() == (reverse("club-members", args=[club.pk]), 0)
    player = make_player("Jana Nováková", club=club)
    assert steps() == (reverse("event-new", args=[club.pk]), 1)
    event = make_event(club, status=Event.Status.DRAFT)
    assert steps() == (reverse("event-people", args=[event.pk]), 2)
    assert "Try it with sample players" in text_of(client, "/")
    Entry.objects.create(event=event, player=player)
    assert steps()[1] == 3
    Event.objects.update(status=Event.Status.RUNNING)
    assert "First steps" not in text_of(client, "/")


def test_first_account_is_led_to_a_club_of_its_own(client: Client) -> None:
    """From an empty database: the operator founds the club, and its first steps follow."""
    founder = make_user("root", is_superuser=True)
    client.force_login(founder)
    button = f'class="button primary" href="{reverse("club-new")}"'
    assert button in client.get("/").content.decode()
    assert "Set up the first one" in text_of(client, reverse("clubs"))
    form = client.get(reverse("club-new")).content.decode()
    assert re.search(r'name="admin"\s+value="root"', form)
    sent = {"name": "Hexa", "country": "CZ", "admin": "root"}
    page = client.post(reverse("club-new"), sent, follow=True)
    club = Club.objects.get()
    assert page.redirect_chain[-1][0] == club.get_absolute_url()
    shown = page.content.decode()
    assert "First steps" in shown
    members = reverse("club-members", args=[club.pk])
    assert re.findall(r'class="button primary"\s+href="([^"]*)"', shown) == [members]
    assert "See what other clubs are planning." not in shown
    home = text_of(client, "/")
    assert "First steps of Hexa" in home
    assert "Set up the first club" not in home
    assert "No other club is here yet." in client.get("/").content.decode()


def test_first_steps_of_a_club_are_for_its_admins(client: Client, user: User) -> None:
    club = make_club("Hexa", admin=user)
    assert "First steps" in text_of(client, club.get_absolute_url())
    stranger = Client(headers={"Accept-Language": "en"})
    assert "First steps" not in text_of(stranger, club.get_absolute_url())
    assert "Set up the first club" not in text_of(stranger, "/")
    make_event(club, status=Event.Status.RUNNING)
    assert "First steps" not in text_of(client, club.get_absolute_url())


def test_home_of_an_organiser_takes_few_queries(open_page: OpenPage, user: User) -> None:
    for number in range(4):
        stage = event_of_scores(8, name=f"Večer {number}")
        run(stage.event, user)
        match = published_round(stage).matches.order_by("table")[0]
        hand_in(match, 4, 3, 2, 1, by="A")
        hand_in(match, 4, 3, 2, 0, by="B")
    Club.objects.create(name="Hexa").clubadmin_set.create(user=user)
    open_page("/", queries=16, shows="Tables that need you")


def test_settings_are_apart_from_home(client: Client, user: User) -> None:
    make_club("Hexa", admin=user)
    text = text_of(client, reverse("me"))
    assert "My settings" in text
    assert "Hexa" not in text
    assert "Hexa" in text_of(client, "/")
