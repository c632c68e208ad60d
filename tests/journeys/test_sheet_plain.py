"""Plain scorekeeping: after something was let stand, from the start, and of games without rules."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from league.models import Sheet
from tests.factories.sheets import practice
from tests.factories.tables import table
from tests.journeys.evening import Visitors, look_at
from tests.journeys.sheets import OnPhone, Room, expect_one_screen, sheet_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

IN_THE_MIDDLE = "RG h8-h9"  # no place for a first tile


def add(phone: OnPhone, points: int, *, person: str = "") -> None:
    """Points by the number pad, of whoever is due or of somebody else."""
    if person:
        phone.page.locator("[data-seats]").get_by_role("button", name=person).tap()
    type_points(phone, points)
    phone.confirm()


def type_points(phone: OnPhone, points: int) -> None:
    pad = phone.thumb.pad
    if points < 0:
        pad.get_by_role("button", name="Minus").tap()
    for key in str(abs(points)):
        pad.get_by_role("button", name=key, exact=True).first.tap()


@contextmanager
def undoing(phone: OnPhone) -> Iterator[None]:
    """While the service has not heard of it."""
    expect(phone.status).to_have_text("Everything is saved.")
    held: list[Route] = []
    phone.page.route("**/write/", lambda route: held.append(route))  # noqa: PLW0108
    with phone.page.expect_request("**/write/"):
        phone.undo()
    yield
    for route in held:
        route.continue_()
    phone.page.unroute("**/write/")
    expect(phone.status).to_have_text("Everything is saved.")


def scores(phone: OnPhone, *expected: str) -> None:
    expect(phone.page.locator(".seat-score")).to_have_text(list(expected))


def due(phone: OnPhone, seat: str) -> None:
    expect(phone.page.locator("[data-seats] [aria-current=true]")).to_have_attribute(
        "data-seat", seat
    )


def key(phone: OnPhone, name: str) -> None:
    phone.thumb.pad.get_by_role("button", name=name).tap()


def test_colours_after_something_was_let_stand(room: Room) -> None:
    """A tile is two or three touches; what no tile brings comes back with the reason."""
    match = table(4, game="kaleidoskop")
    sheet = sheet_of(match)
    phone = room.at(match, sheet, seat="A")
    phone.enter(IN_THE_MIDDLE)
    phone.offer.get_by_role("button", name="Let it stand").tap()
    phone.agree("Let it stand")
    expect(phone.page.locator("[data-notices]")).to_contain_text("first tile")
    due(phone, "A")
    expect_one_screen(phone.page)
    key(phone, "Red +3")
    key(phone, "Blue +2")
    phone.confirm()
    due(phone, "B")
    expect(phone.page.locator("[data-seat=A] .seat-figures")).to_have_text("302000")
    phone.confirm()
    due(phone, "C")
    for colour in ("Red", "Green", "Blue"):
        key(phone, f"{colour} +1")
    phone.confirm()
    expect(phone.say).to_contain_text("A tile has two colours")
    phone.thumb.pad.get_by_role("button", name="Blue 0 +1").tap()
    phone.confirm()
    due(phone, "D")
    phone.undo()
    due(phone, "C")
    phone.page.locator("[data-do=redo]").tap()
    due(phone, "D")
    look_at(phone.page)
    phone.button("The game is over").tap()
    expect(phone.result).to_be_visible()
    phone.button("Hand in the result").tap()
    page = phone.page
    expect(page.get_by_role("status").first).to_contain_text("Handed in.")
    expect(page.get_by_role("main")).to_contain_text("let something stand")
    expect(page.get_by_role("main")).to_contain_text("The rules say:")


def test_points_step_through_the_seats(room: Room) -> None:
    """A number is a key or some digits, three touches at most; an earlier turn is changed; the end
    is checked.
    """
    match = table(2, game="triolet")
    phone = room.at(match, sheet_of(match, way=Sheet.Way.PLAIN), seat="B")
    expect_one_screen(phone.page)
    key(phone, "80")
    due(phone, "B")
    add(phone, 27)
    scores(phone, "80", "27")
    type_points(phone, 279)  # no turn brings a number of four digits
    expect(phone.say).to_contain_text("A turn brings")
    phone.undo()
    type_points(phone, 41)  # nor one with another digit
    scores(phone, "121", "27")
    with undoing(phone):  # until then it is B's turn
        phone.page.locator("[data-seats]").get_by_role("button").nth(1).tap()
    due(phone, "B")
    add(phone, 5)
    scores(phone, "80", "32")
    phone.button("The game is over").tap()
    expect(phone.say).to_contain_text("at least 166")
    for _ in range(2):
        key(phone, "60")
    phone.open("Moves")
    phone.lines.last.get_by_role("button", name="Change").tap()
    phone.agree("Enter this line again")
    expect(phone.turn).to_contain_text("You are changing")
    phone.page.locator("[data-key='⌫']").tap()
    type_points(phone, 1)
    scores(phone, "141", "92")
    phone.button("The game is over").tap()
    expect(phone.result).to_contain_text("wins")
    expect(phone.result.locator(".result-decided")).to_have_text("Points: 141 against 92")
    phone.button("Hand in the result").tap()
    expect(phone.page.get_by_role("status").first).to_contain_text("Handed in.")


@pytest.mark.parametrize(
    ("game", "taken"), [("twisty", "A cube from the board"), ("polyssimo", "6")]
)
def test_turn_is_one_touch(room: Room, game: str, taken: str) -> None:
    phone = room.practising(practice(game, players=4, way="plain"))
    expect_one_screen(phone.page)
    for seat in "ABCD":
        due(phone, seat)
        key(phone, taken if game == "twisty" else "3")
    due(phone, "A" if game == "twisty" else "D")
    expect(phone.status).to_have_text("Everything is saved.")  # so the pad knows who has what
    phone.page.context.set_offline(True)
    expect(phone.status).to_contain_text("No network")
    key(phone, "A cube of B" if game == "twisty" else "A piece of 6 squares")
    expect_sums(phone, game)  # before anybody has heard of it
    phone.page.context.set_offline(False)
    expect(phone.status).to_have_text("Everything is saved.")
    expect_sums(phone, game)
    due(phone, "B" if game == "twisty" else "C")
    expect_one_screen(phone.page)
    look_at(phone.page)
    room.expect_only(phone, "ERR_INTERNET_DISCONNECTED")


def expect_sums(phone: OnPhone, game: str) -> None:
    scores(phone, *("2011" if game == "twisty" else "6665"))
    if game == "polyssimo":
        expect(phone.page.locator("[data-seat=D] .seat-figures")).to_contain_text("27")


@pytest.fixture
def practice_page(visitors: Visitors, live_server: Any) -> Page:
    page = visitors.on_phone()
    page.goto(live_server.url + reverse("practice"))
    return page


def test_another_game_in_practice(practice_page: Page) -> None:
    page = practice_page
    look_at(page)
    page.get_by_text("More choices").tap()
    expect(page.get_by_label("Points only")).to_be_visible()
    page.get_by_label("Game", exact=True).select_option("another game")
    expect(page.get_by_text("More choices")).to_be_hidden()
    page.get_by_label("Name of the game").fill("Dáma")
    page.get_by_label("How many play").select_option("3")
    for seat, name in zip("ABC", ("Anna", "Bořek", "Cyril"), strict=True):
        page.get_by_label(f"Name at seat {seat}").fill(name)
    page.get_by_role("button", name="Open the sheet").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Dáma")
    phone = OnPhone(page, "other")
    for points in (10, 25, 10):
        add(phone, points)
    scores(phone, "10", "25", "10")
    expect_one_screen(page)
    look_at(page)
    phone.button("The game is over").tap()
    expect(phone.result).to_contain_text("Bořek wins")
    expect(phone.result.locator(".rank")).to_have_text(["1.", "2.", "2."])
    expect(phone.result.locator(".result-decided")).to_have_text("Points: 25 against 10")
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
