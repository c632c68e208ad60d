"""An event taken along to a hall without network and brought back; and one started on a laptop.

Two services with databases of their own, and browsers at both of them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.copies import copy_database, prepare_empty
from tests.journeys.evening import (
    Desk,
    Visitors,
    look_at,
    open_club,
    prepare_account,
    service_with,
)
from tests.journeys.people import type_password
from tests.journeys.scorekeeper import Scorekeeper
from tests.journeys.service import Service, running
from tests.prepared import prepared

pytestmark = pytest.mark.browser

EVENT = "Večer v sokolovně"
TEMPLATE = "Two-player Swiss, 7 rounds"
PLAYERS = [
    "Alena Adamec",
    "Bořek Bureš",
    "Cecílie Dol",
    "David Fran",
    "Eliška Hru",
    "Filip Jah",
    "Gita Kos",
    "Hynek Lis",
]
PASSWORD = "kolik-je-kaleidoskopu"
WHO = "Laptop of Jana"


@contextmanager
def venue(folder: Path, *answers: str, opens: Path | None = None) -> Iterator[Service]:
    copy_database(prepared("empty", prepare_empty), folder / "data")
    with running(folder, *answers, opens=opens, ARBITR_MODE="venue") as started:
        yield started


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Service]:
    """Asked for before `visitors`, so that their pages are closed before it stops."""
    account = prepared("account", prepare_account)
    folder = tmp_path / "server"
    folder.mkdir()
    with service_with(account, folder=folder) as started:
        yield started


def play_round(desk: Desk, keeper: Scorekeeper, number: int) -> None:
    desk.draft(number)
    tables = desk.publish(number)
    desk.type_results(keeper.play(number, tables))
    desk.close(number)


def file_from(page: Page, folder: Path) -> Path:
    with page.expect_download() as started:
        page.get_by_role("link", name="Download the file").first.click()
    path = folder / started.value.suggested_filename
    started.value.save_as(path)
    return path


def tap(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def on_laptop(visitors: Visitors, laptop: Service, server_desk: Desk, server: Service) -> Desk:
    """The event under the same address as on the server."""
    desk = Desk(visitors.at_desk())
    desk.page.goto(laptop.address("/accounts/login/"))
    type_password(desk.page, "jana-mala", PASSWORD)
    expect(desk.page.get_by_role("heading", name="Hello")).to_be_visible()
    desk.address = server_desk.address.replace(server.address(), laptop.address())
    return desk


def test_event_goes_to_a_hall_and_comes_back(
    server: Service, visitors: Visitors, tmp_path: Path
) -> None:
    desk = Desk(visitors.at_desk())
    open_club(desk.page, server)
    desk.create_event(TEMPLATE, EVENT)
    desk.press("Open for entries")
    desk.enter_quickly(PLAYERS)
    desk.start(planned=7)
    keeper = Scorekeeper(seed=6)
    play_round(desk, keeper, 1)

    desk.open("away/")
    look_at(desk.page)
    desk.page.get_by_label("Who has it meanwhile").fill(WHO)
    tap(desk.page, "Take it with you")
    expect(desk.page.get_by_role("status")).to_contain_text("locked here")
    look_at(desk.page)
    taken = file_from(desk.page, tmp_path)

    spectator = visitors.on_phone()
    spectator.goto(desk.address)
    expect(spectator.get_by_role("main")).to_contain_text(WHO)
    look_at(spectator)

    answers = ("Jana Malá", PASSWORD, PASSWORD)
    with venue(tmp_path / "laptop", *answers, opens=taken) as laptop:
        there = on_laptop(visitors, laptop, desk, server)
        play_round(there, keeper, 2)
        there.open("away/")
        look_at(there.page)
        tap(there.page, "Send how it stands")
        expect(there.page.get_by_role("status")).to_contain_text("Sent")
        spectator.goto(f"{desk.address}standings/")
        expect(spectator.get_by_role("main")).to_contain_text("2")

        play_round(there, keeper, 3)
        there.open("away/")
        tap(there.page, "Bring it back now")
        expect(there.page.get_by_role("status")).to_contain_text("The event is back")
        look_at(there.page)
        there.page.close()  # it would ask a laptop that is off

    spectator.goto(desk.address)
    expect(spectator.get_by_role("main")).not_to_contain_text(WHO)
    desk.draft(4)  # it goes on at home


def test_event_of_a_laptop_is_shown_on_the_server_and_goes_on_there(
    server: Service, visitors: Visitors, tmp_path: Path
) -> None:
    page = visitors.at_desk()
    open_club(page, server)
    club_page = page.url
    answers = ("Jana Malá", "Klub na cestě", PASSWORD, PASSWORD)
    with venue(tmp_path / "laptop", *answers) as laptop:
        desk = Desk(visitors.at_desk())
        desk.page.goto(laptop.address("/accounts/login/"))
        type_password(desk.page, "jana-mala", PASSWORD)
        desk.page.get_by_role("link", name="Klub na cestě").click()
        desk.create_event(TEMPLATE, EVENT)
        desk.press("Open for entries")
        desk.enter_quickly(PLAYERS)
        desk.start(planned=7)
        keeper = Scorekeeper(seed=7)
        play_round(desk, keeper, 1)

        desk.open("away/")
        shown = file_from(desk.page, tmp_path)
        page.goto(f"{club_page}events/archive/")
        page.get_by_label("File").set_input_files(shown)
        tap(page, "Show what would happen")
        page.get_by_label("Another computer goes on running it").check()
        tap(page, "Take the event over")
        expect(page.get_by_role("main")).to_contain_text("Klub na cestě")
        at_home = page.url
        look_at(page)

        play_round(desk, keeper, 2)
        desk.open("away/")
        later = file_from(desk.page, tmp_path)
        page.goto(f"{at_home}away/")
        page.get_by_label("File from the other computer").set_input_files(later)
        tap(page, "Show what is new")
        expect(page.get_by_role("main")).to_contain_text("1 round")
        look_at(page)
        page.get_by_label("Here: the lock comes off").check()
        tap(page, "Bring it back")
        expect(page.get_by_role("status")).to_contain_text("The event is back")
        desk.page.close()

    home = Desk(page)
    home.address = at_home
    home.draft(3)
