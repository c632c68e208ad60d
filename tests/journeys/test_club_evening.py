"""A club evening from an empty database to the final table: 19 players, tables of 3–4, 4 rounds.

The organiser sits at a laptop, players have phones. Somebody comes late, somebody leaves, somebody
does not come to the table, and one table plays into the next round.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.evening import (
    Desk,
    Visitors,
    expect_standings,
    look_at,
    open_club,
)
from tests.journeys.people import sign_up
from tests.journeys.scorekeeper import Scorekeeper, Table, public_name
from tests.journeys.service import Service

pytestmark = pytest.mark.browser

EVENT = "Úterní večer"
TEMPLATE = "Club evening: 4 rounds, tables of 3–4"
GUESTS = ("Anna Bartošová", "Bohumil Čermák", "Cyril Dvořák", "Dana Endrštová")
MEMBER = "Emil Fiala"  # has an account
AT_DESK = (
    *("Gabriela Hájková", "Hynek Ibl", "Ivana Jelínková", "Jakub Kolář", "Klára Lišková"),
    *("Libor Moravec", "Markéta Nová", "Norbert Oliva", "Olga Pokorná", "Přemysl Řezáč"),
    *("Radka Součková", "Slavomír Tichý", "Tereza Urbanová", "Viktor Weiss"),
)
LATE = "Zuzana Žáčková"
LEAVES = "Jakub Kolář"
PLAYERS = (*GUESTS, MEMBER, *AT_DESK)
EVERYBODY = (*PLAYERS, LATE)


def test_club_evening(visitors: Visitors, empty_service: Service) -> None:
    desk = Desk(visitors.at_desk())
    open_club(desk.page, empty_service)
    desk.create_event(TEMPLATE, EVENT)
    look_at(desk.page)
    desk.press("Open for entries")

    guest = sign_up_guests(visitors, desk)
    member = sign_up_member(visitors, desk, empty_service)
    approve_guests(desk)
    enter_at_desk(desk)
    check_in(desk, member)
    desk.start(planned=4)

    keeper = Scorekeeper(seed=19)
    play_first_round(desk, keeper, guest=guest, room=visitors.at_desk())
    enter_late(desk)
    play_second_round(desk, keeper)
    withdraw(desk, LEAVES)
    late_table = play_third_round(desk, keeper)
    tables = draw_fourth_round(desk, keeper, late_table)
    correct_first_round(desk, keeper, visitors)
    play_fourth_round(desk, keeper, tables, member=member)
    finish(desk, keeper, member)


def sign_up_guests(visitors: Visitors, desk: Desk) -> Page:
    """Each from another phone; gives that of the last one."""
    for name in GUESTS:
        phone = visitors.on_phone()
        phone.goto(desk.address)
        phone.get_by_role("link", name="Enter this event").tap()
        phone.get_by_label("Your first name and surname").fill(name)
        if name == GUESTS[0]:
            look_at(phone)
        phone.get_by_role("button", name="Enter this event").tap()
        expect(phone.get_by_role("heading", name="My entry")).to_be_visible()
        expect(phone.get_by_role("main")).to_contain_text("The organisers will see it")
    return phone


def sign_up_member(visitors: Visitors, desk: Desk, service: Service) -> Page:
    phone = visitors.on_phone()
    sign_up(phone, service)
    phone.goto(f"{desk.address}sign-up/")
    phone.get_by_label("Your first name and surname").fill(MEMBER)
    phone.get_by_role("button", name="Enter this event").tap()
    expect(phone.get_by_role("button", name="I am here: check in")).to_be_visible()
    return phone


def approve_guests(desk: Desk) -> None:
    """The console says that somebody waits, and leads there."""
    desk.open("console/")
    look_at(desk.page)
    desk.page.get_by_role("link", name="4 people wait for approval").click()
    for name in GUESTS:
        desk.press(f"Approve: {name}")
        expect(desk.page.get_by_role("button", name=f"Check in: {name}")).to_be_visible()


def enter_at_desk(desk: Desk) -> None:
    desk.open("check-in/")
    for name in AT_DESK:
        desk.page.get_by_label("First name and surname").fill(name)
        desk.page.keyboard.press("Enter")
        expect(desk.page.get_by_role("status")).to_contain_text(f"{name}: registered.")


def check_in(desk: Desk, member: Page) -> None:
    """One by the own phone, one by a tap with its undo, the others at once."""
    member.goto(desk.address)
    member.get_by_role("link", name="Check in", exact=True).tap()
    member.get_by_role("button", name="I am here: check in").tap()
    expect(member.get_by_role("main")).to_contain_text("You are checked in.")

    desk.open("check-in/")
    here = desk.page.locator("#counts")
    expect(here).to_have_text("Here: 1, not yet: 18")
    desk.press(f"Check in: {GUESTS[0]}")
    expect(here).to_have_text("Here: 2, not yet: 17")
    desk.press(f"Undo: {GUESTS[0]}")
    expect(here).to_have_text("Here: 1, not yet: 18")
    look_at(desk.page)
    desk.page.get_by_text("Check in everyone").click()
    desk.press("Yes, all are here")
    expect(here).to_have_text("Here: 19, not yet: 0")


def play_first_round(desk: Desk, keeper: Scorekeeper, *, guest: Page, room: Page) -> None:
    desk.draft(1)
    look_at(desk.page)
    swap_by_two_taps(desk)
    tables = desk.publish(1)
    assert sorted(len(table.people) for table in tables) == [3, 4, 4, 4, 4]
    assert sorted(person for table in tables for person in table.people) == sorted(PLAYERS)
    start_clock(desk)
    find_table(desk, tables, guest)
    look_at_room(desk, tables, room)

    desk.tables(1)
    desk.type_results(keeper.play(1, tables))
    look_at(desk.page)
    desk.close(1)
    undo_closing(desk)
    desk.close(1)


def start_clock(desk: Desk) -> None:
    desk.open("desk/")
    desk.press("Start the clock")
    expect(desk.page.get_by_role("button", name="Pause")).to_be_visible()
    look_at(desk.page)


def swap_by_two_taps(desk: Desk) -> None:
    people = desk.page.locator(".seating .person-name")
    before = people.all_inner_texts()
    first, second = 0, 4  # of the first table of four and of the second
    people.nth(first).click()
    expect(desk.page.locator(".person[aria-pressed=true]")).to_have_count(1)
    people.nth(second).click()
    expect(desk.page.get_by_text("edited by hand")).to_be_visible()
    before[first], before[second] = before[second], before[first]
    assert sorted(people.all_inner_texts()[:8]) == sorted(before[:8])


def find_table(desk: Desk, tables: list[Table], guest: Page) -> None:
    [table] = [table for table in tables if GUESTS[-1] in table.people]
    guest.goto(desk.address)
    expect(guest.locator(".my-table b")).to_have_text(str(table.number))
    look_at(guest)
    guest.get_by_role("link", name="Find my table").tap()
    guest.get_by_role("searchbox").fill(GUESTS[-1][:3])
    expect(guest.locator(".found li")).to_have_count(1)
    expect(guest.locator(".found li")).to_contain_text(f"table {table.number}")
    look_at(guest)


def look_at_room(desk: Desk, tables: list[Table], room: Page) -> None:
    room.goto(f"{desk.address}projector/")
    expect(room.locator(".clock[data-clock=running]")).to_be_visible()
    for table in tables:
        shown = room.locator(".big-tables li").nth(table.number - 1)
        expect(shown).to_contain_text(public_name(table.people[0]))
    look_at(room)


def undo_closing(desk: Desk) -> None:
    step = desk.page.locator(".last-steps li").first
    expect(step).to_contain_text("Round 1: closed")
    step.get_by_role("button", name="Undo").click()
    expect(desk.heading("Round 1 is being played")).to_be_visible()


def enter_late(desk: Desk) -> None:
    desk.open("check-in/")
    desk.page.get_by_label("First name and surname").fill(LATE)
    desk.page.keyboard.press("Enter")
    expect(desk.page.get_by_role("status")).to_contain_text(f"{LATE}: here.")


def play_second_round(desk: Desk, keeper: Scorekeeper) -> None:
    desk.draft(2)
    tables = desk.publish(2)
    assert [len(table.people) for table in tables] == [4] * 5
    desk.type_results(keeper.play(2, tables))
    desk.close(2)


def withdraw(desk: Desk, name: str) -> None:
    desk.open("check-in/")
    desk.page.get_by_role("link", name=name).click()
    desk.press("Withdraw")
    expect(desk.page.get_by_role("button", name="Take back into the event")).to_be_visible()


def play_third_round(desk: Desk, keeper: Scorekeeper) -> Table:
    """Somebody does not come to the table, and another table does not end; gives that one."""
    desk.draft(3)
    [*tables, late_table] = desk.publish(3)
    people = [person for table in (*tables, late_table) for person in table.people]
    assert sorted(people) == sorted({*PLAYERS, LATE} - {LEAVES})
    absent = tables[0].people[1]
    desk.type_results(keeper.play(3, tables, absent=absent), missing=1)
    return late_table


def draw_fourth_round(desk: Desk, keeper: Scorekeeper, late_table: Table) -> list[Table]:
    """While a table still plays, whose result comes after the round is published."""
    desk.draft(4)
    marked = desk.page.locator(".person", has_text="still plays")
    expect(marked).to_have_count(len(late_table.people))
    look_at(desk.page)
    tables = desk.publish(4)

    desk.tables(3)
    desk.type_results(keeper.play(3, [late_table]))
    desk.close(3)
    return tables


def correct_first_round(desk: Desk, keeper: Scorekeeper, visitors: Visitors) -> None:
    """The round is closed: the desk asks why, and nothing is replaced before that is said."""
    corrected = desk.tables(1)[0]
    before = [(corrected, keeper.results[1, corrected])]
    after = keeper.play(1, [corrected])
    desk.type_lines(after)
    reason = desk.page.locator("[data-ask]").get_by_label("Reason")
    expect(reason).to_be_focused()
    desk.expect_saved(before)
    look_at(desk.page)
    reason.fill("Counted again at the table.")
    desk.press("Replace the result")
    desk.expect_saved(after)
    [refused] = visitors.complaints_of(desk.page)  # the question is a refusal to the browser
    assert "422" in refused


def play_fourth_round(
    desk: Desk, keeper: Scorekeeper, tables: list[Table], *, member: Page
) -> None:
    """The late result and the correction count, and change no pairing."""
    member.goto(f"{desk.address}standings/")
    expect_standings(member, keeper.standings(EVERYBODY))
    look_at(member)

    assert desk.tables(4) == tables
    desk.type_results(keeper.play(4, tables))
    desk.close(4)


def finish(desk: Desk, keeper: Scorekeeper, member: Page) -> None:
    desk.finish()
    member.goto(desk.address)
    expect(member.get_by_role("heading", name="Final standings")).to_be_visible()
    look_at(member)
    member.get_by_role("link", name="All 20").tap()
    expect_standings(member, keeper.standings(EVERYBODY))
