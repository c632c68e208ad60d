"""Plain scorekeeping: after something was let stand, from the start, and of games without rules."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from league.models import Sheet
from tests.factories.tables import table
from tests.journeys.evening import Visitors, look_at
from tests.journeys.sheets import OnPhone, Room, sheet_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

IN_THE_MIDDLE = "RG h8-h9"  # no place for a first tile


def add(phone: OnPhone, person: str, points: int, *, figure: str = "") -> None:
    """Points by the number pad."""
    pad = phone.thumb.pad
    pad.get_by_role("group", name="Player").get_by_role("button", name=person).tap()
    if figure:
        pad.get_by_role("group", name="What").get_by_role("button", name=figure).tap()
    for key in str(abs(points)):
        pad.get_by_role("button", name=key, exact=True).tap()
    if points < 0:
        pad.get_by_role("button", name="Minus").tap()
    phone.page.locator("[data-bar]").get_by_role("button", name="Write down").tap()


def totals(phone: OnPhone, person: str, *expected: str) -> None:
    row = phone.thumb.pad.get_by_role("row", name=person)
    expect(row.locator("td")).to_have_text(list(expected))


def test_what_stands_is_handed_in_as_not_verified(room: Room) -> None:
    match = table(2, game="kaleidoskop")
    sheet = sheet_of(match)
    phone = room.at(match, sheet, seat="A")
    phone.enter(IN_THE_MIDDLE)
    phone.confirm()
    phone.queue.get_by_role("button", name="Let it stand").tap()
    expect(phone.page.locator("[data-notices]")).to_contain_text("first tile")
    one, other = phone.page.locator("[data-seats] bdi").all_inner_texts()
    add(phone, one, 12, figure="Red")
    totals(phone, one, "12", "0", "0", "0", "0", "0")
    add(phone, other, 7, figure="Green")
    totals(phone, other, "0", "7", "0", "0", "0", "0")
    look_at(phone.page)
    phone.button("The game is over").tap()
    expect(phone.result).to_be_visible()
    phone.button("Hand in the result").tap()
    page = phone.page
    expect(page.get_by_role("status").first).to_contain_text("Handed in.")
    expect(page.get_by_role("main")).to_contain_text("let something stand")
    expect(page.get_by_role("main")).to_contain_text("The rules say:")


def test_points_alone_are_written_from_the_start(room: Room) -> None:
    match = table(2, game="triolet")
    phone = room.at(match, sheet_of(match, way=Sheet.Way.PLAIN), seat="B")
    one, other = phone.page.locator("[data-seats] bdi").all_inner_texts()
    add(phone, one, 135)
    totals(phone, one, "135")
    add(phone, other, 141)
    add(phone, other, -3)
    totals(phone, other, "138")
    phone.page.locator("[data-do=undo]").tap()
    phone.agree("Undo")
    totals(phone, other, "141")
    phone.button("The game is over").tap()
    expect(phone.result).to_contain_text(f"{other} wins")
    phone.button("Hand in the result").tap()
    expect(phone.page.get_by_role("status").first).to_contain_text("Handed in.")


@pytest.fixture
def practice_page(visitors: Visitors, live_server: Any) -> Page:
    page = visitors.on_phone()
    page.goto(live_server.url + reverse("practice"))
    return page


def test_another_game_in_practice(practice_page: Page) -> None:
    page = practice_page
    look_at(page)
    page.get_by_label("Game", exact=True).select_option("another game")
    page.get_by_label("Name of the game").fill("Dáma")
    page.get_by_label("How many play").select_option("3")
    for seat, name in zip("ABC", ("Anna", "Bořek", "Cyril"), strict=True):
        page.get_by_label(f"Name at seat {seat}").fill(name)
    page.get_by_role("button", name="Open the sheet").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Dáma")
    phone = OnPhone(page, "other")
    for name, points in {"Anna": 10, "Bořek": 25, "Cyril": 10}.items():
        add(phone, name, points)
        totals(phone, name, str(points))
    look_at(page)
    phone.button("The game is over").tap()
    expect(phone.result).to_contain_text("Bořek wins")
    expect(phone.result.locator(".rank")).to_have_text(["1.", "2.", "2."])
    look_at(page)


def test_game_with_rules_in_practice(practice_page: Page) -> None:
    page = practice_page
    page.get_by_label("Game", exact=True).select_option("Triolet")
    expect(page.get_by_label("Name of the game")).to_be_hidden()
    page.get_by_role("button", name="Open the sheet").tap()
    phone = OnPhone(page, "triolet")
    phone.write("h8=2 h9=0")
    record = page.request.get(f"{page.url}record/").text()
    assert record.splitlines()[-1].startswith("A h8=2 h9=0 =")
