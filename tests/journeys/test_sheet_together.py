"""Several phones at one table: all see the same board, and of two actions at once one wins."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.factories.sheets import lines_of
from tests.factories.tables import table
from tests.journeys.sheets import Room, sheet_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LINES = [words for _seat, words in lines_of("kaleidoskop", seed=12)]
TRIOLET = [words for _seat, words in lines_of("triolet", seed=39)]


@contextmanager
def hearing_nothing(page: Page) -> Iterator[None]:
    """What the phone asks for gets no answer, but what it sends goes out."""
    page.route("**/live/**", lambda _route: None)
    yield
    page.unroute("**/live/**")


def test_all_phones_see_the_same_board(room: Room) -> None:
    match = table(2, game="triolet")
    sheet = sheet_of(match)
    one, other = room.at(match, sheet, seat="A"), room.at(match, sheet, seat="B")
    for at, phone in enumerate((one, other, one)):
        expect(phone.lines).to_have_count(at)
        phone.write(TRIOLET[at])
    for phone in (one, other):
        expect(phone.lines).to_have_count(3)
        phone.newest(TRIOLET[2])
    assert one.thumb.all_fields() == other.thumb.all_fields()
    assert one.turn.inner_text() == other.turn.inner_text() != ""


def test_of_two_actions_at_once_one_wins(room: Room) -> None:
    match = table(2, game="kaleidoskop")
    sheet = sheet_of(match)
    one, other = room.at(match, sheet, seat="A"), room.at(match, sheet, seat="B")
    with hearing_nothing(other.page):
        one.write(LINES[0])
        other.enter(LINES[2])
        other.confirm()
        expect(other.say).to_contain_text("wrote first")
        other.newest(LINES[0])
    expect(other.lines).to_have_count(1)
    other.queue.get_by_role("button", name="Drop it").tap()
    expect(other.queue).to_have_count(0)
    other.write(LINES[1])
    one.newest(LINES[1])
    room.expect_only(other, "409")


def test_what_is_being_entered_survives_a_remark_of_another(room: Room) -> None:
    match = table(2, game="triolet")
    sheet = sheet_of(match)
    one, other = room.at(match, sheet, seat="A"), room.at(match, sheet, seat="B")
    one.enter(TRIOLET[0])
    other.more("Write a remark")
    other.page.get_by_role("dialog").get_by_label("Remark").fill("Anna came late")
    other.agree("Write down")
    expect(one.page.locator(".log-remark")).to_have_text("Anna came late")
    one.confirm()
    other.newest(TRIOLET[0])
