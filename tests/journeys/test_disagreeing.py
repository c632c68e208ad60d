"""Disagreeing is one tap: before a result counts and after it; an official is called, and comes."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.evening import Desk, Visitors, look_at, open_club
from tests.journeys.scorekeeper import Table, public_name
from tests.journeys.service import Service
from tests.journeys.tables import Phone, cards_of

pytestmark = pytest.mark.browser

EVENT = "Večer dvojic"
TEMPLATE = "Club evening: 4 rounds, tables of 3–4"
PLAYERS = ("Anna Bartošová", "Bohumil Čermák", "Cyril Dvořák", "Dana Endrštová")
REASON = "Counted again at the table."


def test_disagreeing_and_calling(visitors: Visitors, empty_service: Service) -> None:
    desk = Desk(visitors.at_desk())
    open_club(desk.page, empty_service)
    desk.create_event(TEMPLATE, EVENT, game="Triolet")
    desk.press("Open for entries")
    desk.enter_quickly(PLAYERS)
    desk.start(planned=4)
    desk.draft(1)
    [table] = desk.publish(1)
    card = cards_of(desk, empty_service)[table.number]
    phones = [Phone(visitors.on_phone()) for _ in range(2)]
    for phone, person in zip(phones, table.people, strict=False):
        phone.sit_down(card, person)

    be_called(desk, phones[0], table, visitors)
    accept_and_see_points(phones, table)
    contest_and_be_decided(desk, phones, table)
    desk.open("desk/")
    desk.close(1)


def be_called(desk: Desk, phone: Phone, table: Table, visitors: Visitors) -> None:
    lost(phone.page, visitors)
    phone.tap("Call an official")
    expect(phone.page.locator(".call")).to_contain_text("An official has been called")
    look_at(phone.page)
    desk.open("console/")
    row = desk.page.locator("[data-kind=call]")
    expect(row).to_contain_text(f"Table {table.number} calls an official")
    look_at(desk.page)
    row.get_by_role("button", name="I am coming").click()
    expect(phone.page.locator(".call")).to_contain_text("An official is coming.")
    row.get_by_role("button", name="Settled").click()
    expect(phone.page.get_by_role("button", name="Call an official")).to_be_visible()


def lost(page: Page, visitors: Visitors) -> None:
    """Without a network nobody comes, and the phone says so."""
    page.route("**/call/", lambda route: route.abort())
    page.get_by_role("button", name="Call an official").tap()
    expect(page.locator("[data-call-lost]")).to_contain_text("nobody was called")
    page.unroute("**/call/")
    assert "ERR_FAILED" in visitors.complaints_of(page)[-1]


def accept_and_see_points(phones: list[Phone], table: Table) -> None:
    """Place and points come by themselves on both open pages."""
    scores = dict(zip(table.people, (212, 180, 175, 160), strict=True))
    phones[0].open_hand_in()
    phones[0].type_scores(scores)
    phones[0].send()
    phones[1].tap("Yes, that is right")
    for phone in phones:
        phone.expect_result(scores, grade="confirmed")
        row = phone.live.locator(".standings tr", has_text=public_name(table.people[0]))
        expect(row.locator("td").nth(1)).to_have_text("1")
        expect(row.locator("td").nth(2)).not_to_have_text("–")
        look_at(phone.page)


def contest_and_be_decided(desk: Desk, phones: list[Phone], table: Table) -> None:
    one, other = phones
    other.tap("No, that is wrong")
    expect(other.now).to_contain_text("You said that it is wrong.")
    look_at(other.page)
    for phone in phones:
        expect(phone.live.locator(".badges").first).to_contain_text("contested")
    expect(one.now).to_contain_text(f"Contested by {public_name(table.people[1])}")
    desk.open("desk/")
    expect(desk.page.locator("[data-kind=contested]")).to_contain_text("is wrong")
    expect(desk.page.get_by_role("button", name=re.compile("^Close round"))).to_have_count(0)
    look_at(desk.page)
    desk.page.get_by_role("link", name=f"Settle table {table.number}").first.click()
    desk.page.locator("#keep-reason").fill(REASON)
    look_at(desk.page)
    desk.press("Let the result stand")
    for phone in phones:
        expect(phone.live.locator(".badges").first).not_to_contain_text("contested")
        expect(phone.live).to_contain_text(REASON)
