"""Score sheets in the browser: phones that hold one, and what they see."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from league.models import Match, Sheet
from league.permissions import SERVICE
from league.sheets.services.sheets import open_sheet
from tests.factories.phones import phone_at, phone_with
from tests.journeys.evening import Visitors
from tests.journeys.kept_games import Line
from tests.journeys.sheet_taps import Thumb
from tests.processes import eventually

LAID_OUT_S = 30  # a page that is not by then will not be
_IS_ONE_SCREEN = """() => {
  const find = (each) => document.querySelector(each);
  const bottom = find("[data-bar]").getBoundingClientRect().top;
  const boxes = [...document.querySelectorAll("[data-seats] button, [data-pad] button")]
    .map((button) => button.getBoundingClientRect());
  const pad = find("[data-pad]");
  return document.documentElement.scrollHeight <= innerHeight
    && find(".site-head").offsetHeight <= 48
    && pad.scrollHeight <= pad.clientHeight
    && boxes.every((box) => !box.height || box.bottom <= bottom + 1);
}"""


class OnPhone:
    """An open score sheet on somebody's phone."""

    def __init__(self, page: Page, game: str) -> None:
        self.page = page
        self.thumb = Thumb(page, game)
        self.turn = page.locator("[data-turn]")
        self.say = page.locator("[data-say]")
        self.offer = page.locator("[data-offer]")
        self.status = page.locator("[data-status]")
        self.lines = self.thumb.lines
        self.queue = page.locator(".sheet-queue:not([hidden])")
        self.result = page.locator("[data-result]")
        expect(page.locator("#sheet[data-ready]")).to_be_visible()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def enter(self, words: str) -> None:
        self.thumb.enter(words)

    def confirm(self) -> None:
        """What is not written by itself: a set-up, a turn that could go on."""
        self.page.locator("[data-do=confirm]").tap()

    def write(self, words: str) -> None:
        """Enter it, until it stands on the sheet."""
        count = self.lines.count()
        self.enter(words)
        self.thumb.end_turn(words)
        expect(self.lines).to_have_count(count + 1)

    def keep(self, lines: Sequence[Line]) -> Sequence[Line]:
        """Line after line, to the end of the game. What was entered."""
        for at, line in enumerate(lines):
            if self.page.locator("#sheet[data-stage=over]").count():
                return lines[:at]
            self.enter(line.words)
            following = lines[at + 1].words if line is not lines[-1] else ""
            is_written = self.thumb.end_turn(line.words, following=following)
            expect(self.lines).to_have_count(at + is_written)
        return lines

    def shuffle(self) -> None:
        """Have the board laid out at random, and begin."""
        self.thumb.press("Shuffle for us")
        self.thumb.finger.tap(self.page.locator("[data-do=confirm]"))
        expect(self.turn).to_contain_text("is to play")

    def seat(self, seat: str) -> Locator:
        """Somebody in the strip of all players."""
        return self.page.locator(f'[data-seats] [data-seat="{seat}"] button')

    def undo(self) -> None:
        self.page.locator("[data-do=undo]").tap()

    def change(self, words: str) -> None:
        """Begin to enter an earlier line again."""
        self.open("Moves")
        self.line(words).get_by_role("button", name="Change").tap()
        self.agree("Enter this line again")
        expect(self.turn).to_contain_text("You are changing")

    def open(self, name: str, *, is_closed: bool = False) -> None:
        """What lies over the board: Moves, More."""
        opener = self.page.locator("[data-opens]", has_text=name)
        if opener.get_attribute("aria-expanded") == str(is_closed).lower():
            opener.tap()
            expect(opener).to_have_attribute("aria-expanded", str(not is_closed).lower())

    def newest(self, words: str) -> None:
        """What stands there last."""
        expect(self.lines.first.locator(".log-said")).to_have_attribute("title", words)

    def line(self, words: str) -> Locator:
        """That of an action; people read it as they would say it."""
        return self.lines.filter(has=self.page.locator(f'[title="{words}"]'))

    def more(self, name: str) -> None:
        """Something that is done seldom."""
        self.open("More")
        self.page.locator(".sheet-more").get_by_role("button", name=name, exact=True).tap()

    def agree(self, name: str) -> None:
        """To what a dialog asks."""
        self.page.get_by_role("dialog").get_by_role("button", name=name, exact=True).tap()
        expect(self.page.get_by_role("dialog")).to_have_count(0)

    def call_time(self) -> None:
        self.more("Time was called")
        self.agree("Time was called")


def expect_one_screen(page: Page) -> None:
    """Nothing scrolls: a low head, everybody's points and all keys stand above the bar."""
    eventually(lambda: page.evaluate(_IS_ONE_SCREEN), "all is on one screen", within_s=LAID_OUT_S)


def expect_board(phone: OnPhone, *, least: int) -> None:
    """As many pixels across."""
    drawn = phone.page.locator("[data-board] > svg")
    across = "svg => Math.min(svg.clientWidth, svg.clientHeight)"
    eventually(lambda: drawn.evaluate(across) >= least, "a large board", within_s=LAID_OUT_S)


def sheet_of(match: Match, **kept: Any) -> Sheet:
    """The sheet of a match, with everybody where they are proposed."""
    seating = dict(match.seats.values_list("letter", "entry_id"))
    return open_sheet(match, actor=SERVICE, game=1, seating=seating, **kept)


class Room:
    """Phones of players at a table, or of anybody with a practice sheet."""

    def __init__(self, visitors: Visitors, live_server: Any) -> None:
        self.visitors = visitors
        self.url = live_server.url
        self.language = "en"

    def at(self, match: Match, sheet: Sheet, *, seat: str) -> OnPhone:
        return self._opened(phone_at(match, seat), sheet)

    def practising(self, sheet: Sheet, *, script: str = "") -> OnPhone:
        """`script` runs before the page's own."""
        return self._opened(phone_with(sheet.code), sheet, script=script)

    def reopened(self, phone: OnPhone) -> OnPhone:
        """The same phone after its battery was empty."""
        address = phone.page.url
        page = self.visitors.again(phone.page)
        page.goto(address)
        return OnPhone(page, phone.thumb.game)

    def expect_only(self, phone: OnPhone, complaint: str) -> None:
        """The phone's browser complained of this alone."""
        heard = self.visitors.complaints_of(phone.page)
        assert [said for said in heard if complaint not in said] == []

    def page_of(self, client: Client, path: str, *, script: str = "") -> Page:
        page = self.visitors.on_phone(language=self.language)
        if script:
            page.add_init_script(script)
        cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
        page.context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": self.url}]
        )
        page.goto(self.url + path)
        return page

    def _opened(self, client: Client, sheet: Sheet, *, script: str = "") -> OnPhone:
        page = self.page_of(client, reverse("sheet", args=[sheet.pk]), script=script)
        return OnPhone(page, sheet.game)
