"""Polyssimo Challenge on a phone: all in sight, pieces laid as they fit, changed by one touch."""

import re

import pytest
from playwright.sync_api import Locator, expect

from games.values import SEATS
from league.models import Sheet
from tests.factories.sheets import noted, practice, written
from tests.journeys.inspection import SMALL_PHONE, small_targets
from tests.journeys.kept_games import NAMES, KeptGame
from tests.journeys.sheets import OnPhone, Room, expect_board, expect_one_screen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AGREED = "Play this way"
TOUCH = 44
DRAFTED = 24
PLAYED = 30  # lines: six pieces lie on the board


def kept(room: Room, *, players: int, lines: int) -> OnPhone:
    game = KeptGame("polyssimo", players)
    sheet = practice("polyssimo", players=players, names=NAMES, help="check")
    written(sheet, *noted(*((line.seat, line.words) for line in game.lines[:lines])))
    phone = room.practising(sheet)
    phone.page.set_viewport_size(SMALL_PHONE)
    return phone


def key(phone: OnPhone, piece: str) -> Locator:
    return phone.thumb.pad.locator(f'.polyssimo-strip [data-piece="{piece}"]')


def number(phone: OnPhone, seat: str) -> Locator:
    """How many somebody takes."""
    return phone.page.get_by_role("dialog").get_by_label(NAMES[seat])


def taker(phone: OnPhone, seat: str) -> Locator:
    """The key that says who takes next."""
    return phone.page.get_by_role("dialog").get_by_role("button", name=NAMES[seat])


def pictures(phone: OnPhone) -> Locator:
    return phone.thumb.pad.locator(".polyssimo-choice button")


