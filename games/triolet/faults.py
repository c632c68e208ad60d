"""What can be wrong with an action, in sentences for players; paragraphs are those of RULES.md."""

from collections.abc import Iterable, Sequence

from games.triolet.board import SUM, Laid, Material, name_of, tile_word
from games.values import Fault, gettext_noop as _


def tile_count(*, count: int, most: int) -> Fault:
    text = _("{count} tiles are laid, but the hand holds {most}.")
    return Fault("tile-count", "5", text, {"count": count, "most": most})


def occupied(square: int) -> Fault:
    text = _("{square}: there is already a tile on this square.")
    return Fault("occupied", "2.1", text, {"square": name_of(square)})


def twice(square: int) -> Fault:
    text = _("{square}: two tiles on one square.")
    return Fault("occupied", "2.1", text, {"square": name_of(square)})


def two_jokers() -> Fault:
    return Fault("two-jokers", "2.6", _("Only one joker may be laid in a turn."))


def not_in_hand(tiles: Iterable[int], hand: Iterable[int]) -> Fault:
    text = _("{tiles} cannot come from the hand {hand}.")
    gaps = {"tiles": tile_list(tiles), "hand": tile_list(hand)}
    return Fault("not-in-hand", "record 1.6", text, gaps)


def supply(box: Material, known: int, *, rule: str = "record 1.7") -> Fault:
    kind = box.too_many_of(known)
    text = _("More tiles {tile} than the game has: {count}.")
    gaps = {"tile": tile_word(kind), "count": box.counts[kind]}
    return Fault("supply", rule, text, gaps)


def not_in_line(tiles: Sequence[Laid]) -> Fault:
    text = _("{squares}: the tiles of a turn lie in one row or one column.")
    return Fault("not-in-line", "2.2", text, {"squares": _names(tile.at for tile in tiles)})


def gap(square: int) -> Fault:
    text = _("{square} is empty: the tiles of a turn lie in one unbroken run.")
    return Fault("gap", "2.2", text, {"square": name_of(square)})


def centre(square: int) -> Fault:
    text = _("The first placement of the game covers the centre, {square}.")
    return Fault("centre", "2.1", text, {"square": name_of(square)})


def no_contact(tiles: Sequence[Laid]) -> Fault:
    text = _("{squares}: no side touches a tile that was on the board before.")
    return Fault("no-contact", "2.1", text, {"squares": _names(tile.at for tile in tiles)})


def run_too_long(squares: Sequence[int]) -> Fault:
    text = _("{squares}: a run of {length} tiles; three are the most.")
    return Fault("run-too-long", "2.3", text, {"squares": _names(squares), "length": len(squares)})


def sum_over_15(squares: Sequence[int], values: Sequence[int]) -> Fault:
    text = _("{squares}: {sum}; two neighbours may sum to {most} at most.")
    gaps = {"squares": _names(squares), "sum": _sum(values), "most": SUM}
    return Fault("sum-over-15", "2.3", text, gaps)


def sum_not_15(squares: Sequence[int], values: Sequence[int]) -> Fault:
    text = _("{squares}: {sum}; three in a run must sum to {right} exactly.")
    gaps = {"squares": _names(squares), "sum": _sum(values), "right": SUM}
    return Fault("sum-not-15", "2.3", text, gaps)


def block_2x2() -> Fault:
    text = _("A player's first turn may not complete a block of 2 × 2 tiles.")
    return Fault("block-2x2", "2.4", text)


def block_3x3() -> Fault:
    return Fault("block-3x3", "2.5", _("No turn may complete a block of 3 × 3 tiles."))


def bag_too_small(*, bag: int, least: int) -> Fault:
    text = _("The bag holds {bag}; tiles are exchanged only while it holds {least} or more.")
    return Fault("bag", "2.7", text, {"bag": bag, "least": least})


def bag_too_full(*, bag: int, least: int) -> Fault:
    text = _("The bag holds {bag}; with {least} or more, a player who cannot place must exchange.")
    return Fault("bag", "2.8", text, {"bag": bag, "least": least})


def swap_count(*, most: int) -> Fault:
    text = _("Say how many tiles are exchanged: 1 to {most}. Name them only where hands are open.")
    return Fault("tile-count", "2.7", text, {"most": most})


def swap_too_many(*, count: int, most: int) -> Fault:
    text = _("{count} tiles are exchanged, but the hand holds {most}.")
    return Fault("tile-count", "2.7", text, {"count": count, "most": most})


def can_place(tile: Laid) -> Fault:
    text = _("Passing is not allowed while a tile can be laid, for instance {word}.")
    discreet = _("You may not pass: there is a place for one of your pieces.")
    return Fault("can-place", "2.8", text, {"word": tile.word}, discreet)


def could_have_placed(seat: str, tile: Laid) -> Fault:
    text = _("With this hand {seat} could not pass: {word} could have been laid.")
    return Fault("can-place", "2.8", text, {"seat": seat, "word": tile.word})


def left_too_early() -> Fault:
    return _left(_("Remaining hands are written down only after the end of the game."))


def left_nothing(seat: str) -> Fault:
    return _left(_("{seat} laid the last tile and has none left."), seat=seat)


def left_twice(seat: str) -> Fault:
    return _left(_("{seat}'s last hand is given twice."), seat=seat)


def left_size(seat: str, *, count: int, size: int) -> Fault:
    text = _("{seat} must have {size} tiles left, not {count}.")
    return _left(text, seat=seat, count=count, size=size)


def left_other(seat: str, hand: Iterable[int]) -> Fault:
    text = _("{seat}'s hand is open: {hand} are left.")
    return _left(text, seat=seat, hand=tile_list(hand))


def claim_differs(*, claimed: int, points: int) -> Fault:
    text = _("{claimed} points were claimed; the placement gives {points}.")
    return Fault("claim-differs", "3.1", text, {"claimed": claimed, "points": points})


def tile_list(kinds: Iterable[int]) -> str:
    return ",".join(map(tile_word, kinds))


def _left(text: str, **gaps: object) -> Fault:
    return Fault("left", "4.4", text, gaps)


def _names(squares: Iterable[int]) -> str:
    return ", ".join(map(name_of, squares))


def _sum(values: Sequence[int]) -> str:
    return f"{' + '.join(map(str, values))} = {sum(values)}"
