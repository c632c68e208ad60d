"""How strong somebody is at a game, as far as played games tell: openskill's Bradley–Terry.

Everybody at a table is compared with everybody, and the mean of that is what the game says. So of
two who were equal before, the one placed better never gains less, and those who tied gain the same;
among more than two, Plackett–Luce promises neither.

Pure. A skill is a guess (μ) and how unsure it is (σ). People see one friendly number, which is
careful: μ − 3σ, so that it rises as more is known. docs/algorithms/ratings.md tells it in words.

Of a result those count who came and played, if they were two or more. Anyone who forfeited did not
play. Scores that an official set instead of those played are awarded: they decide the match, and
say nothing about strength. A ruling that accepts, corrects or closes a game that was played counts
like any other result.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # loaded when a game is first rated, not by every page
    from openskill.models import BradleyTerryPart

PROVISIONAL_GAMES = 10  # until so many were played, a rating is provisional
SHOWN_START = 1100  # of a newcomer
SHOWN_PER_POINT = 25  # an average player of whom much is known comes to about 1500
_MU, _SIGMA = 25.0, 25.0 / 3
_NEIGHBOURS = 4  # with whom a side is compared, on each side of it: more than a table has
# After every game, so that a machine whose exponential differs in the last bit agrees.
_DECIMALS = 9
AWARDED = frozenset({"scores"})  # kinds of rulings


@dataclass(frozen=True, slots=True)
class Skill:
    """What is known of a player after so many games."""

    mu: float = round(_MU, _DECIMALS)
    sigma: float = round(_SIGMA, _DECIMALS)
    games: int = 0

    @property
    def shown(self) -> int:
        """The friendly number."""
        return shown(self.mu, self.sigma)

    @property
    def uncertainty(self) -> int:
        """σ in friendly points."""
        return uncertainty(self.sigma)


NEWCOMER = Skill()


@dataclass(frozen=True, slots=True)
class RatedSide:
    """Those who played together in a game: one player, or a team. Rank 1 won; equal ranks tie."""

    entry: str
    players: tuple[str, ...]
    rank: int


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A game that counts, of those who came."""

    match: str
    number: int  # 1, 2, … within the match
    result: str
    sides: tuple[RatedSide, ...]


@dataclass(frozen=True, slots=True)
class SkillChange:
    """What a game changed for one of its players."""

    player: str
    entry: str
    match: str
    number: int
    result: str
    rank: int
    sides: int
    order: int
    before: Skill
    after: Skill


def shown(mu: float, sigma: float) -> int:
    return round(SHOWN_START + SHOWN_PER_POINT * (mu - 3 * sigma))


def uncertainty(sigma: float) -> int:
    return round(SHOWN_PER_POINT * sigma)


def is_provisional(games: int) -> bool:
    return games < PROVISIONAL_GAMES


def changes(
    games: Iterable[CountedGame], *, known: Mapping[str, Skill], first_order: int
) -> list[SkillChange]:
    """Game by game, in the order given. `known`: from before, anyone who is not there is new."""
    skills = dict(known)
    made = []
    for order, game in enumerate(games, start=first_order):
        for change in _changes_of(game, skills, order=order):
            skills[change.player] = change.after
            made.append(change)
    return made


def _changes_of(game: CountedGame, skills: Mapping[str, Skill], *, order: int) -> list[SkillChange]:
    before = [[skills.get(player, NEWCOMER) for player in side.players] for side in game.sides]
    after = _rated(before, ranks=[side.rank for side in game.sides])
    return [
        SkillChange(
            player=player,
            entry=side.entry,
            match=game.match,
            number=game.number,
            result=game.result,
            rank=side.rank,
            sides=len(game.sides),
            order=order,
            before=before[at][seat],
            after=after[at][seat],
        )
        for at, side in enumerate(game.sides)
        for seat, player in enumerate(side.players)
    ]


def _rated(teams: Sequence[Sequence[Skill]], *, ranks: Sequence[int]) -> list[list[Skill]]:
    model = openskill_model()
    ratings = [[model.rating(mu=skill.mu, sigma=skill.sigma) for skill in team] for team in teams]
    rated = model.rate(ratings, ranks=list(ranks))
    return [
        [
            Skill(round(new.mu, _DECIMALS), round(new.sigma, _DECIMALS), old.games + 1)
            for old, new in zip(team, made, strict=True)
        ]
        for team, made in zip(teams, rated, strict=True)
    ]


@cache
def openskill_model() -> "BradleyTerryPart":
    """The one in use. With so many neighbours no pair at a table is left out."""
    from openskill.models import BradleyTerryPart

    return BradleyTerryPart(mu=_MU, sigma=_SIGMA, window_size=_NEIGHBOURS)


def rated_sides(
    sides: Sequence[Mapping[str, Any]], *, players: Mapping[str, Sequence[str]], ruling: str
) -> tuple[RatedSide, ...]:
    """In the order of the seats; nothing if the game does not count.

    `players`: by entry, as they sat. `ruling`: the kind of the one that it rests on, if any.
    """
    if ruling in AWARDED:
        return ()
    ranks = {side["entry"]: side["rank"] for side in sides if not side["forfeited"]}
    came = tuple(
        RatedSide(entry, tuple(sat), ranks[entry])
        for entry, sat in players.items()
        if entry in ranks
    )
    return came if len(came) > 1 else ()
