"""An open evening of fifteen: the desk starts it, phones say ready, people come and go, it ends."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from league.events.services.evening import sweep_evenings
from league.models import Event, Match, Official, Readiness
from league.standings.services import compute_standings
from tests.factories import make_user
from tests.factories.events import enter, make_entries, running_event
from tests.journeys.evening import look_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def event() -> Event:
    stage = {"kind": "open", "chain": ["MIN", "MEAN", "PLACES"], "least_games": 1}
    return running_event(15, stage=stage, language="en").event


@pytest.fixture
def desk(quiet_page: Page, live_server: Any, client: Client, event: Event) -> Page:
    organiser = make_user()
    Official.objects.create(event=event, user=organiser, role=Official.Role.ORGANISER)
    client.force_login(organiser)
    cookies = client.cookies.items()
    quiet_page.context.add_cookies(
        [{"name": name, "value": each.value, "url": live_server.url} for name, each in cookies]
    )
    quiet_page.goto(live_server.url + reverse("desk", args=[event.pk]))
    return quiet_page


@pytest.fixture
def phone(browser: Browser, live_server: Any, event: Event) -> Any:
    """It has scanned the code of the room."""
    context = browser.new_context(
        viewport={"width": 360, "height": 640}, locale="en", reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(live_server.url + reverse("code", args=[event.room_code]))
    page.goto(live_server.url + reverse("event-find", args=[event.pk]))
    yield page
    context.close()


def finish(event: Event, table: int) -> list[str]:
    """A table hands in; who sat there."""
    match = Match.objects.get(event=event, table=table, is_open=True)
    seats = match.seats.count()
    enter(match, *range(100, 100 - seats, -1))
    return list(match.seats.values_list("entry", flat=True))


def test_fifteen_come_play_and_go(desk: Page, phone: Page, live_server: Any, event: Event) -> None:
    desk.get_by_role("button", name="All 15 who are free are ready").click()
    expect(desk.get_by_role("heading", name="3 are ready")).to_be_visible()
    expect(desk.get_by_role("heading", name="3 tables play")).to_be_visible()
    look_at(desk)
    # The last three wait in vain for a fourth, and are seated by the sweep.
    Readiness.objects.filter(since__isnull=False).update(
        since=timezone.now() - timedelta(minutes=5)
    )
    sweep_evenings()
    expect(desk.get_by_role("heading", name="4 tables play")).to_be_visible()
    # Somebody comes late, and taps the own name in the room.
    [late] = make_entries(event, 1)
    finish(event, 1)
    phone.reload()
    phone.get_by_role("button", name=late.player.public_name).click()
    expect(phone.get_by_role("button", name="Not now")).to_be_visible()
    look_at(phone)
    expect(desk.get_by_role("heading", name="1 is ready")).to_be_visible()
    desk.locator(".on-floor").get_by_role("button", name="Ready").first.click()
    expect(desk.get_by_role("heading", name="2 are ready")).to_be_visible()
    desk.get_by_role("button", name="Make a table now").click()
    expect(desk.get_by_text("Table 1 is made.")).to_be_visible()
    phone.reload()
    row = phone.get_by_role("listitem").filter(has_text=late.player.public_name)
    expect(row).to_contain_text("table 1")
    # It was made by mistake: they are ready again, and one of them has had enough.
    card = desk.locator(".desk-table").filter(has=desk.get_by_role("link", name="Table 1"))
    card.get_by_role("button", name="Dissolve").click()
    expect(desk.get_by_role("heading", name="2 are ready")).to_be_visible()
    desk.locator(".on-floor").get_by_role("button", name="Not now").first.click()
    expect(desk.get_by_role("heading", name="1 is ready")).to_be_visible()
    for table in (2, 3, 4):
        finish(event, table)
    compute_standings(event.stages.get().pk)
    desk.goto(live_server.url + reverse("event-standings", args=[event.pk]))
    expect(desk.locator("tbody tr")).to_have_count(16)
    expect(desk.get_by_text("1 more game to be ranked")).to_be_visible()
    look_at(desk)
    desk.goto(live_server.url + reverse("desk", args=[event.pk]))
    desk.get_by_text("Close the evening…").click()
    desk.get_by_role("button", name="Close the evening", exact=True).click()
    event.refresh_from_db()
    assert event.status == Event.Status.FINISHED
