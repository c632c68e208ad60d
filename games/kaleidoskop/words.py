"""The words of an action: from text to action and back, always in canonical form (RULES.md 5)."""

from collections.abc import Mapping, Sequence
from functools import cache

from games.contract import Action, Unreadable, gettext_noop as _
from games.kaleidoskop.board import board
from games.record import number

Claim = tuple[tuple[int, int], ...]  # colours and their points, in order, without zeros

LONGEST_QUOTE = 30
LISTS = ("swap", "draw", "rack")


def read(seat: str, words: Sequence[str], claim: str | None) -> Action | Unreadable:
    """An action from its words.

    `what` of a placement is the tile, the field of its first letter and that of its second; of
    the others, the tiles in order. All are numbers of games/kaleidoskop/board.py.
    """
    if len(words) != 2:
        return Unreadable(
            _("An action is a tile with its fields, or swap, draw or rack with tiles.")
        )
    tile = _spellings().get(words[0])
    if tile is not None:
        return _read_placement(seat, tile, words[1], claim)
    if words[0] not in LISTS:
        text = _("“{word}” is not a tile (two letters of R G B O Y P), nor swap, draw or rack.")
        return Unreadable(text, {"word": _short(words[0])})
    if claim is not None:
        return Unreadable(_("Only a placement carries a claim."))
    return _read_list(seat, words[0], words[1])


def write(action: Action) -> str:
    """The words and claim of an action in canonical form."""
    tables = board()
    if action.kind != "place":
        return f"{action.kind} {','.join(tables.tiles[tile] for tile in action.what)}"
    tile, first, second = action.what
    words = f"{tables.tiles[tile]} {tables.names[first]}-{tables.names[second]}"
    return words if action.claim is None else f"{words} ={write_points(action.claim)}"


def write_points(points: Claim) -> str:
    colours = board().colours
    return ",".join(f"{colours[colour].letter}{count}" for colour, count in points) or "0"


def placement(seat: str, tile: int, fields: tuple[int, int], claim: Claim | None = None) -> Action:
    """A placement in canonical form: the fields of a double in order."""
    first, second = fields
    if first > second and _is_double(tile):
        first, second = second, first
    return Action(seat, "place", (tile, first, second), claim)


def _read_placement(
    seat: str, tile: tuple[int, bool], text: str, claim: str | None
) -> Action | Unreadable:
    fields = board().pairs.get(text) or _read_fields(text)
    if fields is None:
        return Unreadable(
            _("“{word}” is not a pair of fields: a field is a–o and 1–15, as in m9-m10."),
            {"word": _short(text)},
        )
    points = None
    if claim is not None and (points := _read_claim(claim)) is None:
        return Unreadable(
            _(
                "“={claim}” is not a claim: colours with their points, each once, as in =R1,G2; "
                "or =0."
            ),
            {"claim": _short(claim)},
        )
    which, is_turned = tile
    return placement(seat, which, fields[::-1] if is_turned else fields, points)


def _read_fields(text: str) -> tuple[int, int] | None:
    """Two fields, whether or not a tile could cover both."""
    fields = board().fields
    names = text.partition("-")
    first, second = fields.get(names[0]), fields.get(names[2])
    return None if first is None or second is None else (first, second)


def _read_claim(text: str) -> Claim | None:
    if text == "0":
        return ()
    letters = _letters()
    points: dict[int, int] = {}
    for part in text.split(","):
        colour, count = letters.get(part[:1]), number(part[1:])
        if colour is None or count is None or colour in points:
            return None
        points[colour] = count
    return tuple(sorted([entry for entry in points.items() if entry[1]]))


def _read_list(seat: str, kind: str, text: str) -> Action | Unreadable:
    spellings = _spellings()
    tiles = []
    for word in text.split(","):
        tile = spellings.get(word)
        if tile is None:
            sentence = _(
                "“{word}” is not a tile: two letters of R G B O Y P, with commas in a list."
            )
            return Unreadable(sentence, {"word": _short(word)})
        tiles.append(tile[0])
    return Action(seat, kind, tuple(sorted(tiles)))


def _short(word: str) -> str:
    """As much of a word as a sentence needs: a hostile one may be as long as the record."""
    return word if len(word) <= LONGEST_QUOTE else f"{word[:LONGEST_QUOTE]}…"


def _is_double(tile: int) -> bool:
    first, second = board().halves[tile]
    return first == second


@cache
def _letters() -> Mapping[str, int]:
    return {colour.letter: index for index, colour in enumerate(board().colours)}


@cache
def _spellings() -> Mapping[str, tuple[int, bool]]:
    """Both ways to write each tile: its number, and whether the letters are turned round."""
    turned = {name[::-1]: (tile, True) for tile, name in enumerate(board().tiles)}
    return turned | {name: (tile, False) for tile, name in enumerate(board().tiles)}
