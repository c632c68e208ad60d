"""A table is copied as one, to be pasted into a spreadsheet or a mail; over plain http, too."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, expect

from league.models import Entry, Event
from tests.factories import make_club, make_player
from tests.factories.events import running_event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HOST = "arbitr.hall"
SHOWN = [
    ["Name", "Club", "Categories", "Status"],
    ["Řehoř", "", "", "here"],
    ["'=1+1", "Klub, Lípa; a <b>jiní", "", "here"],
]
SENT = {"plain": "".join("\t".join(row) + "\n" for row in SHOWN), "rows": SHOWN}
_READ = """
async () => {
  const [item] = await navigator.clipboard.read();
  const text = async (kind) =>
    item.types.includes(kind) ? (await item.getType(kind)).text() : "";
  const page = new DOMParser().parseFromString(await text("text/html"), "text/html");
  const rows = [...page.querySelectorAll("tr")];
  return {
    plain: await text("text/plain"),
    rows: rows.map((row) => [...row.cells].map((cell) => cell.textContent)),
  };
}"""


@pytest.fixture
def entries() -> str:
    """The address of a page with a table whose cells are not plain."""
    event = running_event(2, stage={"kind": "swiss", "rounds_planned": 1}).event
    club = make_club("Klub, Lípa; a <b>jiní")
    for entry, player in zip(
        event.entries.order_by("seed"),
        (make_player("=1+1", club=club), make_player("Řehoř")),
        strict=True,
    ):
        Entry.objects.filter(pk=entry.pk).update(player=player)
    return reverse("event-entries", args=[Event.objects.get().pk])


@pytest.fixture
def hall(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """A browser to which the service is another computer."""
    arguments = [
        *browser_type_launch_args["args"],
        f"--host-resolver-rules=MAP {HOST} 127.0.0.1",
    ]
    browser = browser_type.launch(**{**browser_type_launch_args, "args": arguments})
    yield browser
    browser.close()


def copy_table(page: Page) -> None:
    page.get_by_text("Download or copy the table").click()
    page.get_by_role("button", name="Copy", exact=True).click()


def clipboard_of(context: BrowserContext, address: str) -> dict[str, Any]:
    """As a page reads it that may."""
    context.grant_permissions(["clipboard-read"], origin=address)
    page = context.new_page()
    page.goto(address)
    page.bring_to_front()
    read: dict[str, Any] = page.evaluate(_READ)
    return read


def test_table_is_copied_as_text_and_as_a_table(
    quiet_page: Page, entries: str, live_server: Any
) -> None:
    quiet_page.context.grant_permissions(["clipboard-write"], origin=live_server.url)
    quiet_page.goto(live_server.url + entries)
    copy_table(quiet_page)
    expect(quiet_page.get_by_text("Copied. Paste it into a spreadsheet")).to_be_visible()
    copied = clipboard_of(quiet_page.context, live_server.url)
    assert copied == SENT


def test_table_is_copied_over_plain_http(
    hall: Browser, entries: str, live_server: Any, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    with hall.new_context(locale="en") as context:
        page = context.new_page()
        page.goto(live_server.url.replace("localhost", HOST) + entries)
        assert page.evaluate("[isSecureContext, 'clipboard' in navigator]") == [False, False]
        copy_table(page)
        expect(page.get_by_text("Copied. Paste it into a spreadsheet")).to_be_visible()
        assert page.locator("body > table").count() == 0
        copied = clipboard_of(context, live_server.url)
        assert copied == SENT


def test_copying_that_fails_is_told(page: Page, entries: str, live_server: Any) -> None:
    page.goto(live_server.url + entries)
    page.route("**/*.tsv*", lambda route: route.abort())
    copy_table(page)
    expect(page.get_by_text("Copying failed. Download the table instead.")).to_be_visible()
    expect(page.get_by_text("Copied.")).not_to_be_visible()
