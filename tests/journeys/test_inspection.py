"""Controls of the crawl: what it looks for is found where it is planted, and nowhere else."""

import pytest
from playwright.sync_api import Page, Route

from tests.journeys.inspection import Watch, faults_of_answer, faults_of_page

pytestmark = pytest.mark.browser

ADDRESS = "http://planted.example/page/"
POLICY = "script-src 'nonce-lawful'"
PAGE = """<!DOCTYPE html>
<html lang="en">
  <head><title>Planted</title><meta name="viewport" content="width=device-width"></head>
  <body><main><h1>A page</h1>{planted}</main></body>
</html>"""
HARMLESS = """
<p>Words.</p>
<a href="/clubs/7q2r5k9w3x/">A club</a>
<a href="http://elsewhere.example/clubs/17/">Another's club</a>
<script nonce="lawful">console.log("well")</script>
<table><tr><td>1</td></tr></table>
"""
FAULTS = {
    "<h1>Another</h1>": "h1: 2 instead of 1",
    '<a href="/clubs/17/">A club</a>': "number in link: /clubs/17/",
    '<a href="/clubs/17">A club</a>': "number in link: /clubs/17",
    "<input>": "wide: label at input",
    '<p style="color: #aaa; background: #fff">Pale</p>': "phone: color-contrast at p",
    "<style>@media (max-width: 400px) { p { color: #aaa } }</style><p>Pale</p>": (
        "phone: color-contrast at p"
    ),
    "<style>@media (prefers-color-scheme: dark) { p { color: #aaa } }</style><p>Pale</p>": (
        "dark: color-contrast at p"
    ),
    '<p style="width: 500px">Wide</p>': "phone: wider than the window: p in page",
    "<script nonce='lawful'>console.error('broken')</script>": "console: broken",
    "<script nonce='lawful'>alert('Jana')</script>": "dialog: Jana",
    "<script nonce='lawful'>throw new Error('late')</script>": "script: late",
    "<script>alert('Jana')</script>": "console: policy: script-src-elem forbids inline",
    "<img src=x alt='' onerror=alert(1)>": "console: policy: script-src-attr forbids inline",
}


def inspected(page: Page, planted: str, *, status: int = 200) -> list[str]:
    def answer(route: Route) -> None:
        route.fulfill(
            status=status if route.request.url == ADDRESS else 404,
            body=PAGE.format(planted=planted),
            headers={"Content-Type": "text/html", "Content-Security-Policy": POLICY},
        )

    page.route("http://planted.example/**", answer)
    watch = Watch(page)
    response = page.goto(ADDRESS)
    return faults_of_answer(response) + faults_of_page(page) + watch.take()


def test_harmless_page_has_no_fault(page: Page) -> None:
    assert inspected(page, HARMLESS) == []


@pytest.mark.parametrize(("planted", "fault"), FAULTS.items(), ids=FAULTS.values())
def test_planted_fault_is_found(page: Page, planted: str, fault: str) -> None:
    assert fault in inspected(page, planted)


def test_wrong_status_is_found(page: Page) -> None:
    assert inspected(page, HARMLESS, status=500) == ["status: 500 instead of 200"]


def test_library_part_is_left_out(page: Page) -> None:
    planted = "<div id='theirs'><main><h1>Theirs</h1><input></main></div>"
    assert "wide: label at input" in inspected(page, planted)
    assert faults_of_page(page, leaving_out="#theirs") == []
