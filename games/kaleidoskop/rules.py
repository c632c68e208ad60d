"""RULES: Kaleidoskop as the contract of games/contract.py asks for it."""

from collections.abc import Iterator, Sequence

from games.contract import Action, Fault, NoOwnTags, SideScore
from games.kaleidoskop.description import describe
from games.kaleidoskop.drawing import draw
from games.kaleidoskop.lawful import lawful
from games.kaleidoskop.play import Position, right_claim, start, step
from games.kaleidoskop.random_play import random_game
from games.kaleidoskop.table import VARIANTS
from games.kaleidoskop.words import read, write

COLOURS = 6


class Kaleidoskop(NoOwnTags):
    """The rule module; paragraphs are those of RULES.md."""

    key = "kaleidoskop"
    name = "Kaleidoskop"
    rules_version = 1
    variants = VARIANTS
    editions = ("standard",)
    higher_score_wins = True

    # As they are: called for every action, where another call would cost.
    read = staticmethod(read)
    write = staticmethod(write)
    start = staticmethod(start)
    step = staticmethod(step)

    def counts_as_turn(self, action: Action) -> bool:
        return action.kind in ("place", "swap")

    def standings(self, position: Position) -> Sequence[SideScore]:
        """4.3: the colours in ascending order, the lowest being the score."""
        table = position.table
        return [
            SideScore(
                side=table.side_name(side),
                seats=tuple(seats),
                score=min(position.tracks[side]),
                keys=tuple(sorted(position.tracks[side])),
            )
            for side, seats in enumerate(table.sides)
        ]

    def lawful(self, position: Position) -> Iterator[Action]:
        return lawful(position)

    def why_not(self, position: Position, action: Action) -> Fault | None:
        outcome = step(position, action)
        return outcome if isinstance(outcome, Fault) else None

    def random_game(self, seed: int, *, players: int | None, variant: str | None) -> str:
        return random_game(seed, players=players, variant=variant)

    def league_keys(self, games: Sequence[SideScore]) -> tuple[int, ...]:
        """Lowest colours summed, then second lowest, and so on."""
        return tuple(sum(game.keys[place] for game in games) for place in range(COLOURS))

    def right_claim(self, position: Position, action: Action, *, after: Position) -> str | None:
        return right_claim(position, action)

    def draw(
        self,
        position: Position,
        *,
        last: Action | None,
        coordinates: bool,
        attempted: Action | None = None,
    ) -> str:
        return draw(position, last=last, coordinates=coordinates, attempted=attempted)

    def describe(self, position: Position) -> str:
        return describe(position)


RULES = Kaleidoskop()
