"""Logged out in the middle of the evening: nothing typed is lost, nothing is shown to others."""

from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page, Playwright, Route, expect

from league.events.queries.entries import entry_names
from league.models import Match, Official, Player, SeatHold, Submission, User
from league.permissions import SERVICE
from league.results.queries import seating_of
from league.results.seating import mark_of
from league.results.services.seats import answer_request
from tests.browser import ARGUMENTS, MISSING, find_desktop_chromium
from tests.factories import PASSWORD, make_club, make_player, make_user
from tests.factories.events import published_round, running_event
from tests.factories.phones import phone_at
from tests.factories.submissions import hand_in
from tests.factories.tables import state, table
from tests.journeys.inspection import TIMEOUT_MS, faults_of_page
from tests.journeys.test_hand_in import open_hand_in, points, type_points

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def visit_as(page: Page, live_server: Any, client: Client) -> None:
    """With the session that the client has."""
    name = settings.SESSION_COOKIE_NAME
    cookie = {"name": name, "value": client.cookies[name].value, "url": live_server.url}
    page.context.add_cookies([cookie])  # type: ignore[list-item]


def log_in(page: Page, live_server: Any, user: User) -> None:
    client = Client()
    client.force_login(user)
    visit_as(page, live_server, client)


def say_who(page: Page, login: str) -> None:
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("What you typed is still here.")
    dialog.get_by_label("Login name or e-mail").fill(login)
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Log in and send").click()


@pytest.fixture
def official() -> User:
    return make_user("jana")


@pytest.fixture
def match(official: User) -> Match:
    stage = running_event(8, stage={"kind": "swiss", "rounds_planned": 3})
    Official.objects.create(event=stage.event, user=official, role=Official.Role.ARBITER)
    return published_round(stage).matches.get(table=1)


def open_scores(page: Page, live_server: Any, match: Match) -> None:
    where = reverse("scores", args=[match.event_id, match.round_id])
    page.goto(live_server.url + where)
    expect(page.locator("#line")).to_be_focused()


def type_line(page: Page, text: str) -> None:
    page.locator("#line").fill(text)
    page.locator("#line").press("Enter")


@pytest.mark.parametrize("lost", ["expired", "all cookies"])
def test_result_goes_out_after_logging_in_over_the_page(
    page: Page, live_server: Any, match: Match, official: User, lost: str
) -> None:
    log_in(page, live_server, official)
    open_scores(page, live_server, match)
    if lost == "expired":
        Session.objects.all().delete()
    else:
        page.context.clear_cookies()
    type_line(page, "1 212 187")

    row = page.locator("#table-1")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert faults_of_page(page) == []
    assert row.locator("[type=password]").count() == 0
    expect(row.locator("[data-mark]").first).to_have_value("212")
    say_who(page, "jana")

    expect(row.locator("[data-mark]").first).to_have_attribute("data-mark", "212")
    expect(page.get_by_role("dialog")).to_have_count(0)
    # The mark of all forms is new: nothing is asked for the next one.
    type_line(page, "2 140 151")
    expect(page.locator("#table-2 [data-mark]").first).to_have_attribute("data-mark", "140")
    assert page.url.endswith("/scores/")


def test_wrong_password_is_told_and_what_was_typed_stays(
    page: Page, live_server: Any, match: Match, official: User
) -> None:
    log_in(page, live_server, official)
    open_scores(page, live_server, match)
    Session.objects.all().delete()
    type_line(page, "1 212 187")
    say_who(page, "nobody")
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("is not right")
    page.get_by_role("button", name="Not now").click()
    expect(page.locator("#table-1 [data-mark]").first).to_have_value("212")
    page.locator("#table-1 [data-mark]").first.press("Enter")
    say_who(page, "jana")
    expect(page.locator("#table-1 [data-mark]").first).to_have_attribute("data-mark", "212")


def test_logged_in_in_another_tab_goes_on_without_a_word(
    page: Page, live_server: Any, match: Match, official: User
) -> None:
    """The marks of this page's forms are too old then: they are renewed."""
    log_in(page, live_server, official)
    open_scores(page, live_server, match)
    page.context.clear_cookies()
    log_in(page, live_server, official)
    type_line(page, "1 212 187")
    expect(page.locator("#table-1 [data-mark]").first).to_have_attribute("data-mark", "212")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_phone_that_lost_its_cookie_hands_in_by_the_code(page: Page, live_server: Any) -> None:
    match = table(2)
    visit_as(page, live_server, phone_at(match, "A"))
    page.set_viewport_size({"width": 360, "height": 640})
    open_hand_in(page, live_server, match)
    type_points(page, match, 200, 150)
    page.context.clear_cookies()
    page.get_by_role("button", name="Hand in", exact=True).click()

    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("This phone is no longer recognised")
    assert faults_of_page(page) == []
    page.set_viewport_size({"width": 360, "height": 640})
    dialog.get_by_label("Code on the card of your table").fill(match.code)
    dialog.get_by_role("button", name="Go on with this code").click()

    # It is a new phone to the table: an official gives it the seat, and it finds what was typed.
    expect(page.get_by_role("heading", name="Who are you?")).to_be_visible()
    name = entry_names(match.event)[seating_of(match)["A"]]
    page.get_by_role("button", name=name).click()
    expect(page.locator(".seat-waiting")).to_contain_text(f"You asked to be {name}")
    answer_request(SeatHold.objects.get(), actor=SERVICE, hands_over=True)
    expect(page.locator(".seat-mine")).to_be_visible()
    open_hand_in(page, live_server, match)
    expect(points(page, match)[0]).to_have_value("200")
    page.get_by_role("button", name="Hand in", exact=True).click()
    page.wait_for_url(f"**{reverse('match', args=[match.pk])}")
    expect(page.locator(".now")).to_contain_text("You handed in this result.")
    assert Submission.objects.get().match == match


