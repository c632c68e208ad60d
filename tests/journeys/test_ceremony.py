"""The ceremony and lots on a big screen, step by step, and what no step of them may do."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from league.events.queries.entries import entry_names
from league.events.queries.prizes import prize_list
from league.events.services.prizes import decide_tie
from league.models import Event, Prize, PrizeDecision, Stage
from league.permissions import SERVICE
from tests.factories import make_user
from tests.factories.events import played_round, running_event
from tests.journeys.inspection import faults_of_page

SHARED = re.compile("Hráč .+ Hráč .+", re.DOTALL)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def decision(page: Page, live_server: Any, client: Client) -> PrizeDecision:
    """The winners of two tables are equal in everything, and lots decide between them."""
    stage: Stage = running_event(8, stage={"chain": ["PLACES"]}, language="en")
    played_round(stage)
    event = Event.objects.get(pk=stage.event_id)
    for place, what in enumerate(("a cup", "a book"), start=1):
        Prize.objects.create(event=event, place=place, what=what, order=place)
    [tie] = prize_list(event, names=entry_names(event)).open_ties
    client.force_login(make_user(is_superuser=True))
    page.context.add_cookies(
        [
            {"name": name, "value": cookie.value, "url": live_server.url}
            for name, cookie in client.cookies.items()
        ]
    )
    return decide_tie(event, actor=SERVICE, category=None, entries=tie.tie.entries, how="lots")


def names_of(decision: PrizeDecision) -> list[str]:
    names = entry_names(decision.event)
    return [names[entry] for entry in decision.entries]


def test_ceremony_calls_the_second_before_the_first(
    quiet_page: Page, live_server: Any, decision: PrizeDecision
) -> None:
    first, second = names_of(decision)
    quiet_page.goto(live_server.url + reverse("event-ceremony", args=[decision.event_id]))
    title = quiet_page.get_by_role("heading", level=2)
    expect(title).to_have_text(decision.event.name)
    assert faults_of_page(quiet_page) == []
    for place, name in (("3rd", SHARED), ("2nd", second), ("1st", first)):
        quiet_page.keyboard.press("ArrowRight")
        expect(quiet_page.locator(".step-place:visible")).to_contain_text(place)
        expect(title).to_have_count(0)  # the place is called before the name
        assert faults_of_page(quiet_page) == []
        quiet_page.keyboard.press("ArrowRight")
        expect(title).to_have_text(name)
        assert faults_of_page(quiet_page) == []
    quiet_page.keyboard.press("ArrowRight")
    expect(title).to_have_text("Congratulations!")
    assert faults_of_page(quiet_page) == []


def test_lots_are_turned_over_from_the_last(
    quiet_page: Page, live_server: Any, decision: PrizeDecision
) -> None:
    first, second = names_of(decision)
    address = reverse("event-lots", args=[decision.event_id, decision.pk])
    quiet_page.goto(live_server.url + address)
    lots = quiet_page.locator(".lot:not([aria-hidden=true]) bdi")
    for turned in ([], [second], [first, second]):
        expect(lots).to_have_text(turned)
        assert faults_of_page(quiet_page) == []
        quiet_page.keyboard.press("ArrowRight")
