"""Whole games entered by touch alone on a sheet of the running service, and counted."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

from league.models import Sheet
from tests.browser import ARGUMENTS, find_chromium
from tests.factories.sheets import noted, practice, written
from tests.journeys.inspection import SMALL_PHONE
from tests.journeys.kept_games import KEPT_GAMES, NAMES, SET_UP, KeptGame, budget
from tests.journeys.service import running
from tests.journeys.sheets import OnPhone

Opened = Callable[[Sheet], OnPhone]
_HEAD = f"{'game':12} {'players':>7} {'lines':>6} {'set-up':>7} {'touches':>8} {'budget':>7}"


def is_within_budget(folder: Path) -> bool:
    """`folder`: where the service keeps its data, in `data`, and its log."""
    print(_HEAD)
    with _phone(folder) as opened:
        kept_within = [_keep(kept, opened) for kept in KEPT_GAMES]
    return all(kept_within)


def _keep(kept: KeptGame, opened: Opened) -> bool:
    laid_out = shuffled(kept, opened) if kept.tags else 0
    phone = begun(kept, opened)
    lines = phone.keep(kept.lines)
    touches, most = phone.thumb.finger.touches, budget(kept.game, lines)
    is_within = touches <= most and laid_out <= SET_UP
    figures = f"{len(lines):6} {laid_out:7} {touches:8} {most:7}{'' if is_within else '  over'}"
    print(f"{kept.game:12} {kept.players:7} {figures}", flush=True)
    return is_within


def begun(kept: KeptGame, opened: Opened, *, played: int = 0) -> OnPhone:
    """A phone on the sheet of a game, laid out as in its record, some lines played."""
    sheet = practice(kept.game, players=kept.players, names=NAMES, help="check")
    if kept.tags:
        written(sheet, *noted(("", kept.tags), kind="set_up", key="s"))
    written(sheet, *noted(*((line.seat, line.words) for line in kept.lines[:played])))
    return opened(sheet)


def shuffled(kept: KeptGame, opened: Opened) -> int:
    """The touches of a set-up, on a sheet of its own: it is dealt at random there."""
    phone = opened(practice(kept.game, players=kept.players, names=NAMES))
    phone.shuffle()
    return phone.thumb.finger.touches


@contextmanager
def _phone(folder: Path) -> Iterator[Opened]:
    with running(folder) as service, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        page = browser.new_page(viewport=SMALL_PHONE, has_touch=True, is_mobile=True, locale="en")

        def opened(sheet: Sheet) -> OnPhone:
            page.goto(service.address(f"/c/{sheet.code}/"))
            page.goto(service.address(f"/sheets/{sheet.pk}/"))
            return OnPhone(page, sheet.game)

        yield opened
