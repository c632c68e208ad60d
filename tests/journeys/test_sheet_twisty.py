"""A turn of Twisty by the square where the pawn stays, and laying the game out, on a phone."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from games.twisty.board import NAMES as SQUARES
from games.values import Action
from tests.factories.sheets import practice, tags_of
from tests.factories.twisty import ways_in
from tests.journeys.kept_games import NAMES, KeptGame
from tests.journeys.sheet_taps import lay_out
from tests.journeys.sheets import Room, expect_board, expect_one_screen
from tests.journeys.tap_count import begun

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SMALL, TALL = {"width": 360, "height": 640}, {"width": 360, "height": 740}
LEAST = 300  # pixels of a board


def moments(kept: KeptGame) -> Iterator[tuple[int, Any, Action]]:
    """Every action with the ways that the rules name before it."""
    play, looks = kept.record.rules.play, kept.record.rules.looks
    position = play.start(kept.record.setup)
    for at, action in enumerate(kept.record.actions):
        yield at, looks.pad(position, last=None).own, action
        position = play.after(position, action)


def ways_of(own: Any, action: Action) -> list[str]:
    return [way for way in ways_in(own["ways"]) if way.endswith(SQUARES[action.what[0][-1]])]


def test_pawn_goes_where_it_is_tapped_by_the_way_that_is_chosen(room: Room) -> None:
    kept = KeptGame("twisty", 2)
    at, ways = next(
        (at, ways) for at, own, action in moments(kept) if len(ways := ways_of(own, action)) > 1
    )
    phone = begun(kept, room.practising, played=at)
    phone.page.set_viewport_size(SMALL)
    expect_one_screen(phone.page)
    expect_board(phone, least=LEAST)
    end, chips = ways[0][-2:], phone.page.locator(".twisty-chip")
    phone.thumb.tap_field(end)
    expect(chips).to_have_count(min(len(ways), 3))
    expect_one_screen(phone.page)
    expect(phone.lines).to_have_count(at)
    chips.nth(1).tap()
    phone.newest(ways[1])
    phone.undo()
    expect(phone.lines).to_have_count(at)
    phone.thumb.tap_field(end)
    phone.thumb.tap_field(end)
    phone.newest(ways[0])
    phone.undo()
    expect(phone.lines).to_have_count(at)
    phone.thumb.finger.slide(*map(phone.thumb.field, ways[-1].split("-")))
    expect(phone.lines).to_have_count(at + 1)
    phone.newest(ways[-1])


def test_pawn_that_may_not_go_there_is_crossed_and_moved_by_a_touch(room: Room) -> None:
    kept = KeptGame("twisty", 2)
    phone = begun(kept, room.practising, played=1)
    [_at, own, action] = list(moments(kept))[1]
    wrong = next(name for name in ("d4", "g7", "f6") if name not in ways_in(own["ways"]))
    phone.thumb.tap_field(wrong)
    expect(phone.say).to_have_class(re.compile("is-refused"))
    expect(phone.page.locator(".ghost-cross")).to_have_count(1)
    expect(phone.page.locator("[data-do=confirm]")).to_be_hidden()
    expect(phone.button("Pass")).to_have_count(0)
    phone.page.set_viewport_size(TALL)
    expect_one_screen(phone.page)
    assert len(ways_of(own, action)) == 1
    phone.thumb.tap_field(kept.lines[1].words[-2:])
    phone.newest(kept.lines[1].words)
    expect(phone.page.locator(".ghost-cross")).to_have_count(0)


def test_way_is_entered_square_by_square(room: Room) -> None:
    kept = KeptGame("twisty", 2)
    phone = begun(kept, room.practising)
    phone.button("Square by square").tap()
    way = kept.lines[0].words.split("-")
    for field in (*way[:2], "f6"):  # a token that leads on
        phone.thumb.tap_field(field)
    phone.undo()  # the slip alone
    for field in way[2:]:
        phone.thumb.tap_field(field)
    phone.newest(kept.lines[0].words)


def test_undo_while_the_move_is_under_way_is_not_lost(room: Room) -> None:
    kept = KeptGame("twisty", 2)
    phone = begun(kept, room.practising)
    under_way: list[Route] = []

    def hold_the_first(route: Route) -> None:
        under_way.append(route)
        if len(under_way) > 1:
            route.continue_()

    phone.page.route("**/write/", hold_the_first)
    with phone.page.expect_request("**/write/"):
        phone.enter(kept.lines[0].words)
    phone.undo()
    under_way[0].continue_()
    expect(phone.page.locator("[data-do=redo]")).to_be_enabled()
    expect(phone.lines).to_have_count(0)


def test_pawn_is_hit_and_sent_to_a_corner_by_four(room: Room) -> None:
    kept = KeptGame("twisty", 4)
    at, free = next(
        (at, own["free_corners"]) for at, own, action in moments(kept) if action.what[1]
    )
    phone = begun(kept, room.practising, played=at)
    phone.page.set_viewport_size(SMALL)
    expect_one_screen(phone.page)
    words = kept.lines[at].words
    phone.thumb.enter(words.partition("x")[0])
    corners = phone.page.locator(".twisty-corner")
    expect(corners).to_have_count(len(free))
    expect_one_screen(phone.page)
    expect_board(phone, least=LEAST)  # the offer to enter the own moves is gone by now
    phone.thumb.press(f"Corner {words[-2:]}")
    expect(phone.lines).to_have_count(at + 1)
    expect(phone.say).to_contain_text("stolen from")


@pytest.mark.parametrize("players", [2, 4])
def test_game_is_laid_out_on_one_screen(room: Room, players: int) -> None:
    phone = room.practising(practice("twisty", players=players, names=NAMES))
    phone.page.set_viewport_size(TALL)
    steps = phone.page.locator(".twisty-steps .button")
    for step in ("choose", "Corners", "Series", "Tokens"):
        if step != "choose":
            steps.filter(has_text=step).tap()
        else:
            expect_one_screen(phone.page)
            phone.button("Enter how it lies on the table").tap()
        expect_one_screen(phone.page)
        expect_board(phone, least=LEAST if step != "Series" else LEAST - 60)
    phone.undo()
    phone.button("Shuffle for us").tap()
    expect(phone.page.locator(".twisty-note .twisty-piece")).to_have_count(7 * players)
    expect_one_screen(phone.page)
    expect_board(phone, least=LEAST)


def test_seventh_colour_stays_in_its_own_series(room: Room) -> None:
    """Tapped out of habit, it is not the first of the next player's; nor does the touch on the last
    corner choose the colour that comes under the finger."""
    sheet, tags = practice("twisty", players=4), tags_of("twisty", players=4)
    phone = room.practising(sheet)
    phone.page.set_viewport_size(TALL)
    lay_out(phone.thumb, tags)
    phone.confirm()
    expect(phone.turn).to_contain_text("is to play")
    [act] = sheet.acts.filter(kind="set_up")
    assert act.text == tags


def test_tokens_are_painted_along_a_row(room: Room) -> None:
    phone = room.practising(practice("twisty", players=2))
    phone.button("Enter how it lies on the table").tap()
    phone.thumb.press(re.compile("^red: 4"))
    phone.thumb.finger.slide(phone.thumb.field("c6"), phone.thumb.field("e6"))
    expect(phone.page.get_by_role("button", name="red: 0 left")).to_be_visible()
