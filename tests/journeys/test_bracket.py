"""A bracket in a real browser: on a phone, on a desk, on the big screen and on paper."""

from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from league.models import Match, Player, Round, Stage
from tests.factories.events import enter, played_round, published_round, running_event
from tests.journeys.inspection import SMALL_PHONE, WIDE, faults_of_page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FIRST = ("Markéta", "Maxmiliána", "Štěpán", "Vojtěch")
LAST = ("Nejezchlebová", "Zavadilová", "Řehoř", "Přikrylová")
SCREEN = {"width": 1920, "height": 1080}
A4, A3 = (842, 595), (1191, 842)
_SIZES = """scope => [...document.querySelectorAll(`${scope} svg.bracket-drawing`)]
  .filter((svg) => svg.checkVisibility())
  .flatMap((svg) => [...svg.querySelectorAll("text")]
    .map((text) => parseFloat(text.getAttribute("font-size")) * svg.getScreenCTM().a))"""
_OVER = """scope => [...document.querySelectorAll(`${scope} .bracket-box`)]
  .filter((box) => box.checkVisibility())
  .flatMap((box) => [...box.querySelectorAll(".bracket-name")]
    .filter((name) => name.getBoundingClientRect().right
      > Math.min(box.querySelector(".bracket-frame").getBoundingClientRect().right,
        ...[...box.querySelectorAll(".bracket-tick, .bracket-score")]
          .map((each) => each.getBoundingClientRect())
          .filter((each) => Math.abs(each.y + each.height / 2 - name.getBoundingClientRect().y
            - name.getBoundingClientRect().height / 2) < name.getBoundingClientRect().height / 2)
          .map((each) => each.left)) + 1)
    .map((name) => name.textContent))"""


def knockout(entries: int, *, kind: str = "knockout", played: int = 1) -> Stage:
    """So many rounds are played, the next is on the tables; all names are shown in full."""
    stage = running_event(entries, language="cs", stage={"kind": kind})
    for number, player in enumerate(Player.objects.order_by("pk")):
        name = f"{FIRST[number % 4]} {LAST[number // 4 % 4]}"
        Player.objects.filter(pk=player.pk).update(full_name=name, privacy=Player.Privacy.FULL)
    for _ in range(played):
        played_round(stage)
    published_round(stage)
    Round.objects.update(length_s=None)  # until the clock runs the big screen has tables alone
    return stage


def open_bracket(page: Page, live_server: Any, stage: Stage, route: str = "event-bracket") -> None:
    page.goto(live_server.url + reverse(route, args=[stage.event_id]))


def test_phone_goes_round_by_round(quiet_page: Page, live_server: Any) -> None:
    page, stage = quiet_page, knockout(13)
    page.set_viewport_size(SMALL_PHONE)
    open_bracket(page, live_server, stage)
    expect(page.locator("svg.bracket-drawing")).to_be_hidden()
    cards = page.locator(".bracket-card")
    expect(cards).to_have_count(4)
    box = cards.first.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= SMALL_PHONE["height"]
    page.get_by_role("link", name="Semi-finals").click()
    expect(cards.first).to_contain_text("Winner of quarter-final 1")
    expect(cards.first).to_contain_text("Winner → Final")
    page.get_by_role("link", name="Quarter-finals").click()
    match = Match.objects.get(round__number=2, slot="W2.1")
    cards.first.click()
    page.wait_for_url(f"**{reverse('match', args=[match.pk])}")


