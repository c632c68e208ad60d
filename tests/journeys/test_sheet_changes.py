"""Taking back and changing what stands on a sheet, in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from league.models import Sheet
from league.sheets.services.sheets import forget_names
from tests.factories.sheets import lines_of, noted, practice, tags_of, written
from tests.journeys.sheets import OnPhone, Room

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LINES = lines_of("kaleidoskop", seed=12)
WORDS = [words for _seat, words in LINES]


@pytest.fixture
def phone(room: Room) -> OnPhone:
    """After four actions."""
    sheet = practice("kaleidoskop", names={"A": "Anna", "B": "Bořek"}, help="check")
    written(sheet, *noted(*LINES[:4]))
    return room.practising(sheet)


def laid_on(phone: OnPhone) -> set[str]:
    """The fields of what is being entered."""
    pad = phone.thumb.told()["state"]["pad"]
    lefts = phone.page.locator(".ghost use").evaluate_all(
        "all => all.map(use => [Number(use.getAttribute('x')), Number(use.getAttribute('y'))])"
    )
    half = pad["size"] / 2
    return {
        name
        for name, spot in pad["spots"].items()
        for x, y in lefts
        if abs(spot["x"] - half - x) < 1 and abs(spot["y"] - half - y) < 1
    }


def turned(words: str) -> str:
    """The same tile, with its halves the other way round."""
    tile, fields = words.split()
    first, second = fields.split("-")
    return f"{tile} {second}-{first}"


def test_last_action_is_undone_and_listed(phone: OnPhone) -> None:
    phone.undo()
    expect(phone.lines).to_have_count(3)
    expect(phone.page.locator(".log-undone li")).to_contain_text([WORDS[3]])
    expect(phone.turn).to_have_text("Bořek is to play")
    phone.write(WORDS[3])


def test_what_was_undone_is_written_once_more(phone: OnPhone) -> None:
    """One after the other, until something else is entered."""
    redo = phone.page.locator("[data-do=redo]")
    expect(redo).to_be_disabled()
    for count in (3, 2):
        phone.undo()
        expect(phone.lines).to_have_count(count)
    for count in (3, 4):
        redo.tap()
        expect(phone.lines).to_have_count(count)
    phone.newest(WORDS[3])
    expect(redo).to_be_disabled()
    phone.undo()
    expect(phone.lines).to_have_count(3)
    phone.write(turned(WORDS[3]))
    expect(redo).to_be_disabled()


def test_earlier_action_is_entered_anew_and_the_rest_replayed(phone: OnPhone) -> None:
    phone.change(WORDS[2])
    expect(phone.turn).to_contain_text("Anna")
    phone.enter(turned(WORDS[2]))
    expect(phone.page.locator(".log-was")).to_have_text(WORDS[2])
    expect(phone.lines).to_have_count(4)
    phone.newest(WORDS[3])
    expect(phone.turn).to_have_text("Anna is to play")
    phone.write(WORDS[4])


@pytest.mark.parametrize(("game", "another"), [("triolet", "12"), ("twisty", "")])
def test_change_is_offered_to_be_written_once_there_is_one(
    room: Room, game: str, another: str
) -> None:
    """Until then there is only the way back."""
    sheet = practice(game, help="check")
    if tags := tags_of(game, seed=39):
        written(sheet, *noted(("", tags), kind="set_up", key="s"))
    [first, second, *_rest] = lines_of(game, seed=39)
    written(sheet, *noted(first, second))
    phone = room.practising(sheet)
    phone.change(second[1])
    writes = phone.page.locator("[data-do=confirm]")
    expect(phone.button("Cancel the change")).to_be_visible()
    expect(writes).to_be_hidden()
    if another:
        expect(phone.say).to_have_text("Tap a tile to move it, or lay the turn again.")
        phone.thumb.tap_field("g8")
        phone.thumb.press(another)
        expect(writes).to_be_visible()
    phone.button("Cancel the change").tap()
    expect(phone.turn).not_to_contain_text("You are changing")
    assert sheet.acts.filter(kind="edit").count() == 0


def test_undo_in_the_middle_of_a_change_leaves_the_sheet_as_it_was(phone: OnPhone) -> None:
    phone.change(WORDS[1])
    phone.undo()
    expect(phone.turn).to_have_text("Anna is to play")
    expect(phone.lines).to_have_count(4)
    assert Sheet.objects.get().acts.count() == 4
    phone.undo()  # control: now it is the last line's
    expect(phone.lines).to_have_count(3)


def test_touch_on_the_next_player_ends_a_turn_that_is_changed(room: Room) -> None:
    [first, second, *_rest] = lines_of("triolet", seed=39)
    sheet = practice("triolet", help="check")
    written(sheet, *noted(first, second))
    phone = room.practising(sheet)
    phone.change(second[1])
    phone.seat("A").tap()  # nothing is changed yet
    phone.thumb.tap_field("g8")
    phone.thumb.press("5")
    phone.seat("A").tap()
    phone.newest("g7=0 g8=5")
    assert sheet.acts.filter(kind="edit").count() == 1


def test_change_that_would_break_a_later_line_is_refused(phone: OnPhone) -> None:
    """It says which line, and nothing changes."""
    phone.change(WORDS[2])
    phone.enter(f"{WORDS[2].split()[0]} {WORDS[3].split()[1]}")
    where = WORDS[3].split()[1].replace("-", "–")
    expect(phone.say).to_contain_text(re.compile(f"^Then “.+ on {where}” of B, further down"))
    expect(phone.thumb.board.locator(".ghost-cross")).to_have_count(2)
    assert laid_on(phone) == set(WORDS[3].split()[1].split("-"))  # it stays, to be moved
    phone.button("Cancel the change").tap()
    expect(phone.page.locator(".log-was")).to_have_count(0)
    phone.write(WORDS[4])


def test_remark_stands_on_the_sheet(phone: OnPhone) -> None:
    phone.more("Write a remark")
    phone.page.get_by_role("dialog").get_by_label("Remark").fill("Bořek’s tile fell <b>down</b>")
    phone.agree("Write down")
    expect(phone.page.locator(".log-remark")).to_have_text("Bořek’s tile fell <b>down</b>")
    phone.page.reload()
    expect(phone.page.locator(".log-remark")).to_have_text("Bořek’s tile fell <b>down</b>")
    forget_names(Sheet.objects.get())  # on another phone
    expect(phone.page.locator(".log-remark")).to_have_count(0)
    expect(phone.page.locator("[data-seats]")).not_to_contain_text("Bořek")
