"""What no page may do, whoever opens it: looked for in a real browser, and told in words."""

import re
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import APIResponse, ConsoleMessage, Dialog, Page, Response

TIMEOUT_MS = 60_000  # how quick a busy machine is, is nobody's promise
WIDE = {"width": 1400, "height": 900}
PHONE = {"width": 360, "height": 740}
SMALL_PHONE = {"width": 360, "height": 640}
# Playwright's own scripts are not bound by the policy, so that the page keeps it while we listen.
_TELL_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.effectiveDirective} forbids ${event.blockedURI}`));
"""
# Said of a request that ended with its page. One that failed says something else as well.
_PAGE_LEFT = ("htmx:afterRequest,", "htmx:sendAbort,")
_NUMBER_IN_PATH = re.compile(r"/\d+(/|$)")
_FITS = "document.documentElement.scrollWidth <= window.innerWidth"
_OUTSIDE = """
[...document.body.querySelectorAll("*")]
  .filter((element) => element.getBoundingClientRect().right > window.innerWidth)
  .map((element) => [element, element.closest("[class], [id]")])
  .map(([element, named]) => `${element.localName} in ${named?.className || named?.id || "page"}`)
  .join("; ")
"""
_SMALL = """least => [...document.querySelectorAll(
  "main .button, main button, main summary, main [data-log] a, .sheet-bar button")]
  .filter(each => each.checkVisibility() && each.getBoundingClientRect().width > 1)
  .map(each => [each, (each.matches(".row-link") ? each.closest("li") : each)])
  .map(([each, target]) => [each, target.getBoundingClientRect()])
  .filter(([, box]) => box.width < least - 0.5 || box.height < least - 0.5)
  .map(([each, box]) => `${each.textContent.trim().slice(0, 40)}: ${box.width}×${box.height}`)"""
_CONTRAST = "color-contrast"
_LOOKS = 20
_PAUSE_MS = 100
_RUN_AXE = """
async ([within, options]) => {
  const {violations} = await axe.run(within, {resultTypes: ["violations"], ...options});
  return violations.map(({id, nodes}) =>
    `${id} at ${nodes.slice(0, 3).map((node) => node.target.join(" ")).join(", ")}`);
}"""


class Watch:
    """Collects what a page does that nobody asked for."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[str] = []
        page.add_init_script(_TELL_VIOLATIONS)
        page.on("console", self._hear_console)
        page.on("pageerror", lambda error: self.heard.append(f"script: {error}"))
        page.on("dialog", self._hear_dialog)

    def take(self) -> list[str]:
        taken, self.heard = self.heard, []
        return taken

    def _hear_console(self, message: ConsoleMessage) -> None:
        # A page that answers 404 on purpose is itself a "failed resource".
        is_page = message.location["url"] == self.page.url
        if is_page and message.text.startswith("Failed to load resource"):
            return
        if message.text.startswith(_PAGE_LEFT):
            return
        if message.type in ("error", "warning"):
            self.heard.append(f"console: {message.text}")

    def _hear_dialog(self, dialog: Dialog) -> None:
        self.heard.append(f"dialog: {dialog.message}")
        dialog.dismiss()


def faults_of_answer(response: Response | APIResponse | None, *, status: int = 200) -> list[str]:
    answered = response.status if response else None
    return [] if answered == status else [f"status: {answered} instead of {status}"]


def faults_of_page(page: Page, *, leaving_out: str = "") -> list[str]:
    """Of the open page: as on a desk and as on a phone, in light and in dark.

    Contrast costs the most to look for and does not follow the width: it is looked at on a phone.

    `leaving_out`: the part that is a library's own and not ours to mend.
    """
    page.wait_for_load_state()  # a click that opens a page returns before all of it is there
    page.evaluate(AXE_SCRIPT)
    page.set_viewport_size(WIDE)
    found = [
        *faults_of_structure(page, leaving_out=leaving_out),
        *_faults_by_axe(page, "wide", leaving_out=leaving_out, has_contrast=False),
    ]
    found += faults_on_phone(page)
    found += _faults_by_axe(page, "phone", leaving_out=leaving_out)
    page.emulate_media(color_scheme="dark")
    found += _faults_by_axe(page, "dark", leaving_out=leaving_out, rules=[_CONTRAST])
    page.emulate_media(color_scheme="light")
    return found


def faults_on_phone(page: Page) -> list[str]:
    page.set_viewport_size(PHONE)
    for _ in range(_LOOKS):  # not wait_for_function: it needs eval, which our policy forbids
        if page.evaluate(_FITS):
            return []
        page.wait_for_timeout(_PAUSE_MS)
    return [f"phone: wider than the window: {page.evaluate(_OUTSIDE)}"]


def small_targets(page: Page, *, least: int = 44) -> list[str]:
    """What a thumb would hardly hit on the open page."""
    found: list[str] = page.evaluate(_SMALL, least)
    return found


def faults_of_structure(page: Page, *, leaving_out: str = "") -> Iterator[str]:
    titles = page.locator(f"h1:not({leaving_out} *)" if leaving_out else "h1").count()
    if titles != 1:
        yield f"h1: {titles} instead of 1"
    yield from numbers_in_links(links_of(page), origin=urlsplit(page.url).netloc)


def numbers_in_links(links: Iterable[str], *, origin: str) -> Iterator[str]:
    """Our addresses count nothing: nobody can try the next number."""
    for link in links:
        address = urlsplit(link)
        if address.netloc == origin and _NUMBER_IN_PATH.search(address.path):
            yield f"number in link: {address.path}"


def links_of(page: Page) -> list[str]:
    """Where the page leads, as whole addresses; files to keep are no pages."""
    links = page.locator("a[href]:not([download])")
    # Of a link within a drawing `href` is no text.
    return links.evaluate_all(
        "links => links.map(link => new URL(link.getAttribute('href'), document.baseURI).href)"
    )


def _faults_by_axe(
    page: Page,
    shown: str,
    *,
    leaving_out: str,
    rules: list[str] | None = None,
    has_contrast: bool = True,
) -> list[str]:
    options: dict[str, Any] = {"runOnly": {"type": "rule", "values": rules}} if rules else {}
    within: dict[str, Any] = {"include": ["html"]}
    off = [] if has_contrast else [_CONTRAST]
    if leaving_out:
        within["exclude"] = [leaving_out]
        off.append("landmark-no-duplicate-main")  # brings its own
    options["rules"] = {rule: {"enabled": False} for rule in off}
    found: list[str] = page.evaluate(_RUN_AXE, [within, options])
    return [f"{shown}: {fault}" for fault in found]
