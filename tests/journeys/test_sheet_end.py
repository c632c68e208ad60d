"""The end of a game: who won, what decided, and the one step forward."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.factories.sheets import played_out, practice
from tests.factories.tables import table
from tests.journeys.evening import look_at
from tests.journeys.sheets import OnPhone, Room, sheet_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def expect_who_won(phone: OnPhone) -> None:
    """And both values that were compared, in the game's pictures."""
    expect(phone.result.get_by_role("heading")).to_have_text(re.compile(" wins$"))
    decided = phone.result.locator(".result-decided")
    expect(decided).to_have_text(re.compile(r"^lowest colour: \d+ against \d+$"))
    expect(decided.locator("b .sign")).to_have_count(2)


def expect_step(page: Page, name: str) -> None:
    """The one big button in the bar."""
    expect(page.locator("[data-bar] .primary:visible")).to_have_text(name)


def test_practice_leads_to_another_game_the_replay_and_a_link(room: Room) -> None:
    names = {"A": "Anna", "B": "Bořek"}
    phone = room.practising(played_out(practice("kaleidoskop", names=names)))
    page = phone.page
    expect_who_won(phone)
    expect_step(page, "Play again")
    phone.button("Share").tap()
    expect(phone.say).to_have_text("The link is copied.")
    look_at(page)
    phone.result.get_by_role("link", name="Replay").tap()
    expect(page.locator("[data-board] svg")).to_be_visible()
    page.go_back()
    phone.button("Play again").tap()
    again = OnPhone(page, "kaleidoskop")
    expect(again.turn).to_have_text("Anna is to play")
    expect(again.lines).to_have_count(0)


def test_match_is_handed_in_by_the_one_big_button(room: Room) -> None:
    match = table(2, game="kaleidoskop")
    phone = room.at(match, played_out(sheet_of(match)), seat="A")
    expect_who_won(phone)
    expect_step(phone.page, "Hand in the result")
    phone.undo()  # the last move: the game goes on
    expect(phone.turn).to_contain_text("is to play")
    expect(phone.page.locator("[data-bar] .primary:visible")).to_have_count(0)
    phone.page.locator("[data-do=redo]").tap()
    phone.button("Hand in the result").tap()
    expect(phone.page.get_by_role("status").first).to_contain_text("Handed in.")
