"""A Swiss of 41 players at tables of two, seven rounds long, run from the desk in the browser."""

from collections import Counter
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.evening import (
    Desk,
    Visitors,
    expect_standings,
    look_at,
    open_club,
)
from tests.journeys.scorekeeper import Scorekeeper, Table
from tests.journeys.service import Service

pytestmark = pytest.mark.browser

EVENT = "Podzimní turnaj"
TEMPLATE = "Two-player Swiss, 7 rounds"
ROUNDS = 7
BYE_POINTS = 2
FIRST_NAMES = ("Alena", "Bořek", "Cecílie", "David", "Eliška", "Filip")
LAST_NAMES = ("Adamec", "Bureš", "Doležal", "Franěk", "Hruška", "Jahoda", "Malý")
PLAYERS = [f"{first} {last}" for first, last in product(FIRST_NAMES, LAST_NAMES)][:41]


def test_swiss_event(visitors: Visitors, empty_service: Service) -> None:
    desk = Desk(visitors.at_desk())
    open_club(desk.page, empty_service)
    desk.create_event(TEMPLATE, EVENT)
    desk.press("Open for entries")
    desk.enter_quickly(PLAYERS)
    desk.start(planned=ROUNDS)

    keeper = Scorekeeper(seed=41)
    met: Counter[frozenset[str]] = Counter()
    for number in range(1, ROUNDS + 1):
        tables = play_round(desk, keeper, number)
        met.update(frozenset(table.people) for table in tables)
    assert set(met.values()) == {1}
    assert len(keeper.byes) == ROUNDS  # each round somebody else

    desk.finish()
    spectator = visitors.on_phone()
    spectator.goto(f"{desk.address}standings/")
    expect_standings(spectator, keeper.standings(PLAYERS))
    look_at(spectator)
    look_at_room(desk, keeper, visitors.at_desk())


def play_round(desk: Desk, keeper: Scorekeeper, number: int) -> list[Table]:
    desk.draft(number)
    if number == 2:
        look_at(desk.page)
    tables = desk.publish(number)
    [rests] = set(PLAYERS) - {person for table in tables for person in table.people}
    assert len(tables) == len(PLAYERS) // 2
    keeper.byes[rests] += BYE_POINTS
    desk.type_results(keeper.play(number, tables))
    if number == 1:
        look_at(desk.page)
    desk.close(number)
    return tables


def look_at_room(desk: Desk, keeper: Scorekeeper, room: Page) -> None:
    """The final standings in the event's language, over several pages that turn by the arrows."""
    room.goto(f"{desk.address}projector/")
    expect(room.get_by_role("heading", name="Konečné pořadí")).to_be_visible()
    kept = keeper.standings(PLAYERS)
    leaders = {name for name, worth in kept.items() if worth == max(kept.values())}
    first = room.locator(".big-rows li").first
    assert first.locator("bdi").inner_text() in leaders
    look_at(room)
