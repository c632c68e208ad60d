"""From the last round to the archive and back, by the next step of the console alone."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from league.models import Event, Official, Player, Prize
from tests.factories import make_user
from tests.factories.events import played_round, running_event
from tests.journeys.evening import look_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def event() -> Event:
    """The last round is closed; the winners of its two tables are equal in everything."""
    stage = running_event(8, stage={"chain": ["PLACES"], "rounds_planned": 1}, language="en")
    played_round(stage)
    made = Event.objects.get(pk=stage.event_id)
    for place, what in enumerate(("a cup", "a book"), start=1):
        Prize.objects.create(event=made, place=place, what=what, order=place)
    Player.objects.filter(full_name="Hráč A1").update(user=make_user())
    return made


@pytest.fixture
def console(quiet_page: Page, live_server: Any, client: Client, event: Event) -> Page:
    organiser = make_user()
    Official.objects.create(event=event, user=organiser, role=Official.Role.ORGANISER)
    client.force_login(organiser)
    cookies = client.cookies.items()
    quiet_page.context.add_cookies(
        [{"name": name, "value": each.value, "url": live_server.url} for name, each in cookies]
    )
    quiet_page.goto(live_server.url + reverse("console", args=[event.pk]))
    return quiet_page


def step(page: Page) -> Locator:
    return page.locator(".next-step")


def take(page: Page, heading: str) -> None:
    """The one primary button of the step that comes next."""
    expect(step(page).get_by_role("heading")).to_have_text(heading)
    look_at(page)
    step(page).locator(".button.primary").click()


def done(page: Page, name: str = "Done, to the next step") -> None:
    look_at(page)
    page.get_by_role("button", name=name).click()


def test_organiser_is_led_from_the_last_round_to_the_archive_and_back(
    console: Page, event: Event
) -> None:
    take(console, "Finish the event")
    take(console, "Settle ties for prizes")
    console.locator(".tie-form").get_by_label("lots").check()
    console.get_by_role("button", name="Settle the tie like this").click()
    expect(console.get_by_text("Decided by lots")).to_be_visible()
    look_at(console)
    console.get_by_role("link", name="Show the ceremony").click()
    expect(console.locator("body.is-stepping")).to_be_visible()
    console.keyboard.press("ArrowRight")
    done(console)
    take(console, "Print certificates")
    expect(console.locator(".certificate")).to_have_count(2)
    done(console)
    take(console, "Print the final table")
    done(console)
    take(console, "Look at what is public")
    expect(console.get_by_text("Final standings").first).to_be_visible()
    done(console)
    take(console, "Thank those who played")
    expect(console.get_by_label("Message")).to_have_value(re.compile("Thank you all"))
    done(console, "Send to all who entered")
    take(console, "Archive the event")
    expect(step(console).get_by_role("heading")).to_have_text("The event is in the archive")
    again = step(console).locator(".button.primary")
    expect(again).to_have_text("Repeat with the same people")
    look_at(console)
    step(console).get_by_role("button", name="Take out of the archive").click()
    expect(console.locator("[data-step][data-state=done]")).to_have_count(7)
    expect(step(console).get_by_role("heading")).to_have_text("Archive the event")
