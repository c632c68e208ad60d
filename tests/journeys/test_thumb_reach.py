"""On a small phone the one thing to do next is in sight on every page of a player's way."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from league.events.services.rounds import close_round
from league.models import Match, Stage, Submission
from league.permissions import SERVICE
from league.results.queries import seating_of
from league.results.services.objections import contest_result
from league.sheets.services.sheets import open_sheet
from tests.factories.events import entries_at, published_round, running_event
from tests.factories.phones import actor_with, phone_at, phone_with
from tests.factories.sheets import lines_of, noted, written
from tests.factories.submissions import confirm, hand_in, hand_in_record, object_to
from tests.factories.tables import counting, only_match, record_of, seat_at, table
from tests.journeys.inspection import small_targets

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES = ((360, 640), (360, 740))
PRIMARY = "main .button.primary"
MY_TABLE = "main .my-table"


@dataclass(frozen=True)
class Scene:
    """A page as somebody's phone opens it, and what is to do there."""

    phone: Client
    address: str
    actions: tuple[str, ...] = (PRIMARY,)


def at(match: Match, route: str = "match") -> str:
    return reverse(route, args=[match.pk])


def find_my_table() -> Scene:
    stage = running_event(24)
    published_round(stage)
    first = "#found li:first-child"
    return Scene(Client(), reverse("event-find", args=[stage.event_id]), ("#find", first))


def find_my_name_in_the_room() -> Scene:
    stage = running_event(24)
    published_round(stage)
    phone = phone_with(stage.event.room_code)
    first = "#found li:first-child button"
    return Scene(phone, reverse("event-find", args=[stage.event_id]), ("#find", first))


def take_a_seat() -> Scene:
    match = table(4)
    return Scene(phone_with(match.code), at(match), (".seat-list li:last-child .button",))


def at_the_table() -> Scene:
    match = table(4)
    return Scene(phone_at(match, "B"), at(match), (PRIMARY, ".now .button:last-child"))


def open_the_sheet() -> Scene:
    match = table(4)
    return Scene(phone_at(match, "A"), at(match, "match-sheet"))


def hand_in_from_the_sheet() -> Scene:
    match = table(2)
    phone = phone_at(match, "A")
    actor = actor_with(phone)
    sheet = open_sheet(match, actor=actor, game=1, seating=seating_of(match))
    written(sheet, *noted(*lines_of("triolet")), by=actor)
    return Scene(phone, reverse("sheet", args=[sheet.pk]), (".sheet-hand-in .button",))


def hand_in_scores(game: str, players: int) -> Callable[[], Scene]:
    def made() -> Scene:
        match = table(players, game=game)
        first = ".figures-of:first-of-type input >> nth=0"
        return Scene(phone_at(match, "A"), at(match, "hand-in"), (PRIMARY, first))

    return made


def handed_in() -> Scene:
    match = table(4)
    hand_in(match, 200, 150, 120, 100)
    return Scene(phone_at(match, "A"), at(match))


def confirm_it() -> Scene:
    match = table(4)
    hand_in(match, 200, 150, 120, 100)
    both = (".now form[action$='/confirm/'] .button", ".now form[action$='/object/'] .button")
    return Scene(phone_at(match, "B"), at(match), both)


def with_six_colours(*, by: str = "A", red: int = 12) -> Match:
    """The most that a table shows: four players, six figures of two digits each."""
    match = table(4, game="kaleidoskop")
    six_colours(match, by=by, red=red)
    return match


def six_colours(match: Match, *, by: str = "A", red: int = 12) -> Submission:
    names = ("red", "green", "blue", "orange", "yellow", "purple")
    rows = [dict(zip(names, range(13 - seat, 19 - seat), strict=True)) for seat in range(4)]
    rows[3]["red"] = red
    figures = dict(zip(entries_at(match), rows, strict=True))
    return hand_in(match, by=by, figures=figures)


def handed_in_six_colours() -> Scene:
    return Scene(phone_at(match := with_six_colours(), "A"), at(match))


def confirm_six_colours() -> Scene:
    match = with_six_colours()
    both = (".now form[action$='/confirm/'] .button", ".now form[action$='/object/'] .button")
    return Scene(phone_at(match, "B"), at(match), both)


def disputed_six_colours() -> Scene:
    six_colours(match := with_six_colours(), by="B", red=11)
    agree = ".version form[action$='/confirm/'] .button >> nth=0"
    return Scene(phone_at(match, "C"), at(match), (agree,))


def accepted_six_colours() -> Scene:
    match = table(4, game="kaleidoskop")
    confirm(six_colours(match))
    return Scene(phone_at(match, "B"), at(match), (".now .actions a.button", ".now form .button"))


def pass_the_phone() -> Scene:
    match = table(4)
    phone = phone_at(match, "A")
    hand_in(match, 200, 150, 120, 100)
    return Scene(phone, at(match, "match-pass"), (".tap-names li:last-child .button",))


def said_no() -> Scene:
    match = table(4)
    object_to(hand_in(match, 200, 150, 120, 100))
    return Scene(phone_at(match, "B"), at(match))


