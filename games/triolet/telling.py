"""An action as people say it, and the tiles small enough for a line of text."""

from collections.abc import Iterator, Sequence
from functools import cache

from games.pads import NOTHING, Said, Told, listed
from games.scene import Shape
from games.triolet.board import EXTRA, JOKER, LONGEST, VALUE, Laid, Position, name_of
from games.triolet.play import POINTS, TRIO, TRIOLET, groups_of
from games.triolet.symbols import hand_tile
from games.values import Action, gettext_noop as _

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
        return Told(
            listed(laid),
            signs=tuple(sign_of(tile.kind) for tile in action.what),
            fields=tuple(name_of(tile.at) for tile in action.what),
        )
    tiles = [*map(tile_in_words, action.what)]
    return Told(Said(_LISTS[action.kind], {"tiles": listed(tiles)}))


def reckon(before: Position, action: Action, after: Position) -> Said:
    """How a placement came by its points: 11 × 2 + 3 = 25, trio 30 × 2 + triolet 50 = 110."""
    if action.kind != "place":
        return NOTHING
    points = after.points[before.seat] - before.points[before.seat]
    groups = [group for group in groups_of(after.cells, action.what) if len(group) > 1]
    for worked in (None, *groups):
        terms = [
            term
            for group in groups
            for term in _terms(after, group, action.what, works=group is worked)
        ]
        if len(action.what) == LONGEST and all(tile.kind != JOKER for tile in action.what):
            terms.append((Said(_("triolet {points}"), {"points": TRIOLET}), TRIOLET))
        if terms and sum(value for _said, value in terms) == points:
            return _summed([said for said, _value in terms], points)
    return NOTHING


def _summed(terms: Sequence[Said], points: int) -> Said:
    if len(terms) == 1 and "factor" not in terms[0].gaps:
        return terms[0]
    names = [f"term{number}" for number in range(len(terms))]
    text = " + ".join(f"{{{name}}}" for name in names) + " = {points}"
    return Said(text, dict(zip(names, terms, strict=True)) | {"points": points})


def _terms(
    after: Position, group: Sequence[int], tiles: Sequence[Laid], *, works: bool
) -> Iterator[tuple[Said, int]]:
    """What a run gives, in words and points; `works`: a special square multiplies in it."""
    special = after.material.special
    factors = {tile.at: special[tile.at] for tile in tiles if works and special[tile.at] > EXTRA}
    if len(group) == LONGEST:
        yield _times(
            Said(_("trio {points}"), {"points": TRIO}), TRIO, max(factors.values(), default=1)
        )
        return
    for at in group:
        value = POINTS[after.cells[at]]
        yield _times(Said("{number}", {"number": value}), value, factors.get(at, 1))


def _times(said: Said, value: int, factor: int) -> tuple[Said, int]:
    if factor == 1:
        return said, value
    return Said("{value} × {factor}", {"value": said, "factor": factor}), value * factor


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
