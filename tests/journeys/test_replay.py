"""A game played through in a real browser: by buttons, keys, swipes, links; and pasted records."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from games.registry import GAMES
from league.models import Round, Submission
from league.results.replays import AT_ONCE
from league.results.services.analysis import analyse_record
from tests.factories.submissions import hand_in_record
from tests.factories.tables import record_of, table
from tests.journeys.inspection import Watch, faults_of_page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Of all fields together: top, bottom, width.
EDGES_OF_BOARD = """() => {
  const fields = [...document.querySelectorAll("[data-board] [data-field]")];
  const boxes = fields.map(field => field.getBoundingClientRect());
  const left = Math.min(...boxes.map(box => box.left));
  const right = Math.max(...boxes.map(box => box.right));
  return [
    Math.min(...boxes.map(box => box.top)), Math.max(...boxes.map(box => box.bottom)), right - left
  ];
}"""
WRONG_SEAT = '[Game "triolet"]\n[Players "2"]\nA h8=5 =3\nA h9=3\n'


@pytest.fixture
def phone(browser: Browser) -> Any:
    context = browser.new_context(
        viewport={"width": 360, "height": 740},
        locale="en",
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
    )
    page = context.new_page()
    watch = Watch(page)
    yield page
    context.close()
    assert watch.take() == []


@pytest.fixture
def version() -> Submission:
    return hand_in_record(table(2), record_of(players=2))


def replay_of(version: Submission, live_server: Any) -> str:
    return f"{live_server.url}{reverse('submission-replay', args=[version.pk])}"


def at_move(page: Page, move: int) -> None:
    """The list and the count say the same, and one move is marked."""
    expect(page.locator("[data-place]")).to_have_text(str(move))
    expect(page.locator(".is-now")).to_have_attribute("data-at", str(move))
    expect(page.locator(".is-now [aria-current]")).to_have_count(1)


def swipe(page: Page, *, by: int) -> None:
    """A finger across the board."""
    box = page.locator("[data-board]").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + 60
    client = page.context.new_cdp_session(page)
    for kind, at in (("touchStart", x), ("touchMove", x + by / 2), ("touchMove", x + by)):
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at, "y": y}]})
    page.wait_for_timeout(150)  # a finger that rests: what it flung would swallow the next tap
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_game_is_played_through_on_a_phone(
    phone: Page, version: Submission, live_server: Any
) -> None:
    phone.goto(f"{replay_of(version, live_server)}?move=17")
    at_move(phone, 17)
    board = phone.locator("[data-board] svg")
    first, words = board.inner_html(), phone.locator("[data-said]").text_content()
    phone.get_by_label("One move forward").tap()
    at_move(phone, 18)
    assert board.inner_html() != first
    expect(board).to_have_accessible_name(phone.locator("[data-said]").text_content() or "")
    assert phone.url.endswith("?move=18")
    phone.get_by_label("One move back").tap()
    at_move(phone, 17)
    assert board.inner_html() == first
    expect(board).to_have_accessible_name(words or "")
    swipe(phone, by=-120)
    at_move(phone, 18)
    swipe(phone, by=120)
    at_move(phone, 17)
    swipe(phone, by=20)
    at_move(phone, 17)
    phone.get_by_label("To the start").tap()
    at_move(phone, 0)
    expect(phone.locator("[data-said]")).to_have_text("The start.")
    phone.get_by_label("To the end").tap()
    at_move(phone, 89)
    phone.locator('[data-at="3"] .to-move').tap()
    at_move(phone, 3)


def test_board_and_controls_are_in_sight_and_one_tap_plays(
    browser: Browser, live_server: Any
) -> None:
    """Of every game, for two and for four: the whole board at the top, from the first move on."""
    context = browser.new_context(
        viewport={"width": 360, "height": 640}, locale="en", has_touch=True, is_mobile=True
    )
    page = context.new_page()
    for game in GAMES:
        for players in (2, 4):
            record = record_of(game=game, players=players, variant="base")
            version = hand_in_record(table(players, game=game), record)
            page.goto(replay_of(version, live_server))
            at_move(page, 0)
            assert page.evaluate("scrollY") == 0
            top, bottom, width = page.evaluate(EDGES_OF_BOARD)
            bar = page.locator(".replay-bar").bounding_box()
            assert bar is not None
            assert 48 <= top <= 120, (game, players)
            assert bottom <= bar["y"], (game, players)
            assert bar["y"] + bar["height"] <= 640, (game, players)
            assert width >= 270, (game, players)
    assert page.locator(".replay-bar [data-score]").count() == 4
    page.get_by_role("button", name="Play", exact=True).tap()
    expect(page.locator("[data-place]")).to_have_text("2")
    context.close()


def test_move_is_shared_by_its_link(page: Page, version: Submission, live_server: Any) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{replay_of(version, live_server)}?move=17")
    page.get_by_label("One move forward").click()
    at_move(page, 18)
    page.get_by_label("Share this move").click()
    expect(page.get_by_text("The link to this move is copied.")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{replay_of(version, live_server)}?move=18"
    page.goto(copied)
    at_move(page, 18)
    turning = page.locator('.replay-turnings [data-kind="swing"] a')
    move = int(turning.get_attribute("data-go") or "0")
    turning.click()
    at_move(page, move)
    assert page.locator('.chart-mark[data-kind="swing"]').count() == 1


def test_keys_lead_through_the_game(page: Page, version: Submission, live_server: Any) -> None:
    page.goto(f"{replay_of(version, live_server)}#{AT_ONCE - 1}")
    at_move(page, AT_ONCE - 1)
    for key, move in (
        ("ArrowRight", AT_ONCE),  # of the next pack
        ("ArrowLeft", AT_ONCE - 1),
        ("Home", 0),
        ("ArrowLeft", 0),
        ("End", 89),
        ("ArrowRight", 89),
    ):
        page.keyboard.press(key)
        at_move(page, move)
    page.get_by_label("Speed").select_option(label="fast")
    page.locator("[data-board]").click()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator("[data-place]")).to_have_text("2")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_what_breaks_a_rule_is_jumped_to(phone: Page, live_server: Any) -> None:
    version = hand_in_record(table(2), WRONG_SEAT)
    phone.goto(f"{replay_of(version, live_server)}?move=0")
    expect(phone.locator("[data-board] .attempted")).to_have_count(0)
    phone.get_by_role("link", name="Show move 2").tap()
    at_move(phone, 2)
    expect(phone.locator("[data-board] .attempted").first).to_be_attached()
    assert faults_of_page(phone) == []


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_a_board_is_hidden_by_the_page(phone: Page, live_server: Any, game: str) -> None:
    phone.goto(live_server.url + reverse("viewer"))
    phone.get_by_label("Paste the record").fill(record_of(game=game, players=2))
    phone.get_by_role("button", name="Show the game").tap()
    expect(phone.locator("[data-board] svg")).to_be_visible()
    hidden = phone.locator("[data-board] svg *").evaluate_all(
        "parts => parts.filter(part => getComputedStyle(part).display === 'none' "
        "&& !part.closest('title, desc, defs')).map(part => part.outerHTML.slice(0, 80))"
    )
    assert hidden == []


def test_analysis_arrives_by_itself(page: Page, version: Submission, live_server: Any) -> None:
    Round.objects.filter(pk=version.match.round_id).update(status=Round.Status.CLOSED)
    page.goto(f"{replay_of(version, live_server)}?move=9")
    page.get_by_role("button", name="Analyse this game").click()
    expect(page.get_by_text("Looking at every turn…")).to_be_visible()
    analyse_record(version.pk)
    expect(page.get_by_text("Most possible")).to_be_visible()
    at_move(page, 9)
    better = page.locator(".replay-moves tr:has(.beside)", has_text="best:").first
    move = better.get_attribute("data-at") or ""
    expect(page.locator("[data-board] .better")).to_have_count(0)
    better.locator(".to-move").click()
    at_move(page, int(move))
    expect(page.locator("[data-board] .better-points")).to_be_visible()
    page.get_by_label("Show better ways on the board").uncheck()
    expect(page.locator("[data-board] .better-points")).to_be_hidden()
    assert faults_of_page(page) == []


def test_pasted_record_is_played_through(phone: Page, live_server: Any) -> None:
    phone.goto(live_server.url + reverse("viewer"))
    assert faults_of_page(phone) == []
    phone.get_by_label("Paste the record").fill(record_of(game="twisty", players=2))
    phone.get_by_role("button", name="Show the game").tap()
    expect(phone.get_by_text("The record is lawful and complete")).to_be_visible()
    phone.get_by_label("One move forward").tap()
    at_move(phone, 1)
    phone.get_by_label("To the start").tap()
    at_move(phone, 0)
    swipe(phone, by=-120)
    at_move(phone, 1)
    with phone.expect_download() as download:
        phone.get_by_role("button", name="This board as SVG").tap()
    assert download.value.suggested_filename == "board-record-1.svg"
    assert faults_of_page(phone) == []
    assert not Submission.objects.exists()


def test_dropped_file_is_shown_at_once(page: Page, live_server: Any) -> None:
    page.goto(live_server.url + reverse("viewer"))
    record = record_of(game="polyssimo", players=2)
    dropped = page.evaluate_handle(
        """record => {
          const data = new DataTransfer();
          data.items.add(new File([record], "game.txt", { type: "text/plain" }));
          return data;
        }""",
        record,
    )
    page.dispatch_event("[data-drop]", "drop", {"dataTransfer": dropped})
    expect(page.get_by_text("The record is lawful and complete")).to_be_visible()


def test_without_scripts_buttons_are_links(
    browser: Browser, version: Submission, live_server: Any
) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en")
    page = context.new_page()
    page.goto(f"{replay_of(version, live_server)}?move=17")
    page.get_by_label("One move forward").click()
    at_move(page, 18)
    expect(page.get_by_role("button", name="Play", exact=True)).to_have_count(0)
    context.close()
