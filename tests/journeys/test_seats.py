"""Two phones and one seat, in a real browser: question and answer arrive by themselves."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from league.models import Match
from tests.factories.events import published_round, running_event
from tests.factories.phones import phone_at, phone_with

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def opened(browser: Browser, live_server: Any, phone: Client, match: Match) -> Page:
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="en")
    context.add_cookies(
        [
            {"name": name, "value": cookie.value, "url": live_server.url}
            for name, cookie in phone.cookies.items()
        ]
    )
    page = context.new_page()
    page.goto(live_server.url + reverse("match", args=[match.pk]))
    return page


def test_seat_is_kept(browser: Browser, live_server: Any) -> None:
    match = published_round(running_event(4)).matches.get()
    holder = opened(browser, live_server, phone_at(match, "A"), match)
    asker = opened(browser, live_server, phone_with(match.code), match)
    asker.get_by_role("button", name="Taken: ask for it").click()
    expect(asker.get_by_text("stays with another phone")).to_have_count(0)
    holder.get_by_role("button", name="Keep the seat").click()
    expect(asker.get_by_text("stays with another phone")).to_be_visible()


def test_seat_is_handed_over(browser: Browser, live_server: Any) -> None:
    match = published_round(running_event(4)).matches.get()
    holder = opened(browser, live_server, phone_at(match, "A"), match)
    asker = opened(browser, live_server, phone_with(match.code), match)
    expect(holder.get_by_text("You are")).to_be_visible()
    asker.get_by_role("button", name="Taken: ask for it").click()
    number = asker.locator(".seat-waiting strong").last.inner_text()
    expect(holder.locator(".seat-request strong").last).to_have_text(number)
    holder.get_by_role("button", name="Hand it over").click()
    expect(holder.get_by_role("heading", name="Who are you?")).to_be_visible()
    expect(asker.get_by_text("You are")).to_be_visible()