def disputed() -> Scene:
    match = table(4)
    hand_in(match, 200, 150, 120, 100)
    hand_in(match, 200, 151, 120, 100, by="B")
    agree = ".version form[action$='/confirm/'] .button >> nth=0"
    return Scene(phone_at(match, "C"), at(match), (agree,))


def contradicted() -> Scene:
    match = table(2)
    hand_in_record(match, record_of(players=3))
    return Scene(phone_at(match, "A"), at(match))


def accepted_match(seats: int = 4) -> Match:
    match = table(seats)
    confirm(hand_in(match, 200, 150, 120, 100))
    match.refresh_from_db()
    return match


def accepted() -> Scene:
    match = accepted_match()
    return Scene(phone_at(match, "B"), at(match), (".now .actions a.button", ".now form .button"))


def contested() -> Scene:
    match = accepted_match()
    contest_result(counting(match), actor=SERVICE, seat=seat_at(match, "B"))
    return Scene(phone_at(match, "B"), at(match), (".now .actions a.button",))


def next_round() -> tuple[Client, Match, Stage]:
    stage = running_event(4)
    match = only_match(stage)
    phone = phone_at(match, "A")
    confirm(hand_in(match, 200, 150, 120, 100))
    close_round(match.round, actor=SERVICE)
    published_round(stage)
    return phone, match, stage


def next_round_at_the_old_table() -> Scene:
    phone, match, _stage = next_round()
    return Scene(phone, at(match), (MY_TABLE,))


def next_round_at_the_event() -> Scene:
    phone, _match, stage = next_round()
    return Scene(phone, reverse("event", args=[stage.event_id]), (MY_TABLE,))


def next_seat() -> Scene:
    phone, _match, stage = next_round()
    return Scene(phone, at(stage.event.matches.get(is_open=True)))


SCENES: Mapping[str, Callable[[], Scene]] = {
    "find my table": find_my_table,
    "find my name in the room": find_my_name_in_the_room,
    "take a seat": take_a_seat,
    "at the table": at_the_table,
    "open the sheet": open_the_sheet,
    "hand in from the sheet": hand_in_from_the_sheet,
    "hand in, Triolet": hand_in_scores("triolet", 4),
    "hand in, Kaleidoskop": hand_in_scores("kaleidoskop", 4),
    "hand in, Twisty": hand_in_scores("twisty", 4),
    "hand in, Polyssimo": hand_in_scores("polyssimo", 2),
    "handed in": handed_in,
    "confirm": confirm_it,
    "handed in, Kaleidoskop": handed_in_six_colours,
    "confirm, Kaleidoskop": confirm_six_colours,
    "disputed, Kaleidoskop": disputed_six_colours,
    "accepted, Kaleidoskop": accepted_six_colours,
    "pass the phone": pass_the_phone,
    "said no": said_no,
    "disputed": disputed,
    "contradicted": contradicted,
    "accepted": accepted,
    "contested": contested,
    "next round, old table": next_round_at_the_old_table,
    "next round, event": next_round_at_the_event,
    "next round, seat": next_seat,
}


# Score, place and points of a table are read without scrolling sideways.
_TOO_WIDE = """[...document.querySelectorAll(".of-table")]
  .filter(table => table.scrollWidth > table.clientWidth)
  .map(table => `${table.scrollWidth} > ${table.clientWidth}`)"""


def opened(page: Page, live_server: Any, scene: Scene, language: str) -> None:
    cookies = {name: morsel.value for name, morsel in scene.phone.cookies.items()}
    cookies[settings.LANGUAGE_COOKIE_NAME] = language
    page.context.clear_cookies()
    page.context.add_cookies(
        [{"name": name, "value": value, "url": live_server.url} for name, value in cookies.items()]
    )
    page.goto(live_server.url + scene.address)


def bottoms(page: Page, scene: Scene) -> dict[str, float]:
    """How far down each thing to do reaches."""
    found = {}
    for action in scene.actions:
        thing = page.locator(action).first
        expect(thing).to_be_visible()
        box = thing.bounding_box()
        assert box is not None
        found[action] = box["y"] + box["height"] if box["y"] >= 0 else -1
    return found


@pytest.mark.parametrize("name", SCENES)
def test_next_thing_to_do_is_in_sight(
    quiet_page: Page, live_server: Any, name: str, record_property: Any
) -> None:
    scene = SCENES[name]()
    for language in ("en", "cs"):
        for width, height in SIZES:
            quiet_page.set_viewport_size({"width": width, "height": height})
            opened(quiet_page, live_server, scene, language)
            reached = bottoms(quiet_page, scene)
            print(f"{name} | {language} | {width} × {height} | {reached}")
            record_property(f"{name}, {language}, {height}", max(reached.values()))
            assert quiet_page.evaluate("window.scrollY") == 0
            assert all(0 < y <= height for y in reached.values()), reached
            assert small_targets(quiet_page) == []
            assert quiet_page.evaluate(_TOO_WIDE) == []
