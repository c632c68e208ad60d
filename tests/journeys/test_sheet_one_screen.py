"""Everything that a table needs is on one screen, in every phase of every game: by coordinates."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Page, expect

from league.models import Sheet
from league.sheets.services.acts import Note
from tests.factories.sheets import noted, practice, written
from tests.factories.tables import table
from tests.journeys.kept_games import KEPT_GAMES, NAMES, KeptGame
from tests.journeys.sheets import LAID_OUT_S, OnPhone, Room, sheet_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LANGUAGES = ("cs", "sk", "en")
# What lies one above the other, in this order; keys may reach over the corner of a board.
PARTS = (".site-head", "[data-seats]", ".sheet-now", "[data-board]", "[data-pad]", "[data-result]")
LEAST = {640: 160, 740: 240}  # pixels of a board, across
EXCHANGE = {"kaleidoskop": ".kaleidoskop-exchange", "triolet": ".triolet-keys > :last-child"}
LAWFUL_AGAIN = ("swap", "pass")
_FAULTS = Path(__file__).with_name("one_screen.js").read_text()


def faults(page: Page, phase: str) -> list[str]:
    """Of what is shown now, on a small and on a usual phone."""
    found = []
    for height, least in LEAST.items():
        page.set_viewport_size({"width": 360, "height": height})
        told = left_wrong(page, least=least)
        found += [f"{phase} at {height}: {fault}" for fault in told]
    return found


def left_wrong(page: Page, *, least: int) -> list[str]:
    """Once the page has come to rest after what was touched."""
    end = monotonic() + LAID_OUT_S
    while (told := page.evaluate(_FAULTS, [PARTS, least])) and monotonic() < end:
        page.wait_for_timeout(50)
    return list(told)


def reopened(page: Page) -> None:
    page.reload()
    expect(page.locator("#sheet[data-ready]")).to_be_visible()


def changing(page: Page) -> None:
    """An earlier line, as it was then."""
    page.locator("[data-opens=log]").tap()
    page.locator("[data-do=edit]").nth(1).tap()
    page.get_by_role("dialog").locator(".primary").tap()
    expect(page.locator("#sheet[data-editing]")).to_be_visible()


def refused(page: Page, sheet: Sheet, note: dict[str, object]) -> None:
    """What waited on the phone is against the rules."""
    sheet.refresh_from_db()
    kept = json.dumps({"queue": [note], "after": sheet.number})
    page.evaluate("kept => localStorage.setItem(...kept)", [f"sheet:{sheet.pk}", kept])
    reopened(page)
    expect(page.locator(".sheet-say.is-refused")).to_be_visible()


def phases(phone: OnPhone, sheet: Sheet, kept: KeptGame) -> Iterator[str]:
    """From the middle of a game on, opened on a phone that has not seen it before."""
    page, half = phone.page, len(kept.lines) // 2
    lines = [(line.seat, line.words) for line in kept.lines]
    expect(phone.offer.get_by_role("button")).to_be_visible()
    yield "offered"
    changing(page)
    yield "editing"
    page.locator("[data-do=cancel]").tap()
    expect(page.locator("#sheet[data-editing]")).to_have_count(0)
    if kept.game in EXCHANGE:
        said = phone.say.inner_text()
        page.locator(EXCHANGE[kept.game]).tap()
        expect(phone.say).not_to_have_text(said)
        yield "exchange"
    placed = next(
        line.words for line in reversed(kept.lines[:half]) if line.kind not in LAWFUL_AGAIN
    )
    refused(page, sheet, {"key": "again", "kind": "action", "seat": lines[half][0], "text": placed})
    yield "refused"
    phone.undo()
    expect(page.locator(".sheet-say.is-refused")).to_have_count(0)
    written(sheet, *noted(*lines[half:], key="rest"))
    if kept.game == "triolet":
        written(sheet, Note("time", "time"))
    reopened(page)
    expect(phone.result).to_be_visible()
    yield "end"


def opened(room: Room, kept: KeptGame) -> tuple[Sheet, OnPhone]:
    """At a table of an event, or for practice, in the middle of the game."""
    match = table(2, game=kept.game) if kept.players == 2 else None
    sheet = sheet_of(match) if match else practice(kept.game, players=kept.players, names=NAMES)
    if kept.tags:
        written(sheet, *noted(("", kept.tags), kind="set_up", key="set"))
    half: Sequence[tuple[str, str]] = [(line.seat, line.words) for line in kept.lines]
    written(sheet, *noted(*half[: len(half) // 2]))
    return sheet, room.at(match, sheet, seat="A") if match else room.practising(sheet)


@pytest.mark.parametrize(
    ("kept", "language"),
    [(kept, LANGUAGES[at % 3]) for at, kept in enumerate(KEPT_GAMES)],
    ids=[f"{kept.game}-{kept.players}" for kept in KEPT_GAMES],
)
def test_everything_is_on_one_screen(room: Room, kept: KeptGame, language: str) -> None:
    room.language = language
    fresh = room.practising(practice(kept.game, players=kept.players, names=NAMES))
    found = faults(fresh.page, "start")
    sheet, phone = opened(room, kept)
    for phase in phases(phone, sheet, kept):
        found += faults(phone.page, phase)
    assert found == []
