"""Where a placement can go on that a sheet has begun to write."""

from collections.abc import Iterator, Sequence

from games.kaleidoskop.board import free_pairs
from games.kaleidoskop.lawful import tiles_to_play
from games.kaleidoskop.play import Position


def hints(position: Position, begun: str) -> Sequence[str]:
    """The fields for what is missing of a tile: its symbols may be, and either of its fields.

    `begun` is `RG m9-m10` without what is not yet there: `R`, `RG m9-`, `-m10`, or nothing.
    """
    if position.is_over or position.hands.due_seat:
        return ()
    letters, chosen = "", set[str]()
    for word in begun.split():
        if "-" in word:
            chosen = {name for name in word.split("-") if name}
        else:
            letters += word
    if not _is_at_hand(position, letters):
        return ()
    found = set[str]()
    for ends in _ends(position):
        if chosen < ends:
            found |= ends - chosen
    return sorted(found)


def _is_at_hand(position: Position, letters: str) -> bool:
    """Whether a tile with these symbols could be played."""
    tiles = position.table.board.tiles
    wanted = sorted(letters)
    return any(
        wanted in (sorted(tiles[tile]), [tiles[tile][0]], [tiles[tile][1]], [])
        for tile in tiles_to_play(position)
    )


def _ends(position: Position) -> Iterator[set[str]]:
    """The fields of each placement, by name."""
    names, openings = position.table.board.names, position.openings
    for one, two in free_pairs(position.free):
        if not openings or openings & (1 << one | 1 << two):
            yield {names[one], names[two]}
