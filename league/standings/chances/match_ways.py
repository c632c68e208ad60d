"""The ways in which a match can end, game by game as far as that counts.

Of a match of several games those that are played stay: after a win in the first of two, nobody
loses. Of two seats every order of wins, draws and losses is followed until the match is decided or,
with forfeits, somebody leaves; of ways that bring the same to all tiebreaks asked for, one is kept.
At a table with several games to come anything is thought possible, and no game is told.
"""

from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product

from games.ranking import shared_ranks
from league.results.states import is_decided, match_ranks
from league.standings.field import field_of
from league.standings.inputs import (
    EntryInput,
    GameInput,
    GameSide,
    Inputs,
    MatchInput,
    RoundInput,
)
from league.standings.points import duel
from league.standings.tiebreak import HangsOn
from league.standings.tiebreaks import TIEBREAKS

Ranks = tuple[int, ...]  # of those who are there
Seated = tuple[int | None, ...]  # by seat; None: not there
_DUEL = 2  # seats
_LEFT: tuple[Seated, ...] = ((1, None), (None, 1), (None, None))
_IDS = ("0", "1")
BY_GAMES = frozenset({HangsOn.OWN_GAMES, HangsOn.OWN_GAMES_MEAN, HangsOn.OWN_SCORES})


@dataclass(frozen=True, slots=True)
class MatchWay:
    """The ranks of a match, None for somebody who did not come or left; and the games to come."""

    ranks: Seated
    games: tuple[Seated, ...] = ()  # in order

    @classmethod
    def of_one_game(cls, ranks: Seated) -> "MatchWay":
        came = [rank for rank in ranks if rank is not None]
        return cls(ranks, (ranks,) if len(came) > 1 else ())


@lru_cache(maxsize=512)
def ways_of(
    absent: tuple[bool, ...],
    *,
    played: tuple[Ranks, ...] = (),
    planned: int = 1,
    forfeits: bool = True,
) -> tuple[MatchWay, ...]:
    """As if there were one game to come. `absent`: who does not come for certain, by seat."""
    came = [seat for seat, is_absent in enumerate(absent) if not is_absent]
    ways: dict[Seated, None] = dict.fromkeys(
        _seated(ranks, came, len(absent)) for ranks in _final_ranks(len(came), played, planned)
    )
    if forfeits:
        for present in range(len(came)):
            for some in combinations(came, present):
                ends = placings(present)
                ways |= dict.fromkeys(_seated(ranks, some, len(absent)) for ranks in ends)
    return tuple(map(MatchWay.of_one_game, ways))


@lru_cache(maxsize=512)
def ways_of_two(
    played: tuple[Ranks, ...], *, planned: int, forfeits: bool, keys: tuple[str, ...]
) -> tuple[MatchWay, ...]:
    """With all games. `keys`: the tiebreaks that games decide; what is alike in them is one way."""
    ways: dict[Hashable, MatchWay] = {}
    for ranks, games in _ends_of_two(played, planned=planned, forfeits=forfeits):
        way = MatchWay(ranks, games[len(played) :])
        ways.setdefault((ranks, _brought(way, games, keys)), way)
    return tuple(ways.values())


def _ends_of_two(
    played: tuple[Ranks, ...], *, planned: int, forfeits: bool
) -> Iterator[tuple[Seated, tuple[Ranks, ...]]]:
    """The ranks, and all games. Of what has come to the same, whoever started, one is followed."""
    reached = {_in_any_order(played): played}
    while reached:
        going_on: dict[Hashable, tuple[Ranks, ...]] = {}
        for games in reached.values():
            if games and is_decided(games, planned=planned):
                yield match_ranks(games), games
                continue
            if forfeits:
                yield from ((ranks, games) for ranks in _LEFT)
            for ranks in placings(_DUEL):
                longer = (*games, ranks)
                going_on.setdefault(_in_any_order(longer), longer)
        reached = going_on


def _in_any_order(games: Sequence[Ranks]) -> Hashable:
    """Who starts changes with every game."""
    return tuple(sorted((at % _DUEL, ranks) for at, ranks in enumerate(games)))


def _brought(way: MatchWay, games: Sequence[Ranks], keys: Collection[str]) -> Hashable:
    """What its games bring to some tiebreaks, by seat."""
    if not keys:
        return None
    sides = ([GameSide(*side) for side in zip(_IDS, ranks, strict=True)] for ranks in games)
    match = MatchInput("1", _IDS, tuple(GameInput(tuple(both)) for both in sides))
    entries = tuple(EntryInput(each, seed) for seed, each in enumerate(_IDS, start=1))
    field = field_of(Inputs(entries, (RoundInput(1, (match,)),)), scheme=duel())
    brought: list[Hashable] = []
    for tiebreak in (TIEBREAKS[key] for key in keys):
        if tiebreak.hangs_on is HangsOn.OWN_SCORES:  # then it may be anything
            brought.append(bool(way.games))
        else:
            valued = tiebreak.compute(field, _IDS)
            is_mean = tiebreak.hangs_on is HangsOn.OWN_GAMES_MEAN
            brought.append((*(valued[each] for each in _IDS), is_mean and len(games)))
    return tuple(brought)


def _seated(ranks: Ranks, seats: Sequence[int], of: int) -> Seated:
    by_seat = dict(zip(seats, ranks, strict=True))
    return tuple(by_seat.get(seat) for seat in range(of))


def _final_ranks(seats: int, played: tuple[Ranks, ...], planned: int) -> Iterator[Ranks]:
    """From where a match stands, game by game.

    At a table with several games to come anything is thought possible, which it mostly is.
    """
    if seats > _DUEL and planned > len(played) + 1:
        yield from placings(seats)
        return
    reached = {played}
    while reached:
        ended = {games for games in reached if games and is_decided(games, planned=planned)}
        yield from dict.fromkeys(match_ranks(games) for games in ended)
        reached = {
            tuple(sorted((*games, ranks))) for games in reached - ended for ranks in placings(seats)
        }


@lru_cache(maxsize=8)
def placings(seats: int) -> tuple[Ranks, ...]:
    """All ways to place so many, ties among them: 1-1-3-4 is one of 75 at four seats."""
    drawn = product(range(seats), repeat=seats)
    return tuple(dict.fromkeys(tuple(shared_ranks([(key,) for key in each])) for each in drawn))
