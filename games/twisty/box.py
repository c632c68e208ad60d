"""The special tokens as they lie in the box: how many of each (RULES.md 1.2)."""

from collections.abc import Iterator, Mapping

from games.pads import Box, Said
from games.scene import Shape, drawing, group, shape
from games.twisty.board import usual
from games.twisty.description import TOKEN_NAMES
from games.twisty.drawing import CELL
from games.twisty.symbols import token
from games.values import Setup, gettext_noop as _

_STEP, _HEIGHT = 1.5 * CELL, 1.7 * CELL


def box(setup: Setup) -> Box:
    split = usual(setup.edition)
    said = [
        Said("{count} × {token}.", {"count": count, "token": Said(TOKEN_NAMES[kind])})
        for kind, count in split.items()
    ]
    return Box(
        drawing=drawing(
            _tokens(split),
            width=_STEP * len(split),
            height=_HEIGHT,
            title="Twisty",
            description=said,
        ),
        says=Said(_("How many special tokens are there of each kind?")),
    )


def _tokens(split: Mapping[str, int]) -> Iterator[Shape]:
    for number, (kind, count) in enumerate(split.items()):
        middle = (number + 0.5) * _STEP
        yield group([token(kind)], transform=f"translate({middle:g} {CELL / 2 + 5:g})")
        yield shape(
            "text",
            f"{count} ×",
            x=middle,
            y=_HEIGHT - 20,
            font_size=CELL * 0.34,
            font_weight=700,
            text_anchor="middle",
            fill="currentColor",
        )
