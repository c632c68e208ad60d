"""How sheets look and sound before anything is written on them, and to the left-handed."""

import pytest
from playwright.sync_api import expect

from games.registry import GAMES
from tests.factories.sheets import lines_of, practice
from tests.journeys.evening import look_at
from tests.journeys.finger import middle_of
from tests.journeys.sheets import Room

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("game", GAMES)
def test_new_sheet_has_no_faults(room: Room, game: str) -> None:
    phone = room.practising(practice(game, names={"A": "Anna", "B": "Bořek"}))
    expect(phone.thumb.board.locator("[data-field]").first).to_be_attached()
    look_at(phone.page)


def test_left_handed_layout_is_kept_and_writes_the_same(room: Room) -> None:
    phone = room.practising(practice("triolet"))
    phone.more("Left-handed")
    expect(phone.page.locator("#sheet")).to_have_attribute("data-hand", "left")
    more, undo = (phone.page.locator(which) for which in ("[data-opens=more]", "[data-do=undo]"))
    phone.page.reload()
    expect(phone.page.locator("#sheet[data-ready]")).to_have_attribute("data-hand", "left")
    assert middle_of(more) < middle_of(undo)
    [(_seat, words), *_rest] = lines_of("triolet", seed=39)
    phone.write(words)


def test_sound_and_vibration_are_off_by_choice(room: Room) -> None:
    felt = "window.felt = []; navigator.vibrate = (how) => felt.push(how);"
    phone = room.practising(practice("kaleidoskop"), script=felt)
    (_a, first), (_b, second), *_rest = lines_of("kaleidoskop", seed=12)
    phone.write(first)
    phone.page.wait_for_function("felt.length === 1")
    phone.more("Sound and vibration")
    switch = phone.page.locator("[data-do=feedback]")
    expect(switch).to_have_attribute("aria-pressed", "false")
    phone.page.reload()
    expect(phone.page.locator("#sheet[data-ready]")).to_be_visible()
    expect(switch).to_have_attribute("aria-pressed", "false")
    phone.write(second)
    expect(phone.status).to_have_text("Everything is saved.")
    assert phone.page.evaluate("felt.length") == 0
