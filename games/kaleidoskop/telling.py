"""An action as people say it, and the six symbols small enough for a line of text."""

from functools import cache
from operator import itemgetter

from games.kaleidoskop.board import Position, board
from games.kaleidoskop.play import points_of
from games.kaleidoskop.symbols import CHIP, chip
from games.pads import NOTHING, Gain, Said, Told, listed
from games.scene import Shape
from games.values import Action, SideScore, gettext_noop as _, ngettext

COLOURS = {
    "R": Said(_("red")),
    "G": Said(_("green")),
    "B": Said(_("blue")),
    "O": Said(_("orange")),
    "Y": Said(_("yellow")),
    "P": Said(_("purple")),
}
_LISTS = {
    "swap": _("exchanges {tiles}"),
    "draw": _("draws {tiles}"),
    "rack": _("begins with {tiles}"),
}


def tell(action: Action) -> Told:
    tables = board()
    if action.kind == "pass":
        return Told(Said(_("declines the bonus")))
    if action.kind != "place":
        tiles = [tables.tiles[tile] for tile in action.what]
        return Told(Said(_LISTS[action.kind], {"tiles": listed([*map(tile_in_words, tiles)])}))
    tile, first, second = action.what
    fields = (tables.names[first], tables.names[second])
    name = tables.tiles[tile]
    gaps = {"tile": tile_in_words(name), "fields": "–".join(fields)}
    return Told(Said(_("{tile} on {fields}"), gaps), signs=tuple(name), fields=fields)


def points(text: str) -> list[Gain]:
    """A claim such as R1,G2: each colour with its points."""
    if text == "0":
        return [Gain(text)]
    return [Gain(part[1:], sign=part[0], name=COLOURS[part[0]]) for part in text.split(",")]


def reckon(before: Position, action: Action, after: Position) -> Said:
    """The points of a placement by colour, and how many of them had room on the track."""
    if action.kind != "place":
        return NOTHING
    points = points_of(before, *action.what)
    if not points:
        return Said(_("no points"))
    side = before.arrangement.side_of[action.seat]
    total = sum(count for _colour, count in points)
    counted = sum(after.tracks[side]) - sum(before.tracks[side])
    letters = [colour.letter for colour in board().colours]
    colours = listed([_counted(letters[colour], count) for colour, count in points])
    gaps = {"total": total, "colours": colours, "counted": counted}
    if counted == total:
        return Said(_("+{total}: {colours}"), gaps)
    return Said(_("+{total}: {colours}; the track has room for {counted}"), gaps)


def _counted(letter: str, count: int) -> Said:
    """Points of a colour, in words that follow their number."""
    return {
        "R": ngettext("{count} red", "{count} red", count),
        "G": ngettext("{count} green", "{count} green", count),
        "B": ngettext("{count} blue", "{count} blue", count),
        "O": ngettext("{count} orange", "{count} orange", count),
        "Y": ngettext("{count} yellow", "{count} yellow", count),
        "P": ngettext("{count} purple", "{count} purple", count),
    }[letter]


def tile_in_words(name: str) -> Said:
    return Said("{one}–{two}", {"one": COLOURS[name[0]], "two": COLOURS[name[1]]})


@cache
def signs() -> tuple[Shape, ...]:
    return tuple(_sign(colour.letter) for colour in board().colours)


def _sign(letter: str) -> Shape:
    box = f"0 0 {2 * CHIP:g} {2 * CHIP:g}"
    return Shape(
        "symbol", {"id": letter, "viewBox": box}, children=tuple(chip(letter, (CHIP, CHIP)))
    )


def key_signs(position: Position, side: SideScore) -> list[str]:
    """The colours as they are compared: the lowest first (RULES.md 4.3)."""
    arrangement = position.arrangement
    track = position.tracks[arrangement.side_of[side.seats[0]]]
    by_points = sorted(zip(track, arrangement.board.colours, strict=True), key=itemgetter(0))
    return [colour.letter for _points, colour in by_points]
