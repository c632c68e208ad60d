"""Handing in at a table in a real browser: nothing typed is lost, seats swap, the rules answer."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from league.models import Match, Submission
from league.results.queries import entries_at
from tests.factories.phones import phone_at
from tests.factories.submissions import hand_in, object_to
from tests.factories.tables import record_of, seat_at, table
from tests.journeys.inspection import Watch, faults_of_page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Hold = Callable[[Page, Client], None]


@pytest.fixture
def hold(live_server: Any) -> Hold:
    """A page of the phone whose session the client has."""

    def held(page: Page, client: Client) -> None:
        cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
        page.context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}]
        )

    return held


def open_hand_in(page: Page, live_server: Any, match: Match) -> None:
    page.goto(live_server.url + reverse("hand-in", args=[match.pk]))


def points(page: Page, match: Match) -> list[Any]:
    return [page.locator(f"[name='figure-{entry}-points']") for entry in entries_at(match)]


def type_points(page: Page, match: Match, *scores: int) -> None:
    for field, score in zip(points(page, match), scores, strict=True):
        field.fill(str(score))


def test_what_was_typed_survives_a_reload_and_is_forgotten_once_sent(
    page: Page, live_server: Any, hold: Hold
) -> None:
    match = table(2)
    hold(page, phone_at(match, "A"))
    open_hand_in(page, live_server, match)
    type_points(page, match, 200, 150)
    expect(page.locator("#check")).to_contain_text("200")

    page.reload()
    assert [field.input_value() for field in points(page, match)] == ["200", "150"]
    page.get_by_role("button", name="Hand in").click()
    page.wait_for_url(f"**{reverse('match', args=[match.pk])}")
    expect(page.locator(".now")).to_contain_text("You handed in this result.")
    assert Submission.objects.count() == 1

    open_hand_in(page, live_server, match)
    assert [field.input_value() for field in points(page, match)] == ["", ""]


def test_lost_connection_keeps_all_and_a_lost_answer_is_stored_once(
    page: Page, live_server: Any, hold: Hold
) -> None:
    match = table(2)
    hold(page, phone_at(match, "A"))
    open_hand_in(page, live_server, match)
    type_points(page, match, 200, 150)
    address = f"**{reverse('hand-in', args=[match.pk])}"

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route(address, lose_the_answer)
    page.get_by_role("button", name="Hand in").click()
    expect(page.locator("[data-say]")).to_contain_text("No connection.")
    assert Submission.objects.count() == 1
    page.unroute(address)
    page.reload()
    page.get_by_role("button", name="Hand in").click()
    page.wait_for_url(f"**{reverse('match', args=[match.pk])}")
    assert Submission.objects.count() == 1


def test_lost_session_keeps_what_was_typed(page: Page, live_server: Any, hold: Hold) -> None:
    match = table(2)
    hold(page, phone_at(match, "A"))
    open_hand_in(page, live_server, match)
    type_points(page, match, 200, 150)
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    page.get_by_role("button", name="Hand in").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("This phone is no longer recognised")
    dialog.get_by_role("button", name="Not now").click()
    expect(dialog).to_have_count(0)
    assert points(page, match)[0].input_value() == "200"


def test_seats_stay_one_for_each_person(page: Page, live_server: Any, hold: Hold) -> None:
    match = table(3)
    hold(page, phone_at(match, "A"))
    open_hand_in(page, live_server, match)
    seats = [seat_at(match, letter).pk for letter in "ABC"]
    page.locator(".seats-known > summary").click()
    page.locator("[name='seat-0']").select_option(seats[2])
    chosen = [page.locator(f"[name='seat-{at}']").input_value() for at in range(3)]
    assert chosen == [seats[2], seats[1], seats[0]]
    page.locator("[data-absent]").nth(1).check()
    letters = page.locator("fieldset[data-side]:visible [data-letters]").all_text_contents()
    assert letters == ["B", "A"]  # the others move up


def test_file_is_checked_before_it_is_handed_in(page: Page, live_server: Any, hold: Hold) -> None:
    match = table(2)
    hold(page, phone_at(match, "A"))
    open_hand_in(page, live_server, match)
    page.get_by_text("Record", exact=True).click()
    record = record_of(players=2).encode("utf-16")
    page.locator("[name='file']").set_input_files(
        {"name": "game.txt", "mimeType": "text/plain", "buffer": record}
    )
    expect(page.locator("#check [data-state='verified']")).to_be_visible()
    page.get_by_role("button", name="Hand in").click()
    page.wait_for_url(f"**{reverse('match', args=[match.pk])}")
    assert Submission.objects.get().record_digest


def test_key_of_the_keyboard_goes_from_field_to_field_and_the_last_one_sends(
    page: Page, live_server: Any, hold: Hold
) -> None:
    match = table(4, game="kaleidoskop")
    hold(page, phone_at(match, "A"))
    open_hand_in(page, live_server, match)
    fields = page.locator(".figures input").all()
    assert len(fields) == 24
    hints = {field.get_attribute("enterkeyhint") for field in fields[:-1]}
    assert hints == {"next"}
    expect(fields[-1]).to_have_attribute("enterkeyhint", "done")
    assert page.locator(".figures .sign").count() == 24
    fields[0].focus()
    for at, field in enumerate(fields):
        expect(field).to_be_focused()
        page.keyboard.type(str(3 + at % 4))
        page.keyboard.press("Enter")
    page.wait_for_url(f"**{reverse('match', args=[match.pk])}")
    assert Submission.objects.count() == 1


def test_who_won_is_asked_after_the_last_figure(page: Page, live_server: Any, hold: Hold) -> None:
    match = table(2, game="twisty")
    hold(page, phone_at(match, "A"))
    open_hand_in(page, live_server, match)
    for score in ("2", "1"):
        page.locator(".figures input").nth(0 if score == "2" else 1).fill(score)
    page.locator(".figures input").last.press("Enter")
    expect(page.locator(".tick input").first).to_be_focused()


def test_text_that_is_no_record_is_said_before_it_is_sent(
    page: Page, live_server: Any, hold: Hold
) -> None:
    match = table(2)
    hold(page, phone_at(match, "A"))
    open_hand_in(page, live_server, match)
    page.get_by_text("Record", exact=True).click()
    page.get_by_label("Paste the record").fill("We forgot to write it down.")
    expect(page.locator("#check")).to_contain_text("This text is not a record of a game")
    asked = page.get_by_text("The others at the table are asked whether it is right.")
    page.get_by_label("Paste the record").fill(record_of(players=3))
    expect(page.get_by_role("button", name="Hand in all the same")).to_be_visible()
    expect(asked).to_be_hidden()
    page.get_by_label("Paste the record").fill("Nothing.")
    page.get_by_role("button", name="Type the final scores").click()
    expect(points(page, match)[0]).to_be_focused()
    expect(page.get_by_role("button", name="Hand in", exact=True)).to_be_visible()
    expect(asked).to_be_visible()


def test_opponent_sees_the_question_without_reloading(
    page: Page, live_server: Any, hold: Hold
) -> None:
    match = table(2)
    hold(page, phone_at(match, "B"))
    page.goto(live_server.url + reverse("match", args=[match.pk]))
    expect(page.locator(".now")).to_contain_text("Keep score on this phone")
    hand_in(match, 200, 150)
    page.get_by_role("button", name="Yes, that is right").click()
    expect(page.locator(".now")).to_contain_text("This result counts.")


def test_success_is_said_no_longer_once_somebody_says_no(
    page: Page, live_server: Any, hold: Hold
) -> None:
    match = table(2)
    hold(page, phone_at(match, "A"))
    open_hand_in(page, live_server, match)
    type_points(page, match, 200, 150)
    page.get_by_role("button", name="Hand in", exact=True).click()
    said = page.get_by_text("Handed in. The others at the table are asked now.")
    expect(said).to_be_visible()
    object_to(Submission.objects.get())
    expect(page.locator(".now")).to_contain_text("You do not agree on the result.")
    expect(said).to_have_count(0)


def test_pages_at_the_table_have_no_faults(page: Page, live_server: Any, hold: Hold) -> None:
    match = table(3, game="triolet")
    hold(page, phone_at(match, "A"))
    addresses = [reverse("hand-in", args=[match.pk]), reverse("match", args=[match.pk])]
    hand_in(match, 200, 150, 100)
    addresses += [reverse("match-pass", args=[match.pk])]
    watch = Watch(page)
    found = {}
    for address in addresses:
        page.goto(live_server.url + address)
        found[address] = list(faults_of_page(page))
    hand_in(match, 190, 150, 100, by="B")
    page.goto(live_server.url + reverse("match", args=[match.pk]))
    found["disputed"] = list(faults_of_page(page))
    assert found == {address: [] for address in found}
    assert watch.take() == []


_DROP = """([text, place]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], "game.txt", { type: "text/plain" }));
  for (const kind of ["dragover", "drop"]) {
    const at = { bubbles: true, cancelable: true, dataTransfer: data };
    document.querySelector(place).dispatchEvent(new DragEvent(kind, at));
  }
}"""


def test_dropped_file_is_handed_in(page: Page, live_server: Any, hold: Hold) -> None:
    match = table(2)
    hold(page, phone_at(match, "A"))
    open_hand_in(page, live_server, match)
    record = record_of(players=2)
    page.evaluate(_DROP, [record, "[data-drop]"])
    page.get_by_role("button", name="Hand in").click()
    page.wait_for_url(f"**{reverse('match', args=[match.pk])}")
    assert Submission.objects.get().record.split() == record.split()
