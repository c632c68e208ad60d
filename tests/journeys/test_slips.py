"""An official types slips and settles disputes in the browser, by keyboard and by one tap."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from league.models import Match, Official, Result
from tests.factories import make_user
from tests.factories.events import running_event
from tests.factories.sheets import lines_of, noted, written
from tests.factories.submissions import confirm, hand_in
from tests.factories.tables import OTHER_GAME, counting, only_match, table
from tests.journeys.sheets import Room, sheet_of
from tests.journeys.test_sheet_together import hearing_nothing

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ANY_SEED = 12


@pytest.fixture
def as_arbiter(page: Page, live_server: Any, client: Client) -> Any:
    """A refused row is answered with 422, of which a browser's console complains."""

    def open_as_arbiter(match: Match, address: str) -> Page:
        user = make_user()
        Official.objects.create(event=match.event, user=user, role=Official.Role.ARBITER)
        client.force_login(user)
        cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
        name = settings.SESSION_COOKIE_NAME
        page.context.add_cookies([{"name": name, "value": cookie, "url": live_server.url}])
        page.goto(live_server.url + address)
        return page

    return open_as_arbiter


def of_scores(match: Match) -> str:
    return reverse("scores", args=[match.event_id, match.round_id])


def type_line(page: Page, words: str) -> None:
    page.locator("#line").fill(words)
    page.locator("#line").press("Enter")


def test_slip_is_held_to_the_rules_and_called_entered(as_arbiter: Any, live_server: Any) -> None:
    match = table(game="kaleidoskop")
    page = as_arbiter(match, of_scores(match))
    expect(page.locator("#line-help")).to_contain_text("“1 9 7 6 4”")
    type_line(page, "1 9 7 6 4 3")
    expect(page.locator("[data-say]")).to_have_text(
        "Table 1 has 4 fields, and these are 5 numbers."
    )
    expect(page.locator("#line")).to_have_value("1 9 7 6 4 3")
    type_line(page, "1 40 7 6 4")
    expect(page.locator(".score-note .errors")).to_contain_text("can be 0 to 18, not 40")
    expect(page.locator("[data-mark]").first).to_have_value("40")
    assert not Result.objects.exists()
    page.locator("[data-mark]").first.fill("9")
    page.locator("[data-mark]").first.press("Enter")
    expect(page.locator("#score-progress")).to_contain_text("1 of 1 tables are in.")
    page.goto(live_server.url + reverse("match", args=[match.pk]))
    expect(page.locator(".badge[data-state=entered]").first).to_have_text("entered by an official")


def test_all_figures_are_opened_beside_what_is_typed(as_arbiter: Any) -> None:
    match = table(2, game="kaleidoskop")
    page = as_arbiter(match, of_scores(match))
    page.locator("[data-mark]").first.fill("5")
    page.get_by_role("link", name="All figures").click()
    expect(page.locator(".score-figures input")).to_have_count(12)
    expect(page.locator("[data-mark]").first).to_have_value("5")
    for at, field in enumerate(page.locator(".score-figures input").all()):
        field.fill(str(5 + at % 6))
    page.locator("[data-mark]").first.press("Enter")
    expect(page.locator("#score-progress")).to_contain_text("1 of 1 tables are in.")
    [result] = Result.objects.all()
    assert [side["keys"] for side in result.sides] == [[5, 6, 7, 8, 9, 10]] * 2


def test_settled_result_asks_before_it_is_replaced_and_comes_back(as_arbiter: Any) -> None:
    match = only_match(running_event(2, **OTHER_GAME))  # type: ignore[arg-type]
    confirm(hand_in(match, 5, 3), "B")
    before = counting(match)
    page = as_arbiter(match, of_scores(match))
    first, second = page.locator("[data-mark]").all()
    first.fill("3")
    second.fill("5")
    second.press("Enter")
    ask = page.locator("[data-ask]")
    expect(ask).to_contain_text("This result was confirmed by the table.")
    expect(ask.get_by_label("Reason")).to_be_focused()
    page.get_by_role("link", name="Keep the old result").click()
    expect(ask).to_have_count(0)
    expect(page.locator("[data-mark]").first).to_have_value("5")
    assert counting(match) == before
    page.locator("[data-mark]").first.fill("3")
    page.locator("[data-mark]").last.fill("5")
    page.locator("[data-mark]").last.press("Enter")
    ask.get_by_label("Reason").fill("The slip says so.")
    page.get_by_role("button", name="Replace the result").click()
    undo = page.get_by_role("button", name="Undo: the earlier result counts again")
    expect(undo).to_be_visible()
    assert counting(match) != before
    undo.click()
    expect(page.locator("[data-mark]").first).to_have_value("5")
    assert counting(match) == before


def test_version_is_accepted_by_one_button_on_its_card(as_arbiter: Any) -> None:
    match = table(2)
    hand_in(match, 300, 200)
    right = hand_in(match, 200, 300, by="B")
    page = as_arbiter(match, reverse("match-rule", args=[match.pk]))
    page.get_by_role("button", name="Accept version 2").click()
    expect(page.get_by_text("The version is accepted.")).to_be_visible()
    counts = counting(match)
    assert counts is not None
    assert counts.submission == right


def test_what_decided_shows_both_values_in_the_colours_of_the_game(room: Room) -> None:
    match = table(2, game="kaleidoskop")
    sheet = sheet_of(match)
    written(sheet, *noted(*lines_of("kaleidoskop", seed=ANY_SEED)))
    phone = room.at(match, sheet, seat="A")
    rows = phone.result.locator(".result-list li")
    expect(rows).to_have_count(2)
    for row in rows.all():
        expect(row.locator(".result-key .sign")).to_have_count(6)
        expect(row.locator("mark")).to_have_count(1)
    keys = [row.locator("mark").inner_text().split()[-1] for row in rows.all()]
    expect(phone.result.locator(".result-decided")).to_contain_text(f"{keys[0]} against {keys[1]}")


def test_nothing_is_sent_again_that_can_only_fail_again(room: Room) -> None:
    match = table(2, game="kaleidoskop")
    sheet = sheet_of(match)
    words = [words for _seat, words in lines_of("kaleidoskop", seed=ANY_SEED)]
    one, other = room.at(match, sheet, seat="A"), room.at(match, sheet, seat="B")
    one.write(words[0])
    other.newest(words[0])
    with hearing_nothing(other.page):
        one.undo()
        expect(one.lines).to_have_count(0)
        other.undo()
        expect(other.say).to_have_text("There is nothing to undo.")
        expect(other.status).to_have_text("Everything is saved.")
    room.expect_only(other, "409")
