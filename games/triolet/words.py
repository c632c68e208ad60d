"""The words of an action, read and written (RULES.md 5). What they do is not judged here."""

from collections.abc import Iterable, Sequence
from operator import attrgetter

from games.record import number
from games.triolet.board import Laid, material
from games.values import Action, Unreadable, gettext_noop as _, new_action

LISTED = ("draw", "swap", "rack", "left")  # actions with a list of tiles
OTHERS = frozenset((*LISTED, "pass"))  # than placements

# The same in every edition.
_LAID, _KINDS, _NAMES = material().laid, material().kinds, material().names
_square = attrgetter("at")


def placement(seat: str, tiles: tuple[Laid, ...], claim: int | None = None) -> Action:
    """Tiles on squares: in order of column, then row."""
    if len(tiles) > 1:
        tiles = tuple(sorted(tiles, key=_square))
    return new_action(Action, seat, "place", tiles, claim)


def listing(seat: str, kind: str, tiles: Iterable[int]) -> Action:
    """A list of tiles: in order of value, jokers last."""
    return new_action(Action, seat, kind, tuple(sorted(tiles)))


def read(seat: str, words: Sequence[str], claim: str | None) -> Action | Unreadable:
    words = words or ("",)  # a form that was sent empty
    if words[0] in OTHERS:
        return _read_other(seat, words, claim)
    try:
        tiles = (_LAID[words[0]],) if len(words) == 1 else tuple([_LAID[word] for word in words])
    except KeyError as unknown:
        text = _("“{word}” is not a tile on a square, such as h8=11 or k5=*7 for a joker.")
        return Unreadable(text, {"word": unknown.args[0][:40]})
    points = None
    if claim is not None and (points := number(claim)) is None:
        text = _("A claim is one number, such as =25, not “={claim}”.")
        return Unreadable(text, {"claim": claim})
    return placement(seat, tiles, points)


def _read_other(seat: str, words: Sequence[str], claim: str | None) -> Action | Unreadable:
    word = words[0]
    if claim is not None:
        return Unreadable(_("Only a placement may claim points, not “{word}”."), {"word": word})
    if word == "pass":
        if len(words) > 1:
            return Unreadable(_("Nothing may follow “pass”."))
        return Action(seat, "pass")
    tiles = words[1].split(",") if len(words) == 2 else [""]
    try:
        return listing(seat, word, [_KINDS[tile] for tile in tiles])
    except KeyError:
        text = _("After “{word}” come tiles, 0 to 15 or *, joined by commas without spaces.")
        return Unreadable(text, {"word": word})


def write(action: Action) -> str:
    _, kind, what, claim = action
    if kind == "place":
        words = what[0].word if len(what) == 1 else " ".join([tile.word for tile in what])
        return words if claim is None else f"{words} ={claim}"
    if kind == "pass":
        return "pass"
    return f"{kind} {','.join([_NAMES[tile] for tile in what])}"
