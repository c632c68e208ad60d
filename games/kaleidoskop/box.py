"""The board as it lies in the box: which colour is printed in which corner (RULES.md 1.3)."""

from dataclasses import replace

from games.kaleidoskop.board import CORNERS, start
from games.kaleidoskop.pad import draw_board
from games.kaleidoskop.symbols import WIDTH, SnugLayout
from games.kaleidoskop.telling import COLOURS
from games.pads import Box, BoxPlace, Said
from games.values import Setup, gettext_noop as _

_PLAYERS = 2  # the white area, which the printed symbols stand around
_REACH = 1.6  # of a place, in fields: wide enough for a thumb


def box(setup: Setup) -> Box:
    position = start(replace(setup, players=_PLAYERS, variant="base"))
    layout, arrangement = SnugLayout(position), position.arrangement
    by_field = dict(zip(arrangement.printed, arrangement.board.colours, strict=True))
    places = []
    for field in arrangement.board.corners:
        x, y = layout.centre(field)
        letter = by_field[field].letter
        places.append(BoxPlace(x, y, _REACH * layout.radius, letter, COLOURS[letter]))
    return Box(
        drawing=draw_board(position, last=None),
        says=Said(_("Which colour is printed in which corner?")),
        width=WIDTH,
        height=layout.height,
        tag=CORNERS,
        places=tuple(places),
    )
