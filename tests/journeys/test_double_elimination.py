"""A double elimination of thirteen to its end, on a phone and on a desk: one way is followed."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from league.events.services.rounds import close_round
from league.models import Entry, Round, Stage
from league.permissions import SERVICE
from league.standings.services import compute_standings
from tests.factories.events import enter, published_round, running_event
from tests.journeys.evening import look_at
from tests.journeys.inspection import SMALL_PHONE, WIDE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ENTRIES = 13
WINNER = 2  # a starting number: loses to 1 among the unbeaten, and never again


@pytest.fixture
def stage() -> Stage:
    return running_event(
        ENTRIES, language="en", stage={"kind": "double_elimination", "chain": ["BRACKET"]}
    )


def play(round_: Round) -> None:
    """The better number wins, but in the finals the one who lost before."""
    for match in round_.matches.all():
        numbers = [seat.entry.seed or 0 for seat in match.seats.order_by("letter")]
        first = max(numbers) if match.slot.startswith("F") else min(numbers)
        enter(match, *(90 if number == first else 60 for number in numbers))
    close_round(round_, actor=SERVICE)
    compute_standings(round_.stage_id)


def played_until(stage: Stage, slot: str) -> Round:
    """Rounds are played until the one that has this match is on the tables."""
    while True:
        round_ = published_round(stage)
        if round_.matches.filter(slot=slot).exists():
            return round_
        play(round_)


def winner() -> Entry:
    return Entry.objects.select_related("player").get(seed=WINNER)


def open_bracket(page: Page, live_server: Any, stage: Stage) -> None:
    """On a phone, at the round that is played; whose way is followed is in the address."""
    page.set_viewport_size(SMALL_PHONE)
    address = reverse("event-bracket", args=[stage.event_id])
    page.goto(f"{live_server.url}{address}?entry={winner().pk}")
    expect(page.locator("svg.bracket-drawing")).to_be_hidden()


def see_picture(page: Page, *, way: int) -> None:
    """On a desk: all of it at once, with so many matches on the winner's way."""
    page.set_viewport_size(WIDE)
    expect(page.locator("svg.bracket-drawing")).to_be_visible()
    expect(page.locator("svg .bracket-box.is-followed")).to_have_count(way)


def test_thirteen_play_to_the_second_final(
    quiet_page: Page, live_server: Any, stage: Stage
) -> None:
    page = quiet_page
    followed = page.locator(".bracket-card.is-followed")
    # The beginning: the winner is free, and everybody sees where a loss would lead.
    first = published_round(stage)
    open_bracket(page, live_server, stage)
    expect(page.locator(".bracket-card")).to_have_count(5)
    expect(page.locator(".bracket-card").first).to_contain_text("Loser → Match 11")
    expect(followed).to_have_count(0)
    look_at(page)
    see_picture(page, way=1)
    play(first)
    # The middle: beaten once, and on among those who have lost.
    last_of_losers = played_until(stage, "L6.1")
    open_bracket(page, live_server, stage)
    expect(followed).to_contain_text("Winner → Final")
    page.get_by_role("link", name="Winners' round 4 and losers' round 5").click()
    expect(followed.locator(f"[data-entry='{winner().pk}']:not(.is-first)")).to_be_visible()
    expect(followed).to_contain_text("Loser → Match 23")
    see_picture(page, way=4)
    play(last_of_losers)
    # The end: the first final is lost by who had not lost before, so that there is a second.
    play(published_round(stage))
    play(published_round(stage))
    open_bracket(page, live_server, stage)
    expect(page.get_by_role("heading", name="Second final")).to_be_attached()
    expect(followed.locator(".is-first")).to_have_attribute("data-entry", winner().pk)
    see_picture(page, way=6)
    look_at(page)
    page.reload()  # wider than its place, it shows the round that is listed
    expect(page.locator("svg [data-key='F2']")).to_be_in_viewport(ratio=1)
    page.goto(live_server.url + reverse("event-standings", args=[stage.event_id]))
    expect(page.locator("tbody tr")).to_have_count(ENTRIES)
    expect(page.locator("tbody tr").first).to_contain_text(winner().player.public_name)
