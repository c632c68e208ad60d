"""What a thumb does to enter a line of a record on a score sheet, game by game."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from playwright.sync_api import Locator, Page

Square = tuple[int, int]


class Thumb:
    """On the open sheet of a game."""

    def __init__(self, page: Page, game: str) -> None:
        self.page = page
        self.game = game
        self.board = page.locator("[data-board]")
        self.pad = page.locator("[data-pad]")

    def enter(self, words: str) -> None:
        """All that the line says, up to confirming it."""
        _WAYS[self.game](self, words)

    def field(self, name: str) -> Locator:
        return self.board.locator(f'[data-field="{name}"]')

    def tap_field(self, name: str) -> None:
        """Of the whole board, where a closer look at a part of it leaves the field out."""
        if not self._is_in_sight(name):
            self.press("Whole board")
        self.field(name).tap()

    def press(self, name: str | re.Pattern[str]) -> None:
        """A button below the board."""
        self.pad.get_by_role("button", name=name, exact=True).tap()

    def all_fields(self) -> list[str]:
        """What lies where, in words."""
        fields = self.board.locator("[data-field]")
        return fields.evaluate_all("all => all.map(field => field.ariaLabel)")  # type: ignore[no-any-return]

    def told(self) -> dict[str, Any]:
        """What the page was told of the sheet when it was opened."""
        told: dict[str, Any] = json.loads(self.page.locator("#sheet-data").text_content() or "")
        return told

    def _is_in_sight(self, name: str) -> bool:
        whole, part = (
            self.board.locator("svg").first.bounding_box(),
            self.field(name).bounding_box(),
        )
        assert whole is not None
        assert part is not None
        x, y = part["x"] + part["width"] / 2, part["y"] + part["height"] / 2
        is_across = whole["x"] < x < whole["x"] + whole["width"]
        return is_across and whole["y"] < y < whole["y"] + whole["height"]


def _kaleidoskop(thumb: Thumb, words: str) -> None:
    first, second = words.split()
    options = thumb.told()["state"]["pad"]["entries"][0]["parts"][0]["options"]
    labels = {option["value"]: option["label"] for option in options}
    if first == "swap":
        thumb.press("Exchange tiles")
    for letter in second.replace(",", "") if first == "swap" else first:
        thumb.press(labels[letter])
    if first != "swap":
        for field in second.split("-"):
            thumb.tap_field(field)


def _triolet(thumb: Thumb, words: str) -> None:
    kind, _gap, count = words.partition(" ")
    if kind in ("swap", "left"):
        thumb.press({"swap": "Swap tiles", "left": "Tiles left"}[kind])
        return thumb.press(count)
    if kind == "pass":
        return thumb.press("Pass")
    for pair in words.split():
        field, tile = pair.split("=")
        thumb.tap_field(field)
        if tile.startswith("*"):
            thumb.press("Joker")
        thumb.press(tile.removeprefix("*"))
    return None


def _twisty(thumb: Thumb, words: str) -> None:
    if words == "pass":
        return thumb.press("Pass")
    way, _hit, where = words.partition("x")
    for field in way.split("-"):
        thumb.tap_field(field)
    if where:
        thumb.press(f"Corner {where[-2:]}")
    return None


def _polyssimo(thumb: Thumb, words: str) -> None:
    first, *squares = words.split()
    if first == "pass":
        return thumb.press("No piece fits")
    if first == "take":
        return thumb.pad.locator(f'[data-piece="{squares[0]}"]').tap()
    pad = thumb.told()["state"]["pad"]
    middle, side = _laid(pad["spots"], pad["own"]["turned"][first], squares)
    thumb.pad.locator(f'[data-piece="{first}"]').tap()
    if side > 3:
        thumb.press("Flip")
    for _turn in range(side if side < 4 else -side % 4):
        thumb.press("Turn")
    return thumb.tap_field(middle)


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
    for field in told["own"]["places"]:
        if tokens[field] != told["own"]["empty"]:
            thumb.press(re.compile(f"^{labels[tokens[field]]}: "))
    for seat in "AB":
        thumb.tap_field(own[f"Corner{seat}"])
    for seat in "AB":
        for colour in own[f"Series{seat}"][:-1]:  # the last one follows
            thumb.press(labels[colour])
