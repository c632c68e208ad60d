"""A position in words, for those who do not see the drawing."""

from games.kaleidoskop.board import Position, fields_of


def describe(position: Position) -> str:
    """Who is to play, how each side stands, and where each symbol lies."""
    return " ".join(
        [headline(position), *_tracks(position), *_hands(position), *_symbols(position)]
    )


def headline(position: Position) -> str:
    if position.is_over:
        return "The game is over."
    if position.hands.due_seat:
        return f"{position.turn} is to draw {position.hands.due_count}."
    if position.bonus:
        return f"{position.turn} has {position.bonus} bonus placements to make."
    return f"{position.turn} is to play."


def track_in_words(position: Position, side: int) -> str:
    colours, track = position.arrangement.board.colours, position.tracks[side]
    points = ", ".join(
        f"{colour.name} {count}" for colour, count in zip(colours, track, strict=True)
    )
    return f"{position.arrangement.side_name(side)}: {points}; lowest {min(track)}."


def _tracks(position: Position) -> list[str]:
    return [track_in_words(position, side) for side in range(len(position.tracks))]


def _hands(position: Position) -> list[str]:
    tiles = position.arrangement.board.tiles
    return [
        f"{seat} holds {', '.join(tiles[tile] for tile in hand) or 'nothing'}."
        for seat, hand in sorted(position.hands.held.items())
    ]


def _symbols(position: Position) -> list[str]:
    names = position.arrangement.board.names
    return [
        f"{colour.name.capitalize()} on {', '.join(names[field] for field in fields_of(bits))}."
        for colour, bits in zip(position.arrangement.board.colours, position.symbols, strict=True)
    ]
