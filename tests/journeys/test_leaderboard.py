"""The leaderboard in one browser while results are accepted at the desk in another."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from league.models import Stage
from league.standings.services import compute_standings
from tests.factories import make_user
from tests.factories.events import (
    enter,
    played_round,
    published_round,
    put_in_shown_category,
    running_event,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def stage() -> Stage:
    stage = running_event(8, stage={"chain": ["SEED"]})
    played_round(stage)
    played_round(stage)
    published_round(stage)
    compute_standings(stage.pk)
    return stage


@pytest.fixture
def desk(browser: Browser, live_server: Any, client: Client) -> Page:
    """Another browser, in which an official is logged in."""
    client.force_login(make_user(is_superuser=True))
    context = browser.new_context(locale="en")
    context.add_cookies(
        [
            {"name": name, "value": cookie.value, "url": live_server.url}
            for name, cookie in client.cookies.items()
        ]
    )
    return context.new_page()


def open_standings(page: Page, live_server: Any, stage: Stage, query: str = "") -> None:
    page.goto(live_server.url + reverse("event-standings", args=[stage.event_id]) + query)


def names(page: Page) -> list[str]:
    return [text.strip() for text in page.locator(".standings tbody bdi").all_inner_texts()]


def test_result_of_the_desk_moves_a_row_without_a_reload(
    quiet_page: Page, desk: Page, live_server: Any, stage: Stage
) -> None:
    open_standings(quiet_page, live_server, stage)
    last = quiet_page.locator(".standings tbody tr[data-key]").last
    expect(last).to_contain_text("Hráč H.")
    quiet_page.evaluate("window.wasNotReloaded = true")

    published = stage.rounds.get(number=3)
    match = published.matches.get(seats__entry__seed=8)
    order = list(match.seats.order_by("letter").values_list("entry__seed", flat=True))
    desk.goto(live_server.url + reverse("scores", args=[stage.event_id, published.pk]))
    scores = " ".join("90" if seed == 8 else str(40 - (seed or 0)) for seed in order)
    desk.keyboard.type(f"{match.table} {scores}")
    desk.keyboard.press("Enter")
    expect(desk.locator("#score-progress")).to_contain_text("1 of 2 tables are in.")
    compute_standings(stage.pk)  # as its job does

    row = quiet_page.locator(".standings tbody tr[data-key]", has_text="Hráč H.")
    expect(row.locator("[data-moved=up]")).to_contain_text("▲")
    expect(row).to_have_class(re.compile("just-changed"))
    assert quiet_page.evaluate("window.wasNotReloaded") is True
    desk.context.close()


def test_slider_goes_through_the_rounds_by_keyboard(
    quiet_page: Page, live_server: Any, stage: Stage
) -> None:
    open_standings(quiet_page, live_server, stage)
    quiet_page.evaluate("window.wasNotReloaded = true")
    slider = quiet_page.get_by_role("slider", name="After which round")
    expect(slider).to_have_attribute("aria-valuetext", "Now")
    slider.press("Home")
    expect(quiet_page.locator(".table-says")).to_contain_text("After round 1")
    expect(slider).to_have_attribute("aria-valuetext", "After round 1")
    expect(quiet_page.locator(".just-changed")).to_have_count(0)  # chosen, not changed
    assert quiet_page.url.endswith("?after=1")
    slider.press("End")
    expect(quiet_page.locator(".table-says")).to_contain_text("Round 3 is being played")
    assert quiet_page.evaluate("window.wasNotReloaded") is True


def test_table_is_narrowed_while_it_follows(
    quiet_page: Page, live_server: Any, stage: Stage
) -> None:
    put_in_shown_category(stage, "Děti", seeds=(7, 8))
    open_standings(quiet_page, live_server, stage)
    quiet_page.get_by_label("Category").select_option("Děti")
    rows = quiet_page.locator(".standings tbody tr[data-key]")
    expect(rows).to_have_count(2)
    assert sorted(names(quiet_page)) == ["Hráč G.", "Hráč H."]
    quiet_page.get_by_label("Name of the player").press_sequentially("h.")
    expect(rows).to_have_count(1)
    match = stage.rounds.get(number=3).matches.get(seats__entry__seed=8)
    enter(match, *(90 - number for number in range(match.seats.count())))
    compute_standings(stage.pk)
    expect(rows).to_have_class(re.compile("just-changed"))
    expect(rows).to_have_count(1)


def test_without_a_script_the_rounds_are_links(
    browser: Browser, live_server: Any, stage: Stage
) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en")
    page = context.new_page()
    open_standings(page, live_server, stage)
    page.get_by_role("link", name="After round 1").click()
    expect(page.locator(".table-says")).to_contain_text("After round 1")
    expect(page.get_by_role("slider")).to_have_count(0)
    context.close()