@pytest.mark.parametrize(("entries", "cards"), [(5, 2), (32, 8), (64, 16)])
def test_phone_begins_with_the_round_that_is_played(
    quiet_page: Page, live_server: Any, entries: int, cards: int
) -> None:
    page, stage = quiet_page, knockout(entries)
    page.set_viewport_size(SMALL_PHONE)
    open_bracket(page, live_server, stage)
    expect(page.locator("svg.bracket-drawing")).to_be_hidden()
    expect(page.locator(".bracket-card")).to_have_count(cards)
    wide = "() => [...document.querySelectorAll('.bracket-card')].map((c) => c.scrollWidth)"
    assert max(page.evaluate(wide)) <= SMALL_PHONE["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE["width"]


def test_picture_follows_a_result_and_opens_a_match(quiet_page: Page, live_server: Any) -> None:
    page, stage = quiet_page, knockout(8)
    page.set_viewport_size(WIDE)
    open_bracket(page, live_server, stage)
    match = Match.objects.get(round__number=2, slot="W2.1")
    winner = match.seats.order_by("letter")[0].entry_id
    final = page.locator("svg.bracket-drawing [data-key='F1']")
    expect(final.locator("[data-entry]")).to_have_count(0)
    enter(match, 90, 60)
    expect(final.locator(f"[data-entry='{winner}']")).to_have_count(1)
    page.locator("svg.bracket-drawing a[data-key='W2.1']").click()
    page.wait_for_url(f"**{reverse('match', args=[match.pk])}")


@pytest.mark.parametrize("kind", ["knockout", "double_elimination"])
def test_page_has_no_faults(quiet_page: Page, live_server: Any, kind: str) -> None:
    stage = knockout(13, kind=kind)
    open_bracket(quiet_page, live_server, stage)
    assert faults_of_page(quiet_page) == []


@pytest.mark.parametrize("kind", ["knockout", "double_elimination"])
@pytest.mark.parametrize("entries", [5, 13, 32, 64])
def test_names_stay_in_their_boxes(page: Page, live_server: Any, entries: int, kind: str) -> None:
    stage = knockout(entries, kind=kind)
    page.set_viewport_size(WIDE)
    open_bracket(page, live_server, stage)
    assert page.evaluate(_OVER, ".bracket-picture") == []
    assert min(page.evaluate(_SIZES, ".bracket-picture")) >= 11
    page.locator(".bracket-name").evaluate_all("names => names.forEach((n) => n.append('mmmmmm'))")
    assert page.evaluate(_OVER, ".bracket-picture") != []  # the control


@pytest.mark.parametrize(("entries", "large"), [(5, 0), (13, 0), (32, 2), (64, 4)])
def test_big_screen_shows_all_in_one_picture_and_where_that_is_small_in_large(
    quiet_page: Page, live_server: Any, entries: int, large: int
) -> None:
    page, stage = quiet_page, knockout(entries)
    page.set_viewport_size(SCREEN)
    open_bracket(page, live_server, stage, "event-projector")
    slides = page.locator("[data-slide^='bracket-']")
    expect(slides).to_have_count(1 + large)
    page.keyboard.press(" ")
    sizes: list[float] = []
    while len(sizes) < 1 + large:
        page.keyboard.press("ArrowRight")
        shown = page.locator("[data-slide]:not([hidden])")
        if shown.get_attribute("data-slide", timeout=5000).startswith("bracket"):  # type: ignore[union-attr]
            sizes.append(min(page.evaluate(_SIZES, "[data-slide]:not([hidden])")))
            bottom = page.evaluate(
                "() => document.querySelector('[data-slide]:not([hidden]) svg.bracket-drawing')"
                ".getBoundingClientRect().bottom"
            )
            assert bottom <= SCREEN["height"]
    assert [size >= 20 for size in sizes] == [not large, *[True] * large]
    assert sizes[0] >= 13


@pytest.mark.parametrize(
    ("field", "paper", "sheets"),
    [
        ((5, "knockout"), "a4", 1),
        ((13, "knockout"), "a4", 1),
        ((32, "knockout"), "a4", 1),
        ((64, "knockout"), "a4", 3),
        ((64, "knockout"), "a3", 1),
        ((32, "double_elimination"), "a4", 2),
        ((32, "double_elimination"), "a3", 1),
    ],
)
def test_paper_has_whole_sheets(
    page: Page, live_server: Any, tmp_path: Path, field: tuple[int, str], paper: str, sheets: int
) -> None:
    entries, kind = field
    stage = knockout(entries, kind=kind)
    address = reverse("print-bracket", args=[stage.event_id])
    page.goto(f"{live_server.url}{address}?paper={paper}")
    page.emulate_media(media="print")
    page.pdf(path=tmp_path / "bracket.pdf", prefer_css_page_size=True)
    printed = list(pypdfium2.PdfDocument(tmp_path / "bracket.pdf"))
    assert len(printed) == sheets
    size = A4 if paper == "a4" else A3
    assert {tuple(map(round, sheet.get_size())) for sheet in printed} == {size}
    for sheet in printed:
        text = sheet.get_textpage()
        boxes = [text.get_charbox(number) for number in range(text.count_chars())]
        assert min(left for left, _bottom, _right, _top in boxes) >= 0
        assert max(right for _left, _bottom, right, _top in boxes) <= size[0]
        assert min(bottom for _left, bottom, _right, _top in boxes) >= 0
    assert round(min(page.evaluate(_SIZES, ".bracket-sheet")), 2) >= 11