def test_phone_that_lost_its_cookie_is_at_its_seat_again(page: Page, live_server: Any) -> None:
    """By the key that it kept: what it typed goes out in place, and nobody is asked."""
    match = table(2)
    visit_as(page, live_server, phone_at(match, "A"))
    held_by = SeatHold.objects.get().device
    page.goto(live_server.url + reverse("match", args=[match.pk]))
    expect(page.locator(".seat-mine")).to_be_visible()
    open_hand_in(page, live_server, match)
    type_points(page, match, 200, 150)
    page.context.clear_cookies()
    page.get_by_role("button", name="Hand in", exact=True).click()
    page.wait_for_url(f"**{reverse('match', args=[match.pk])}")
    expect(page.locator(".now")).to_contain_text("You handed in this result.")

    page.context.clear_cookies()
    page.goto(live_server.url + reverse("code", args=[match.code]))
    expect(page.locator(".seat-mine")).to_be_visible()
    assert Submission.objects.get().phone == mark_of(held_by, match=match.pk)


def test_tap_of_a_phone_that_lost_its_cookie_is_not_lost(page: Page, live_server: Any) -> None:
    """A plain form waits until the phone is known again, and is sent."""
    match = table(2)
    hand_in(match, 200, 150, by="B")
    visit_as(page, live_server, phone_at(match, "A"))
    page.goto(live_server.url + reverse("match", args=[match.pk]))
    page.context.clear_cookies()
    page.get_by_role("button", name="Yes, that is right").click()
    expect(page.get_by_text("Thank you: you have confirmed this result.")).to_be_visible()
    assert state(match) == ("accepted", "at_table", False)


def test_plain_form_waits_and_goes_out_after_logging_in(
    page: Page, live_server: Any, official: User
) -> None:
    club = make_club(admin=official)
    log_in(page, live_server, official)
    page.goto(live_server.url + reverse("club-member-add", args=[club.pk]))
    page.locator("[name=full_name]").fill("Žofie Nová")
    Session.objects.all().delete()
    page.locator("[name=full_name]").press("Enter")

    expect(page.get_by_role("heading", name="Nothing is lost")).to_be_visible()
    assert faults_of_page(page) == []
    page.get_by_label("Login name or e-mail").fill("jana")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in and send").click()
    expect(page.get_by_text("Žofie Nová").first).to_be_visible()
    assert Player.objects.get().full_name == "Žofie Nová"


@pytest.fixture
def real_browser(playwright: Playwright) -> Any:
    """With pages kept for Back, as people have it and test browsers do not."""
    if (program := find_desktop_chromium()) is None:
        pytest.skip(MISSING)  # the quicker one alone was found, where nobody may install
    browser = playwright.chromium.launch(
        executable_path=program,
        args=[*ARGUMENTS, "--enable-features=BackForwardCache"],
        ignore_default_args=["--disable-back-forward-cache"],
    )
    yield browser
    browser.close()


PERSONAL = ("club-members", "event-check-in", "event-codes", "me")
GUARDS = {"ours": (True, True), "script alone": (False, True), "control": (False, False)}


def without_header(route: Route) -> None:
    """As the service answered before: browsers may keep it."""
    answer = route.fetch()
    kept = {name: value for name, value in answer.headers.items() if name != "cache-control"}
    route.fulfill(response=answer, headers=kept)


@pytest.mark.parametrize("guards", GUARDS)
def test_back_shows_nothing_after_logging_out(
    real_browser: Browser, live_server: Any, official: User, guards: str
) -> None:
    """The control: without our header and script the names are there again."""
    club = make_club(admin=official)
    make_player("Žofie Dvořáková", club=club)
    stage = running_event(4)
    Official.objects.create(event=stage.event, user=official, role=Official.Role.ORGANISER)
    has_header, has_script = GUARDS[guards]
    page = real_browser.new_context(locale="en").new_page()
    page.set_default_timeout(TIMEOUT_MS)
    if not has_script:
        page.route("**/session.js", lambda route: route.abort())
    given = {"club-members": [club.pk], "me": []}
    for personal in PERSONAL:
        log_in(page, live_server, official)
        address = reverse(personal, args=given.get(personal, [stage.event_id]))
        if not has_header:
            page.route(f"**{address}", without_header)
        page.goto(live_server.url + address)
        shown = page.locator("h1").inner_text()
        page.evaluate("name => { document.querySelector('h1').dataset.kept = name }", personal)
        leave = f"form[action='{reverse('account_logout')}']"
        page.locator(leave).first.evaluate("form => form.submit()")
        expect(page.get_by_role("link", name="Account", exact=True).first).to_be_visible()
        page.evaluate("() => { setTimeout(() => history.back()) }")
        if guards == "control":
            expect(page.locator(f"[data-kept='{personal}']")).to_have_text(shown)
        else:
            expect(page.locator("[type=password]").first).to_be_visible()
            expect(page.get_by_role("heading", name=shown, exact=True)).to_have_count(0)
