"""A score sheet whose network is cut: a writing pad until it is back, and nothing is lost."""

import pytest
from playwright.sync_api import expect

from league.models import Sheet
from tests.factories.sheets import lines_of, practice
from tests.journeys.sheets import OnPhone, Room

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LINES = [words for _seat, words in lines_of("kaleidoskop", seed=12)]
IN_THE_MIDDLE = "RG h8-h9"  # no place for a first tile
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
    phone.confirm()
    expect(phone.queue.locator("li")).to_have_count(waiting)
    newest = phone.queue.locator("li").last
    expect(newest.locator("code")).to_have_text(words)
    expect(newest.locator(".why")).to_have_text("not checked yet")


def test_what_is_written_without_network_is_sent_when_it_is_back(room: Room) -> None:
    phone = room.practising(sheet_of_two())
    phone.write(LINES[0])
    cut(phone)
    next_seat = phone.turn.get_by_label("Next to play")
    expect(next_seat).to_have_value("B")
    note(phone, LINES[1], waiting=1)
    expect(next_seat).to_have_value("A")
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


def test_seat_that_was_chosen_wrongly_is_mended(room: Room) -> None:
    phone = room.practising(sheet_of_two())
    phone.write(LINES[0])
    cut(phone)
    phone.turn.get_by_label("Next to play").select_option("Anna")
    note(phone, LINES[1], waiting=1)
    phone.turn.get_by_label("Next to play").select_option("Anna")
    note(phone, LINES[2], waiting=2)
    mend(phone)
    refused = phone.queue.locator("li.is-refused")
    expect(refused.locator("code")).to_have_text(LINES[1])
    expect(phone.lines).to_have_count(1)
    refused.get_by_label("Next to play").select_option("Bořek")
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
    phone.enter(LINES[1])
    phone.confirm()
    expect(phone.lines).to_have_count(3)
    expect(phone.queue).to_have_count(0)
    room.expect_only(phone, DISCONNECTED)


def expect_refused(phone: OnPhone) -> None:
    """The first one says why, the one after it still waits."""
    expect(phone.queue.locator("li code")).to_have_text([IN_THE_MIDDLE, LINES[2]])
    expect(phone.queue.locator("li.is-refused .why")).to_contain_text("first tile")
    expect(phone.queue.locator("li .why").last).to_have_text("not checked yet")


def test_what_is_refused_can_be_dropped(room: Room) -> None:
    phone = room.practising(sheet_of_two())
    cut(phone)
    note(phone, IN_THE_MIDDLE, waiting=1)
    mend(phone)
    refused = phone.queue.locator("li.is-refused")
    refused.get_by_role("button", name="Drop it").tap()
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
    phone.queue.get_by_role("button", name="Drop it").tap()
    phone.write(LINES[2])
    expect(other.lines).to_have_count(3)
    complaints = room.visitors.complaints_of(phone.page)
    assert {("409" in said or DISCONNECTED in said) for said in complaints} == {True}
