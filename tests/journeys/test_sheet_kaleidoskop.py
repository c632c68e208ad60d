"""Kaleidoskop on a phone: tiles by their keys, fields by one swipe, all on one screen."""

import pytest
from playwright.sync_api import expect

from league.models import Sheet
from tests.factories.sheets import practice
from tests.journeys.kept_games import NAMES, KeptGame
from tests.journeys.sheets import LAID_OUT_S, OnPhone, Room, expect_one_screen
from tests.journeys.tap_count import begun
from tests.processes import eventually

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SMALL, TALL = {"width": 360, "height": 640}, {"width": 360, "height": 740}
IN_THE_MIDDLE = ("h8", "h9")  # no place for a first tile


def expect_board(phone: OnPhone, *, least: int) -> None:
    """It is drawn so many pixels wide."""
    drawn = phone.thumb.board.locator("svg")
    width = "svg => svg.getScreenCTM().a * svg.viewBox.baseVal.width"
    eventually(lambda: drawn.evaluate(width) >= least, "a large board", within_s=LAID_OUT_S)


def attempts(sheet: Sheet) -> list[str]:
    """What was sent and refused."""
    return list(sheet.acts.filter(kind="refused").order_by("number").values_list("text", flat=True))


def test_a_tile_is_moved_turned_and_chosen_by_one_touch(room: Room) -> None:
    sheet = practice("kaleidoskop", names=NAMES, help="check")
    phone = room.practising(sheet)
    phone.page.set_viewport_size(SMALL)
    thumb, cross = phone.thumb, phone.page.locator(".ghost-cross")
    expect_one_screen(phone.page)
    expect_board(phone, least=300)
    thumb.choose_tile("RG")
    thumb.slide_over(*IN_THE_MIDDLE)
    expect(cross).to_have_count(2)
    expect_one_screen(phone.page)
    thumb.choose_tile("RB")  # no tile would do there: it is not tried in vain
    thumb.slide_over("m9", "m10")
    phone.newest("RB m9-m10")
    phone.undo()
    expect(phone.lines).to_have_count(0)
    thumb.choose_tile("RG")
    thumb.slide_over(*IN_THE_MIDDLE)
    expect(cross).to_have_count(2)
    thumb.choose_tile("RB")
    phone.undo()  # of what was touched: it is refused as before
    expect(cross).to_have_count(2)
    thumb.slide_over("m9", "m10")  # moved
    phone.newest("RG m9-m10")
    expect(cross).to_have_count(0)
    expect(phone.say).to_have_text("Anežka: +1: 1 red")
    assert attempts(sheet) == [f"RG {'-'.join(IN_THE_MIDDLE)}"] * 2
    thumb.slide_over("c5", "c6", "c5", "c4")  # fields first, aimed anew on the way
    expect(phone.say).to_contain_text("left half is on c5 (1)")
    expect(thumb.board.locator(".ghost-label")).to_have_text(["1", "2"])
    thumb.choose_tile("OY")
    phone.newest("OY c5-c4")
    phone.change("OY c5-c4")
    thumb.slide_over("c4", "c5")  # turned
    phone.newest("OY c4-c5")
    for field in ("h10", "h11"):
        thumb.tap_field(field)
    thumb.choose_tile("BB")
    phone.newest("BB h10-h11")


def test_four_see_their_colours_the_board_and_all_tiles(room: Room) -> None:
    """An exchange is there at once for who laid, also where the rules have not seen it yet."""
    kept = KeptGame("kaleidoskop", 4)
    at = next(at for at, line in enumerate(kept.lines) if line.kind == "swap")
    phone = begun(kept, room.practising, played=at - 1)
    phone.page.set_viewport_size(TALL)
    phone.page.context.set_offline(True)
    phone.enter(kept.lines[at - 1].words)
    exchange = phone.thumb.pad.locator(".kaleidoskop-exchange")
    name = NAMES[kept.lines[at].seat]
    expect(exchange).to_have_accessible_name(f"Exchange: {name}")
    phone.thumb.finger.tap(exchange)
    expect(phone.turn).to_have_text(f"{name} is to play")
    expect(phone.say).to_have_text("Show all tiles of the hand: tile 1 of 4.")
    tiles = kept.lines[at].words.removeprefix("swap ").split(",")
    for tile in tiles[:2]:
        phone.thumb.choose_tile(tile)
    phone.undo()
    expect(phone.say).to_have_text("Show all tiles of the hand: tile 2 of 4.")
    for tile in tiles[1:]:
        phone.thumb.choose_tile(tile)
    phone.page.context.set_offline(False)
    phone.newest(kept.lines[at].words)
    for size in (TALL, SMALL):
        phone.page.set_viewport_size(size)
        expect_one_screen(phone.page)
    expect_board(phone, least=240)
    room.expect_only(phone, "ERR_INTERNET_DISCONNECTED")


def test_tile_is_laid_by_keyboard(room: Room) -> None:
    """By its key, arrows over the board and Enter; or in a line of words, with what may follow."""
    phone = room.practising(practice("kaleidoskop", names=NAMES, help="check"))
    phone.page.set_viewport_size({"width": 1400, "height": 900})
    keyboard, board = phone.page.keyboard, phone.thumb.board
    phone.thumb.pad.locator("[data-tile=YP]").focus()
    keyboard.press("Enter")
    board.locator("[data-field][tabindex='0']").focus()
    for key in ("ArrowRight", "Enter", "ArrowRight", "Enter"):
        keyboard.press(key)
    phone.newest("YP c4-c5")
    expect(board.locator("[data-field=c5]")).to_be_focused()
    keyboard.press("/")
    keyboard.type("ro m9")
    first = phone.page.get_by_role("option").first
    expect(first).to_contain_text("RO m9-")
    in_sight = (
        "option => option.contains(document.elementFromPoint("
        "option.getBoundingClientRect().x + 9, option.getBoundingClientRect().y + 9))"
    )
    eventually(lambda: first.evaluate(in_sight), "nothing lies over it", within_s=LAID_OUT_S)
    keyboard.type("-m10")
    keyboard.press("Enter")
    phone.newest("RO m9-m10")
    keyboard.type("swap rr")
    keyboard.press("Enter")
    expect(phone.say).to_contain_text("all remaining tiles: 5, not 1")
