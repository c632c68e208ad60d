"""Taking back and changing what stands on a sheet, in a real browser."""

import pytest
from playwright.sync_api import expect

from games.registry import rules_of
from tests.factories.sheets import lines_of, noted, practice, written
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


def said(words: str) -> str:
    rules = rules_of("kaleidoskop")
    assert rules is not None
    action = rules.play.read("B", words.split(), None)
    return str(rules.looks.tell(action).said)  # type: ignore[arg-type]


def turned(words: str) -> str:
    """The same tile, with its halves the other way round."""
    tile, fields = words.split()
    first, second = fields.split("-")
    return f"{tile} {second}-{first}"


def test_last_action_is_undone_and_listed(phone: OnPhone) -> None:
    phone.page.locator("[data-do=undo]").tap()
    expect(phone.page.get_by_role("dialog")).to_contain_text(f"Undo “{said(WORDS[3])}” of Bořek?")
    phone.agree("Undo")
    expect(phone.lines).to_have_count(3)
    expect(phone.page.locator(".log-undone li")).to_have_text([f"Bořek: {WORDS[3]}"])
    expect(phone.turn).to_have_text("Bořek is to play")
    phone.write(WORDS[3])


def test_earlier_action_is_entered_anew_and_the_rest_replayed(phone: OnPhone) -> None:
    earlier = phone.line(WORDS[2])
    earlier.get_by_role("button", name="Change").tap()
    phone.agree("Enter this line again")
    expect(phone.say).to_contain_text("Enter it again")
    expect(phone.turn).to_have_text("Anna is to play")
    phone.enter(turned(WORDS[2]))
    phone.confirm()
    expect(phone.page.locator(".log-was")).to_have_text(WORDS[2])
    expect(phone.lines).to_have_count(4)
    phone.newest(WORDS[3])
    expect(phone.turn).to_have_text("Anna is to play")
    phone.write(WORDS[4])


def test_change_that_would_break_a_later_line_is_refused(phone: OnPhone) -> None:
    """It says which line, and nothing changes."""
    earlier = phone.line(WORDS[2])
    earlier.get_by_role("button", name="Change").tap()
    phone.agree("Enter this line again")
    expect(phone.say).to_contain_text("Enter it again")
    phone.enter(f"{WORDS[2].split()[0]} {WORDS[3].split()[1]}")
    phone.confirm()
    expect(phone.say).to_contain_text(f"Then “{WORDS[3]}” of B, further down")
    phone.queue.get_by_role("button", name="Drop it").tap()
    expect(phone.queue).to_have_count(0)
    expect(phone.page.locator(".log-was")).to_have_count(0)
    phone.write(WORDS[4])


def test_remark_stands_on_the_sheet(phone: OnPhone) -> None:
    phone.more("Write a remark")
    phone.page.get_by_role("dialog").get_by_label("Remark").fill("Bořek’s tile fell <b>down</b>")
    phone.agree("Write down")
    expect(phone.page.locator(".log-remark")).to_have_text("Bořek’s tile fell <b>down</b>")
    phone.page.reload()
    expect(phone.page.locator(".log-remark")).to_have_text("Bořek’s tile fell <b>down</b>")
