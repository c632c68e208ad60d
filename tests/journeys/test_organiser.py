"""An organiser looks after her club, as the demo invites everybody to try."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.people import type_password
from tests.journeys.service import Service

pytestmark = pytest.mark.browser

CLUB = "Klub deskových her Olomouc"
STALE = "Somebody changed this in the meantime."


@pytest.fixture
def editing(quiet_page: Page, service: Service) -> Page:
    """Jana, on the page where her club is edited; she came by its links alone."""
    quiet_page.goto(service.address())
    quiet_page.get_by_role("link", name="Account", exact=True).click()
    type_password(quiet_page, "jana", "arbitr-demo")
    mine = quiet_page.get_by_role("region", name="My clubs")
    mine.get_by_role("link", name=CLUB).click()
    quiet_page.get_by_role("link", name="Edit the club").click()
    expect(quiet_page.get_by_role("heading", name="Edit the club")).to_be_visible()
    return quiet_page


def save(page: Page) -> None:
    page.get_by_role("button", name="Save the club").click()


def test_edited_club_is_shown_to_everybody(editing: Page, service: Service) -> None:
    editing.get_by_label("About the club").fill("Hrajeme v úterý.\n\n<b>Přijďte</b> & hrajte.")
    editing.get_by_label("Website").fill("klub.example/olomouc")
    save(editing)
    expect(editing.get_by_role("status")).to_contain_text("Saved.")

    browser = editing.context.browser
    assert browser is not None
    somebody = browser.new_context(locale="en")
    page = somebody.new_page()
    page.goto(editing.url)
    expect(page.get_by_text("<b>Přijďte</b> & hrajte.", exact=True)).to_be_visible()
    link = page.get_by_role("link", name="https://klub.example/olomouc")
    expect(link).to_have_attribute("href", "https://klub.example/olomouc")
    expect(page.get_by_role("link", name="Edit the club")).to_have_count(0)
    somebody.close()


def test_missing_name_is_refused_and_the_rest_kept(editing: Page) -> None:
    editing.get_by_label("Name").fill("")
    editing.get_by_label("About the club").fill("Rozepsaný text")
    save(editing)
    summary = editing.get_by_role("alert")
    expect(summary).to_be_focused()
    summary.get_by_role("link", name="Name: This field is required.").click()
    expect(editing.get_by_label("Name")).to_be_focused()
    expect(editing.get_by_label("About the club")).to_have_value("Rozepsaný text")


def test_second_of_two_tabs_is_told_and_keeps_what_was_typed(editing: Page) -> None:
    other = editing.context.new_page()
    other.goto(editing.url)
    other.get_by_label("Town").fill("Olomouc-Řepčín")
    save(other)
    expect(other.get_by_role("status")).to_contain_text("Saved.")

    editing.get_by_label("Town").fill("Olomouc-Neředín")
    save(editing)
    expect(editing.get_by_role("alert")).to_contain_text(STALE)
    expect(editing.get_by_label("Town")).to_have_value("Olomouc-Neředín")
    other.reload()
    expect(other.get_by_role("main")).to_contain_text("Olomouc-Řepčín")

    save(editing)  # having been told
    expect(editing.get_by_role("status")).to_contain_text("Saved.")
    expect(editing.get_by_role("main")).to_contain_text("Olomouc-Neředín")
