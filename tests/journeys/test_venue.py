"""A club's laptop as the server of the room, opened by a phone over plain http.

To the phone the laptop is a name on the network, not localhost: there the browser withholds what
it keeps for secure contexts, and everything has to work without.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, Page, expect

from tests.journeys.inspection import PHONE, Watch, faults_of_page
from tests.journeys.people import log_out, open_guarded, type_password
from tests.journeys.service import Service, running
from tests.processes import ROOT

pytestmark = pytest.mark.browser

HOST = "arbitr.venue"
PASSWORD = "kolik-je-kaleidoskopu"
ANSWERS = ("Žofie Nová", "Klub u Lípy", PASSWORD, PASSWORD)
ORGANISER = "zofie-nova"
ONLY_IN_SECURE_CONTEXT = ("serviceWorker", "randomUUID", "clipboard", "crypto.subtle")
SIGNS_OF_DEBUG = ("Traceback", "DEBUG", "urlconf", "Django")


@pytest.fixture(scope="module")
def venue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("venue")
    with running(folder, *ANSWERS, ARBITR_MODE="venue", ARBITR_HOSTS=HOST) as service:
        yield service


@pytest.fixture(scope="module")
def phones(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any]
) -> Iterator[Browser]:
    """A browser to which the laptop is another computer."""
    arguments = [
        *browser_type_launch_args["args"],
        f"--host-resolver-rules=MAP {HOST} 127.0.0.1",
    ]
    browser = browser_type.launch(**{**browser_type_launch_args, "args": arguments})
    yield browser
    browser.close()


@pytest.fixture
def phone(phones: Browser, venue: Service) -> Iterator[Page]:
    """On the home page of the venue."""
    context = phones.new_context(
        locale="en", viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = context.new_page()
    watch = Watch(page)
    page.goto(venue.address(host=HOST))
    yield page
    assert watch.take() == []
    assert [cookie["name"] for cookie in context.cookies() if cookie["secure"]] == []
    context.close()


def log_in_organiser(page: Page, venue: Service) -> None:
    page.goto(venue.address("/accounts/login/", host=HOST))
    type_password(page, ORGANISER, PASSWORD)
    expect(page.get_by_role("heading", name="Hello")).to_be_visible()


def test_phone_is_in_no_secure_context(phone: Page) -> None:
    """The ground of the other tests here."""
    assert phone.evaluate("window.isSecureContext") is False
    assert phone.evaluate("'serviceWorker' in navigator") is False
    expect(phone.get_by_role("heading", level=1)).to_be_visible()


def test_scripts_and_styles_come_packed(phone: Page) -> None:
    sizes = phone.evaluate(
        """performance.getEntriesByType("resource")
          .filter(each => /\\.(js|css)$/.test(each.name))
          .map(each => [each.encodedBodySize, each.decodedBodySize])"""
    )
    assert sizes
    assert [packed for packed, whole in sizes if packed > 0.7 * whole] == []


def test_phone_chooses_language_and_theme(phone: Page) -> None:
    phone.locator("summary[aria-label^='Language']").tap()
    phone.get_by_role("button", name="Čeština").tap()
    expect(phone.locator("html")).to_have_attribute("lang", "cs")

    toggle = phone.locator("[data-theme-toggle]")
    toggle.tap()
    expect(phone.locator("html")).to_have_attribute("data-theme", "light")
    toggle.tap()
    expect(phone.locator("html")).to_have_attribute("data-theme", "dark")
    phone.reload()
    expect(phone.locator("html")).to_have_attribute("data-theme", "dark")
    toggle.tap()
    expect(phone.locator("html")).not_to_have_attribute("data-theme", "dark")


def test_player_signs_up_without_an_address(phone: Page) -> None:
    phone.get_by_role("link", name="Create an account").tap()
    expect(phone.locator("label[for=id_email]")).to_have_text("E-mail (optional)")
    phone.get_by_label("Login name").fill("ondra")
    phone.get_by_label("Password").fill(PASSWORD)
    phone.get_by_role("button", name="Create my account").tap()
    expect(phone.get_by_role("heading", name="Hello")).to_be_visible()
    log_out(phone)
    phone.get_by_role("link", name="Account", exact=True).tap()
    type_password(phone, "ondra", PASSWORD)
    expect(phone.get_by_role("heading", name="Hello")).to_be_visible()


def test_organiser_edits_the_club(phone: Page, venue: Service) -> None:
    log_in_organiser(phone, venue)
    phone.get_by_role("link", name="Klub u Lípy").tap()
    phone.get_by_role("link", name="Edit the club").tap()
    phone.get_by_label("Town").fill("Lipník")
    phone.get_by_label("Country").select_option("CZ")
    phone.get_by_role("button", name="Save the club").tap()
    expect(phone.get_by_role("status")).to_contain_text("Saved.")
    expect(phone.get_by_role("main")).to_contain_text("Lipník, Czechia")


def test_poster_shows_the_address_that_the_start_printed(phone: Page, venue: Service) -> None:
    [printed] = re.findall(r"^Open (\S+) here", venue.log, re.MULTILINE)
    phone.goto(venue.address("/venue/", host=HOST))
    expect(phone.locator(".address")).to_have_text(printed)
    code = phone.get_by_role("img", name="QR code").locator("svg path").last
    expect(code).to_be_visible()
    assert faults_of_page(phone) == []


def test_what_cannot_work_in_the_room_is_not_offered(phone: Page, venue: Service) -> None:
    """No passkeys without https, and no codes without mail."""
    phone.goto(venue.address("/accounts/login/", host=HOST))
    expect(phone.locator("#passkey_login")).to_be_attached()
    expect(phone.locator("#passkey_login")).to_be_hidden()
    expect(phone.get_by_text("without a password")).to_be_hidden()
    expect(phone.get_by_text("Send me a code")).to_have_count(0)

    log_in_organiser(phone, venue)
    open_guarded(phone, venue.address("/accounts/2fa/passkeys/add/", host=HOST), PASSWORD)
    expect(phone.get_by_text("Passkeys need https")).to_be_visible()
    expect(phone.get_by_label("Name")).to_be_hidden()


def test_passkeys_are_offered_on_the_laptop_itself(quiet_page: Page, venue: Service) -> None:
    """The control: a browser takes localhost for secure."""
    quiet_page.goto(venue.address("/accounts/login/"))
    expect(quiet_page.get_by_role("button", name="Use a passkey")).to_be_visible()


def test_unknown_page_is_shown_as_to_the_public(phone: Page, venue: Service) -> None:
    response = phone.goto(venue.address("/nothing/here/", host=HOST))
    assert response is not None
    assert response.status == 404
    expect(phone.get_by_role("heading", name="There is no such page")).to_be_visible()
    assert [sign for sign in SIGNS_OF_DEBUG if sign in phone.content()] == []


def test_scripts_use_nothing_that_a_phone_in_the_room_lacks() -> None:
    scripts = list(Path(ROOT, "league", "web", "static").rglob("*.js"))
    assert {script.name for script in scripts} >= {"app.js", "passkeys.js", "theme.js"}
    used = {
        (script.name, word)
        for script in scripts
        for word in ONLY_IN_SECURE_CONTEXT
        if word in script.read_text()
    }
    # Only where the context is secure: to keep a page for a reload; elsewhere links and tables are
    # copied the old way.
    assert used == {
        ("offline.js", "serviceWorker"),
        ("share.js", "clipboard"),
        ("take_out.js", "clipboard"),
        ("worker.js", "serviceWorker"),  # of itself
    }
