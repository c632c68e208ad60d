"""The words of an action, read and written (RULES.md 5). What they do is not judged here."""

from collections.abc import Iterable, Sequence
from operator import attrgetter

from games.contract import Action, Unreadable
from games.contract import gettext_noop as _
from games.record import number
from games.triolet.material import Laid, material, tile_word

LISTED = ("swap", "rack", "draw", "left")  # actions with a list of tiles

_square = attrgetter("at")


def placement(seat: str, tiles: Iterable[Laid], claim: int | None = None) -> Action:
    """Tiles on squares: in order of column, then row."""
    what = tuple(tiles)
    if len(what) > 1:
        what = tuple(sorted(what, key=_square))
    return Action(seat, "place", what, claim)


def listing(seat: str, kind: str, tiles: Iterable[int]) -> Action:
    """A list of tiles: in order of value, jokers last."""
    return Action(seat, kind, tuple(sorted(tiles)))


def read(seat: str, words: Sequence[str], claim: str | None) -> Action | Unreadable:
    words_laid = material().laid
    try:
        tiles = [words_laid[word] for word in words]
    except KeyError:
        return _read_other(seat, words, claim)
    if claim is None:
        return placement(seat, tiles)
    points = number(claim)
    if points is None:
        text = _("A claim is one number, such as =25, not “={claim}”.")
        return Unreadable(text, {"claim": claim})
    return placement(seat, tiles, points)


def _read_other(seat: str, words: Sequence[str], claim: str | None) -> Action | Unreadable:
    word = words[0]
    if word != "pass" and word not in LISTED:
        return _unreadable_placement(words)
    if claim is not None:
        return Unreadable(_("Only a placement may claim points, not “{word}”."), {"word": word})
    if word == "pass":
        if len(words) > 1:
            return Unreadable(_("Nothing may follow “pass”."))
        return Action(seat, "pass")
    kinds = material().kinds
    tiles = [kinds.get(tile) for tile in words[1].split(",")] if len(words) == 2 else [None]
    if None in tiles:
        text = _("After “{word}” come tiles, 0 to 15 or *, joined by commas without spaces.")
        return Unreadable(text, {"word": word})
    return listing(seat, word, [tile for tile in tiles if tile is not None])


def _unreadable_placement(words: Sequence[str]) -> Unreadable:
    wrong = [word for word in words if word not in material().laid]
    text = _("“{word}” is no tile on a square, such as h8=11 or k5=*7 for a joker.")
    return Unreadable(text, {"word": wrong[0][:40]})


def write(action: Action) -> str:
    if action.kind == "place":
        words = " ".join([tile.word for tile in action.what])
        return words if action.claim is None else f"{words} ={action.claim}"
    if action.kind == "pass":
        return "pass"
    return f"{action.kind} {','.join(map(tile_word, action.what))}"
