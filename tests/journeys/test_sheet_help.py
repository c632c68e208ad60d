"""What a sheet tells while a move is entered: all with full help, nothing with checks alone."""

import re

import pytest
from playwright.sync_api import Request, expect

from league.models import Sheet
from tests.factories.sheets import lines_of, noted, practice, tags_of, written
from tests.journeys.sheets import Room

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KALEIDOSKOP = lines_of("kaleidoskop", seed=12)
POLYSSIMO = lines_of("polyssimo", seed=44)
DRAFTED = next(at for at, (_seat, words) in enumerate(POLYSSIMO) if "take" not in words)


def twisty_laid_out() -> Sheet:
    sheet = practice("twisty", help="check")
    written(sheet, *noted(("", tags_of("twisty")), kind="set_up"))
    return sheet


def test_check_tells_nothing_in_advance(room: Room) -> None:
    sheet = practice("kaleidoskop", help="check")
    phone = room.practising(sheet)
    asked: list[str] = []

    def listen(request: Request) -> None:
        if "/live/" not in request.url and "/static/" not in request.url:
            asked.append(request.url)

    phone.page.on("request", listen)
    tile, fields = KALEIDOSKOP[0][1].split()
    phone.thumb.choose_tile(tile)
    expect(phone.say).to_contain_text("Swipe: first the")
    expect(phone.thumb.board.locator(".is-lit, .is-out")).to_have_count(0)
    assert asked == []
    phone.thumb.slide_over(*fields.split("-"))
    phone.newest(KALEIDOSKOP[0][1])
    expect(phone.thumb.board.locator(".is-lit")).to_have_count(0)
    assert [url.rsplit("/", 2)[1] for url in asked] == ["write"]


def test_full_help_tells_fields_that_will_do_from_others(room: Room) -> None:
    phone = room.practising(practice("kaleidoskop", help="full"))
    phone.thumb.choose_tile("RG")
    beside, elsewhere = phone.thumb.field("m9"), phone.thumb.field("h8")
    expect(beside).to_have_class(re.compile("is-lit"))
    expect(elsewhere).to_have_class(re.compile("is-out"))
    phone.thumb.slide_over("h8", "h9")
    expect(phone.say).to_contain_text("first tile")
    expect(phone.lines).to_have_count(0)


def test_full_help_shows_where_a_number_may_lie(room: Room) -> None:
    """First anywhere in reach; then only in line with what is laid."""
    phone = room.practising(practice("triolet", help="full"))
    lit = phone.thumb.board.locator("[data-field].is-lit")
    expect(lit).to_have_count(9)  # the centre, and two from it each way
    phone.enter("h8=4")
    expect(lit).to_have_count(8)
    phone.enter("h9=5")
    expect(lit).to_have_count(2)
    names = lit.evaluate_all("all => all.map(field => field.dataset.field)")
    assert sorted(names) == ["h10", "h7"]


def test_full_help_says_beforehand_what_an_entry_would_do(room: Room) -> None:
    """Where each entry is confirmed, there is time to read it."""
    sheet = practice("kaleidoskop", help="full", confirms=True)
    phone = room.practising(sheet)
    phone.enter("RG h8-h9")
    expect(phone.say).to_contain_text("first tile")
    phone.undo()
    expect(phone.say).not_to_contain_text("first tile")
    written(sheet, *noted(*KALEIDOSKOP[:4]))
    expect(phone.lines).to_have_count(4)
    words = KALEIDOSKOP[4][1]
    phone.enter(words)
    expect(phone.say).to_contain_text("Would score")
    expect(phone.lines).to_have_count(4)
    phone.confirm()
    phone.newest(words)


def test_nobody_who_can_place_is_offered_to_pass(room: Room) -> None:
    sheet = practice("polyssimo", help="check")
    written(sheet, *noted(*POLYSSIMO[:DRAFTED]))
    phone = room.practising(sheet)
    phone.more("Type instead of tapping")
    phone.page.keyboard.type("pass")
    expect(phone.page.get_by_role("option")).to_have_count(0)
    expect(phone.thumb.pad.get_by_role("button", name="No piece fits")).to_have_count(0)


def test_refused_and_undone_are_listed_in_words(room: Room) -> None:
    """With the notation on demand, for the finger as well."""
    phone = room.practising(twisty_laid_out())
    [(_seat, words), *_rest] = lines_of("twisty")
    phone.more("Type instead of tapping")
    phone.page.keyboard.type("pass")
    phone.page.keyboard.press("Enter")
    expect(phone.say).to_have_text("You may not pass: there is a move.")
    field = phone.page.get_by_role("combobox", name="Type the turn")
    field.fill(words)
    phone.page.keyboard.press("Enter")
    phone.newest(words)
    phone.undo()
    expect(phone.lines).to_have_count(0)
    phone.open("Moves")
    refused, undone = phone.page.locator(".log-refused"), phone.page.locator(".log-undone")
    expect(refused.locator(".log-said")).to_have_text("passes")
    expect(undone.locator(".log-said")).not_to_have_text(words)
    expect(undone.get_by_text(words, exact=True)).to_be_hidden()
    phone.button("Notation").tap()
    expect(undone.get_by_text(words, exact=True)).to_be_visible()
