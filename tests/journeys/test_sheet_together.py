"""Several phones at one table: all see the same board, and of two actions at once one wins."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.factories.sheets import lines_of, noted, practice, tags_of, written
from tests.factories.tables import table
from tests.journeys.sheets import Room, sheet_of
from tests.processes import eventually

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LINES = [words for _seat, words in lines_of("kaleidoskop", seed=12)]
TRIOLET = [words for _seat, words in lines_of("triolet", seed=39)]
# By game: the seed, and how much was played before everybody has a phone out; eight lines follow.
OWN = {"kaleidoskop": (12, 0), "triolet": (39, 0), "twisty": (4, 0), "polyssimo": (2, 20)}
OUT_OF_TURN = ("kaleidoskop",)  # what can be entered at any time


@contextmanager
def hearing_nothing(page: Page) -> Iterator[None]:
    """What the phone asks for gets no answer, but what it sends goes out."""
    page.route("**/live/**", lambda _route: None)
    yield
    page.unroute("**/live/**")


@pytest.mark.parametrize("game", OWN)
def test_everybody_enters_the_own_moves(room: Room, game: str) -> None:
    """On a phone each: keys are there for the one whose turn it is, and all see the same board."""
    seed, before = OWN[game]
    match, played = table(2, game=game), lines_of(game, seed=seed)[: before + 8]
    sheet = sheet_of(match)
    if tags := tags_of(game, seed=seed):
        written(sheet, *noted(("", tags), kind="set_up", key="s"))
    written(sheet, *noted(*played[:before]))
    one = room.at(match, sheet, seat="A")
    one.more("I enter my own moves")
    one.open("More", is_closed=True)
    one.write(played[before][1])
    other = room.at(match, sheet, seat="B")
    other.offer.get_by_role("button", name="I enter my own moves").tap()
    phones = {"A": one, "B": other}
    for at, (seat, words) in enumerate(played[before + 1 :], start=before + 2):
        entering, waiting = phones[seat], phones["B" if seat == "A" else "A"]
        expect(waiting.turn).to_contain_text("enters it on another phone")
        if game not in OUT_OF_TURN:
            expect(waiting.thumb.pad.get_by_role("button")).to_have_count(0)
        if game == "polyssimo":  # the offer, then the own pieces
            expect(waiting.thumb.pad.locator(".is-shown")).not_to_have_count(0)
        entering.write(words)
        expect(waiting.lines).to_have_count(at)
        expect(entering.page.locator("[data-do=undo]")).to_be_enabled()
        expect(waiting.page.locator("[data-do=undo]")).to_be_disabled()
    eventually(lambda: one.thumb.all_fields() == other.thumb.all_fields(), "the same board")
    entering.open("Moves")
    own = [words for each, words in played if each == seat]
    expect(entering.lines.get_by_role("button", name="Change")).to_have_count(len(own))
    entering.undo()
    expect(waiting.lines).to_have_count(len(played) - 1)
    waiting.more("I keep score for all")
    expect(waiting.thumb.pad.get_by_role("button")).not_to_have_count(0)


def test_at_practice_a_phone_says_once_whose_it_is(room: Room) -> None:
    sheet = practice("kaleidoskop", names={"A": "Anna", "B": "Bořek"})
    written(sheet, *noted(("A", LINES[0])))
    phone = room.practising(sheet)
    phone.offer.get_by_role("button", name="I enter my own moves").tap()
    phone.agree("I play as Anna")
    expect(phone.turn).to_have_text("Bořek is to play and enters it on another phone")
    phone.page.reload()
    expect(phone.turn).to_have_text("Bořek is to play and enters it on another phone")
    written(sheet, *noted(("B", LINES[1]), key="other"))
    expect(phone.turn).to_have_text("Anna is to play")
    phone.write(LINES[2])


def test_of_two_actions_at_once_one_wins(room: Room) -> None:
    match = table(2, game="kaleidoskop")
    sheet = sheet_of(match)
    one, other = room.at(match, sheet, seat="A"), room.at(match, sheet, seat="B")
    with hearing_nothing(other.page):
        one.write(LINES[0])
        other.enter(LINES[2])
        other.newest(LINES[0])
        expect(other.say).to_have_class(re.compile("is-refused"))
    expect(other.lines).to_have_count(1)
    other.undo()
    other.write(LINES[1])
    one.newest(LINES[1])
    room.expect_only(other, "409")


def test_what_is_being_entered_survives_a_remark_of_another(room: Room) -> None:
    match = table(2, game="triolet")
    sheet = sheet_of(match)
    one, other = room.at(match, sheet, seat="A"), room.at(match, sheet, seat="B")
    one.enter(TRIOLET[0])
    other.more("Write a remark")
    other.page.get_by_role("dialog").get_by_label("Remark").fill("Anna came late")
    other.agree("Write down")
    expect(one.page.locator(".log-remark")).to_have_text("Anna came late")
    one.confirm()
    other.newest(TRIOLET[0])


def test_what_is_begun_stays_where_it_is_lawful_when_another_phone_writes(room: Room) -> None:
    """Fields, then the tile; meanwhile the other phone lays one elsewhere, then right there."""
    match = table(2, game="kaleidoskop")
    sheet = sheet_of(match)
    phone = room.at(match, sheet, seat="B")
    tile, fields = LINES[1].split()
    ghosts = phone.page.locator(".ghost")
    phone.thumb.slide_over(*fields.split("-"))
    expect(ghosts).to_have_count(2)
    written(sheet, *noted(("A", LINES[0])))
    expect(phone.say).to_contain_text("Meanwhile on another phone: ")
    expect(ghosts).to_have_count(2)
    phone.thumb.choose_tile(tile)
    phone.newest(LINES[1])
    phone.thumb.slide_over(*LINES[3].split()[1].split("-"))
    written(sheet, *noted(("A", LINES[2]), ("B", LINES[3]), key="other"))
    expect(phone.say).to_contain_text("What you had begun no longer fits.")
    expect(ghosts).to_have_count(0)
    expect(phone.lines).to_have_count(4)
