"""On a slow network a form is there before its scripts: what is typed by then must not be missed.

A page's script is held back while somebody types; then it comes.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from league.models import Match
from tests.factories import make_user
from tests.factories.events import running_event
from tests.factories.phones import phone_at
from tests.factories.tables import record_of, seat_at, table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Open = Callable[..., "HeldBack"]


class HeldBack:
    """A page whose script does not come until it is let go."""

    def __init__(self, page: Page, address: str, *, script: str) -> None:
        self.page = page
        self.routes: list[Route] = []
        page.route(f"**/{script}", lambda route: self.routes.append(route))  # noqa: PLW0108
        page.goto(address, wait_until="commit")

    def let_go(self) -> None:
        """The person has not waited for it: it was asked for, and did not come."""
        while not self.routes:
            self.page.wait_for_timeout(20)
        for route in self.routes:
            route.continue_()


@pytest.fixture
def open_held(page: Page, live_server: Any) -> Open:
    """A page of whoever has the client's session."""

    def opened(client: Client, path: str, *, script: str) -> HeldBack:
        cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
        page.context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}]
        )
        return HeldBack(page, live_server.url + path, script=script)

    return opened


@pytest.fixture
def match() -> Match:
    return table(2)


def hand_in_of(match: Match) -> str:
    return reverse("hand-in", args=[match.pk])


def test_record_pasted_early_is_checked(page: Page, open_held: Open, match: Match) -> None:
    held = open_held(phone_at(match, "A"), hand_in_of(match), script="hand_in.js")
    page.get_by_text("Record", exact=True).click()
    page.locator("[name=record]").fill(record_of(players=2))
    held.let_go()
    expect(page.locator("#check [data-state='verified']")).to_be_visible()


def test_what_is_typed_early_wins_over_a_draft(page: Page, open_held: Open, match: Match) -> None:
    phone = phone_at(match, "A")
    held = open_held(phone, hand_in_of(match), script="hand_in.js")
    held.let_go()
    page.get_by_text("Record", exact=True).click()
    record = page.locator("[name=record]")
    record.fill("of before")
    expect(page.locator("#check")).not_to_be_empty()
    held = open_held(phone, hand_in_of(match), script="hand_in.js")
    page.get_by_text("Record", exact=True).click()
    record.fill("typed now")
    held.let_go()
    expect(page.locator("#check")).not_to_be_empty()
    assert record.input_value() == "typed now"


def test_seat_chosen_early_is_left_by_who_had_it(page: Page, open_held: Open, match: Match) -> None:
    held = open_held(phone_at(match, "A"), hand_in_of(match), script="hand_in.js")
    seats = [seat_at(match, letter).pk for letter in "AB"]
    page.locator(".seats-known > summary").click()
    page.locator("[name='seat-0']").select_option(seats[1])
    held.let_go()
    expect(page.locator("[name='seat-1']")).to_have_value(seats[0])


def test_name_typed_early_is_looked_for(page: Page, open_held: Open, client: Client) -> None:
    """By htmx alone: no script of ours listens there."""
    stage = running_event(2)
    client.force_login(make_user(is_superuser=True))
    path = reverse("event-check-in", args=[stage.event_id])
    held = open_held(client, path, script="htmx-2.min.js")
    page.get_by_label("Find by name").fill("Hráč B2")
    held.let_go()
    expect(page.locator("#check-in-list")).not_to_contain_text("Hráč A1")
    expect(page.locator("#check-in-list")).to_contain_text("Hráč B2")
