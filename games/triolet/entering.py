"""What the way of input on a score sheet knows of the rules, as data, and what it says."""

from collections.abc import Mapping
from functools import cache

from games.pads import Said
from games.triolet.board import (
    EMPTY,
    EXTRA,
    JOKER_SIGN,
    LONGEST,
    SUM,
    SWAP_BAG,
    Position,
    material,
    name_of,
    squares,
)
from games.triolet.lawful_slots import LineSlot, slots
from games.values import gettext_noop as _, pgettext

HERE = "triolet-here"  # the mark of the square that is chosen


def known(position: Position) -> dict[str, object]:
    """What the way of input knows besides: `begin` is where the first tile of the game lies,
    `extra` are the squares that earn another turn, `until_pass` is how many tiles later somebody
    may pass, or none if nobody could now.
    """
    is_playing = not (position.ending or position.hands.due_seat)
    is_empty = is_playing and position.cells == EMPTY
    return {
        "here": HERE,
        "joker": JOKER_SIGN,
        "begin": name_of(material().centre) if is_empty else "",
        "lines": turn_lines(position) if is_playing else [],
        "extra": _extra_squares(position.setup.edition),
        "until_pass": max(position.bag - SWAP_BAG + 1, 0) if is_playing else None,
    }


@cache
def _extra_squares(edition: str) -> tuple[str, ...]:
    special = material(edition).special
    return tuple(name_of(at) for at in squares() if special[at] == EXTRA)


def turn_lines(position: Position) -> list[tuple[str, int | None]]:
    """Squares that may be filled in one turn, with what the numbers on them sum to if they
    complete a trio. Where a turn has begun, the first line with its squares is proposed.
    """
    found = [
        slot
        for size in range(1, position.sizes[position.seat] + 1)
        for slot in slots(position.cells, size=size, is_first_turn=position.is_first_turn)
    ]
    lines = [(slot.squares, _sum_of(slot)) for slot in found]
    lines = [line for line in lines if len(line[0]) > 1 or line[1] is not None]
    lines.sort(key=lambda line: (len(line[0]), line[1] is None))
    return [(" ".join(map(name_of, at)), total) for at, total in lines]


def _sum_of(slot: LineSlot) -> int | None:
    """What the numbers in a slot must sum to; None if several sums are lawful."""
    if len(slot.squares) > 1:
        return SUM - slot.total if slot.length == LONGEST else None
    [fit] = slot.fits
    return fit.bit_length() - 1 if fit.bit_count() == 1 else None


INPUT_TEXTS: Mapping[str, str | Said] = {
    "triolet.first": _("Drag a number onto its square, or tap both."),
    "triolet.number": _("Which number lies on {field}?"),
    "triolet.where": _("Tap the square for {tile}."),
    "triolet.joker_number": _("Which number does the joker stand for?"),
    "triolet.move": _("{tile}: tap its new square or number."),
    "triolet.change": _("Tap a tile to move it, or lay the turn again."),
    "triolet.more": _("The next number, or tap the next player."),
    "triolet.joker": _("Joker"),
    "triolet.swap": pgettext("key", "Swap"),
    "triolet.pass": pgettext("key", "Pass"),
    "triolet.back": pgettext("key", "Back"),
    "triolet.list": _("Enter the tiles: {count} to go."),
    "triolet.list_done": _("Press any number to enter them again."),
}
