"""Random lawful games, for tests, demos and benchmarks: the same seed gives the same record.

Moves at random would hardly ever end a game. So each move follows one of a few moods: to come on,
to get in somebody's way, to wander over tokens, or none; the longer a game lasts, the more the
players want to come on.
"""

from collections.abc import Sequence
from functools import cache, reduce
from operator import or_
from random import Random

from games.twisty.board import (
    CENTRE,
    COLOURS,
    CORNERS,
    EMPTY,
    KNIGHT,
    MOVES,
    NAMES,
    PER_COLOUR,
    PLAYERS,
    PROTECTION,
    SPECIAL,
    STEPS,
    Position,
    reach_of,
    squares_in,
    start,
    usual,
)
from games.twisty.lawful import lawful
from games.twisty.play import step
from games.twisty.words import own_tags, write
from games.values import STANDARD, Action, Setup, advanced

_LONGEST_WANDER = 12
_PATIENCE = 300  # actions after which everybody wants to come on
KINDS = (*MOVES, PROTECTION)  # of special tokens
_MOODS = ("come on", "hinder", "wander")


def random_game(
    seed: int, *, players: int | None, variant: str | None, edition: str = STANDARD
) -> str:
    """The record of a random lawful game, played until somebody wins."""
    chance = Random(seed)  # noqa: S311 (nothing is kept secret by it)
    setup = _random_setup(chance, players or chance.choice(PLAYERS), edition)
    lines = ['[Game "twisty"]', f'[Players "{setup.players}"]']
    if edition != STANDARD:
        lines.append(f'[Edition "{edition}"]')
    lines += [f'[{tag} "{setup.own[tag]}"]' for tag in own_tags(setup.players)]
    position = start(setup)
    zeal = chance.uniform(0.2, 0.9)
    count = 0
    while not position.is_over:
        action = _choice(chance, position, zeal=min(0.95, zeal + count / _PATIENCE))
        lines.append(f"{action.seat} {write(action)}")
        position = advanced(step(position, action))
        count += 1
    return "\n".join(lines) + "\n"


def shuffled(seed: int, *, players: int, edition: str = STANDARD) -> dict[str, str]:
    """Own tags of a set-up with the usual tokens."""
    chance = Random(seed)  # noqa: S311 (no secret)
    return deal(chance, players=players, special=_usual_special(edition))


def _usual_special(edition: str) -> list[str]:
    return [token for token, count in usual(edition).items() for _copy in range(count)]


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


def _random_setup(chance: Random, players: int, edition: str) -> Setup:
    special: Sequence[str] = _usual_special(edition)
    if chance.random() < 0.2:  # RULES.md 1.2: any other split of the special tokens
        kinds = chance.sample(KINDS, chance.randint(1, len(KINDS)))
        special = chance.choices(kinds, k=SPECIAL)
    return Setup(players, edition=edition, own=deal(chance, players=players, special=special))


def _choice(chance: Random, position: Position, *, zeal: float) -> Action:
    options = list(lawful(position))
    if options[0].kind == "pass":
        return options[0]
    rest = (1 - zeal) / 4
    mood = chance.choices((*_MOODS, ""), weights=(zeal, 2 * rest, rest, rest))[0]
    if mood == "come on":
        return chance.choice(_forward(position, options))
    if mood == "hinder":
        return chance.choice(_in_the_way(position, options) or options)
    option = chance.choice(options)
    return _wander(chance, position, option) if mood == "wander" else option


def _forward(position: Position, options: Sequence[Action]) -> Sequence[Action]:
    """Those that steal; else those nearest to where the mover wants to be, or there."""
    if thefts := [option for option in options if option.what[1]]:
        return thefts
    colour = position.players[position.mover].next_colour
    goals = [square for square, token in enumerate(position.board) if token == colour] or [CENTRE]
    distances = _distances()
    far = [min(distances[_end(option)][goal] for goal in goals) for option in options]
    nearest = min(far)
    return [option for option, away in zip(options, far, strict=True) if away == nearest]


def _in_the_way(position: Position, options: Sequence[Action]) -> Sequence[Action]:
    """Those that end a knight's move away from a pawn in a corner, which has but two."""
    gates = 0
    for index, player in enumerate(position.players):
        if index != position.mover and player.square in CORNERS:
            gates |= STEPS[KNIGHT][player.square]
    return [option for option in options if gates >> _end(option) & 1]


def _wander(chance: Random, position: Position, option: Action) -> Action:
    """On over tokens at random, also in circles, hitting nobody."""
    squares, victim, corner = option.what
    for _step in range(_LONGEST_WANDER):
        if victim or position.board[squares[-1]] not in MOVES:
            break
        others = position.others
        onward = list(squares_in(reach_of(position.board, squares[-1], others) & ~others))
        if not onward:
            break
        squares = (*squares, chance.choice(onward))
    return Action(option.seat, "move", (squares, victim, corner))


def _end(option: Action) -> int:
    end: int = option.what[0][-1]
    return end


@cache
def _distances() -> tuple[tuple[int, ...], ...]:
    """How many knight's moves lie between any two squares."""
    table = []
    for here in range(len(NAMES)):
        row = [0] * len(NAMES)
        reached, border, moves = 1 << here, 1 << here, 0
        while border:
            moves += 1
            steps = [STEPS[KNIGHT][square] for square in squares_in(border)]
            border = reduce(or_, steps) & ~reached
            reached |= border
            for square in squares_in(border):
                row[square] = moves
        table.append(tuple(row))
    return tuple(table)
