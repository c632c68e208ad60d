"""What a thumb does to enter a line of a record on a score sheet, game by game."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.journeys.finger import Finger, middle_of

Square = tuple[int, int]
LOUPE_PX = 36  # fields that are smaller are looked at through a loupe
HELD_ABOVE = 44  # px


class Thumb:
    """On the open sheet of a game."""

    def __init__(self, page: Page, game: str) -> None:
        self.page = page
        self.game = game
        self.finger = Finger(page)
        self.board = page.locator("[data-board]")
        self.pad = page.locator("[data-pad]")
        self.lines = page.locator("[data-log] > [data-number]")
        self.counted = 0  # lines, before the one that is being entered

    def enter(self, words: str) -> None:
        """All that the line says, up to confirming it."""
        self.counted = self.lines.count()
        _WAYS[self.game](self, words)

    def end_turn(self, words: str, *, following: str = "") -> bool:
        """Where the page cannot know by itself that the turn is over. Whether it is written.

        `following`: what is entered next, which may say it.
        """
        if self.game == "triolet":
            return _end_of_triolet(self, words, following)
        return True

    def field(self, name: str) -> Locator:
        return self.board.locator(f'[data-field="{name}"]')

    def tap_field(self, name: str) -> None:
        self.finger.tap(self.field(name))

    def slide_over(self, *names: str) -> None:
        """Over fields, in one touch. Under a loupe the finger goes further than its aim."""
        points = [middle_of(self.field(name)) for name in names]
        far = max(1.0, LOUPE_PX / self.field_px())
        x, y = points[0]
        self.finger.slide(*((x + (to_x - x) * far, y + (to_y - y) * far) for to_x, to_y in points))

    def choose_tile(self, tile: str) -> None:
        """Of Kaleidoskop."""
        self.finger.tap(self.pad.locator(f".kaleidoskop-keys [data-tile={tile}]"))

    def field_px(self) -> float:
        """How large a field is on the screen."""
        size: float = self.told()["state"]["pad"]["size"]
        drawn = self.board.locator("svg")
        scale: float = drawn.evaluate("svg => svg.getScreenCTM().a")
        return scale * size

    def carry(self, key: Locator, name: str) -> None:
        """A key onto a field: what is carried is held above the finger."""
        # The last touch is over, and the board where it stays.
        expect(self.page.locator(".sheet-now[style*=height]")).to_have_count(0)
        x, y = middle_of(self.field(name))
        self.finger.slide(key, (x, y + HELD_ABOVE))

    def asks(self, *questions: Locator) -> bool:
        """Whether it asks for more once it has seen a touch; else it is written, or refused."""
        taken = self.page.locator(".sheet-queue:not([hidden]) li, .sheet-say.is-refused")
        answers = taken.or_(self.page.locator("[data-status]", has_text="Saving"))
        answers = answers.or_(self.lines.nth(self.counted))
        for question in questions:
            answers = answers.or_(question)
        expect(answers.first).to_be_attached()
        return any(question.count() for question in questions)

    def press(self, name: str | re.Pattern[str]) -> None:
        """A button below the board."""
        self.finger.tap(self.pad.get_by_role("button", name=name, exact=True))

    def all_fields(self) -> list[str]:
        """What lies where, in words."""
        fields = self.board.locator("[data-field]")
        return fields.evaluate_all("all => all.map(field => field.ariaLabel)")  # type: ignore[no-any-return]

    def told(self) -> dict[str, Any]:
        """What the page was told of the sheet when it was opened."""
        told: dict[str, Any] = json.loads(self.page.locator("#sheet-data").text_content() or "")
        return told


def _kaleidoskop(thumb: Thumb, words: str) -> None:
    first, second = words.split()
    if first == "swap":
        thumb.finger.tap(thumb.pad.locator(".kaleidoskop-exchange"))
    for tile in second.split(",") if first == "swap" else [first]:
        thumb.choose_tile(tile)
    if first != "swap":
        thumb.slide_over(*second.split("-"))


def _triolet(thumb: Thumb, words: str) -> None:
    """Numbers are dragged onto their squares."""
    kind, _gap, tiles = words.partition(" ")
    if kind == "pass":
        return thumb.press("Pass")
    if kind in ("swap", "left", "draw"):
        if kind == "swap":
            thumb.press("Swap")
            expect(thumb.pad.locator(".triolet-counts")).to_be_visible()
        for tile in tiles.split(","):
            thumb.press("Joker" if tile == "*" else tile)
        return None
    for pair in words.split():
        field, tile = pair.split("=")
        if tile.startswith("*"):
            thumb.press("Joker")
        key = thumb.pad.get_by_role("button", name=tile.removeprefix("*"), exact=True)
        thumb.carry(key, field)
        expect(thumb.page.locator("[data-status]")).to_have_text("Everything is saved.")
    return None


def _end_of_triolet(thumb: Thumb, words: str, following: str) -> bool:
    """A tile in line with those of the turn might be of it: then the next player is touched."""
    if "=" not in words:
        return True
    ends = thumb.page.locator("[data-do=confirm]:not([hidden])")
    last = thumb.field(words.rsplit(maxsplit=1)[-1].split("=", maxsplit=1)[0])
    expect(ends.or_(last.locator("use")).first).to_be_visible()
    if not ends.count():
        return True
    if following and not _in_line(words, following.split("=", maxsplit=1)[0]):
        return False
    thumb.finger.tap(thumb.page.locator("[data-seat]:not([aria-current]) .seat-button").first)
    return True


def _in_line(words: str, square: str) -> bool:
    """Whether a square lies within a run of three with one of these tiles."""
    column, row = ord(square[0]), square[1:]
    if not row.isdigit():
        return False
    for pair in words.split():
        there, _sign, _tile = pair.partition("=")
        across, along = abs(ord(there[0]) - column), abs(int(there[1:]) - int(row))
        if 0 in (across, along) and across + along <= 2:
            return True
    return False


def _twisty(thumb: Thumb, words: str) -> None:
    """By the square where the pawn stays: the shortest way there, whatever the line says."""
    if words == "pass":
        return thumb.press("Pass")
    way, _hit, where = words.partition("x")
    chips, corners = thumb.pad.locator(".twisty-chip"), thumb.pad.locator(".twisty-corner")
    thumb.tap_field(way.rpartition("-")[2])
    if thumb.asks(chips, corners) and chips.count():
        thumb.finger.tap(chips.first)
    if where and thumb.asks(corners):  # else only one is free
        thumb.press(f"Corner {where[-2:]}")
    return None


def _polyssimo(thumb: Thumb, words: str) -> None:
    first, *squares = words.split()
    if first == "take":
        return thumb.finger.tap(thumb.pad.locator(f'[data-piece="{squares[0]}"]'))
    pad = thumb.told()["state"]["pad"]
    middle, side = _laid(pad["spots"], pad["own"]["turned"][first], squares)
    key = thumb.pad.locator(f'.polyssimo-strip [data-piece="{first}"]')
    if not side:  # it lies as it is drawn on its key
        return thumb.carry(key, middle)
    thumb.finger.tap(key)
    thumb.tap_field(middle)
    picture = thumb.pad.locator(f'[data-side="{side}"]')
    return thumb.finger.tap(picture) if thumb.asks(picture) else None


def _laid(
    spots: Mapping[str, Mapping[str, float]], turned: Sequence[Sequence[Square]], squares: list[str]
) -> tuple[str, int]:
    """The square for the middle of the piece, and which of its eight sides is up."""
    size = abs(spots["b1"]["x"] - spots["a1"]["x"])
    places = {name: (spot["x"], spot["y"]) for name, spot in spots.items()}
    covered = {places[square] for square in squares}
    for side, cells in enumerate(turned):
        for square in squares:
            x, y = places[square]
            if {(x + right * size, y + down * size) for right, down in cells} == covered:
                return square, side
    raise AssertionError(f"no side of the piece covers {squares}")


_WAYS: Mapping[str, Callable[[Thumb, str], None]] = {
    "kaleidoskop": _kaleidoskop,
    "polyssimo": _polyssimo,
    "triolet": _triolet,
    "twisty": _twisty,
}


def lay_out(thumb: Thumb, tags: str) -> None:
    """Twisty's set-up by tapping: tokens row by row, then corners, then series."""
    own = dict(line.split(" ", 1) for line in tags.splitlines())
    told = thumb.told()["state"]["set_up"]
    labels = {option["value"]: option["label"] for option in told["options"]}
    rows = zip(told["own"]["rows"], own["Board"].split("/"), strict=True)
    tokens = {
        field: token for fields, row in rows for field, token in zip(fields, row, strict=True)
    }
    thumb.press("Enter how it lies on the table")
    for field in told["own"]["places"]:
        if tokens[field] != told["own"]["empty"]:
            thumb.press(re.compile(f"^{labels[tokens[field]]}: "))
    seats = [tag[-1] for tag in own if tag.startswith("Corner")]
    for seat in seats:
        thumb.tap_field(own[f"Corner{seat}"])
    for seat in seats:
        for colour in own[f"Series{seat}"]:  # the last one is there already: it does no harm
            thumb.press(re.compile(f"^{seat}: {labels[colour]}"))
