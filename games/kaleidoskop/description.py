"""A position in words, for those who do not see the drawing."""

from collections.abc import Iterator

from games.kaleidoskop.board import Position, fields_of
from games.kaleidoskop.telling import COLOURS, tile_in_words
from games.pads import Said, listed
from games.values import gettext_noop as _


def describe(position: Position) -> list[Said]:
    """Who is to play, how each side stands, and where each symbol lies."""
    sides = range(len(position.tracks))
    tracks = (track_in_words(position, side) for side in sides)
    return [headline(position), *tracks, *_hands(position), *_symbols(position)]


def headline(position: Position) -> Said:
    if position.is_over:
        return Said(_("The game is over."))
    seat = {"seat": position.turn}
    if position.hands.due_seat:
        return Said(_("{seat} is to draw {count}."), {**seat, "count": position.hands.due_count})
    if position.bonus:
        text = _("{seat} still has bonus placements to make: {count}.")
        if position.arrangement.can_decline:
            text = _("{seat} may still make bonus placements: {count}.")
        return Said(text, {**seat, "count": position.bonus})
    return Said(_("{seat} is to play."), seat)


def track_in_words(position: Position, side: int) -> Said:
    colours, track = position.arrangement.board.colours, position.tracks[side]
    points = [
        Said("{colour} {count}", {"colour": COLOURS[colour.letter], "count": count})
        for colour, count in zip(colours, track, strict=True)
    ]
    gaps = {"side": position.arrangement.side_name(side), "points": listed(points)}
    return Said(_("{side}: {points}; lowest {lowest}."), {**gaps, "lowest": min(track)})


def _hands(position: Position) -> Iterator[Said]:
    tiles = position.arrangement.board.tiles
    for seat, hand in sorted(position.hands.held.items()):
        if not hand:
            yield Said(_("{seat} holds nothing."), {"seat": seat})
            continue
        held = listed([tile_in_words(tiles[tile]) for tile in hand])
        yield Said(_("{seat} holds {tiles}."), {"seat": seat, "tiles": held})


def _symbols(position: Position) -> Iterator[Said]:
    names = position.arrangement.board.names
    for colour, bits in zip(position.arrangement.board.colours, position.symbols, strict=True):
        fields = ", ".join(names[field] for field in fields_of(bits))
        yield Said("{colour}: {fields}.", {"colour": COLOURS[colour.letter], "fields": fields})
