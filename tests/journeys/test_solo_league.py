"""A solo league over three weeks: entered from a phone, played alone, the best games count."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.verify import verify
from league.events.services.own_games import start_own_game
from league.models import Entry, Match, Round, Stage, Submission
from league.permissions import SERVICE
from league.results.services.verification import verify_submission
from league.standings.services import compute_standings
from tests.factories import make_user
from tests.factories.events import running_event
from tests.factories.submissions import hand_in_record
from tests.factories.tables import record_of
from tests.journeys.evening import Visitors, look_at
from tests.journeys.inspection import SMALL_PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BEST = 2
WEEK = timedelta(days=7)


@pytest.fixture
def stage() -> Stage:
    solo = {"kind": "solo", "chain": ["BEST", "BEST-GAME"], "best_games": BEST}
    solo["plays_until"] = timezone.now().date() + 3 * WEEK
    return running_event(
        2,
        stage=solo,
        game="kaleidoskop",
        variant="solo",
        records="required",
        sign_up="guests",
        language="en",
    )


@pytest.fixture
def phone(visitors: Visitors, live_server: Any, client: Client, stage: Stage) -> Page:
    """Of somebody with an account, at the page of the event."""
    client.force_login(make_user("nina", display_name="Nina Nová"))
    page = visitors.on_phone()
    page.set_viewport_size(SMALL_PHONE)
    page.context.add_cookies(
        [
            {"name": name, "value": each.value, "url": live_server.url}
            for name, each in client.cookies.items()
        ]
    )
    page.goto(live_server.url + reverse("event", args=[stage.event_id]))
    return page


def record(seed: int) -> str:
    return record_of(seed, game="kaleidoskop", players=1, variant="solo")


def score(seed: int) -> int:
    [side] = verify(record(seed).encode()).sides
    return int(side.standing.keys[0])


def enter_event(phone: Page) -> Entry:
    phone.get_by_role("link", name="Enter this event").tap()
    phone.get_by_label("Your first name and surname").fill("Nina Nová")
    phone.get_by_role("button", name="Enter this event").tap()
    expect(phone.get_by_role("heading", name="My entry")).to_be_visible()
    return Entry.objects.select_related("event", "player").latest("created_at")


def begin_and_give_up(phone: Page, address: str) -> None:
    """The sheet opens; but the game is on paper already, so that nothing is played here."""
    phone.goto(address)
    look_at(phone)
    phone.get_by_role("button", name="Play a game").tap()
    phone.wait_for_url("**/sheets/**")
    phone.goto(address)
    expect(phone.get_by_role("link", name="Go on with your game")).to_be_visible()
    phone.get_by_text("Give up this game").tap()
    phone.get_by_role("button", name="Give it up").tap()


def hand_in_paper(phone: Page, *, seed: int) -> None:
    """It counts as soon as the rules have replayed it."""
    phone.get_by_role("button", name="I have a record on paper").tap()
    phone.get_by_label("Paste the record").fill(record(seed))
    expect(phone.locator("#check")).to_contain_text(str(score(seed)))
    look_at(phone)
    phone.get_by_role("button", name="Hand in", exact=True).tap()
    phone.wait_for_url(f"**{reverse('match', args=[Match.objects.get().pk])}")
    verify_submission(Submission.objects.get().pk)  # as the job does
    expect(phone.get_by_text("accepted", exact=True).first).to_be_visible()
    assert Match.objects.get().state == Match.State.ACCEPTED


def week_later() -> None:
    Round.objects.update(
        created_at=F("created_at") - WEEK,
        published_at=F("published_at") - WEEK,
        closed_at=F("closed_at") - WEEK,
    )
    Stage.objects.update(plays_until=F("plays_until") - WEEK)


def played(entry: Entry, *, seed: int) -> None:
    match = start_own_game(entry, actor=SERVICE)
    stored = Match.objects.select_related("event", "round__stage__event").get(pk=match.pk)
    hand_in_record(stored, record(seed))


def test_nina_plays_for_three_weeks(phone: Page, live_server: Any, stage: Stage) -> None:
    nina = enter_event(phone)
    address = live_server.url + reverse("event", args=[stage.event_id])
    begin_and_give_up(phone, address)
    hand_in_paper(phone, seed=1)
    # Weeks two and three: a game each, and one of the three no longer counts.
    for seed in (2, 3):
        week_later()
        played(nina, seed=seed)
    for other in Entry.objects.exclude(pk=nina.pk).select_related("event", "player"):
        played(other, seed=4 + (other.seed or 0))
    compute_standings(stage.pk)
    phone.goto(address)
    expect(phone.get_by_role("button", name="Play a game")).to_be_visible()
    expect(phone.locator(".next-step")).to_contain_text("Your rank")
    phone.get_by_role("link", name="Your rank").tap()
    dropped = phone.locator("[data-tiebreak='BEST'] .is-cut")
    expect(dropped).to_have_count(1)
    expect(dropped).to_contain_text(str(min(map(score, (1, 2, 3)))))
    expect(phone.get_by_text("Together")).to_have_count(0)  # the sum of all orders nothing
    look_at(phone)
    # The last day has passed.
    Stage.objects.update(plays_until=timezone.now().date() - timedelta(days=2))
    phone.goto(address)
    expect(phone.get_by_text("The time for new games is over.")).to_be_visible()
    expect(phone.get_by_role("button", name="Play a game")).to_have_count(0)
    look_at(phone)
