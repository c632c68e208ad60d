"""People into an event: how few actions it takes, and what protects against mistakes."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.evening import ORGANISER, Visitors, found_club, look_at
from tests.journeys.people import log_in, log_out
from tests.journeys.service import Service

pytestmark = pytest.mark.browser

MOST_ACTIONS = 12
MEMBERS = (
    *("Anna Bartošová", "Bohumil Čermák", "Cyril Dvořák", "Dana Endrštová", "Emil Fiala"),
    *("Gabriela Hájková", "Hynek Ibl", "Ivana Jelínková", "Jakub Kolář", "Klára Lišková"),
    *("Libor Moravec", "Markéta Nová", "Norbert Oliva", "Olga Pokorná", "Přemysl Řezáč"),
    *("Radka Součková", "Slavomír Tichý", "Tereza Urbanová", "Viktor Weiss", "Zuzana Žáčková"),
)


@dataclass
class Hand:
    """Does what a person does on a page, and counts it."""

    page: Page
    actions: int = 0

    def click(self, what: Locator) -> None:
        self.actions += 1
        what.click()

    def fill(self, what: Locator, text: str) -> None:
        self.actions += 1
        what.fill(text)

    def check(self, what: Locator) -> None:
        self.actions += 1
        what.check()


def club_with(page: Page, service: Service, name: str, members: Sequence[str]) -> str:
    """A club with its members, as somebody set it up before; gives its address."""
    log_in(page, service, ORGANISER.login, ORGANISER.password)
    found_club(page, service, name)
    address = page.url
    page.goto(f"{address}admins/")
    page.get_by_label("Login name or e-mail").fill(ORGANISER.login)
    page.get_by_role("button", name="Add").click()
    page.goto(f"{address}members/import/")
    page.get_by_label("Or paste names").fill("\n".join(members))
    page.get_by_role("button", name="Show what would happen").click()
    page.get_by_role("button", name="Add these players").click()
    expect(page.get_by_role("status")).to_contain_text(f"{len(members)} players were added")
    return address


def test_round_one_with_twenty_members_takes_twelve_actions(
    visitors: Visitors, empty_service: Service
) -> None:
    page = visitors.at_desk()
    club_with(page, empty_service, "Klub dvaceti", MEMBERS)
    log_out(page)
    page.goto(empty_service.address("/accounts/login/"))

    hand = Hand(page)
    hand.fill(page.get_by_label("Login name or e-mail"), ORGANISER.login)
    hand.fill(page.get_by_label("Password"), ORGANISER.password)
    hand.click(page.get_by_role("button", name="Log in", exact=True))
    hand.click(page.get_by_role("main").get_by_role("link", name="Klub dvaceti"))
    hand.click(page.get_by_role("link", name="New event"))
    hand.click(page.get_by_role("link", name="Club evening"))
    hand.check(page.get_by_label("Triolet"))
    hand.click(page.get_by_role("button", name="Create the event"))
    paste = page.get_by_text("Paste names").bounding_box()
    bar = page.locator(".form-actions.stay").bounding_box()
    assert paste is not None
    assert bar is not None
    assert paste["y"] + paste["height"] < bar["y"]
    hand.click(page.get_by_role("link", name="All 20"))
    hand.click(page.get_by_role("button", name="Check in and draw round 1"))
    hand.click(page.get_by_role("button", name="Publish round 1"))

    expect(page.get_by_role("heading", name="Round 1 is being played")).to_be_visible()
    for name in MEMBERS:
        expect(page.get_by_role("main")).to_contain_text(name)
    assert hand.actions <= MOST_ACTIONS, hand.actions


def new_event(page: Page, club: str) -> str:
    """Up to who plays; gives the event's address."""
    page.goto(club)
    page.get_by_role("link", name="New event").click()
    page.get_by_role("link", name="Club evening").click()
    page.get_by_role("button", name="Create the event").click()
    expect(page.get_by_role("heading", name="Who plays?")).to_be_visible()
    return page.url.removesuffix("people/")


