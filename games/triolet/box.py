"""The board as it lies in the box: where its special squares are (RULES.md 1.2)."""

from dataclasses import replace

from games.pads import Box, Said
from games.triolet.board import PLAYERS, start
from games.triolet.description import describe
from games.triolet.pad import draw_board
from games.values import Setup, gettext_noop as _


def box(setup: Setup) -> Box:
    position = start(replace(setup, players=PLAYERS[0]))
    return Box(
        drawing=draw_board(position, last=None, description=describe(position)),
        says=Said(_("Where are the squares that double, triple or give another turn?")),
    )
