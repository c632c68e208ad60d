"""What a sheet tells while a move is entered: all with full help, nothing with checks alone."""

import pytest
from playwright.sync_api import Request, expect

from league.models import Sheet
from tests.factories.sheets import lines_of, noted, practice, tags_of, written
from tests.journeys.sheets import Room

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KALEIDOSKOP = lines_of("kaleidoskop", seed=12)
POLYSSIMO = lines_of("polyssimo", seed=44)
DRAFTED = next(at for at, (_seat, words) in enumerate(POLYSSIMO) if "take" not in words)


def twisty_laid_out() -> Sheet:
    sheet = practice("twisty", help="check")
    written(sheet, *noted(("", tags_of("twisty")), kind="set_up"))
    return sheet


def test_check_tells_nothing_in_advance(room: Room) -> None:
    sheet = practice("kaleidoskop", help="check")
    phone = room.practising(sheet)
    asked: list[str] = []

    def listen(request: Request) -> None:
        if "/live/" not in request.url and "/static/" not in request.url:
            asked.append(request.url)

    phone.page.on("request", listen)
    phone.enter(KALEIDOSKOP[0][1])
    expect(phone.page.locator("[data-do=confirm]")).to_be_enabled()
    expect(phone.thumb.board.locator(".is-lit")).to_have_count(0)
    expect(phone.say).not_to_contain_text("score")
    assert asked == []
    phone.confirm()
    phone.newest(KALEIDOSKOP[0][1])
    assert [url.rsplit("/", 2)[1] for url in asked] == ["write"]


def test_full_help_lights_fields_and_says_what_it_would_score(room: Room) -> None:
    sheet = practice("kaleidoskop", help="full")
    written(sheet, *noted(*KALEIDOSKOP[:4]))
    phone = room.practising(sheet)
    lit = phone.thumb.board.locator(".is-lit")
    words = KALEIDOSKOP[4][1]
    field = words.split()[1].split("-")[0]
    phone.enter(words)
    expect(phone.say).to_contain_text("Would score")
    phone.button("Start over").tap()
    expect(phone.say).not_to_contain_text("Would score")
    expect(lit.and_(phone.thumb.field(field))).to_have_count(1)
    phone.write(words)


def test_full_help_says_beforehand_what_is_not_allowed(room: Room) -> None:
    phone = room.practising(practice("kaleidoskop", help="full"))
    phone.enter("RG h8-h9")
    expect(phone.say).to_contain_text("first tile")
    expect(phone.lines).to_have_count(0)
    expect(phone.page.locator(".log-refused")).to_have_count(0)


def test_refused_pass_does_not_say_what_fits(room: Room) -> None:
    sheet = practice("polyssimo", help="check")
    written(sheet, *noted(*POLYSSIMO[:DRAFTED]))
    phone = room.practising(sheet)
    phone.enter("pass")
    phone.confirm()
    expect(phone.say).to_have_text("You may not pass: there is a place for one of your pieces.")
    expect(phone.page.locator(".log-refused code")).to_have_text(["pass"])
    phone.write(POLYSSIMO[DRAFTED][1])


def test_refused_and_undone_are_listed(room: Room) -> None:
    phone = room.practising(twisty_laid_out())
    phone.enter("pass")
    phone.confirm()
    expect(phone.say).to_have_text("You may not pass: there is a move.")
    phone.queue.get_by_role("button", name="Drop it").tap()
    [(_seat, words), *_rest] = lines_of("twisty")
    phone.write(words)
    phone.page.locator("[data-do=undo]").tap()
    phone.agree("Undo")
    expect(phone.page.locator(".log-undone code")).to_have_text([words])
    expect(phone.page.locator(".log-refused code")).to_have_text(["pass"])
