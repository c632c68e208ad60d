"""Triolet on a phone: a number lies on its square by one touch, and what follows ends a turn."""

import pytest
from playwright.sync_api import Locator, expect

from tests.factories.sheets import noted, practice, written
from tests.journeys.kept_games import KEPT_GAMES, NAMES, KeptGame
from tests.journeys.sheets import OnPhone, Room, expect_board, expect_one_screen
from tests.journeys.tap_count import begun

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

EARNS = "b2=10"  # another turn
ELSEWHERE = "a1=1"
LEAST_BOARD = {2: 290, 4: 240}  # px, on a phone of 360 by 640


def key(phone: OnPhone, number: str) -> None:
    """It lies on the board then."""
    phone.thumb.press(number)
    expect(tiles_of(phone)).not_to_have_count(0)


def test_numbers_are_tapped_onto_the_squares_that_are_proposed(room: Room) -> None:
    phone = room.practising(practice("triolet", names=NAMES, help="check"))
    finger, seat = phone.thumb.finger, phone.page.locator("[data-seat=B] .seat-button")
    key(phone, "4")  # the centre
    phone.thumb.tap_field("h8")  # where it lies already
    finger.tap(seat)
    phone.newest("h8=4")
    phone.thumb.tap_field("h9")
    key(phone, "5")
    finger.tap(phone.page.locator("[data-seat=A] .seat-button"))
    phone.newest("h9=5")
    expect(phone.say).to_contain_text("4 + 5 = 9")
    phone.thumb.tap_field("h10")
    wanted = phone.thumb.pad.locator(".is-wanted")
    expect(wanted).to_have_text("6")
    finger.tap(wanted)
    phone.thumb.press("Swap")  # of the next player: the turn is over
    phone.newest("h10=6")
    phone.thumb.press("2")
    phone.newest("swap 2")
    assert finger.touches == 10


def test_refused_tile_is_moved_by_one_touch(room: Room) -> None:
    phone = room.practising(practice("triolet", names=NAMES, help="check"))
    for words in ("h8=4", "h9=5"):
        phone.write(words)
    phone.enter("c12=6")
    phone.thumb.carry(phone.thumb.pad.get_by_role("button", name="3", exact=True), "g8")  # ends it
    expect(phone.say).to_contain_text("c12: no side touches a tile")
    cross, waiting = (
        phone.thumb.board.locator(f".ghost{each}") for each in ("-cross", ".is-quiet")
    )
    expect(cross.first).to_be_visible()
    expect(waiting).not_to_have_count(0)
    phone.thumb.tap_field("h10")
    expect(cross).to_have_count(0)
    phone.undo()
    expect(cross.first).to_be_visible()
    phone.thumb.tap_field("h10")
    phone.thumb.finger.tap(phone.page.locator("[data-seat=B] .seat-button"))
    phone.newest("h10=6")
    expect(waiting).to_have_count(0)
    phone.confirm()  # what the next player laid is there
    phone.newest("g8=3")


def test_tile_on_a_square_that_was_taken_meanwhile_is_crossed_and_moved(room: Room) -> None:
    """Laid without network, where another phone has written one."""
    sheet = practice("triolet", names=NAMES, help="check")
    written(sheet, *noted(("A", "h8=4")))
    phone = room.practising(sheet)
    phone.page.context.set_offline(True)
    phone.thumb.carry(phone.thumb.pad.get_by_role("button", name="5", exact=True), "h9")
    phone.confirm()
    expect(phone.queue.locator("li")).to_have_count(1)
    written(sheet, *noted(("B", "h9=6"), ("A", "h10=5"), key="other"))
    phone.page.context.set_offline(False)
    expect(phone.say).to_contain_text("h9: ")
    expect(phone.thumb.board.locator(".ghost-cross").first).to_be_visible()
    phone.thumb.tap_field("g8")
    phone.confirm()
    phone.newest("g8=5")
    room.expect_only(phone, "Failed to load resource")


def test_undo_takes_back_one_tile_after_the_other(room: Room) -> None:
    three = {seat: NAMES[seat] for seat in "ABC"}
    phone = room.practising(practice("triolet", players=3, names=three, help="check"))
    names = phone.page.locator("[data-seats] bdi")
    expect(names).to_have_count(3)
    assert names.evaluate_all("all => all.every(each => each.scrollWidth <= each.clientWidth)")
    phone.enter("h8=4 h9=5")
    for left in (1, 0):
        phone.undo()
        expect(tiles_of(phone)).to_have_count(left)


def test_own_moves_go_on_only_in_an_extra_turn(room: Room) -> None:
    """Where others enter theirs elsewhere, no tile is of the next player: none is lost."""
    kept = KeptGame("triolet", 2)
    at = next(at for at, line in enumerate(kept.lines) if line.words == EARNS)
    phone = begun(kept, room.practising, played=at)
    phone.page.locator("[data-do=own-moves]:visible").tap()
    phone.agree("I play as Anežka")
    for words in (ELSEWHERE, "m10=7"):
        phone.enter(words)
    expect(tiles_of(phone)).to_have_count(2)
    expect(phone.lines).to_have_count(at)
    for _tile in range(2):
        phone.undo()
    expect(tiles_of(phone)).to_have_count(0)
    first, second = kept.lines[at + 1].words.split()
    for words in (EARNS, first):
        phone.enter(words)
    phone.newest(EARNS)
    expect(phone.turn).to_have_text("Anežka is to play")
    phone.enter(second)
    phone.confirm()
    phone.newest(f"{first} {second}")
    expect(phone.turn).to_contain_text("Bořek is to play")


def tiles_of(phone: OnPhone) -> Locator:
    """What is being laid."""
    return phone.thumb.board.locator(".ghost use:not([href='#triolet-here'])")


@pytest.mark.parametrize(
    "kept", [one for one in KEPT_GAMES if one.game == "triolet"], ids=lambda kept: str(kept.players)
)
def test_everything_is_on_one_screen(room: Room, kept: KeptGame) -> None:
    sheet = practice("triolet", players=kept.players, names=NAMES, help="check")
    half = [(line.seat, line.words) for line in kept.lines[: len(kept.lines) // 2]]
    written(sheet, *noted(*half))
    phone = room.practising(sheet)
    page = phone.page
    page.set_viewport_size({"width": 360, "height": 640})
    expect_one_screen(page)
    expect_board(phone, least=LEAST_BOARD[kept.players])
    boxes = phone.thumb.pad.get_by_role("button").evaluate_all(
        "all => all.map(each => [each.offsetWidth, each.offsetHeight])"
    )
    assert boxes
    assert all(width >= 36 and height >= 44 for width, height in boxes)
