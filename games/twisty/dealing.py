"""A set-up of Twisty dealt at random: tokens on the board, a corner and a series for every seat."""

from collections.abc import Sequence
from random import Random

from games.twisty.board import (
    CENTRE,
    COLOURS,
    CORNERS,
    EMPTY,
    NAMES,
    PER_COLOUR,
    USUAL,
)
from games.twisty.words import own_tags

USUAL_SPECIAL = [token for token, count in USUAL.items() for _copy in range(count)]


def shuffled(seed: int, *, players: int) -> dict[str, str]:
    """Own tags of a set-up with the usual tokens."""
    return deal(Random(seed), players=players, special=USUAL_SPECIAL)  # noqa: S311 (no secret)


def deal(chance: Random, *, players: int, special: Sequence[str]) -> dict[str, str]:
    """Own tags of a set-up with these special tokens beside the colours."""
    bag = [*COLOURS * PER_COLOUR, *special]
    chance.shuffle(bag)
    board = [
        EMPTY if square in CORNERS or square == CENTRE else bag.pop()
        for square in range(len(NAMES))
    ]
    rows = ["".join(board[first : first + 7]) for first in range(0, len(board), 7)]
    own = {"Board": "/".join(reversed(rows))}
    corners = chance.sample(CORNERS, players)
    for tag in own_tags(players)[1:]:
        is_corner = tag.startswith("Corner")
        own[tag] = NAMES[corners.pop()] if is_corner else "".join(chance.sample(COLOURS, 7))
    return own
