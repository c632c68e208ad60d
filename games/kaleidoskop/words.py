"""The words of an action: from text to action and back, always in canonical form (RULES.md 5)."""

from collections.abc import Sequence
from functools import lru_cache

from games.kaleidoskop.board import LETTERS, board, is_order
from games.record import number
from games.values import Action, Setup, Unreadable, gettext_noop as _, new_action

Claim = tuple[tuple[int, int], ...]  # colours and their points, in order, without zeros

LONGEST_QUOTE = 30
_CLAIMS = 1024  # that are remembered: most placements score one of a few dozen ways
LISTS = ("swap", "draw", "rack")
# What all editions have alike. Both ways to write each tile: its number, and whether turned round.
_TILES, _NAMES, _PAIRS = board().tiles, board().names, board().pairs
_SPELLINGS = {name[::-1]: (tile, True) for tile, name in enumerate(_TILES)} | {
    name: (tile, False) for tile, name in enumerate(_TILES)
}
_DOUBLES = frozenset(tile for tile, (one, other) in enumerate(board().halves) if one == other)
_COLOURS = {colour.letter: index for index, colour in enumerate(board().colours)}


def read(seat: str, words: Sequence[str], claim: str | None) -> Action | Unreadable:
    """An action from its words.

    `what` of a placement is the tile, the field of its first letter and that of its second; of
    the others, the tiles in order. All are numbers of games/kaleidoskop/board.py.
    """
    if len(words) != 2 or words[0] == "pass":
        return _read_pass(seat, words, claim)
    tile = _SPELLINGS.get(words[0])
    if tile is not None:
        return _read_placement(seat, tile, words[1], claim)
    if words[0] not in LISTS:
        text = _("“{word}” is not a tile (two letters of R G B O Y P), nor swap, draw or rack.")
        return Unreadable(text, {"word": _short(words[0])})
    if claim is not None:
        return Unreadable(_("Only a placement carries a claim."))
    return _read_list(seat, words[0], words[1])


def _read_pass(seat: str, words: Sequence[str], claim: str | None) -> Action | Unreadable:
    if list(words) != ["pass"]:
        text = _("An action is a tile with its fields; swap, draw or rack with tiles; or pass.")
        return Unreadable(text)
    if claim is not None:
        return Unreadable(_("Only a placement carries a claim."))
    return Action(seat, "pass")


def read_tag(tag: str, value: str, *, players: int) -> Unreadable | None:
    """Whether `Corners` names every colour once (RULES.md 1.3)."""
    if is_order(value):
        return None
    text = _("Corners names the six colours R G B O Y P once each, as in {usual}, not “{value}”.")
    return Unreadable(text, {"usual": LETTERS, "value": _short(value)}, rule="1.3")


def canonical_tag(tag: str, value: str, setup: Setup) -> str | None:
    """The order that the edition has anyway is left out."""
    return None if value == board(setup.edition).printed else value


def write(action: Action) -> str:
    """The words and claim of an action in canonical form."""
    _seat, kind, what, claim = action
    if kind == "place":
        tile, first, second = what
        words = f"{_TILES[tile]} {_NAMES[first]}-{_NAMES[second]}"
        return words if claim is None else f"{words} ={write_points(claim)}"
    return kind if kind == "pass" else f"{kind} {','.join([_TILES[tile] for tile in what])}"


@lru_cache(_CLAIMS)
def write_points(points: Claim) -> str:
    colours = board().colours
    return ",".join(f"{colours[colour].letter}{count}" for colour, count in points) or "0"


def placement(seat: str, tile: int, fields: tuple[int, int], claim: Claim | None = None) -> Action:
    """A placement in canonical form: the fields of a double in order."""
    first, second = fields
    if first > second and tile in _DOUBLES:
        first, second = second, first
    return new_action(Action, seat, "place", (tile, first, second), claim)


def _read_placement(
    seat: str, tile: tuple[int, bool], text: str, claim: str | None
) -> Action | Unreadable:
    fields = _PAIRS.get(text) or _read_fields(text)
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


@lru_cache(_CLAIMS)
def _read_claim(text: str) -> Claim | None:
    if text == "0":
        return ()
    points: dict[int, int] = {}
    for part in text.split(","):
        colour, count = _COLOURS.get(part[:1]), number(part[1:])
        if colour is None or count is None or colour in points:
            return None
        points[colour] = count
    return tuple(sorted([entry for entry in points.items() if entry[1]]))


def _read_list(seat: str, kind: str, text: str) -> Action | Unreadable:
    try:
        tiles = [_SPELLINGS[word][0] for word in text.split(",")]
    except KeyError as unknown:
        sentence = _("“{word}” is not a tile: two letters of R G B O Y P, with commas in a list.")
        return Unreadable(sentence, {"word": _short(unknown.args[0])})
    return new_action(Action, seat, kind, tuple(sorted(tiles)))


def _short(word: str) -> str:
    """As much of a word as a sentence needs: a hostile one may be as long as the record."""
    return word if len(word) <= LONGEST_QUOTE else f"{word[:LONGEST_QUOTE]}…"
