"""What chance decides in a made-up event: the same seed, the same evening.

Final scores are those of random lawful games where the rules are known, so that they look like
real ones. Who gets which of them is decided by strength and luck.
"""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import TypeVar

from games.registry import rules_of
from games.verify import verify
from league.results.marks import Mark

T = TypeVar("T")
_GAMES_KNOWN = 6  # played for each size of table; a table's scores are those of one of them
_LUCK = 300  # against ratings from 600 to 2600
_BEST_SCORE = 60


class Luck(Random):
    """Lots that are drawn again from the same seed."""

    def happens(self, share: float) -> bool:
        return self.random() < share

    def some(self, among: Sequence[T], *, share: float, at_most: int) -> list[T]:
        return [each for each in among if self.happens(share)][: max(0, at_most)]


class Scores:
    """The final scores of tables at which one game is played."""

    def __init__(
        self, luck: Luck, *, game: str, variant: str, scoring: str, team_size: int
    ) -> None:
        self.luck = luck
        self.game = game
        self.variant = variant
        self.scoring = scoring
        self.team_size = team_size

    def at_table(self, strengths: Sequence[int]) -> list[Mark]:
        """What each side gets; the stronger ones more often the better scores."""
        forms = [strength + self.luck.gauss(0, _LUCK) for strength in strengths]
        best_first = sorted(range(len(forms)), key=lambda side: -forms[side])
        got = dict(zip(best_first, self._final(len(forms)), strict=True))
        return [got[side] for side in range(len(forms))]

    def _final(self, sides: int) -> list[Mark]:
        """The scores of a table, the winner's first."""
        if rules_of(self.game) is None:
            return self._made_up(sides)
        players = sides * self.team_size
        return self.luck.choice(_played(self.game, variant=self.variant, players=players))

    def _made_up(self, sides: int) -> list[Mark]:
        if self.scoring == "places":
            return [Mark(place) for place in range(1, sides + 1)]
        scores = [self.luck.randrange(_BEST_SCORE + 1) for _ in range(sides)]
        return [Mark(score) for score in sorted(scores, reverse=self.scoring == "higher")]


@cache
def _played(game: str, *, variant: str, players: int) -> list[list[Mark]]:
    """The final scores of a few games, the same ones for every event."""
    rules = rules_of(game)
    assert rules is not None
    games = [
        verify(rules.random_play.game(seed, players=players, variant=variant).encode())
        for seed in range(_GAMES_KNOWN)
    ]
    ranked = [[(side.rank, side.standing.score) for side in each.sides] for each in games]
    return [[_mark(rank, score, each) for rank, score in each] for each in ranked]


def _mark(rank: int, score: int, ranked: Sequence[tuple[int, int]]) -> Mark:
    equals = [other for other, equal in ranked if equal == score]
    return Mark(score, is_above_equals=rank == min(equals) < max(equals))
