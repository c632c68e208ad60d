"""Live pages in a real browser: they follow what happens, and leave the reader in peace."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import APIResponse, Page, Request, Route, expect

from league.events.services.clock import start_clock
from league.live import changing_event
from league.models import Event, Match, Official, Player, Round, Stage, User
from league.permissions import SERVICE
from league.results.services.seats import renew_room_code
from league.standings.services import compute_standings
from tests.factories import make_user
from tests.factories.events import enter, played_round, published_round, running_event
from tests.processes import eventually

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

_HIDE = """hidden => {
  Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
  document.dispatchEvent(new Event("visibilitychange"));
}"""
_POLLS_S = 7  # more than two of them
_ANSWER_MS = 50


@pytest.fixture
def stage() -> Stage:
    stage = running_event(8)
    played_round(stage)
    published_round(stage)
    compute_standings(stage.pk)
    return stage


@pytest.fixture
def polls(page: Page) -> list[str]:
    asked: list[str] = []

    def hear(request: Request) -> None:
        if "/live/" in request.url:
            asked.append(request.url)

    page.on("request", hear)
    return asked


def take_clock(page: Page, live_server: Any, stage: Stage, route: str = "event") -> None:
    """Open a page whose time stands still, but for what passes by `let_pass`."""
    page.clock.install()
    open_event(page, live_server, stage, route)
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)


def let_pass(page: Page, *, seconds: int) -> None:
    """With some real time for answers, of which the page's clock knows nothing."""
    for _ in range(seconds):
        page.clock.run_for(1000)
        page.wait_for_timeout(_ANSWER_MS)


def open_event(page: Page, live_server: Any, stage: Stage, route: str = "event") -> None:
    page.goto(live_server.url + reverse(route, args=[stage.event_id]))


def sign_in(page: Page, live_server: Any, client: Client, user: User) -> None:
    client.force_login(user)
    page.context.add_cookies(
        [
            {"name": name, "value": cookie.value, "url": live_server.url}
            for name, cookie in client.cookies.items()
        ]
    )


def current_match(stage: Stage, table: int = 1) -> Match:
    return Match.objects.get(round__stage=stage, is_open=True, table=table)


def enter_result(stage: Stage) -> None:
    enter(current_match(stage), 90, 60, 75, 30)
    compute_standings(stage.pk)


def test_page_follows_results(quiet_page: Page, live_server: Any, stage: Stage) -> None:
    open_event(quiet_page, live_server, stage)
    table = quiet_page.locator(".table-card").first
    expect(table.locator(".badge")).to_have_text("waiting")
    enter_result(stage)
    expect(table.locator(".badge")).to_have_text(["accepted", "entered by an official"])
    expect(table).to_have_class(re.compile("just-changed"))


def test_opened_row_stays_open(quiet_page: Page, live_server: Any, stage: Stage) -> None:
    open_event(quiet_page, live_server, stage, "event-standings")
    quiet_page.get_by_role("button", name="Hráč A.").click()
    detail = quiet_page.locator(".row-detail")
    expect(detail).to_contain_text("Round 1")
    enter_result(stage)
    points = quiet_page.locator("tbody tr:not(.row-detail) td.points").first
    expect(points).not_to_have_text("11")
    expect(detail).to_have_count(1)
    expect(quiet_page.get_by_role("button", expanded=True)).to_have_text("Hráč A.")
    quiet_page.get_by_role("button", name="Hráč A.").press("Space")
    expect(detail).to_have_count(0)


def test_own_next_step_follows_the_rounds(
    quiet_page: Page, live_server: Any, client: Client, stage: Stage
) -> None:
    user = make_user()
    Player.objects.filter(entries__seed=1).update(user=user)
    sign_in(quiet_page, live_server, client, user)
    stage.rounds.filter(number=2).delete()
    open_event(quiet_page, live_server, stage)
    expect(quiet_page.locator(".next-step")).to_contain_text("Your next table appears here")
    published_round(stage)
    expect(quiet_page.locator(".my-table")).to_contain_text("Your table")
    expect(quiet_page.locator(".table-card .is-me")).to_have_count(1)


def test_lost_connection_is_told_and_mended(page: Page, live_server: Any, stage: Stage) -> None:
    open_event(page, live_server, stage)
    page.route("**/live/**", lambda route: route.abort())
    status = page.locator("[data-live-status]")
    expect(status).to_have_text(re.compile(r"No connection\. Last seen at \d+:\d\d"))
    page.unroute("**/live/**")
    enter_result(stage)
    expect(page.locator(".badge[data-state=accepted]")).to_have_count(1)
    expect(status).to_be_hidden()


def test_hidden_page_asks_nothing(
    page: Page, live_server: Any, stage: Stage, polls: list[str]
) -> None:
    take_clock(page, live_server, stage)
    page.evaluate(_HIDE, True)
    polls.clear()
    let_pass(page, seconds=_POLLS_S)
    assert polls == []
    page.evaluate(_HIDE, False)  # control: looked at again, it asks at once, and goes on
    eventually(lambda: let_pass(page, seconds=1) or len(polls) > 2, "it asks again and again")


