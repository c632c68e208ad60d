"""On a small phone the next thing to do is in sight, and what is wider than its box says so."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from league.models import Event, Official, Round, Stage
from tests.factories import make_club, make_event, make_player, make_user
from tests.factories.events import drawn_round, enter, played_round, published_round, running_event
from tests.factories.submissions import hand_in
from tests.factories.tables import event_of_scores
from tests.journeys.inspection import faults_of_page, small_targets

SMALL = {"width": 360, "height": 640}

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def open_as_organiser(page: Page, live_server: Any, client: Client, route: str, at: Stage) -> None:
    user = make_user()
    Official.objects.create(event=at.event, user=user, role=Official.Role.ORGANISER)
    client.force_login(user)
    page.context.add_cookies(
        [
            {"name": name, "value": cookie.value, "url": live_server.url}
            for name, cookie in client.cookies.items()
        ]
    )
    page.set_viewport_size(SMALL)
    page.goto(live_server.url + reverse(route, args=[at.event_id]))


def is_on_first_screen(thing: Locator) -> bool:
    box = thing.bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= SMALL["height"]


def a_disputed_table() -> Stage:
    stage = event_of_scores(8)
    match, _other = published_round(stage).matches.order_by("table")
    hand_in(match, 4, 3, 2, 1, by="A")
    hand_in(match, 4, 3, 2, 0, by="B")
    return stage


def a_round_that_waits_for_its_clock() -> Stage:
    stage = event_of_scores(8)
    published_round(stage)
    Round.objects.update(length_s=3600)
    return stage


def a_round_being_played() -> Stage:
    stage = a_round_that_waits_for_its_clock()
    Round.objects.update(clock_started_at=timezone.now())
    return stage


def a_late_table() -> Stage:
    stage = a_round_being_played()
    Round.objects.update(clock_started_at=timezone.now() - timedelta(hours=2))
    return stage


def a_round_to_close() -> Stage:
    stage = event_of_scores(8)
    for match in published_round(stage).matches.all():
        enter(match, 4, 3, 2, 1)
    return stage


def a_draft() -> Stage:
    stage = event_of_scores(24)
    drawn_round(stage)
    return stage


def nothing_drawn() -> Stage:
    return event_of_scores(8)


@pytest.mark.parametrize(
    ("made", "label"),
    [
        (a_disputed_table, "Settle table 1"),
        (a_round_that_waits_for_its_clock, "Start the clock"),
        (a_round_being_played, "Enter results of round 1"),
        (a_late_table, "Enter results of round 1"),
        (a_round_to_close, "Close round 1"),
        (a_draft, "Publish round 1"),
        (nothing_drawn, "Draft round 1"),
    ],
)
def test_next_action_of_the_desk_needs_no_scrolling(
    quiet_page: Page, live_server: Any, client: Client, made: Any, label: str
) -> None:
    open_as_organiser(quiet_page, live_server, client, "desk", made())
    action = quiet_page.locator("main .button.primary")
    expect(action).to_have_count(1)
    expect(action).to_contain_text(label)
    assert is_on_first_screen(action)
    assert quiet_page.evaluate("window.scrollY") == 0
    assert small_targets(quiet_page) == []


def test_clock_is_the_next_action_once_a_round_is_published(
    quiet_page: Page, live_server: Any, client: Client
) -> None:
    stage = a_draft()
    Round.objects.update(length_s=3600)
    open_as_organiser(quiet_page, live_server, client, "desk", stage)
    quiet_page.get_by_role("button", name="Publish round 1").click()
    start = quiet_page.get_by_role("button", name="Start the clock")
    expect(start).to_have_class("button primary")
    assert is_on_first_screen(start)
    quiet_page.goto(live_server.url + reverse("console", args=[stage.event_id]))
    expect(quiet_page.get_by_role("heading", name="Start the clock of round 1")).to_be_visible()
    start.click()
    expect(quiet_page.get_by_role("heading", name="Round 1 is being played")).to_be_visible()
    assert "console" in quiet_page.url


@pytest.mark.parametrize("language", ["en", "cs", "sk"])
def test_ticks_of_who_plays_are_in_sight_above_its_buttons(
    quiet_page: Page, live_server: Any, client: Client, language: str
) -> None:
    event = make_event(make_club(), status=Event.Status.DRAFT)
    for number in range(12):
        make_player(f"Hráč {number}", club=event.club)
    stage = event.stages.first() or Stage.objects.create(event=event, kind="tables", order=1)
    quiet_page.context.add_cookies(
        [{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": live_server.url}]
    )
    open_as_organiser(quiet_page, live_server, client, "event-people", stage)
    bar = quiet_page.locator(".form-actions.stay").bounding_box()
    find = quiet_page.locator("#find").bounding_box()
    assert bar
    assert find
    assert find["y"] + find["height"] <= bar["y"]
    assert small_targets(quiet_page) == []


@pytest.mark.parametrize("made", [a_disputed_table, a_round_being_played, a_round_to_close])
def test_next_action_of_the_console_needs_no_scrolling(
    quiet_page: Page, live_server: Any, client: Client, made: Any
) -> None:
    open_as_organiser(quiet_page, live_server, client, "console", made())
    assert is_on_first_screen(quiet_page.locator("main .button.primary"))


def test_standings_show_several_rows_without_scrolling(
    quiet_page: Page, live_server: Any, client: Client
) -> None:
    stage = running_event(12)
    played_round(stage)
    published_round(stage)
    open_as_organiser(quiet_page, live_server, client, "event-standings", stage)
    rows = quiet_page.locator(".standings tbody tr").all()
    assert sum(map(is_on_first_screen, rows)) >= 3


def test_choice_of_standings_is_folded_on_a_phone_and_open_on_a_wide_screen(
    quiet_page: Page, live_server: Any, client: Client
) -> None:
    stage = running_event(12)
    played_round(stage)
    open_as_organiser(quiet_page, live_server, client, "event-standings", stage)
    name = quiet_page.get_by_label("Name of the player")
    expect(name).not_to_be_visible()
    choice = quiet_page.get_by_text("Choose a round, a club or a name")
    sign = "summary => getComputedStyle(summary, '::after').content"
    assert choice.evaluate(sign) == '""'  # drawn: it says that it opens
    choice.click()
    expect(name).to_be_visible()
    assert faults_of_page(quiet_page) == []
    quiet_page.reload()
    quiet_page.set_viewport_size({"width": 1400, "height": 900})
    expect(name).to_be_visible()


def test_wide_table_shows_at_its_edges_that_it_scrolls(
    quiet_page: Page, live_server: Any, client: Client
) -> None:
    stage = running_event(12)
    played_round(stage)
    open_as_organiser(quiet_page, live_server, client, "event-standings", stage)
    box = quiet_page.locator(".table-box")
    expect(box).to_have_attribute("data-more", "end")
    assert box.evaluate("box => getComputedStyle(box).maskImage").startswith("linear-gradient")
    box.focus()  # reached and scrolled by the keyboard alone
    quiet_page.keyboard.press("ArrowRight")
    expect(box).to_have_attribute("data-more", "both")
    box.evaluate("box => { box.scrollLeft = box.scrollWidth }")
    expect(box).to_have_attribute("data-more", "start")
    assert box.evaluate("box => getComputedStyle(box).maskImage") == "none"
    quiet_page.set_viewport_size({"width": 1400, "height": 900})
    expect(box).not_to_have_attribute("data-more", "start")


def test_wide_paper_shows_at_its_edges_that_it_scrolls_and_is_printed_whole(
    quiet_page: Page, live_server: Any, client: Client
) -> None:
    stage = running_event(12)
    played_round(stage)
    open_as_organiser(quiet_page, live_server, client, "print-standings", stage)
    box = quiet_page.locator(".paper-box")
    expect(box).to_have_attribute("data-more", "end")
    assert box.evaluate("box => getComputedStyle(box).maskImage").startswith("linear-gradient")
    quiet_page.emulate_media(media="print")
    assert box.evaluate("box => getComputedStyle(box).maskImage") == "none"


def test_officials_bar_is_one_row_in_which_the_open_page_is_in_sight(
    quiet_page: Page, live_server: Any, client: Client
) -> None:
    stage = running_event(8)
    open_as_organiser(quiet_page, live_server, client, "event-settings", stage)
    bar = quiet_page.get_by_role("navigation", name="For officials")
    links = bar.get_by_role("link").all()
    tops = {link.bounding_box()["y"] for link in links}  # type: ignore[index]
    assert len(tops) == 1
    assert is_on_first_screen(bar)
    current = bar.locator("[aria-current]")
    box = current.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= SMALL["width"]
    expect(bar).to_have_attribute("data-more", "start")


def test_counts_on_the_tabs_of_the_check_in_follow_a_tap(
    quiet_page: Page, live_server: Any, client: Client
) -> None:
    stage = running_event(4)
    Event.objects.update(status=Event.Status.OPEN)
    stage.event.entries.update(status="registered", seed=None)
    open_as_organiser(quiet_page, live_server, client, "event-check-in", stage)
    lists = quiet_page.get_by_role("navigation", name="Show entries")
    expect(lists).to_contain_text("Not here yet 4")
    quiet_page.get_by_role("button", name="Check in: ").first.click()
    expect(lists).to_contain_text("Not here yet 3")
    expect(lists).to_contain_text("Here 1")
    quiet_page.get_by_role("button", name="Undo: ").first.click()
    expect(lists).to_contain_text("Not here yet 4")
