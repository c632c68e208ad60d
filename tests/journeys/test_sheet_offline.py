"""A score sheet whose network is cut: a writing pad until it is back, and nothing is lost."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from league.models import Sheet
from tests.factories.phones import phone_at
from tests.factories.sheets import lines_of, practice
from tests.factories.tables import table
from tests.journeys.kept_games import NAMES, KeptGame
from tests.journeys.sheets import OnPhone, Room, sheet_of
from tests.journeys.tap_count import begun

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LINES = [words for _seat, words in lines_of("kaleidoskop", seed=12)]
IN_THE_MIDDLE = f"{LINES[1].split()[0]} h8-h9"  # no place for a first tile
DISCONNECTED = "ERR_INTERNET_DISCONNECTED"


def sheet_of_two() -> Sheet:
    return practice("kaleidoskop", names={"A": "Anna", "B": "Bořek"}, help="check")


def cut(phone: OnPhone) -> None:
    phone.page.context.set_offline(True)
    expect(phone.status).to_contain_text("No network")


def mend(phone: OnPhone) -> None:
    phone.page.context.set_offline(False)
    expect(phone.status).not_to_contain_text("No network")


def note(phone: OnPhone, words: str, *, waiting: int) -> None:
    """Without network: entered, and in view as not checked."""
    phone.enter(words)
    expect(phone.queue.locator("li")).to_have_count(waiting)
    newest = phone.queue.locator("li").last
    expect(newest.locator("code")).to_have_text(words)
    expect(newest.locator(".why")).to_have_text("not checked yet")


def test_what_is_written_without_network_is_sent_when_it_is_back(room: Room) -> None:
    phone = room.practising(sheet_of_two())
    phone.write(LINES[0])
    cut(phone)
    expect(phone.turn).to_have_text("Bořek is to play")
    note(phone, LINES[1], waiting=1)
    expect(phone.turn).to_have_text("Anna is to play")
    note(phone, LINES[2], waiting=2)
    expect(phone.thumb.board.locator(".ghost.is-quiet")).to_have_count(4)
    for field in LINES[2].split()[1].split("-"):
        phone.thumb.tap_field(field)  # what lies there is in the way
        expect(phone.say).to_contain_text(f"{field} is not free")
    mend(phone)
    expect(phone.lines).to_have_count(3)
    expect(phone.queue).to_have_count(0)
    expect(phone.status).to_have_text("Everything is saved.")
    phone.newest(LINES[2])
    room.expect_only(phone, DISCONNECTED)


def test_ways_of_twisty_are_entered_square_by_square_without_network(room: Room) -> None:
    """What the rules had said is about the next turn alone; then a way is every square of it."""
    kept = KeptGame("twisty", 2)
    phone = begun(kept, room.practising)
    cut(phone)
    note(phone, kept.lines[0].words, waiting=1)
    for at, line in enumerate(kept.lines[1:4], start=2):
        expect(phone.turn).to_have_text(f"{NAMES[line.seat]} is to play")
        expect(phone.thumb.pad.locator(".twisty-path")).to_be_visible()
        for field in line.words.split("-"):
            phone.thumb.tap_field(field)
        expect(phone.queue.locator("li code").last).to_have_text(line.words)
        expect(phone.queue.locator("li")).to_have_count(at)
    for seat in "AB":  # each pawn stands where it went last
        expect(phone.thumb.board.locator(f'.ghost [href="#twisty-pawn-{seat}"]')).to_have_count(1)
    for left in (3, 2):
        phone.undo()
        expect(phone.queue.locator("li")).to_have_count(left)
    mend(phone)
    expect(phone.lines).to_have_count(2)
    phone.newest(kept.lines[1].words)
    room.expect_only(phone, DISCONNECTED)


def test_seat_that_was_chosen_wrongly_is_mended(room: Room) -> None:
    phone = room.practising(sheet_of_two())
    phone.write(LINES[0])
    cut(phone)
    phone.seat("A").tap()
    expect(phone.turn).to_have_text("Anna is to play")
    note(phone, LINES[1], waiting=1)
    phone.seat("A").tap()
    expect(phone.turn).to_have_text("Anna is to play")
    note(phone, LINES[2], waiting=2)
    phone.open("Moves")
    phone.queue.get_by_label("Next to play").first.select_option("Bořek")
    mend(phone)
    expect(phone.lines).to_have_count(3)
    expect(phone.queue).to_have_count(0)
    room.expect_only(phone, DISCONNECTED)


def test_lawful_beginning_is_taken_and_the_rest_stays_in_view(room: Room) -> None:
    phone = room.practising(sheet_of_two())
    cut(phone)
    for at, words in enumerate((LINES[0], IN_THE_MIDDLE, LINES[2]), start=1):
        note(phone, words, waiting=at)
    mend(phone)
    expect(phone.lines).to_have_count(1)
    phone.newest(LINES[0])
    expect_refused(phone)
    phone.page.reload()
    expect_refused(phone)
    expect(phone.turn).to_have_text("Bořek is to play")
    phone.thumb.slide_over(*LINES[1].split()[1].split("-"))  # the tile is there
    expect(phone.lines).to_have_count(3)
    expect(phone.queue).to_have_count(0)
    room.expect_only(phone, DISCONNECTED)


def expect_refused(phone: OnPhone) -> None:
    """The first one says why, the one after it still waits."""
    expect(phone.say).to_contain_text("first tile")
    expect(phone.say).to_have_class(re.compile("is-refused"))
    expect(phone.queue.locator("li code")).to_have_text([LINES[2]])
    expect(phone.queue.locator("li .why")).to_have_text("not checked yet")


def test_what_is_refused_can_be_dropped(room: Room) -> None:
    phone = room.practising(sheet_of_two())
    cut(phone)
    note(phone, IN_THE_MIDDLE, waiting=1)
    mend(phone)
    expect(phone.say).to_contain_text("first tile")
    phone.undo()
    expect(phone.say).not_to_contain_text("first tile")
    expect(phone.queue).to_have_count(0)
    expect(phone.turn).to_have_text("Anna is to play")
    phone.write(LINES[0])
    room.expect_only(phone, DISCONNECTED)


def test_empty_battery_loses_nothing(room: Room) -> None:
    phone = room.practising(sheet_of_two())
    cut(phone)
    note(phone, LINES[0], waiting=1)
    note(phone, LINES[1], waiting=2)
    phone.page.context.set_offline(False)
    room.expect_only(phone, DISCONNECTED)
    charged = room.reopened(phone)
    expect(charged.lines).to_have_count(2)
    charged.write(LINES[2])


@pytest.mark.parametrize("is_practice", [True, False], ids=["practice", "match"])
def test_lost_cookies_lose_nothing(room: Room, *, is_practice: bool) -> None:
    """Neither in the open sheet nor after a reload; nobody is asked for anything."""
    if is_practice:
        sheet = sheet_of_two()
        phone = room.practising(sheet)
    else:
        match = table(2, game="kaleidoskop")
        sheet = sheet_of(match)
        client = phone_at(match, "A")
        page = room.page_of(client, reverse("match", args=[match.pk]))
        page.goto(room.url + reverse("sheet", args=[sheet.pk]))
        phone = OnPhone(page, sheet.game)
    phone.write(LINES[0])
    phone.page.context.clear_cookies()
    phone.write(LINES[1])
    phone.page.context.clear_cookies()
    phone.page.reload()
    expect(phone.lines).to_have_count(2)
    phone.write(LINES[2])
    expect(phone.page.get_by_role("dialog")).to_have_count(0)
    assert sheet.acts.count() == 3
    complaints = room.visitors.complaints_of(phone.page)
    assert [said for said in complaints if "401" not in said and "404" not in said] == []


def test_another_phone_takes_over(room: Room) -> None:
    sheet = sheet_of_two()
    phone, other = room.practising(sheet), room.practising(sheet)
    cut(phone)
    note(phone, LINES[0], waiting=1)
    other.write(LINES[0])
    other.write(LINES[1])
    mend(phone)
    expect(phone.lines).to_have_count(2)
    expect(phone.say).to_contain_text("wrote first")
    expect(phone.queue).to_have_count(0)  # the same stands there
    phone.write(LINES[2])
    expect(other.lines).to_have_count(3)
    complaints = room.visitors.complaints_of(phone.page)
    assert {("409" in said or DISCONNECTED in said) for said in complaints} == {True}
