"""What comes out of the printer: no word is split, nothing is cut off, no sheet is wasted."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page

from league.models import Player, Stage
from league.standings.services import compute_standings
from tests.factories import make_user
from tests.factories.events import played_round, published_round, running_event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PEOPLE = 27
FIRST = ("Markéta", "Maxmiliána", "Štěpán", "Vojtěch")
LAST = ("Nejezchlebová", "Zavadilová-Procházková", "Řehoř", "Přikrylová")
A4 = {(595, 842), (842, 595)}
SHOWN = """() => (document.querySelector('.paper, .poster') ?? document.body).innerText"""


@pytest.fixture
def stage(client: Client) -> Stage:
    """Two rounds are played, the third is on the tables; all names are shown in full."""
    stage = running_event(PEOPLE, language="cs")
    for number, player in enumerate(Player.objects.order_by("pk")):
        Player.objects.filter(pk=player.pk).update(
            full_name=f"{FIRST[number % 4]} {LAST[number // 4 % 4]}", privacy=Player.Privacy.FULL
        )
    played_round(stage)
    played_round(stage)
    published_round(stage)
    return stage


@pytest.fixture
def organiser(page: Page, live_server: Any, client: Client) -> Page:
    """One who reads Czech: its words are longer than English ones."""
    client.force_login(make_user(is_superuser=True, language="cs"))
    page.context.add_cookies(
        [
            {"name": name, "value": cookie.value, "url": live_server.url}
            for name, cookie in client.cookies.items()
        ]
    )
    return page


class Printed:
    def __init__(self, page: Page, path: Path) -> None:
        page.emulate_media(media="print")
        self.expected = set(page.evaluate(SHOWN).split())
        page.pdf(path=path, prefer_css_page_size=True)
        page.emulate_media(media="screen")
        self.sheets = list(pypdfium2.PdfDocument(path))

    def split_words(self) -> list[str]:
        """A line may end after a hyphen, for which the reader of the file has signs of its own."""
        texts = [sheet.get_textpage().get_text_range() for sheet in self.sheets]
        joined = re.sub(r"[-\x02\ufffe](\r?\n)?", "-", " ".join(texts))
        return sorted(self.expected - set(joined.split()))

    def heights_of(self, letter: str) -> Iterator[float]:
        """In millimetres."""
        for sheet in self.sheets:
            text = sheet.get_textpage()
            for number in range(text.count_chars()):
                if text.get_text_range(number, 1) == letter:
                    _left, bottom, _right, top = text.get_charbox(number)
                    yield (top - bottom) * 25.4 / 72

    def letters_cut_off(self) -> list[str]:
        return [letter for sheet in self.sheets for letter in _outside(sheet)]


def _outside(sheet: pypdfium2.PdfPage) -> Iterator[str]:
    width, height = sheet.get_size()
    text = sheet.get_textpage()
    for number in range(text.count_chars()):
        left, bottom, right, top = text.get_charbox(number)
        if left < 0 or bottom < 0 or right > width or top > height:
            yield text.get_text_range(number, 1)


def assert_is_good(printed: Printed) -> None:
    assert {tuple(map(round, sheet.get_size())) for sheet in printed.sheets} <= A4
    assert len(printed.expected) > 5
    assert printed.split_words() == []
    assert printed.letters_cut_off() == []


def address_of(name: str, stage: Stage) -> str:
    if name.startswith("round:"):
        last = stage.rounds.order_by("number").last()
        assert last is not None
        return reverse(name.removeprefix("round:"), args=[last.pk])
    return reverse(name, args=[stage.event_id])


@pytest.mark.parametrize(
    ("name", "sheets"),
    [
        ("print-standings", 1),
        ("round:print-tables", 2),
        ("round:print-names", 2),
        ("round:print-slips", 2),
        ("print-blank", 1),
        ("print-cards", 3),
        ("event-poster", 1),
    ],
)
def test_sheets_are_whole_and_few(
    organiser: Page, live_server: Any, stage: Stage, tmp_path: Path, name: str, sheets: int
) -> None:
    organiser.goto(live_server.url + address_of(name, stage))
    printed = Printed(organiser, tmp_path / "printed.pdf")
    assert_is_good(printed)
    assert len(printed.sheets) <= sheets


@pytest.mark.parametrize("name", ["round:print-tables", "round:print-names"])
def test_lists_for_the_wall_are_read_from_three_metres(
    organiser: Page, live_server: Any, stage: Stage, tmp_path: Path, name: str
) -> None:
    """A capital seen under eight minutes of arc: half as much again as good eyes need."""
    organiser.goto(live_server.url + address_of(name, stage))
    printed = Printed(organiser, tmp_path / "printed.pdf")
    heights = list(printed.heights_of("M"))
    assert len(heights) == 14  # Markéta, Maxmiliána
    assert min(heights) > 6.9


def test_event_on_paper_keeps_all_its_columns(
    organiser: Page, live_server: Any, stage: Stage, tmp_path: Path
) -> None:
    with organiser.expect_download() as download:
        organiser.goto(live_server.url + reverse("event-print", args=[stage.event_id]))
        organiser.locator("a[download]").first.click()
    download.value.save_as(tmp_path / "event.html")
    organiser.goto((tmp_path / "event.html").as_uri())
    assert_is_good(Printed(organiser, tmp_path / "event.pdf"))


def test_more_columns_than_an_upright_sheet_takes_lie_across(
    organiser: Page, live_server: Any, stage: Stage, tmp_path: Path
) -> None:
    Stage.objects.filter(pk=stage.pk).update(chain=["PLACES", "REL", "OPP", "GAME", "SEED", "LOTS"])
    compute_standings(stage.pk)
    organiser.goto(live_server.url + reverse("print-standings", args=[stage.event_id]))
    printed = Printed(organiser, tmp_path / "printed.pdf")
    assert_is_good(printed)
    assert [tuple(map(round, sheet.get_size())) for sheet in printed.sheets][:1] == [(842, 595)]


def test_cut_goes_beside_the_address_on_a_card(
    organiser: Page, live_server: Any, stage: Stage
) -> None:
    organiser.goto(live_server.url + reverse("print-cards", args=[stage.event_id]))
    organiser.emulate_media(media="print")
    ends = organiser.evaluate(
        """() => [...document.querySelectorAll('.table-sign')].map((card) => [
          card.lastElementChild.getBoundingClientRect().bottom,
          card.getBoundingClientRect().bottom,
        ])"""
    )
    assert ends
    assert [(text, card) for text, card in ends if text > card - 5] == []


def test_split_word_is_seen(
    organiser: Page, live_server: Any, stage: Stage, tmp_path: Path
) -> None:
    """The control of the tests above: a name that is narrower than its words."""
    organiser.goto(live_server.url + reverse("print-standings", args=[stage.event_id]))
    organiser.evaluate(
        """() => document.querySelectorAll('.paper-table tbody bdi').forEach((name) => {
          Object.assign(name.style, { display: 'block', width: '8mm', overflowWrap: 'anywhere' });
        })"""
    )
    assert "Nejezchlebová" in Printed(organiser, tmp_path / "printed.pdf").split_words()
