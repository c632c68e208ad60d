"""A game of each kind, tapped in on a phone line by line, handed in, verified and confirmed.

Two players without accounts at a table of a real event; the service runs as people start it, so
that the rules are asked by a job of its own.
"""

from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Browser, expect

from games.registry import rules_of
from tests.factories.sheets import lines_of, tags_of
from tests.factories.tables import record_of, scores_of
from tests.journeys.evening import (
    ORGANISER,
    Desk,
    Visitors,
    found_club,
    look_at,
)
from tests.journeys.people import log_in
from tests.journeys.scorekeeper import public_name
from tests.journeys.service import Service
from tests.journeys.sheet_taps import lay_out
from tests.journeys.sheets import OnPhone
from tests.journeys.tables import Phone, Scores, cards_of

pytestmark = pytest.mark.browser

EVENT = "Podzimní turnaj"
TEMPLATE = "Two-player Swiss, 7 rounds"
PLAYERS = ("Alena Adamcová", "Bořek Bureš")
# Seeds of short games with closed hands, and how many lines are played.
# What Polyssimo's record says last, that nobody can go on, is not asked of a table.
GAMES = {"kaleidoskop": (1, None), "polyssimo": (44, -1), "triolet": (39, 24), "twisty": (1, None)}
BY_TIME = ("triolet",)


@pytest.fixture(scope="module")
def desk(browser: Browser, empty_service: Service) -> Iterator[Desk]:
    people = Visitors(browser)
    desk = Desk(people.at_desk())
    log_in(desk.page, empty_service, ORGANISER.login, ORGANISER.password)
    yield desk
    assert people.leave() == []


@pytest.mark.parametrize("game", GAMES)
def test_game_is_kept_on_a_phone(
    visitors: Visitors, empty_service: Service, desk: Desk, game: str
) -> None:
    seed, most = GAMES[game]
    lines = lines_of(game, seed=seed)[:most]
    card, people = table_of(desk, empty_service, game)
    phone, other = Phone(visitors.on_phone()), Phone(visitors.on_phone())
    phone.sit_down(card, people[0])
    sheet = open_sheet(phone, game)
    if game == "twisty":
        lay_out(sheet.thumb, tags_of(game, seed=seed))
        sheet.confirm()
        expect(sheet.turn).to_contain_text("is to play")
    for at, (_seat, words) in enumerate(lines):
        sheet.write(words)
        if at == len(lines) // 2:
            look_at(phone.page)
    if game in BY_TIME:
        sheet.call_time()
    scores = dict(zip(people, expected(game, lines), strict=True))
    expect_winner(sheet, scores)
    look_at(phone.page)
    hand_in(phone)
    confirm(other, card, people[1], scores)
    phone.expect_result(scores, grade="verified")


def table_of(desk: Desk, service: Service, game: str) -> tuple[str, Sequence[str]]:
    """The only table of a club of its own: its card, and who sits there."""
    rules = rules_of(game)
    assert rules is not None
    found_club(desk.page, service, f"Klub hráčů: {rules.name}")
    desk.create_event(TEMPLATE, EVENT, game=rules.name)
    desk.press("Open for entries")
    desk.enter_quickly(PLAYERS)
    desk.start(planned=7)
    desk.draft(1)
    [table] = desk.publish(1)
    return cards_of(desk, service)[table.number], table.people


def open_sheet(phone: Phone, game: str) -> OnPhone:
    phone.follow("Open the score sheet")
    expect(phone.page.get_by_role("heading", name="Score sheet")).to_be_visible()
    if game == "kaleidoskop":
        look_at(phone.page)
    phone.tap("Start the game")
    return OnPhone(phone.page, game)


def expected(game: str, lines: Sequence[tuple[str, str]]) -> list[int]:
    """What the rules give for these lines."""
    seed, _most = GAMES[game]
    record = record_of(seed, game=game, players=2, variant="base")
    tags = [line for line in record.splitlines() if line.startswith("[")]
    if game in BY_TIME:
        tags.append('[Termination "time"]')
    return scores_of("\n".join([*tags, *(f"{seat} {words}" for seat, words in lines)]))


def expect_winner(sheet: OnPhone, scores: Scores) -> None:
    expect(sheet.result).to_be_visible()
    for person, score in scores.items():
        row = sheet.result.locator("li", has_text=public_name(person))
        expect(row.locator("strong")).to_have_text(str(score))


def hand_in(phone: Phone) -> None:
    phone.tap("Hand in the result")
    expect(phone.page.get_by_role("status").first).to_contain_text("Handed in.")


def confirm(other: Phone, card: str, person: str, scores: Scores) -> None:
    """On another phone, after a look at the figures."""
    other.sit_down(card, person)
    other.tap("Yes, that is right")
    other.expect_result(scores, grade="verified")
