"""Home of those who are known: on a small phone the one thing to do next needs no scrolling."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.models import Event, Match, Official, Player, Round
from tests.factories import make_club, make_event, make_user
from tests.factories.events import enter, published_round
from tests.factories.phones import phone_at
from tests.factories.submissions import hand_in
from tests.factories.tables import event_of_scores
from tests.journeys.inspection import faults_of_page
from tests.journeys.test_first_screen import SMALL, is_on_first_screen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def table_with_a_clock() -> Match:
    round_ = published_round(event_of_scores(8))
    since = timezone.now() - timedelta(minutes=48)
    Round.objects.filter(pk=round_.pk).update(length_s=3600, clock_started_at=since)
    return round_.matches.order_by("table")[1]


def open_home(page: Page, live_server: Any, client: Client) -> None:
    """As this browser of a test is known."""
    name = settings.SESSION_COOKIE_NAME
    value = client.cookies[name].value
    page.context.add_cookies([{"name": name, "value": value, "url": live_server.url}])
    page.set_viewport_size(SMALL)
    page.goto(live_server.url)


def test_home_of_a_phone_leads_to_its_table_and_follows(quiet_page: Page, live_server: Any) -> None:
    match = table_with_a_clock()
    open_home(quiet_page, live_server, phone_at(match, "A"))
    seat = quiet_page.locator(".my-seat")
    expect(seat).to_contain_text("You sit at table 2, round 1")
    face = seat.locator("[data-clock-face]")
    first = face.inner_text()
    expect(face).not_to_have_text(first)  # it counts
    action = quiet_page.locator("main .button.primary")
    expect(action).to_have_text("Go to table 2")
    assert is_on_first_screen(action)
    assert faults_of_page(quiet_page) == []
    hand_in(match, 4, 3, 2, 1, by="B")
    expect(action).to_have_text("Look at the result", timeout=20_000)
    assert is_on_first_screen(action)
    action.click()
    expect(quiet_page.get_by_role("button", name="Yes, that is right")).to_be_visible()


def test_home_of_an_account_leads_to_its_table(
    quiet_page: Page, live_server: Any, client: Client
) -> None:
    match = table_with_a_clock()
    user = make_user(display_name="Jana Nováková")
    Player.objects.filter(seats__match=match, seats__letter="A").update(user=user)
    client.force_login(user)
    open_home(quiet_page, live_server, client)
    assert is_on_first_screen(quiet_page.locator("main .button.primary"))
    assert faults_of_page(quiet_page) == []
    enter(match, 4, 3, 2, 1)
    quiet_page.get_by_role("link", name="My matches").first.click()
    result = quiet_page.locator(".my-result")
    expect(result).to_contain_text("Score")
    expect(result).to_contain_text("Place")
    assert faults_of_page(quiet_page) == []


def test_home_of_an_organiser_leads_to_the_next_step(
    quiet_page: Page, live_server: Any, client: Client
) -> None:
    match = table_with_a_clock()
    user = make_user(display_name="Jana Nováková")
    Official.objects.create(event=match.event, user=user, role=Official.Role.ORGANISER)
    client.force_login(user)
    open_home(quiet_page, live_server, client)
    action = quiet_page.locator("main .button.primary")
    expect(action).to_have_text("Enter 2 results of round 1")
    assert is_on_first_screen(action)
    assert faults_of_page(quiet_page) == []
    action.click()
    expect(quiet_page).to_have_url(re.compile(r"/scores/$"))


def test_admin_of_an_empty_club_is_led_to_a_practice_and_out_of_it(
    quiet_page: Page, live_server: Any, client: Client
) -> None:
    user = make_user(display_name="Jana Nováková")
    club = make_club("Hexa", admin=user)
    client.force_login(user)
    open_home(quiet_page, live_server, client)
    action = quiet_page.locator("main .button.primary")
    expect(action).to_have_text("Add the members")
    assert is_on_first_screen(action)
    event = make_event(club, status=Event.Status.DRAFT)
    quiet_page.reload()
    assert faults_of_page(quiet_page) == []
    quiet_page.get_by_role("button", name="Try it with sample players").click()
    expect(quiet_page.locator(".practice")).to_contain_text("The players are made up")
    quiet_page.get_by_text("Practice: nothing counts").click()
    assert faults_of_page(quiet_page) == []
    quiet_page.get_by_text("Wipe the practice…").click()
    quiet_page.get_by_role("button", name="Wipe it").click()
    expect(quiet_page.get_by_text("Your event is as it was.")).to_be_visible()
    expect(quiet_page).to_have_url(re.compile(f"/events/{event.pk}/console/"))