@pytest.mark.parametrize("players", [2, 4])
def test_everything_is_on_one_screen(room: Room, players: int) -> None:
    phone = kept(room, players=players, lines=DRAFTED - 1)
    expect(phone.thumb.pad.locator("button")).to_have_count(1)
    expect_one_screen(phone.page)
    last, first, second = KeptGame("polyssimo", players).lines[DRAFTED - 1 : DRAFTED + 2]
    phone.write(last.words)
    expect(phone.thumb.pad.locator("button")).to_have_count(24 // players)
    expect_one_screen(phone.page)
    phone.write(first.words)
    expect(phone.say).to_contain_text(f"{len(first.words.split()) - 1} squares, ")
    expect_one_screen(phone.page)
    phone.thumb.finger.tap(key(phone, second.words.split()[0]))
    expect_one_screen(phone.page)
    expect_board(phone, least=300)
    assert small_targets(phone.page) == []


def test_piece_lies_as_it_fits(room: Room) -> None:
    phone = kept(room, players=2, lines=PLAYED)
    thumb = phone.thumb
    thumb.finger.tap(key(phone, "N"))
    thumb.tap_field("j4")
    expect(phone.say).to_have_text("N does not fit there.")
    expect(thumb.board.locator(".ghost-cross")).not_to_have_count(0)
    thumb.tap_field("b3")
    expect(pictures(phone)).to_have_count(5)
    expect_one_screen(phone.page)
    phone.undo()
    expect(pictures(phone)).to_have_count(0)
    thumb.finger.tap(key(phone, "N"))
    thumb.finger.tap(key(phone, "N"))  # turned: it is meant as it is shown
    thumb.tap_field("d10")
    expect(phone.lines).to_have_count(PLAYED + 1)
    phone.undo()
    expect(phone.lines).to_have_count(PLAYED)
    thumb.carry(key(phone, "N"), "b3")
    expect(phone.lines).to_have_count(PLAYED + 1)


def test_earlier_piece_is_moved(room: Room) -> None:
    lines = KeptGame("polyssimo", 2).lines
    phone = kept(room, players=2, lines=PLAYED)
    phone.change(lines[PLAYED - 2].words)  # I, before F3 was laid beside it
    ghosts = phone.thumb.board.locator(".ghost")
    expect(ghosts).to_have_count(5)
    expect_one_screen(phone.page)
    phone.thumb.carry(key(phone, "I"), "d3")
    expect(phone.say).to_contain_text("F3 on d1 d2 d3 e3 e4 f3")
    phone.thumb.carry(key(phone, "I"), "a4")
    expect(phone.line("I a2 a3 a4 a5 a6")).to_have_count(1)
    expect(ghosts).to_have_count(0)


def test_refused_piece_is_crossed_and_moved_by_one_touch(room: Room) -> None:
    """Without network a piece is laid where another phone has written one meanwhile."""
    lines = KeptGame("polyssimo", 2).lines
    phone = kept(room, players=2, lines=PLAYED)
    phone.page.context.set_offline(True)
    phone.thumb.carry(key(phone, "N"), "e9")
    expect(phone.thumb.board.locator(".ghost.is-quiet")).to_have_count(5)
    meanwhile = ((line.seat, line.words) for line in lines[PLAYED : PLAYED + 2])
    written(Sheet.objects.get(), *noted(*meanwhile, key="other"))
    phone.page.context.set_offline(False)
    expect(phone.thumb.board.locator(".ghost-cross")).to_have_count(5)
    expect(phone.say).to_contain_text("is not free")
    expect_one_screen(phone.page)
    phone.thumb.carry(key(phone, "N"), "b3")
    expect(phone.lines).to_have_count(PLAYED + 3)
    expect(phone.thumb.board.locator(".ghost")).to_have_count(0)
    room.expect_only(phone, "Failed to load resource")


def test_refused_piece_of_the_draft_is_crossed_at_its_place(room: Room) -> None:
    """Taken without network, when another phone has given it to somebody else."""
    phone = kept(room, players=2, lines=0)
    piece = phone.thumb.pad.locator('[data-piece="X"]')
    phone.page.context.set_offline(True)
    phone.enter("take X")
    expect(phone.queue.locator("li")).to_have_count(1)
    meanwhile = (("A", "take U"), ("B", "take X"))
    written(Sheet.objects.get(), *noted(*meanwhile, key="other"))
    phone.page.context.set_offline(False)
    expect(phone.say).to_have_class(re.compile("is-refused"))
    expect(piece).to_have_class(re.compile("is-refused"))
    expect_one_screen(phone.page)
    phone.enter("take F")
    phone.newest("take F")
    expect(phone.thumb.pad.locator(".is-refused")).to_have_count(0)
    room.expect_only(phone, "Failed to load resource")


@pytest.mark.parametrize("way", ["checked", "plain"])
def test_handicap_is_agreed_on(room: Room, way: str) -> None:
    phone = room.practising(practice("polyssimo", players=2, names=NAMES, way=way))
    phone.more("Handicap")
    number(phone, "A").select_option("8")
    phone.agree(AGREED)
    expect(phone.page.locator(".seat-score")).to_have_text(["8", "12"])
    phone.undo()
    expect(phone.page.locator(".seat-score")).to_have_text(["12", "12"])


def test_another_order_of_taking_is_agreed_on(room: Room) -> None:
    """What the rules do not allow is asked again as it was tapped; then the game goes by it."""
    phone = room.practising(practice("polyssimo", players=2, names=NAMES))
    phone.more("Handicap")
    number(phone, "A").select_option("7")
    number(phone, "B").select_option("17")
    for seat in "BBBA":
        taker(phone, seat).tap()
    expect(taker(phone, "B")).to_contain_text("14 more")
    phone.page.get_by_role("button", name=AGREED).tap()
    expect(phone.page.locator(".handicap-why")).to_contain_text("By the order of taking")
    expect(number(phone, "B")).to_have_value("17")
    order = phone.page.locator(".handicap-order output")
    expect(order).to_have_text("BBBA")
    phone.page.get_by_role("button", name="Take back the last letter").tap()
    for seat in "A" * 7 + "B" * 14:
        taker(phone, seat).tap()
    expect(order).to_have_text("BBBAAA AAAABB BBBBBB BBBBBB")
    expect(taker(phone, "A")).to_be_disabled()
    phone.agree(AGREED)
    expect(phone.page.locator(".seat-score")).to_have_text(["7", "17"])
    for piece in ("F", "I", "L"):
        expect(phone.turn).to_contain_text(NAMES["B"])
        phone.write(f"take {piece}")
    expect(phone.turn).to_contain_text(NAMES["A"])


def test_handicap_refused_after_the_page_was_left_is_asked_again(room: Room) -> None:
    """Written down without network, when nobody could say that it goes beyond the pieces."""
    phone = room.practising(practice("polyssimo", players=2, names=NAMES))
    phone.page.route("**/write/", lambda route: route.abort())
    phone.more("Handicap")
    number(phone, "A").select_option("17")
    number(phone, "B").select_option("8")
    taker(phone, "B").tap()
    phone.agree(AGREED)
    expect(phone.queue.locator("li")).to_have_count(1)
    phone.page.unroute("**/write/")
    phone.page.reload()
    why = phone.page.locator(".handicap-why")
    expect(why).to_have_text("Together that is 25 pieces; the game has 24.")
    expect(number(phone, "A")).to_have_value("17")
    expect(phone.page.locator(".handicap-order output")).to_have_text("B")
    phone.page.get_by_role("button", name="Close", exact=True).last.tap()
    expect(phone.page.locator(".seat-score")).to_have_text(["12", "12"])
    room.expect_only(phone, "Failed to load resource")


@pytest.mark.parametrize("players", [2, 4])
def test_handicap_is_one_screen(room: Room, players: int) -> None:
    phone = room.practising(practice("polyssimo", players=players, names=NAMES))
    phone.page.set_viewport_size(SMALL_PHONE)
    phone.more("Handicap")
    for seat in SEATS[:players]:
        number(phone, seat).select_option(label=str(24 // players - 1))
        taker(phone, seat).tap()
    number(phone, "A").select_option(index=8)
    number(phone, "B").select_option(index=8)
    phone.page.get_by_role("button", name=AGREED).tap()
    expect(phone.page.locator(".handicap-why")).to_be_visible()
    dialog = phone.page.get_by_role("dialog")
    assert dialog.evaluate("each => each.scrollHeight <= each.clientHeight")
    low = f"each => each.getBoundingClientRect().height < {TOUCH}"
    for target in (*dialog.get_by_role("button").all(), *dialog.locator("select").all()):
        assert not target.evaluate(low)


def test_handicap_is_agreed_on_by_keyboard(room: Room) -> None:
    phone = room.practising(practice("polyssimo", players=2, names=NAMES))
    phone.open("More")
    phone.page.get_by_role("button", name="Handicap").press("Enter")
    keyboard = phone.page.keyboard
    expect(number(phone, "A")).to_be_focused()
    keyboard.type("13")
    keyboard.press("Tab")
    keyboard.press("ArrowUp")
    keyboard.press("Tab")
    expect(taker(phone, "A")).to_be_focused()
    for _taking in range(13):
        keyboard.press("Enter")
    keyboard.press("Tab")
    for _taking in range(11):
        keyboard.press("Space")
    phone.page.get_by_role("button", name=AGREED).press("Enter")
    expect(phone.page.locator(".seat-score")).to_have_text(["13", "11"])
