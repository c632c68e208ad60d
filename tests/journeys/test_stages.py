"""From groups to a knockout: who goes on is looked at, changed and begun, and the bracket drawn."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from league.events.services import stages
from league.models import Event, Official, Round
from league.pairing.services import pair_round
from league.permissions import SERVICE
from tests.factories import make_user
from tests.factories.events import played_round, running_event
from tests.journeys.evening import look_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GROUPS = {"kind": "groups", "group_size": 4, "chain": ["DE", "WON", "SB", "GAME"]}
KNOCKOUT = {"kind": "knockout", "takes": "places", "takes_places": 2}
GROUP_ROUNDS = 3
SEMI_FINALS = GROUP_ROUNDS + 1


@pytest.fixture
def event() -> Event:
    """Two groups of four are played; the first two of each are to go on."""
    stage = running_event(8, stage=GROUPS, language="en")
    stages.add_stage(stage.event, actor=SERVICE, values=KNOCKOUT)
    for _ in range(GROUP_ROUNDS):
        played_round(stage)
    return Event.objects.get(pk=stage.event_id)


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


def step(page: Page, heading: str) -> Locator:
    """The one that comes next."""
    shown = page.locator(".next-step")
    expect(shown.get_by_role("heading")).to_contain_text(heading)
    look_at(page)
    return shown.locator(".button.primary")


def open_page(page: Page, live_server: Any, route: str, event: Event) -> None:
    page.goto(live_server.url + reverse(route, args=[event.pk]))
    look_at(page)


def begin_knockout(console: Page) -> None:
    """Those who won the groups have changed places."""
    step(console, "Next stage: Knockout").click()
    starters = console.locator(".starters").first.get_by_role("listitem")
    expect(starters).to_have_count(4)
    best = starters.first.locator("b").inner_text()
    expect(starters.last).to_contain_text(f"Meets first: {best}")
    look_at(console)
    starters.first.get_by_role("textbox").fill("2")
    starters.nth(1).get_by_role("textbox").fill("1")
    console.get_by_role("button", name="Show it with these numbers").click()
    expect(starters.nth(1).locator("b")).to_have_text(best)
    look_at(console)
    console.get_by_role("button", name="Begin the stage with these").click()


def publish_semi_finals(console: Page) -> None:
    step(console, "Semi-finals").click()
    drawn = console.get_by_role("heading", name="Draft: Semi-finals")
    expect(console.get_by_text("Semi-finals: being drawn").first).to_be_visible()
    pair_round(Round.objects.get(number=SEMI_FINALS).pk)
    console.reload()
    expect(drawn).to_be_visible()
    look_at(console)
    console.get_by_role("button", name="Publish: Semi-finals", exact=True).click()
    expect(console.get_by_text("Semi-finals").first).to_be_visible()


def test_organiser_takes_the_groups_to_a_knockout(
    console: Page, live_server: Any, event: Event
) -> None:
    begin_knockout(console)
    publish_semi_finals(console)
    open_page(console, live_server, "event-bracket", event)
    cards = console.locator(".bracket-card")
    expect(cards).to_have_count(2)
    expect(cards.first).to_contain_text("Winner → Final")
    open_page(console, live_server, "event", event)
    expect(console.get_by_role("link", name=f"Round {GROUP_ROUNDS}")).to_be_visible()
    open_page(console, live_server, "event-overall", event)
    expect(console.locator("tbody tr")).to_have_count(8)
    console.get_by_role("navigation", name="Stages").get_by_role("link", name="Groups").click()
    expect(console.locator(".group-head")).to_have_count(2)
    look_at(console)
    open_page(console, live_server, "event-stages", event)
    expect(console.get_by_text("being played")).to_be_visible()
