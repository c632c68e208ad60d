"""Results from the tables: handed in on phones, replayed by the rules, confirmed, disputed, ruled.

Sixteen people at four tables of four. At the first, four phones do not agree and an arbiter rules;
at the second, one phone is passed round; at the third a record is verified; at the fourth one is
contradicted, mended, and sent twice because the connection was lost.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from games.verify import verify
from tests.journeys.evening import Desk, Visitors, look_at, open_club
from tests.journeys.people import Person, sign_up
from tests.journeys.scorekeeper import Table, public_name
from tests.journeys.service import Service
from tests.journeys.tables import Phone, Scores, broken, cards_of, record_of

pytestmark = pytest.mark.browser

EVENT = "Večer s Trioletem"
TEMPLATE = "Club evening: 4 rounds, tables of 3–4"
PLAYERS = (
    *("Anna Bartošová", "Bohumil Čermák", "Cyril Dvořák", "Dana Endrštová"),
    *("Emil Fiala", "Gabriela Hájková", "Hynek Ibl", "Ivana Jelínková"),
    *("Jakub Kolář", "Klára Lišková", "Libor Moravec", "Markéta Nová"),
    *("Norbert Oliva", "Olga Pokorná", "Přemysl Řezáč", "Radka Součková"),
)
REASON = "The arbiter counted the last turn again."


def test_results_from_the_tables(visitors: Visitors, empty_service: Service) -> None:
    desk = Desk(visitors.at_desk())
    arbiter = visitors.at_desk()
    person = sign_up(arbiter, empty_service)
    open_club(desk.page, empty_service)
    desk.create_event(TEMPLATE, EVENT, game="Triolet")
    name_arbiter(desk, person)
    ask_opponents(desk, "all opponents confirm")
    desk.press("Open for entries")
    desk.enter_quickly(PLAYERS)
    desk.start(planned=4)
    desk.draft(1)
    tables = desk.publish(1)
    cards = cards_of(desk, empty_service)
    look_at(desk.page)

    disagree_and_be_ruled(visitors, arbiter, desk, tables[0], card=cards[tables[0].number])
    ask_opponents(desk, "any one opponent confirms")
    pass_phone_round(visitors, tables[1], card=cards[tables[1].number])
    be_verified(visitors, tables[2], card=cards[tables[2].number])
    be_contradicted(visitors, tables[3], card=cards[tables[3].number])

    desk.open("desk/")
    look_at(desk.page)
    desk.close(1)


def name_arbiter(desk: Desk, person: Person) -> None:
    desk.open("officials/")
    desk.page.get_by_label("Login name or e-mail").fill(person.login)
    desk.press("Add the official")
    expect(desk.page.locator(".rows")).to_contain_text(person.login)


def ask_opponents(desk: Desk, rule: str) -> None:
    desk.open("settings/results/")
    desk.page.get_by_label(rule).check()
    desk.press("Save the settings")
    expect(desk.page.get_by_role("heading", name="Settings")).to_be_visible()


def seated(visitors: Visitors, table: Table, *, card: str, phones: int = 4) -> list[Phone]:
    """Phones of the first so many, in the order of the seats."""
    found = [Phone(visitors.on_phone()) for _ in range(phones)]
    for phone, person in zip(found, table.people, strict=False):
        phone.sit_down(card, person)
    return found


def disagree_and_be_ruled(
    visitors: Visitors, arbiter: Page, desk: Desk, table: Table, *, card: str
) -> None:
    right = dict(zip(table.people, (212, 180, 175, 160), strict=True))
    claimed = {**right, table.people[3]: 190}  # the last one claims the second place
    phones = [author, second, third, other] = seated(visitors, table, card=card)
    look_at(author.page)
    author.open_hand_in()
    author.type_scores(right)
    expect(author.page.locator("#check")).to_contain_text("212")
    look_at(author.page)
    author.send()
    look_at(author.page)
    expect(second.now).to_contain_text(f"{public_name(table.people[0])} handed in a result")
    look_at(second.page)
    for phone in (second, third):
        phone.tap("Yes, that is right")
        expect(phone.now).to_contain_text("You confirmed this result.")
    other.tap("No, that is wrong")
    for phone in phones:
        expect(phone.live.locator(".badges").first).to_contain_text("disputed")
    expect(author.now).to_contain_text(f"Says that it is wrong: {public_name(table.people[3])}")
    other.open_hand_in("Say how it was")
    other.type_scores(claimed)
    other.send()
    for phone in phones:
        expect(phone.now).to_contain_text("You do not agree on the result.")
    look_at(other.page)
    rule(arbiter, desk, table)
    for phone in phones:
        phone.expect_result(right, grade="ruled")
        expect(phone.live).to_contain_text(REASON)
    look_at(author.page)
    expect_points(author.page, desk, dict(zip(table.people, (11, 7, 4, 2), strict=True)))


def rule(arbiter: Page, desk: Desk, table: Table) -> None:
    """From the console to where the versions part, and to the ruling."""
    arbiter.goto(f"{desk.address}console/")
    expect(arbiter.locator(".next-step")).to_contain_text(f"Table {table.number} of round 1")
    look_at(arbiter)
    arbiter.locator(".next-step").get_by_role("link", name=f"Settle table {table.number}").click()
    expect(arbiter.locator(".version")).to_have_count(2)
    look_at(arbiter)
    arbiter.get_by_role("link", name="See where they differ").click()
    last = arbiter.locator(".beside .is-other", has_text=public_name(table.people[3]))
    expect(last.locator("td")).to_have_text([re.compile("160"), re.compile("190")])
    look_at(arbiter)
    arbiter.go_back()
    arbiter.get_by_label("Accept a version as it was handed in").check()
    arbiter.get_by_label("1. ").check()
    arbiter.get_by_label("Reason").fill(REASON)
    arbiter.get_by_role("button", name="See what it changes").click()
    expect(arbiter.get_by_role("heading", name="In the standings")).to_be_visible()
    look_at(arbiter)
    arbiter.get_by_role("button", name="Apply this ruling").click()
    expect(arbiter.get_by_role("status").first).to_contain_text("The ruling is applied.")
    look_at(arbiter)


def pass_phone_round(visitors: Visitors, table: Table, *, card: str) -> None:
    scores = dict(zip(table.people, (150, 149, 148, 147), strict=True))
    [phone] = seated(visitors, table, card=card, phones=1)
    phone.open_hand_in()
    phone.type_scores(scores)
    phone.send()
    phone.follow("Pass this phone round")
    expect(phone.page.get_by_role("heading", name="Is this right?")).to_be_visible()
    look_at(phone.page)
    phone.page.get_by_role("button", name=f"I am {public_name(table.people[1])}").tap()
    phone.expect_result(scores, grade="confirmed at the table")
    look_at(phone.page)


def be_verified(visitors: Visitors, table: Table, *, card: str) -> None:
    record = record_of("triolet", players=4, seed=3)
    [author, other] = seated(visitors, table, card=card, phones=2)
    author.open_hand_in()
    author.choose_file(record)
    expect(author.page.locator("#check [data-state='verified']")).to_be_visible()
    look_at(author.page)
    author.send()
    expect(author.now.locator("[data-state='verified']")).to_be_visible()
    look_at(author.page)
    other.tap("Yes, that is right")
    for phone in (author, other):
        phone.expect_result(scores_of(record, table), grade="verified")
    other.page.locator(".handed-in").get_by_role("link", name="Version 1").tap()
    expect(other.page.locator("#verdict [data-state='verified']")).to_be_visible()
    look_at(other.page)


def be_contradicted(visitors: Visitors, table: Table, *, card: str) -> None:
    record = record_of("triolet", players=4, seed=4)
    [author, other] = seated(visitors, table, card=card, phones=2)
    author.open_hand_in()
    author.page.get_by_text("Record", exact=True).tap()
    author.page.get_by_label("Paste the record").fill(broken(record, at=12))
    expect(author.page.locator("#check")).to_contain_text("Line 14")
    look_at(author.page)
    author.tap("Hand in all the same")
    said = author.page.get_by_role("status").first
    expect(said).to_contain_text("nobody is asked to confirm it")
    expect(said.locator(".notice")).to_have_attribute("data-kind", "warning")
    expect(author.now).to_contain_text("The rules contradict what you handed in.")
    expect(author.page.get_by_role("button", name="Take what the rules give")).to_have_count(0)
    look_at(author.page)
    author.follow("See where and why")
    expect(author.page.locator("#verdict .notice")).to_contain_text("Line 14: It is D's turn")
    expect(author.page.locator(".board-shown svg")).to_be_visible()
    look_at(author.page)
    author.page.go_back()

    author.open_hand_in("Correct it")
    author.page.get_by_label("Paste the record").fill(record)
    author.send_without_connection()
    [*_, lost] = visitors.complaints_of(author.page)
    assert lost == "console: Failed to load resource: net::ERR_FAILED"
    look_at(author.page)
    author.send()
    expect(author.now.locator("[data-state='verified']")).to_be_visible()
    expect(author.live.get_by_role("link", name="Version 2")).to_be_visible()
    expect(author.live.get_by_role("link", name="Version 3")).to_have_count(0)
    other.tap("Yes, that is right")
    author.expect_result(scores_of(record, table), grade="verified")
    author.follow("Whole history")
    expect(author.page.locator(".timeline [data-kind=version]")).to_have_count(2)
    look_at(author.page)
    author.follow("See both side by side")
    expect(author.page.get_by_role("heading", name="Where the records differ")).to_be_visible()
    look_at(author.page)


def scores_of(record: str, table: Table) -> Scores:
    """As the rules count them, seat by seat."""
    sides = sorted((side.standing for side in verify(record.encode()).sides), key=lambda s: s.seats)
    return {person: side.score for person, side in zip(table.people, sides, strict=True)}


def expect_points(page: Page, desk: Desk, points: Scores) -> None:
    page.goto(f"{desk.address}standings/")
    for person, own in points.items():
        row = page.locator(".standings tbody tr", has_text=public_name(person))
        expect(row.locator(".points")).to_have_text(str(own))