def test_form_in_use_is_left_alone(page: Page, live_server: Any, stage: Stage) -> None:
    take_clock(page, live_server, stage)
    page.evaluate(
        """() => {
          const field = document.createElement("input");
          field.id = "note";
          document.querySelector("[data-live]").prepend(field);
          field.focus();
        }"""
    )
    page.keyboard.type("half a word")
    enter_result(stage)
    with page.expect_response("**/live/**"):
        let_pass(page, seconds=_POLLS_S)
    let_pass(page, seconds=_POLLS_S)
    expect(page.locator("#note")).to_have_value("half a word")
    page.evaluate("document.getElementById('note').blur()")
    page.clock.resume()
    expect(page.locator(".badge[data-state=accepted]")).to_have_count(1)  # control


def test_clock_runs_on_the_page(quiet_page: Page, live_server: Any, stage: Stage) -> None:
    open_event(quiet_page, live_server, stage)
    face = quiet_page.locator("[data-clock-face]")
    expect(face).to_have_text("45:00")
    start_clock(stage.rounds.get(number=2), actor=SERVICE)
    expect(face).to_have_text(re.compile(r"44:\d\d"))
    with changing_event(stage.event_id):
        Round.objects.filter(number=2).update(length_s=1)
    expect(quiet_page.locator("[data-clock-up]")).to_contain_text("finish the round of turns")


def test_name_is_found_while_typing(quiet_page: Page, live_server: Any, stage: Stage) -> None:
    open_event(quiet_page, live_server, stage, "event-find")
    rows = quiet_page.locator(".found > li")
    expect(rows).to_have_count(8)
    quiet_page.get_by_label("Name").press_sequentially("hrac c")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Hráč C.")


def test_projector_turns_by_itself_and_by_keys(
    quiet_page: Page, live_server: Any, stage: Stage
) -> None:
    Event.objects.update(language="en")  # a big screen speaks the language of its event
    start_clock(stage.rounds.get(number=2), actor=SERVICE)
    take_clock(quiet_page, live_server, stage, "event-projector")
    shown = quiet_page.locator("[data-slide]:visible h2")
    expect(shown).to_have_text(re.compile("Round 2"))
    quiet_page.keyboard.press("ArrowRight")
    expect(shown).to_have_text(re.compile("Standings"))
    let_pass(quiet_page, seconds=11)
    expect(shown).to_have_text(re.compile("Round 2"))
    quiet_page.keyboard.press("Space")
    let_pass(quiet_page, seconds=11)
    expect(shown).to_have_text(re.compile("Round 2"))
    theme = quiet_page.evaluate("document.documentElement.dataset.theme ?? ''")
    quiet_page.keyboard.press("d")
    assert quiet_page.evaluate("document.documentElement.dataset.theme") not in (theme, "")


def test_answers_that_cross_leave_the_newer_count(
    quiet_page: Page, live_server: Any, client: Client, stage: Stage
) -> None:
    """Two rows are saved side by side; the answer to the first arrives last."""
    sign_in(quiet_page, live_server, client, make_user(is_superuser=True))
    [published] = stage.rounds.filter(number=2)
    quiet_page.goto(live_server.url + reverse("scores", args=[stage.event_id, published.pk]))
    held: list[tuple[Route, APIResponse]] = []

    def hold_first(route: Route) -> None:
        answer = route.fetch()
        if held:
            route.fulfill(response=answer)
        else:
            held.append((route, answer))

    quiet_page.route(re.compile(r"/tables/[^/]+/scores/"), hold_first)
    for table in (1, 2):
        quiet_page.keyboard.type(f"{table} 40 35 20 18")
        quiet_page.keyboard.press("Enter")
        while not held:
            quiet_page.wait_for_timeout(50)
    progress = quiet_page.locator("#score-progress")
    expect(progress).to_contain_text("2 of 2 tables are in.")
    [(first, answer)] = held
    first.fulfill(response=answer)
    expect(quiet_page.locator("#table-1 [data-mark]").first).to_have_attribute("data-mark", "40")
    expect(progress).to_contain_text("2 of 2 tables are in.")


def test_big_screen_shows_a_renewed_code_by_itself(
    page: Page, live_server: Any, client: Client, stage: Stage
) -> None:
    official = make_user()
    Official.objects.create(event=stage.event, user=official, role=Official.Role.ARBITER)
    sign_in(page, live_server, client, official)
    open_event(page, live_server, stage, "event-projector")
    event = Event.objects.get(pk=stage.event_id)
    drawn = page.locator(".room-panel svg path").get_attribute("d")
    expect(page.locator(".room-panel")).to_contain_text(event.room_code)
    renew_room_code(event, actor=SERVICE)
    event.refresh_from_db()
    expect(page.locator(".room-panel")).to_contain_text(event.room_code)
    assert page.locator(".room-panel svg path").get_attribute("d") != drawn
