"""What a score sheet of Twisty lays out before the first move (RULES.md section 1).

The board is drawn bare: what is laid already stands in `own`, where the sheet can change it.
"""

from dataclasses import replace

from games.contract import Setup
from games.pads import Option, Said, SetUp
from games.twisty import ground, labels
from games.twisty.board import (
    CENTRE,
    COLOURS,
    COLUMNS,
    CORNERS,
    EMPTY,
    NAMES,
    PER_COLOUR,
    ROWS,
    SQUARES,
    USUAL,
    tokens,
)
from games.twisty.pad import board
from games.twisty.pieces import TOKENS, symbol_id
from games.twisty.words import own_tags, read_tag, wrong_tags

_ROWS = tuple(tuple(column + row for column in COLUMNS) for row in reversed(ROWS))
_PLACES = tuple(
    name
    for row in _ROWS
    for name in row
    if SQUARES[name] not in CORNERS and SQUARES[name] != CENTRE
)
_BARE = EMPTY * len(NAMES)


def set_up(setup: Setup) -> SetUp:
    own = _sound(setup)
    laid = zip(NAMES, tokens(own.get("Board", _BARE)), strict=True)
    return SetUp(
        board=board(_BARE, (), words="", marks=iter(())),
        spots=labels.spots(_BARE, {}),
        options=tuple(
            Option(kind, Said(labels.TOKENS[kind]), symbol_id(f"token-{kind}"), _left(kind))
            for kind in TOKENS
        ),
        size=ground.CELL,
        own={
            "rows": _ROWS,  # as the tag Board writes them
            "empty": EMPTY,
            "places": _PLACES,  # where tokens lie, in reading order
            "laid": {name: token for name, token in laid if token != EMPTY},
            "colours": COLOURS,
            "corners": tuple(NAMES[corner] for corner in CORNERS),
            "pawns": {seat: own.get(f"Corner{seat}", "") for seat in setup.seats},
            "series": {seat: own.get(f"Series{seat}", "") for seat in setup.seats},
        },
    )


def _left(kind: str) -> int:
    """How many of a token are in the box, with the usual split of the special ones."""
    return USUAL.get(kind, PER_COLOUR)


def _sound(setup: Setup) -> dict[str, str]:
    """The own tags that are there and right."""
    given = ((tag, setup.own.get(tag, "")) for tag in own_tags(setup.players))
    formed = {tag: value for tag, value in given if read_tag(tag, value) is None}
    wrong = {found.tag for found in wrong_tags(replace(setup, own=formed))}
    return {tag: value for tag, value in formed.items() if tag not in wrong}
