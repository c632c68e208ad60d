"""What an organiser does in the browser to run an event, from an empty database on."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from playwright.sync_api import Browser, Locator, Page, expect

from tests.copies import copy_database, manage, prepare_empty
from tests.journeys.inspection import PHONE, TIMEOUT_MS, WIDE, Watch, faults_of_page
from tests.journeys.people import Person, log_in
from tests.journeys.scorekeeper import Result, Table, written
from tests.journeys.service import Service, running
from tests.prepared import prepared

ORGANISER = Person("zofie", "zofie@arbitr.example")
CLUB = "Klub u Lípy"
HERE = ZoneInfo("Europe/Prague")
_READ_TABLES = """
rows => rows.map(row => [
  Number(row.dataset.table),
  [...row.querySelectorAll(".score-field bdi")].map(name => name.textContent)])
"""


def prepare_account(folder: Path) -> None:
    """Data without the demo: as an operator prepares it, with one account and nothing else."""
    account = ["--username", ORGANISER.login, "--email", ORGANISER.email]
    copy_database(prepared("empty", prepare_empty), folder)
    manage(
        folder,
        ["createsuperuser", "--noinput", *account],
        DJANGO_SUPERUSER_PASSWORD=ORGANISER.password,
    )


@contextmanager
def service_with(data: Path, *, folder: Path) -> Iterator[Service]:
    """A service that has a copy of what was prepared."""
    copy_database(data, folder / "data")
    with running(folder) as service:
        yield service


class Visitors:
    """People with windows of their own."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.watches: list[Watch] = []

    def at_desk(self) -> Page:
        return self._enter(viewport=WIDE)

    def on_phone(self, *, language: str = "en") -> Page:
        return self._enter(locale=language, viewport=PHONE, has_touch=True, is_mobile=True)

    def again(self, page: Page) -> Page:
        """Another window of the same person, in place of this one."""
        page.close()
        return self._watched(page.context.new_page())

    def complaints_of(self, page: Page) -> list[str]:
        """So far, and no longer counted."""
        return [said for watch in self.watches if watch.page is page for said in watch.take()]

    def leave(self) -> list[str]:
        """Gives what their windows complained of."""
        for watch in self.watches:
            watch.page.context.close()
        return [complaint for watch in self.watches for complaint in watch.take()]

    def _enter(self, *, locale: str = "en", **window: Any) -> Page:
        context = self.browser.new_context(locale=locale, reduced_motion="reduce", **window)
        context.set_default_timeout(TIMEOUT_MS)
        return self._watched(context.new_page())

    def _watched(self, page: Page) -> Page:
        self.watches.append(Watch(page))
        return page


def look_at(page: Page) -> None:
    """With all we have, and on as before."""
    size = page.viewport_size
    assert size is not None
    found = faults_of_page(page)
    assert not found, f"{page.url}: {found}"
    page.set_viewport_size(size)


def open_club(page: Page, service: Service) -> None:
    """The first thing that the first account does."""
    log_in(page, service, ORGANISER.login, ORGANISER.password)
    found_club(page, service, CLUB)


def found_club(page: Page, service: Service, name: str) -> None:
    page.goto(service.address("/clubs/"))
    page.get_by_role("link", name="New club").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Town").fill("Lipník")
    page.get_by_role("button", name="Set up the club").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


