"""Other ways to enter a turn than tapping: by keys alone, in words, and without JavaScript."""

from typing import Any

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.factories.phones import phone_with
from tests.factories.sheets import lines_of, practice, tags_of
from tests.journeys.evening import look_at
from tests.journeys.inspection import PHONE
from tests.journeys.sheets import OnPhone, Room

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LINES = [words for _seat, words in lines_of("triolet", seed=39)]
MOST_STEPS = 80


def tab_to(page: Page, wanted: Locator, *, key: str = "Tab") -> None:
    for _step in range(MOST_STEPS):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press(key)
    raise AssertionError(f"the keyboard does not lead to {wanted}")


def walk_to(phone: OnPhone, field: str) -> None:
    """By the arrows, from the field that has the focus; names are columns and rows."""
    here = phone.page.evaluate("document.activeElement.dataset.field")
    across = ord(field[0]) - ord(here[0])
    along = int(field[1:]) - int(here[1:])
    for _step in range(abs(across)):
        phone.page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
    for _step in range(abs(along)):
        phone.page.keyboard.press("ArrowUp" if along > 0 else "ArrowDown")
    expect(phone.thumb.field(field)).to_be_focused()


def test_turn_by_keyboard_alone(room: Room) -> None:
    phone = room.practising(practice("triolet", help="check"))
    page, stop = phone.page, phone.thumb.board.locator("[tabindex='0']")
    for pair in LINES[0].split():
        field, number = pair.split("=")
        key = phone.thumb.pad.get_by_role("button", name=number, exact=True)
        if stop.evaluate("element => !document.activeElement.closest('[data-pad]')"):
            tab_to(page, stop)
        else:
            tab_to(page, stop, key="Shift+Tab")
        walk_to(phone, field)
        page.keyboard.press("Enter")
        tab_to(page, key)
        page.keyboard.press("Enter")
    tab_to(page, page.locator("[data-do=confirm]"))
    page.keyboard.press("Enter")
    phone.newest(LINES[0])


def test_turns_are_typed_with_completion(room: Room) -> None:
    """At a laptop beside the table: a key leads to the field, which keeps the focus."""
    phone = room.practising(practice("triolet"))
    page, keys = phone.page, phone.page.keyboard
    page.set_viewport_size({"width": 1400, "height": 800})
    field = page.get_by_role("combobox", name="Type the turn")
    keys.press("/")
    expect(field).to_be_focused()
    keys.type("H8=1")
    expect(page.get_by_role("option").locator("code").first).to_have_text("h8=10")
    look_at(page)
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    keys.press("Tab")
    expect(field).to_have_value("h8=11")
    field.fill("")
    keys.type(LINES[0])
    keys.press("Enter")
    phone.newest(LINES[0])
    expect(field).to_have_value("")
    expect(field).to_be_focused()
    keys.type("a1=1")
    keys.press("Enter")
    expect(page.locator("[data-words-why]")).to_contain_text("no side touches a tile")
    expect(field).to_have_value("a1=1")
    field.fill(LINES[1])
    keys.press("Enter")
    phone.newest(LINES[1])
    expect(page.locator("[data-words-why]")).to_have_text("")
    keys.type("sw")
    keys.press("Tab")
    keys.press("Enter")
    phone.newest(LINES[2])


def test_late_help_leaves_the_completion_that_was_chosen(room: Room) -> None:
    phone = room.practising(practice("triolet"))
    page = phone.page
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    page.route("**/hints/**", hold)
    phone.more("Type instead of tapping")
    page.keyboard.type("h8=")
    with page.expect_request("**/hints/**"):
        page.keyboard.type("1")
    completions = page.get_by_role("option")
    marked = page.locator("[role=option][aria-selected=true] code")
    expect(completions.get_by_text("h8=1 g8")).to_be_visible()
    for _step in range(2):
        page.keyboard.press("ArrowDown")
    expect(marked).to_have_text("h8=11")
    for route in asked:
        route.fulfill(json={"fields": ["h7"]})
    expect(completions.get_by_text("h8=1 g8")).to_have_count(0)
    expect(marked).to_have_text("h8=11")


def test_turn_is_typed_on_a_phone(room: Room) -> None:
    phone = room.practising(practice("kaleidoskop", help="check"))
    phone.more("Type instead of tapping")
    field = phone.page.get_by_role("combobox", name="Type the turn")
    expect(field).to_be_focused()
    phone.page.keyboard.type("bb i12-")
    phone.page.get_by_role("option", name="i13").tap()
    expect(field).to_have_value("BB i12-i13")
    phone.page.keyboard.press("Enter")
    phone.newest("BB i12-i13")


def test_set_up_by_the_form(room: Room) -> None:
    phone = room.practising(practice("twisty", help="check"))
    phone.open("More")
    phone.page.get_by_text("Type the set-up").tap()
    for line in tags_of("twisty").splitlines():
        tag, value = line.split(" ", 1)
        phone.page.get_by_label(tag, exact=True).fill(value)
    phone.page.locator(".pad-form").get_by_role("button", name="Start the game").tap()
    expect(phone.turn).to_contain_text("is to play")


def test_set_up_is_shuffled(room: Room) -> None:
    phone = room.practising(practice("twisty"))
    phone.button("Shuffle for us").tap()
    expect(phone.say).to_have_text("Copy all this onto the table.")
    phone.confirm()
    expect(phone.turn).to_contain_text("is to play")


@pytest.fixture
def bare(browser: Browser, live_server: Any) -> Any:
    """A phone whose browser runs no scripts, on a new sheet of Triolet."""
    sheet = practice("triolet", help="check")
    context = browser.new_context(
        locale="en", viewport=PHONE, has_touch=True, is_mobile=True, java_script_enabled=False
    )
    cookie = phone_with(sheet.code).cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}]
    )
    page = context.new_page()
    page.goto(live_server.url + reverse("sheet", args=[sheet.pk]))
    yield page
    context.close()


def test_turn_without_javascript(bare: Page) -> None:
    laying = bare.locator("form", has_text="Lay tiles")
    laying.get_by_label("Squares and their tiles").fill(LINES[0])
    laying.get_by_role("button", name="Lay tiles").tap()
    expect(laying.get_by_label("Seat")).to_have_value("B")
    laying.get_by_label("Squares and their tiles").fill("a1=1")
    laying.get_by_role("button", name="Lay tiles").tap()
    expect(bare.get_by_role("status").first).to_contain_text("a1: no side touches a tile")
    bare.get_by_role("button", name="Undo", exact=True).tap()
    expect(laying.get_by_label("Seat")).to_have_value("A")
