"""From a phone into an event: guests whom the club knows, a family, pages that follow."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from league.models import Entry, Event, Player
from tests.factories import make_club, make_event, make_player, make_user
from tests.journeys.evening import Visitors, look_at
from tests.journeys.inspection import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def event() -> Event:
    return make_event(make_club(admin=make_user("zofie")))


@pytest.fixture
def desk(visitors: Visitors, live_server: Any, event: Event) -> Page:
    """An admin of the club, who looks at those who wait."""
    client = Client()
    client.force_login(event.club.admins.get())
    page = visitors.at_desk()
    page.context.add_cookies(
        [
            {"name": name, "value": cookie.value, "url": live_server.url}
            for name, cookie in client.cookies.items()
        ]
    )
    return page


def signed_up(visitors: Visitors, live_server: Any, event: Event, name: str) -> Page:
    phone = visitors.on_phone()
    phone.goto(live_server.url + reverse("event-sign-up", args=[event.pk]))
    phone.get_by_label("Your first name and surname").fill(name)
    phone.get_by_role("button", name="Enter this event").tap()
    expect(phone.get_by_role("heading", name="My entry")).to_be_visible()
    return phone


def waiting(desk: Page, live_server: Any, event: Event) -> None:
    desk.goto(live_server.url + reverse("event-check-in", args=[event.pk]) + "?show=applied")


def test_guest_is_joined_with_the_member_and_the_open_page_follows(
    visitors: Visitors, live_server: Any, desk: Page, event: Event
) -> None:
    member = make_player("Jana Nováková", club=event.club)
    phone = signed_up(visitors, live_server, event, "Jana Novaková")
    expect(phone.get_by_role("main")).to_contain_text("waits for approval")
    waiting(desk, live_server, event)
    expect(desk.get_by_role("main")).to_contain_text("Perhaps your member Jana Nováková")
    look_at(desk)
    desk.get_by_role("button", name="Yes, it is Jana Nováková").click()
    expect(desk.get_by_role("button", name="Check in: Jana Nováková")).to_be_visible()
    expect(phone.get_by_role("button", name="I am here: check in")).to_be_visible()
    look_at(phone)
    assert list(Player.objects.all()) == [member]


def test_console_on_a_phone_leads_to_who_waits(
    visitors: Visitors, live_server: Any, desk: Page, event: Event
) -> None:
    signed_up(visitors, live_server, event, "Jana Nováková")
    desk.set_viewport_size(PHONE)
    desk.goto(live_server.url + reverse("console", args=[event.pk]))
    desk.get_by_role("link", name="1 person waits for approval").click()
    expect(desk.get_by_role("button", name="Approve: Jana Nováková")).to_be_in_viewport()


def test_refused_guest_is_told_on_the_open_page(
    visitors: Visitors, live_server: Any, desk: Page, event: Event
) -> None:
    phone = signed_up(visitors, live_server, event, "Jana Nováková")
    desk.goto(live_server.url + reverse("entry", args=[Entry.objects.get().pk]))
    desk.get_by_role("button", name="Refuse").click()
    expect(phone.get_by_role("main")).to_contain_text("The organisers did not accept it.")


def test_family_signs_up_from_one_phone(
    visitors: Visitors, live_server: Any, desk: Page, event: Event
) -> None:
    phone = signed_up(visitors, live_server, event, "Ája Nová")
    phone.get_by_role("link", name="Enter somebody else").tap()
    expect(phone.get_by_role("heading", name="Enter somebody else")).to_be_visible()
    look_at(phone)
    phone.get_by_label("Their first name and surname").fill("Béďa")
    phone.get_by_role("button", name="Enter this event").tap()
    phone.get_by_label("This is the whole name").check()
    phone.get_by_role("button", name="Enter this event").tap()
    expect(phone.get_by_role("heading", name="My entries")).to_be_visible()
    expect(phone.get_by_role("heading", level=2)).to_contain_text(["Ája N.", "Béďa"])
    waiting(desk, live_server, event)
    desk.get_by_role("button", name="Approve: Béďa").click()
    card = phone.get_by_role("region", name="Béďa")
    expect(card.get_by_role("button", name="I am here: check in")).to_be_visible()
    look_at(phone)


def test_message_and_payment_reach_the_open_phone(
    visitors: Visitors, live_server: Any, desk: Page, event: Event
) -> None:
    Event.objects.update(entry_fee=100)
    phone = signed_up(visitors, live_server, event, "Jana Nováková")
    expect(phone.get_by_role("main")).to_contain_text("Entry fee: 100 Kč, paid at the desk.")
    waiting(desk, live_server, event)
    desk.get_by_role("button", name="Approve: Jana Nováková").click()
    desk.get_by_role("button", name="paid 100 Kč").click()
    expect(phone.get_by_role("main")).to_contain_text("Entry fee: 100 Kč, paid.")
    desk.get_by_role("link", name="Message to all who entered").click()
    desk.get_by_label("Message").fill("We start at seven.")
    desk.get_by_role("button", name="Send to all who entered").click()
    expect(desk.get_by_role("status")).to_contain_text("It is on the page of the event")
    look_at(desk)
    expect(phone.get_by_role("main")).to_contain_text("We start at seven.")
    desk.get_by_role("link", name="Entry fees").click()
    expect(desk.get_by_role("main")).to_contain_text("100 Kč")
    look_at(desk)
