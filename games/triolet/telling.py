"""An action as people say it, and the tiles small enough for a line of text."""

from functools import cache

from games.contract import Action, gettext_noop as _
from games.pads import Said, Told, listed
from games.scene import Shape
from games.triolet.board import JOKER, VALUE, name_of
from games.triolet.symbols import hand_tile

_LISTS = {
    "draw": _("draws {tiles}"),
    "swap": _("swaps {tiles}"),
    "rack": _("begins with {tiles}"),
    "left": _("is left with {tiles}"),
}
_SIDE = 40


def tell(action: Action) -> Told:
    if action.kind == "pass":
        return Told(Said(_("passes")))
    if action.kind == "place":
        laid = [laid_in_words(tile.code, name_of(tile.at)) for tile in action.what]
        return Told(listed(laid), signs=tuple(sign_of(tile.kind) for tile in action.what))
    tiles = [*map(tile_in_words, action.what)]
    return Told(Said(_LISTS[action.kind], {"tiles": listed(tiles)}))


def laid_in_words(code: int, square: str) -> Said:
    """What a square holds."""
    gaps = {"number": VALUE[code], "square": square}
    if code > JOKER:
        return Said(_("joker as {number} on {square}"), gaps)
    return Said(_("{number} on {square}"), gaps)


def tile_in_words(kind: int) -> Said:
    return Said(_("joker")) if kind == JOKER else Said("{number}", {"number": kind})


def sign_of(kind: int) -> str:
    return "joker" if kind == JOKER else f"tile-{kind}"


@cache
def signs() -> tuple[Shape, ...]:
    return tuple(_sign(kind) for kind in range(JOKER + 1))


def _sign(kind: int) -> Shape:
    box = f"-1 -1 {_SIDE + 2} {_SIDE + 4}"
    look = {"id": sign_of(kind), "viewBox": box, "text-anchor": "middle", "font-weight": "700"}
    return Shape("symbol", look, children=tuple(hand_tile(kind, x=0, y=0, side=_SIDE)))