class Desk:
    """An organiser's window on an event."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.address = ""

    def create_event(self, template: str, name: str, *, game: str = "Kaleidoskop") -> None:
        """From the page of the club; it starts now."""
        self.page.get_by_role("link", name="New event").click()
        self.page.get_by_role("link", name=template).click()
        now = datetime.now(HERE)
        self.page.get_by_label("Name of the event").fill(name)
        self.page.get_by_label("Day").fill(f"{now:%Y-%m-%d}")
        self.page.get_by_label("Time").fill(f"{now:%H:%M}")
        self.page.get_by_label(game).check()
        self.page.get_by_role("button", name="Create the event").click()
        expect(self.page.get_by_role("status")).to_contain_text("Here it is")
        self.address = self.page.url.removesuffix("people/")
        self.open("settings/")

    def enter_quickly(self, people: Sequence[str]) -> None:
        """Many who are all here: the form of the desk, sent as the page would send it."""
        self.open("check-in/")
        token = self.page.locator(".enter [name=csrfmiddlewaretoken]").input_value()
        for person in people:
            answer = self.page.request.post(
                f"{self.address}check-in/enter/",
                form={"full_name": person, "is_here": "on", "csrfmiddlewaretoken": token},
                headers={"Referer": self.page.url},
                max_redirects=0,
            )
            assert answer.status == 302, answer.text()

    def start(self, *, planned: int) -> None:
        self.open("console/")
        self.press("Start the event")
        expect(self.heading(f"Round 1 of {planned}")).to_be_visible()

    def finish(self) -> None:
        self.open("console/")
        self.press("Finish the event")
        expect(self.page.locator(".badge", has_text="finished")).to_be_visible()

    def open(self, path: str = "") -> None:
        self.page.goto(f"{self.address}{path}")

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def heading(self, name: str) -> Locator:
        return self.page.get_by_role("heading", name=name, exact=True)

    def draft(self, number: int) -> None:
        """Until it is drawn."""
        self.open("desk/")
        self.press(f"Draft round {number}")
        expect(self.heading(f"Draft of round {number}")).to_be_visible()

    def publish(self, number: int) -> list[Table]:
        self.press(f"Publish round {number}")
        expect(self.heading(f"Round {number} is being played")).to_be_visible()
        return self.tables(number)

    def tables(self, number: int) -> list[Table]:
        """Of a published round, with the window left where its results are entered."""
        self.open("desk/")
        self.page.locator(".rounds").get_by_role("link", name=f"Round {number}").click()
        expect(self.heading(f"Results of round {number}")).to_be_visible()
        rows = self.page.locator(".score-row").evaluate_all(_READ_TABLES)
        return [Table(table, tuple(people)) for table, people in rows]

    def type_results(self, results: Sequence[Result], *, missing: int = 0) -> None:
        """By the keyboard alone, at one go; then until all is saved."""
        self.type_lines(results)
        self.expect_saved(results, missing=missing)

    def type_lines(self, results: Sequence[Result]) -> None:
        expect(self.page.locator("#line")).to_be_focused()
        for table, marks in results:
            words = " ".join(str(marks[person]) for person in table.people)
            self.page.keyboard.type(f"{table.number} {words}")
            self.page.keyboard.press("Enter")

    def expect_saved(self, results: Sequence[Result], *, missing: int = 0) -> None:
        for table, marks in results:
            fields = self.page.locator(f"#table-{table.number} [data-mark]")
            for seat, person in enumerate(table.people):
                expect(fields.nth(seat)).to_have_attribute("data-mark", str(marks[person]))
        total = self.page.locator(".score-row").count()
        said = f"{total - missing} of {total} tables are in."
        expect(self.page.locator("#score-progress")).to_contain_text(said)

    def close(self, number: int) -> None:
        """From where its results were entered, or from the desk."""
        self.press(f"Close round {number}")
        closed = self.page.locator(".rounds [data-status=closed]")
        expect(closed.filter(has_text=f"Round {number}")).to_be_visible()


def expect_standings(page: Page, kept: Mapping[str, Fraction]) -> None:
    """Points as the scorekeeper has them, and in their order."""
    rows = page.locator(".standings tbody tr")
    expect(rows).to_have_count(len(kept))
    for name, points in kept.items():
        own = rows.filter(has=page.get_by_text(name, exact=True))
        expect(own.locator(".points")).to_have_text(written(points))
    order = [kept[name] for name in rows.locator("bdi").all_inner_texts()]
    assert order == sorted(order, reverse=True)
