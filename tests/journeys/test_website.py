"""A club's own website shows the standings: set up by an admin, copied, framed, live; and refused
to a website that the club has not named. Tables, bracket, next events and a replay stand beside.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from league.models import Club, ClubAdmin, Stage
from league.standings.services import compute_standings
from tests.factories import make_event, make_user
from tests.factories.events import enter, played_round, published_round, running_event
from tests.factories.submissions import hand_in_record
from tests.factories.tables import lawful_record, table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@contextmanager
def website(content: list[str]) -> Iterator[int]:
    """The club's own server, on a port of its own."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(f"<!doctype html><h1>Our club</h1>{''.join(content)}".encode())

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def log_in(page: Page, live_server: Any, stage: Stage) -> None:
    """As an admin of the club."""
    client = Client()
    admin = make_user("eva")
    ClubAdmin.objects.create(club=stage.event.club, user=admin)
    client.force_login(admin)
    session = client.cookies["arbitr_session"].value
    page.context.add_cookies([{"name": "arbitr_session", "value": session, "url": live_server.url}])


def test_standings_on_the_clubs_own_page(
    quiet_page: Page, browser: Browser, live_server: Any, settings: Any
) -> None:
    settings.SITE_URL = live_server.url
    page = quiet_page
    stage = running_event(4, stage={"kind": "swiss", "rounds_planned": 3})
    played_round(stage)
    log_in(page, live_server, stage)
    content: list[str] = []

    with website(content) as port:
        # The club names its website by the address of any page of it.
        page.goto(live_server.url + reverse("club-website", args=[stage.event.club_id]))
        page.get_by_label("Websites that may show it").fill(f"http://localhost:{port}/standings")
        page.get_by_role("button", name="Save the websites").click()
        expect(page.get_by_text("Saved.")).to_be_visible()
        assert Club.objects.get().frame_origins == [f"http://localhost:{port}"]

        # The line of the event, with an example that is alive.
        page.goto(live_server.url + reverse("event-website", args=[stage.event_id]))
        page.get_by_label("Colours").select_option("dark")
        page.get_by_label("Language", exact=True).select_option("en")
        page.get_by_role("button", name="Show").click()
        example = page.frame_locator(".embed-example iframe")
        expect(example.get_by_text("After round 1")).to_be_visible()
        content.append(page.get_by_label("Copy this line into your page").input_value())

        with browser.new_context() as elsewhere:
            visitor = elsewhere.new_page()
            visitor.goto(f"http://localhost:{port}/")
            frame = visitor.frame_locator("iframe")
            expect(frame.get_by_text("After round 1")).to_be_visible()
            assert frame.locator("html").get_attribute("data-theme") == "dark"

            for match in published_round(stage).matches.all():
                enter(match, 20, 10)
            compute_standings(stage.pk)
            expect(frame.get_by_text("After round 2")).to_be_visible()
            assert elsewhere.cookies() == []

            with elsewhere.expect_page() as opened:
                frame.get_by_role("link", name=stage.event.club.name).click()
            expect(opened.value.get_by_role("heading", name=stage.event.club.name)).to_be_visible()

        # The same page under a name that the club has not given.
        with browser.new_context() as elsewhere:
            stranger = elsewhere.new_page()
            with stranger.expect_console_message(lambda said: "frame-ancestors" in said.text):
                stranger.goto(f"http://127.0.0.1:{port}/")
            expect(stranger.frame_locator("iframe").get_by_text("After round")).to_have_count(0)


def test_all_five_on_one_page_of_another_origin(
    browser: Browser, live_server: Any, settings: Any
) -> None:
    """Each is drawn, none sets a cookie, and the replay is played in its frame."""
    settings.SITE_URL = live_server.url
    league = running_event(4, stage={"kind": "swiss", "rounds_planned": 3})
    played_round(league)
    compute_standings(league.pk)
    published_round(league)
    cup = running_event(4, stage={"kind": "knockout"})
    published_round(cup)
    make_event(league.event.club, name="Vánoční turnaj")
    match = table(2)
    record = hand_in_record(match, lawful_record(match))
    of = {
        "standings": league.event_id,
        "pairings": league.event_id,
        "bracket": cup.event_id,
        "events": league.event.club_id,
        "replay": record.pk,
    }
    content = [
        f'<iframe id="{what}" width="700" height="600" src="{live_server.url}'
        f'{reverse(f"embed-{what}", args=["en", pk])}"></iframe>'
        for what, pk in of.items()
    ]
    with website(content) as port, browser.new_context(locale="en") as elsewhere:
        Club.objects.update(frame_origins=[f"http://localhost:{port}"])
        page = elsewhere.new_page()
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text))
        page.goto(f"http://localhost:{port}/")
        frames = {what: page.frame_locator(f"#{what}") for what in of}
        expect(frames["standings"].get_by_text("After round 1")).to_be_visible()
        expect(frames["pairings"].get_by_text("Round 2")).to_be_visible()
        expect(frames["bracket"].get_by_role("heading", name="Semi-finals")).to_be_visible()
        expect(frames["events"].get_by_text("Vánoční turnaj")).to_be_visible()
        move = frames["replay"].locator("[data-place]")
        expect(move).to_have_text("0")
        frames["replay"].locator("[data-step=forward]").click()
        expect(move).to_have_text("1")
        assert elsewhere.cookies() == []
        assert [said for said in complaints if "favicon" not in said] == []