def test_members_are_searched_ticked_pasted_tapped_and_removed(
    visitors: Visitors, empty_service: Service
) -> None:
    page = visitors.on_phone()
    club = club_with(page, empty_service, "Klub pěti", MEMBERS[:5])
    event = new_event(page, club)
    look_at(page)

    page.get_by_label("Find by name").fill("cermak")
    expect(page.locator(".people li:visible")).to_have_count(1)
    page.get_by_role("link", name="All 5").click()  # of those who are shown
    expect(page.locator("[data-picked]")).to_have_text("1")
    page.get_by_text("Paste names").click()
    page.get_by_label("One name per line").fill(
        "bartosova ANNA\nCyril Dvořan\nNový Host\nBohumil Čermák"
    )
    page.get_by_role("button", name="Enter and check in").click()
    expect(page.get_by_role("heading", name="Are these the right people?")).to_be_visible()
    expect(page.get_by_text("Bohumil Čermák is ticked in the list too")).to_be_visible()
    look_at(page)
    page.get_by_role("button", name="Yes, enter them").click()
    expect(page.get_by_text("Some names still need an answer.")).to_be_visible()
    page.get_by_label("Cyril Dvořák").check()
    page.get_by_role("button", name="Yes, enter them").click()
    expect(page.get_by_role("status")).to_contain_text("4 entries made.")
    expect(page.locator("#counts")).to_contain_text("Here: 4")

    page.get_by_text("Members not entered yet").click()
    page.get_by_role("button", name="Dana Endrštová").click()
    expect(page.locator("#counts")).to_contain_text("Here: 5")
    expect(page.locator("#members")).not_to_contain_text("Dana")
    expect(page.get_by_role("button", name="Emil Fiala")).to_be_focused()

    name = page.get_by_label("First name and surname")
    name.fill("Nový Host")
    page.get_by_label("Is here already").check()
    page.get_by_role("button", name="Enter", exact=True).click()
    asked = page.get_by_label("Yes, somebody else with the same name")
    expect(asked).to_be_visible()
    look_at(page)
    asked.check()
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.locator("#counts")).to_contain_text("Here: 6")
    expect(name).to_be_focused()
    expect(page.get_by_label("Is here already")).to_be_checked()

    page.locator("#check-in-list").get_by_role("link", name="Nový Host").last.click()
    page.get_by_text("Remove the entry…").click()
    look_at(page)
    page.get_by_role("button", name="Remove the entry", exact=True).click()
    expect(page.locator("#counts")).to_contain_text("Here: 5")
    page.get_by_role("button", name="Put back").click()
    expect(page.locator("#counts")).to_contain_text("Here: 6")

    page.goto(f"{event}settings/")
    page.get_by_text("Throw the event away…").click()
    page.get_by_role("button", name="Throw the event away", exact=True).click()
    page.get_by_role("button", name="Put back").click()
    expect(page.get_by_role("status")).to_contain_text("is back.")


def test_evening_is_repeated_from_the_page_of_the_club(
    visitors: Visitors, empty_service: Service
) -> None:
    page = visitors.at_desk()
    club = club_with(page, empty_service, "Klub čtyř", MEMBERS[:4])
    event = new_event(page, club)
    page.get_by_role("link", name="All 4").click()
    page.get_by_role("button", name="Check in and draw round 1").click()
    expect(page.get_by_role("button", name="Publish round 1")).to_be_visible()

    page.goto(club)
    page.get_by_role("link", name="Repeat the last evening").click()
    expect(page.get_by_label("With the same people")).to_be_checked()
    look_at(page)
    page.get_by_role("button", name="Create the copy").click()
    expect(page.locator("#counts")).to_contain_text("not yet: 4")
    page.get_by_text("Check in everyone").click()
    page.get_by_role("button", name="Yes, all are here").click()
    page.get_by_role("button", name="Draw round 1").click()
    expect(page.get_by_role("button", name="Publish round 1")).to_be_visible()
    assert event not in page.url
