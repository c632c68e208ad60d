"""How sheets look and sound before anything is written on them, and to the left-handed."""

import pytest
from playwright.sync_api import expect

from games.registry import GAMES
from tests.factories.sheets import lines_of, practice
from tests.journeys.evening import look_at
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
    confirm, undo = (phone.page.locator(f"[data-do={name}]") for name in ("confirm", "undo"))
    phone.page.reload()
    expect(phone.page.locator("#sheet[data-ready]")).to_have_attribute("data-hand", "left")
    places = [each.bounding_box() for each in (confirm, undo)]
    left, right = (place["x"] for place in places if place)
    assert left < right
    [(_seat, words), *_rest] = lines_of("triolet", seed=39)
    phone.write(words)
