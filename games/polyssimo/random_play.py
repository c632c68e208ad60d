"""Random lawful games, for tests, demonstrations and benchmarks: the seed decides everything."""

from collections.abc import Iterator
from random import Random

from games.polyssimo.board import (
    DRAFT,
    PIECES,
    PLAYERS,
    Polyomino,
    Position,
    edition as edition_of,
    spots,
    squares_of,
    start,
    takers_of,
    write_numbers,
)
from games.polyssimo.play import step
from games.polyssimo.words import write
from games.values import STANDARD, Action, Setup, advanced


def random_game(
    seed: int, *, players: int | None, variant: str | None, edition: str = STANDARD
) -> str:
    """The record of a random lawful game, played to its end."""
    random = Random(seed)  # noqa: S311 - dice, not secrets
    players = players or random.choice(PLAYERS)
    return _random_record(random, Setup(players, edition=edition, own=_handicap(random, players)))


def _handicap(random: Random, players: int) -> dict[str, str]:
    """In some games: other numbers of pieces, another order of taking them, or both."""
    own = {}
    if random.random() < 0.25:
        own[PIECES] = write_numbers(_random_numbers(random, players))
    if random.random() < 0.15:
        takers = list(takers_of(Setup(players, own=own)))
        random.shuffle(takers)
        own[DRAFT] = "".join(takers)
    return own


def _random_record(random: Random, setup: Setup) -> str:
    tags = {"Game": "polyssimo", "Edition": setup.edition, "Players": setup.players, **setup.own}
    lines = [f'[{tag} "{value}"]' for tag, value in tags.items()]
    for action in _random_actions(random, start(setup)):
        lines.append(f"{action.seat} {write(action) or 'pass'}")
    return "\n".join(lines) + "\n"


def _random_numbers(random: Random, players: int) -> list[int]:
    least, pieces = edition_of().least[players], len(edition_of().pieces)
    numbers = [least] * players
    for _extra in range(random.randint(0, pieces - least * players)):
        numbers[random.randrange(players)] += 1
    return numbers


def _random_actions(random: Random, position: Position) -> Iterator[Action]:
    care = random.choice((1, 3, 9))  # places that a player looks at before choosing one
    while not position.is_over:
        action = (
            _random_take(random, position)
            if position.to_take
            else _random_placement(random, position, care=care)
        )
        position = advanced(step(position, action))
        yield action
        if not position.to_take and random.random() < 0.1:
            yield from _remark(random, position)
    yield from _remark(random, position)


def _random_take(random: Random, position: Position) -> Action:
    pieces = list(position.box.pieces_in(position.offer))
    return Action(position.turn, "take", (random.choice(pieces).name,))


def _random_placement(random: Random, position: Position, *, care: int) -> Action:
    """A random piece that fits, where it touches most of the places that were looked at."""
    pieces = list(position.box.pieces_in(position.hand(position.turn) & ~position.unfit))
    random.shuffle(pieces)
    piece, rooms = next(
        (candidate, rooms) for candidate in pieces if (rooms := _rooms(candidate, position.free))
    )
    seen = []
    for _look in range(care):
        shifts, places = random.choice(rooms)
        first = random.choice(list(squares_of(places)))
        seen.append((first, *(first + shift for shift in shifts)))
    squares = max(seen, key=lambda looked_at: _contact(looked_at, position.free))
    return Action(position.turn, "place", (piece.name, squares))


def _rooms(piece: Polyomino, free: int) -> list[tuple[tuple[int, ...], int]]:
    """The orientations that fit, each with the bits where it does."""
    return [(shifts, places) for shifts in piece.shifts if (places := spots(shifts, free))]


def _contact(squares: tuple[int, ...], free: int) -> int:
    """How many squares beside a piece are not free."""
    mask = sum(1 << square for square in squares)
    column = edition_of().rows + 1
    beside = (mask << 1 | mask >> 1 | mask << column | mask >> column) & ~mask
    return (beside & ~free).bit_count()


def _remark(random: Random, position: Position) -> Iterator[Action]:
    """Sometimes a player who stands says so."""
    seat = random.choice(position.setup.seats)
    if position.fitting(seat) is None:
        yield Action(seat, "pass")
