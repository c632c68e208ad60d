"""A score sheet that is reloaded without network: the browser has kept its page and files."""

from typing import Any

import pytest
from playwright.sync_api import expect

from league.models import Sheet
from league.sheets.services.sheets import give_up_sheet
from tests.factories.sheets import PHONE, noted, written
from tests.journeys.sheets import OnPhone, Room
from tests.journeys.test_sheet_offline import DISCONNECTED, LINES, cut, mend, note, sheet_of_two
from tests.processes import eventually

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

_PAGES_KEPT = """async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith("arbitr-page"));
  const pages = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return pages.flat().length;
}"""
_VERSIONS = "async () => (await caches.keys()).map((name) => name.split('-').at(-1))"
_LOG_OUT = "() => fetch('/accounts/logout/', {method: 'POST'}).then(() => true)"
_NO_WORKERS = "delete Navigator.prototype.serviceWorker"


def kept(phone: OnPhone, *, pages: int = 1) -> None:
    """Wait until the browser has kept so many pages."""
    eventually(lambda: phone.page.evaluate(_PAGES_KEPT) == pages, f"{pages} pages are kept")


def is_from_the_browser(phone: OnPhone) -> bool:
    found: bool = phone.page.evaluate("'kept' in document.documentElement.dataset")
    return found


def reload(phone: OnPhone) -> OnPhone:
    phone.page.reload()
    return OnPhone(phone.page, phone.thumb.game)


def test_sheet_and_its_queue_survive_a_reload_without_network(room: Room) -> None:
    phone = room.practising(sheet_of_two())
    phone.write(LINES[0])
    kept(phone)
    phone.write(LINES[1])  # newer than the page that was kept
    cut(phone)
    note(phone, LINES[2], waiting=1)
    again = reload(phone)
    expect(again.lines).to_have_count(2)
    expect(again.queue.locator("li code")).to_have_text([LINES[2]])
    expect(again.status).to_contain_text("No network")
    note(again, LINES[3], waiting=2)
    mend(again)
    expect(again.lines).to_have_count(4)
    room.expect_only(phone, DISCONNECTED)


def test_app_started_without_network_shows_the_last_sheet(room: Room) -> None:
    phone = room.practising(sheet_of_two())
    address = phone.page.url
    kept(phone)
    cut(phone)
    phone.page.goto(room.url)
    OnPhone(phone.page, "kaleidoskop")
    assert phone.page.url == address
    room.expect_only(phone, DISCONNECTED)


def test_with_network_the_page_is_the_newest(room: Room) -> None:
    sheet = sheet_of_two()
    phone = room.practising(sheet)
    kept(phone)
    again = reload(phone)
    assert not is_from_the_browser(again)
    cut(again)
    assert is_from_the_browser(reload(again))  # control: without it, the kept one is shown
    mend(again)
    written(sheet, *noted(("A", LINES[0])))
    newest = reload(again)
    assert not is_from_the_browser(newest)
    expect(newest.lines).to_have_count(1)
    room.expect_only(phone, DISCONNECTED)


def test_closed_sheet_is_not_kept(room: Room) -> None:
    sheet = sheet_of_two()
    phone = room.practising(sheet)
    kept(phone)
    give_up_sheet(Sheet.objects.get(), actor=PHONE)
    kept(phone, pages=0)


def test_nothing_is_kept_after_logging_out(room: Room) -> None:
    phone = room.practising(sheet_of_two())
    kept(phone)
    reload(phone)
    # Again, if the page asked to be kept only after that.
    eventually(
        lambda: phone.page.evaluate(_LOG_OUT) and phone.page.evaluate(_PAGES_KEPT) == 0,
        "nothing is kept",
    )
    room.expect_only(phone, "403")


def test_new_version_leaves_nothing_of_the_old_one(room: Room, settings: Any) -> None:
    phone = room.practising(sheet_of_two())
    kept(phone)
    assert set(phone.page.evaluate(_VERSIONS)) == {settings.VERSION}
    settings.VERSION = "99.1"
    reload(phone)
    eventually(lambda: phone.page.evaluate(_VERSIONS) == ["99.1"] * 2, "the old version is gone")


def test_sheet_works_where_the_browser_keeps_nothing(room: Room) -> None:
    """As over plain http."""
    sheet = sheet_of_two()
    phone = room.practising(sheet)
    kept(phone)  # control
    plain = room.practising(sheet, script=_NO_WORKERS)
    plain.write(LINES[0])
    cut(plain)
    note(plain, LINES[1], waiting=1)
    mend(plain)
    expect(plain.lines).to_have_count(2)
    kept(plain, pages=0)
    room.expect_only(plain, DISCONNECTED)
