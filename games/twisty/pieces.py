"""The pieces of Twisty by name: put into a drawing as they are, or as symbols to be laid again.

A drawing that stands alone has its pieces in it; a sheet's has each of them once, as a symbol as
wide as a square, so that the phone can lay more of them.
"""

from collections.abc import Mapping
from typing import Final

from games.contract import SEATS
from games.scene import Shape, shape
from games.twisty import symbols
from games.twisty.board import COLOURS, MOVES, PROTECTION

_HALF = 50  # of a square
STEPS: Final = 12  # the steps of a way that are numbered; the rest have a dot
TOKENS: Final = COLOURS + MOVES + PROTECTION

PIECES: Final[Mapping[str, Shape]] = {
    **{f"token-{kind}": symbols.token(kind) for kind in TOKENS},
    "disc-colour": symbols.disc(COLOURS[0]),
    "disc-special": symbols.disc(PROTECTION),
    **{f"pawn-{seat}": symbols.pawn(seat) for seat in SEATS},
    **{f"card-{colour}": symbols.card(colour) for colour in COLOURS},
    **{f"cube-{colour}": symbols.cube(colour) for colour in COLOURS},
    "shield": symbols.shield(),
    **{f"step-{number}": symbols.step(str(number)) for number in range(1, STEPS + 1)},
    "step": symbols.step("•"),
    "here": symbols.here(),
}


def itself(name: str) -> Shape:
    """A piece for a drawing that stands alone."""
    return PIECES[name]


def used(name: str) -> Shape:
    """A piece for a drawing whose page has the symbols."""
    size = 2 * _HALF
    return shape("use", href=f"#{symbol_id(name)}", x=-_HALF, y=-_HALF, width=size, height=size)


def symbol_id(name: str) -> str:
    return f"twisty-{name}"


def symbols_of_all() -> Shape:
    """Every piece as a symbol."""
    box = f"{-_HALF} {-_HALF} {2 * _HALF} {2 * _HALF}"
    return Shape(
        "defs",
        children=tuple(
            Shape("symbol", {"id": symbol_id(name), "viewBox": box}, children=(piece,))
            for name, piece in PIECES.items()
        ),
    )
