"""The pieces as they lie in the box (RULES.md 1.2, 1.3)."""

from dataclasses import replace

from games.pads import Box, Said
from games.polyssimo.board import PLAYERS, start
from games.polyssimo.description import describe
from games.polyssimo.drawing import board_size, offer_shapes
from games.scene import drawing
from games.values import Setup, gettext_noop as _


def box(setup: Setup) -> Box:
    position = start(replace(setup, players=PLAYERS[0], own={}))
    width, height = board_size()
    return Box(
        drawing=drawing(
            offer_shapes(position, None, left=0, top=0, width=width),
            width=width,
            height=height,
            title="Polyssimo Challenge",
            description=describe(position),
        ),
        says=Said(_("Are these the pieces, above all those of six squares?")),
    )
