"""An organiser fills her club: types, imports, and hands a player to the person."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.people import log_in, sign_up
from tests.journeys.service import Service

pytestmark = pytest.mark.browser

CLUB = "Klub deskových her Olomouc"
TABLE = (
    "Jméno;Příjmení;Rok\r\nŽofie;Ďurišová;2014\r\nŽofie;Ďurišova;2014\r\nEva;Malá;\r\n;;2011\r\n"
)


@pytest.fixture
def members(quiet_page: Page, service: Service) -> Page:
    log_in(quiet_page, service, "jana")
    quiet_page.get_by_role("link", name=CLUB).click()
    quiet_page.get_by_role("link", name="Members").click()
    expect(quiet_page.get_by_role("heading", name="Members")).to_be_visible()
    return quiet_page


def test_similar_names_are_shown_while_typing(members: Page) -> None:
    members.get_by_role("link", name="Add a player").click()
    name = members.get_by_label("Full name", exact=True)
    name.press_sequentially("mala ev")
    expect(members.locator("#alike")).to_contain_text("Eva Malá · in this club")
    name.fill("Řehoř Neznámý")
    expect(members.locator("#alike")).to_be_empty()
    members.get_by_role("button", name="Add the player").click()
    expect(members.get_by_role("status")).to_contain_text("Řehoř Neznámý is in the club.")
    expect(members.get_by_label("Full name", exact=True)).to_be_focused()


def test_table_is_checked_then_imported(members: Page) -> None:
    members.get_by_role("link", name="Import a table").first.click()
    members.get_by_label("File").set_input_files(
        {"name": "clenove.csv", "mimeType": "text/csv", "buffer": TABLE.encode("cp1250")}
    )
    members.get_by_role("button", name="Show what would happen").click()
    main = members.get_by_role("main")
    expect(main).to_contain_text("row 5 · there is no name")
    expect(main).to_contain_text("row 4 · in the club as Eva Malá")
    expect(main).to_contain_text("row 3 · the same name as in row 2")
    members.get_by_role("button", name="Add these players").click()
    expect(members.get_by_role("status")).to_contain_text("1 player was added.")
    members.get_by_label("Name of the player").fill("durisova zofie")
    members.get_by_role("button", name="Search").click()
    expect(members.get_by_role("link", name="Žofie Ďurišová")).to_have_count(1)


def test_player_is_handed_to_the_person(members: Page, service: Service) -> None:
    members.get_by_role("link", name="Add a player").click()
    members.get_by_label("Full name", exact=True).fill("Ctirad Vzácný")
    members.get_by_role("button", name="Add the player").click()
    members.get_by_role("link", name="Back to members").click()
    members.get_by_label("Name of the player").fill("vzacny")
    members.get_by_role("button", name="Search").click()
    members.get_by_role("link", name="Ctirad Vzácný").click()
    members.get_by_role("link", name="Link with an account").click()
    members.get_by_role("button", name="Make the link").click()
    link = members.get_by_role("textbox", name="Link").input_value()

    browser = members.context.browser
    assert browser is not None
    context = browser.new_context(locale="en")
    person = context.new_page()
    sign_up(person, service)
    person.goto(service.address(re.sub(r"^https?://[^/]+", "", link)))
    expect(person.get_by_role("main")).to_contain_text("Ctirad Vzácný")
    person.get_by_role("button", name="That’s me").click()
    expect(person.get_by_role("main")).to_contain_text("This is you.")
    context.close()

    members.get_by_role("link", name="Back to the player").click()
    expect(members.get_by_role("button", name="Unlink the account")).to_be_visible()


def test_club_says_once_what_its_board_looks_like(members: Page, service: Service) -> None:
    """Two symbols of the drawing are tapped and change places; a sheet of the club shows it."""
    page = members
    page.goto(re.sub("members/.*", "boxes/", page.url))
    page.get_by_role("link", name="Kaleidoskop", exact=True).click()
    page.get_by_role("link", name="red", exact=True).click()
    expect(page.get_by_text("Now tap the symbol")).to_be_visible()
    page.get_by_role("link", name="green", exact=True).click()
    expect(page.get_by_role("link", name="green", exact=True)).to_have_attribute(
        "href", re.compile("first=0&Corners=GRBOYP")
    )
    page.get_by_role("button", name="Ours looks like this").click()
    expect(page.get_by_text("You have said what it looks like.")).to_be_visible()
    page.get_by_role("link", name="Kaleidoskop", exact=True).click()
    page.get_by_role("button", name="Forget what we said").click()
    expect(page.get_by_text("Does yours look like ours?")).to_have_count(4)
