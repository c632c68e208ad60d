"""Which model of openskill foresees results best, and which is fair to equals: side by side.

Seasons are made up from fixed seeds. Players of known strength meet by lot: two at a table, three
or four, teams of two. On the day everybody is somewhat better or worse than that; the luck is drawn
in two ways, since each model has its own idea of it. Scores are whole numbers, so that some tie.
Before each game a model says of every pair at the table how likely the first is ahead of the
second, all by the same formula. Games of the first third only teach.

- right: pairs in which the one rated higher came out ahead, half of them for a tie;
- surprise: the mean of −log of the likelihood that what came had been given; a coin has 0.693;
- strength: how far the final guesses agree with the true strengths (correlation);
- unfair: of the ways in which two to four equals, or teams of them, can be placed, those in which
  somebody gains less than one placed worse, or two who tied gain differently.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from random import Random
from statistics import correlation, fmean
from typing import Any

from openskill.models import (
    BradleyTerryFull,
    BradleyTerryPart,
    PlackettLuce,
    ThurstoneMostellerFull,
    ThurstoneMostellerPart,
)

from league.ratings.skill import NEWCOMER, openskill_model

MODELS = (
    PlackettLuce,
    BradleyTerryFull,
    BradleyTerryPart,
    ThurstoneMostellerFull,
    ThurstoneMostellerPart,
)
PLAYERS, GAMES, SEASONS = 60, 600, 6
SPREADS = (0.5, 1.0)  # of strengths, where luck has 1: a game of luck, and one of skill
BETA = NEWCOMER.sigma / 2
Sides = list[tuple[int, ...]]
Game = tuple[Sides, list[int]]


@dataclass(frozen=True)
class Season:
    strengths: list[float]
    games: list[Game]


def _bell(lots: Random) -> float:
    return lots.gauss(0, 1)


def _skewed(lots: Random) -> float:
    """As Luce's choice has it; as wide as the bell."""
    return -math.log(-math.log(1 - lots.random())) * math.sqrt(6) / math.pi


def _two(lots: Random) -> Sides:
    return [(player,) for player in lots.sample(range(PLAYERS), 2)]


def _tables(lots: Random) -> Sides:
    return [(player,) for player in lots.sample(range(PLAYERS), lots.choice((3, 4, 4)))]


def _teams(lots: Random) -> Sides:
    first, second, third, fourth = lots.sample(range(PLAYERS), 4)
    return [(first, second), (third, fourth)]


MEETINGS = {"two": _two, "tables": _tables, "teams": _teams}


def season(
    meet: Callable[[Random], Sides], luck: Callable[[Random], float], *, spread: float, seed: int
) -> Season:
    lots = Random(seed)
    strengths = [lots.gauss(0, spread) for _ in range(PLAYERS)]
    games = []
    for _ in range(GAMES):
        sides = meet(lots)
        scores = [round(4 * sum(strengths[one] + luck(lots) for one in side)) for side in sides]
        games.append((sides, [1 + sum(other > own for other in scores) for own in scores]))
    return Season(strengths, games)


def seasons_of(meet: Callable[[Random], Sides]) -> Iterator[Season]:
    for spread, luck, seed in product(SPREADS, (_bell, _skewed), range(SEASONS)):
        yield season(meet, luck, spread=spread, seed=seed)


def foreseen(model: Any, played: Season) -> tuple[float, float, float]:
    """Right, surprise, strength."""
    skills = {player: model.rating() for player in range(PLAYERS)}
    right, surprise = [], []
    for number, (sides, ranks) in enumerate(played.games):
        teams = [[skills[player] for player in side] for side in sides]
        if 3 * number >= len(played.games):
            for one, other in combinations(range(len(sides)), 2):
                chance = _chance(teams[one], teams[other])
                came = 0.5 + ((ranks[other] > ranks[one]) - (ranks[other] < ranks[one])) / 2
                right.append(1 - abs(came - (0.5 if chance == 0.5 else chance > 0.5)))
                surprise.append(-came * math.log(chance) - (1 - came) * math.log(1 - chance))
        for side, rated in zip(sides, model.rate(teams, ranks=ranks), strict=True):
            skills |= zip(side, rated, strict=True)
    guesses = [skills[player].mu for player in range(PLAYERS)]
    return fmean(right), fmean(surprise), correlation(guesses, played.strengths)


def _chance(ours: Sequence[Any], theirs: Sequence[Any]) -> float:
    unsure = math.sqrt(sum(one.sigma**2 + BETA**2 for one in (*ours, *theirs)))
    ahead = sum(one.mu for one in ours) - sum(one.mu for one in theirs)
    return min(max((1 + math.erf(ahead / unsure / math.sqrt(2))) / 2, 1e-6), 1 - 1e-6)


def placings(sides: int) -> set[tuple[int, ...]]:
    """All ways to place so many, ties among them: 1-1-3-4 is one."""
    return {
        tuple(1 + sum(other < own for other in drawn) for own in drawn)
        for drawn in product(range(sides), repeat=sides)
    }


def unfair(model: Any) -> tuple[int, int]:
    """How many placings of equals, and of how many."""
    cases = [
        (partners, ranks)
        for partners, most in ((1, 4), (2, 2))
        for sides in range(2, most + 1)
        for ranks in placings(sides)
    ]
    return sum(not _is_fair(model, *case) for case in cases), len(cases)


def _is_fair(model: Any, partners: int, ranks: tuple[int, ...]) -> bool:
    equals = [[model.rating() for _ in range(partners)] for _ in ranks]
    gained = [round(team[0].ordinal(), 7) for team in model.rate(equals, ranks=list(ranks))]
    placed = list(zip(ranks, gained, strict=True))
    return all(
        gain == other_gain if rank == other else (gain >= other_gain) == (rank < other)
        for (rank, gain), (other, other_gain) in product(placed, repeat=2)
    )


def main() -> None:
    ours = type(openskill_model())
    print(f"ratings: {SEASONS * 4} made-up seasons of {GAMES} games each; * is in use")
    print(f"{'model':26}{'':8}{'right':>8}{'surprise':>10}{'strength':>10}{'unfair':>10}")
    seasons = {name: list(seasons_of(meet)) for name, meet in MEETINGS.items()}
    for kind in MODELS:
        model: Any = kind(mu=NEWCOMER.mu, sigma=NEWCOMER.sigma)
        bad, cases = unfair(model)
        for name, played in seasons.items():
            found = zip(*(foreseen(model, one) for one in played), strict=True)
            right, surprise, strength = map(fmean, found)
            label = kind.__name__ + " *" * (kind is ours)
            print(
                f"{label:26}{name:8}{100 * right:7.1f}%{surprise:10.3f}{strength:10.3f}"
                f"{f'{bad}/{cases}':>10}"
            )


if __name__ == "__main__":
    main()
