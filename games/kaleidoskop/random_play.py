"""Random lawful games to their end: for tests, demos and benchmarks.

The players differ from game to game, from aimless to greedy, since aimless ones hardly ever come
to a bonus or an exchange. Everything follows from the seed.
"""

import random
from collections.abc import Sequence
from dataclasses import replace

from games.kaleidoskop.board import VARIANTS, Position, free_pairs, start
from games.kaleidoskop.faults import hand_fault
from games.kaleidoskop.lawful import may_decline
from games.kaleidoskop.play import points_of, step
from games.kaleidoskop.words import Claim, placement, write
from games.values import STANDARD, Action, Setup, advanced

GREED = (1, 4, 30, 120)  # how many placements a player looks at
DECLINES = 0.15  # how often a bonus that may be declined is
CLAIMS = (0, 0.5, 1, 1)  # how often one writes down the points


def random_game(
    seed: int, *, players: int | None, variant: str | None, edition: str = STANDARD
) -> str:
    """The record of a random lawful game, played to its end."""
    dice = random.Random(seed)  # noqa: S311 - a game, not a secret
    return played(replace(_setup(dice, players=players, variant=variant), edition=edition), dice)


def played(setup: Setup, dice: random.Random) -> str:
    """The record of a game on any board."""
    return _Evening(setup, dice).record()


def _setup(dice: random.Random, *, players: int | None, variant: str | None) -> Setup:
    possible = [
        Setup(number, name)
        for name, numbers in VARIANTS.items()
        for number in numbers
        if players in (None, number) and variant in (None, name)
    ]
    if not possible:
        raise ValueError(f"Kaleidoskop has no variant {variant} for {players} players")
    return dice.choice(possible)


class _Evening:
    """One game with a real bag and real racks, and how its players play."""

    def __init__(self, setup: Setup, dice: random.Random) -> None:
        self.dice = dice
        self.position: Position = start(setup)
        frame = self.position.arrangement.board
        self.bag = [tile for tile, most in enumerate(frame.copies) for _ in range(most)]
        dice.shuffle(self.bag)
        self.racks = {seat: self._draw(self.position.arrangement.rack) for seat in setup.seats}
        self.open = [seat for seat in setup.seats if dice.random() < 0.4]
        self.greed = {seat: dice.choice(GREED) for seat in setup.seats}
        self.claims = dice.choice(CLAIMS)
        self.actions: list[Action] = []

    def record(self) -> str:
        for seat in self.open:
            self._do(Action(seat, "rack", tuple(sorted(self.racks[seat]))))
        while not self.position.is_over:
            self._play(self.position.turn)
        setup = self.position.setup
        tags = {"Game": "kaleidoskop", "Variant": setup.variant, "Players": str(setup.players)}
        if setup.edition != STANDARD:
            tags["Edition"] = setup.edition
        lines = [f'[{tag} "{value}"]' for tag, value in (*tags.items(), *setup.own.items())]
        lines += [f"{action.seat} {write(action)}" for action in self.actions]
        return "\n".join(lines) + "\n"

    def _play(self, seat: str) -> None:
        tile, first, second = self._choose(seat)
        points = points_of(self.position, tile, first, second)
        claim = points if self.dice.random() < self.claims else None
        self.racks[seat].remove(tile)
        self._do(placement(seat, tile, (first, second), claim))
        if self.position.bonus and not self._declines(seat):
            return
        if self.position.is_over:
            return
        rack = self.racks[seat]
        shown = Action(seat, "swap", tuple(sorted(rack)))
        if self.dice.random() < 0.8 and hand_fault(self.position, shown) is None:
            self._do(shown)
            self._refill(seat, [])
            self.bag += rack  # RULES.md 3.6: drawn first, put back afterwards
            self.dice.shuffle(self.bag)
        else:
            self._refill(seat, rack)

    def _declines(self, seat: str) -> bool:
        """Now and then a team leaves its bonus (RULES.md 3.5)."""
        if not may_decline(self.position) or self.dice.random() > DECLINES:
            return False
        self._do(Action(seat, "pass"))
        return True

    def _refill(self, seat: str, rack: list[int]) -> None:
        drawn = self._draw(self.position.arrangement.rack - len(rack))
        self.racks[seat] = rack + drawn
        if seat in self.open:
            self._do(Action(seat, "draw", tuple(sorted(drawn))))

    def _choose(self, seat: str) -> tuple[int, int, int]:
        position, rack = self.position, self.racks[seat]
        pairs = list(free_pairs(position.free))
        if position.openings:
            pairs = [pair for pair in pairs if _touches(position.openings, pair)]
        track = position.tracks[position.arrangement.side_of[seat]]
        best, best_worth = (0, 0, 0), -1
        for _ in range(self.greed[seat]):
            tile, pair = self.dice.choice(rack), self.dice.choice(pairs)
            first, second = pair if self.dice.random() < 0.5 else pair[::-1]
            worth = _worth(
                points_of(position, tile, first, second), track, position.arrangement.top
            )
            if worth > best_worth:
                best, best_worth = (tile, first, second), worth
        return best

    def _draw(self, count: int) -> list[int]:
        return [self.bag.pop() for _ in range(count)]

    def _do(self, action: Action) -> None:
        self.position = advanced(step(self.position, action))
        self.actions.append(action)


def _worth(points: Claim, track: Sequence[int], top: int) -> int:
    """Points weigh more in weak colours: otherwise nobody ever fills a track."""
    return sum(min(count, top - track[colour]) * (top - track[colour]) for colour, count in points)


def _touches(openings: int, pair: tuple[int, int]) -> bool:
    return bool(openings & (1 << pair[0] | 1 << pair[1]))
