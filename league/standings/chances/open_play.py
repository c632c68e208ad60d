"""What is not decided yet in a stage: the open matches, and the ways in which each can end.

A way is the rank of every seat at the end of a match, None for somebody who did not come. Of a
match of several games those that are played count: after a win in the first of two, nobody loses.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product

from games.ranking import shared_ranks
from league.results.states import is_decided, match_ranks
from league.standings.field import Field
from league.standings.inputs import MatchInput, RoundOutcome
from league.standings.points import Scheme

Way = tuple[int | None, ...]  # by seat
Ranks = tuple[int, ...]
_DUEL = 2  # seats


@dataclass(frozen=True, slots=True)
class RoundAhead:
    """A round that is known before it is drawn."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match under way, or one of a round ahead."""

    id: str
    round: int
    entries: tuple[str, ...]  # in the order of the seats
    ways: tuple[Way, ...]
    has_one_game: bool = True  # not: its result does not tell how many games were won


def open_matches(
    field: Field, ahead: Sequence[RoundAhead], *, games: int, forfeits: bool
) -> list[OpenMatch]:
    """Those under way, then those of the rounds ahead, each of so many games."""
    under_way = (
        OpenMatch(
            match.id,
            round_.number,
            match.entries,
            ways_of(
                tuple(entry in match.forfeited for entry in match.entries),
                played=_played(match),
                planned=match.planned,
                forfeits=forfeits,
            ),
            match.planned == 1,
        )
        for round_ in field.inputs.rounds
        for match in round_.matches
        if any(_is_pending(field, entry, round_.number) for entry in match.entries)
    )
    to_come = (
        OpenMatch(
            f"{number}/{table}",
            number,
            entries,
            ways_of((False,) * len(entries), planned=games, forfeits=forfeits),
            games == 1,
        )
        for number, round_ in enumerate(ahead, start=first_ahead(field))
        for table, entries in enumerate(round_.tables, start=1)
    )
    return [*under_way, *to_come]


def _played(match: MatchInput) -> tuple[Ranks, ...]:
    """The games so far, by those who are there."""
    games = ({side.entry: side.rank for side in game.sides} for game in match.games)
    present = [entry for entry in match.entries if entry not in match.forfeited]
    return tuple(tuple(ranks[entry] for entry in present) for ranks in games)


def first_ahead(field: Field) -> int:
    """The number of the next round."""
    return max(field.numbers, default=0) + 1


def _is_pending(field: Field, entry: str, number: int) -> bool:
    cell = field.cells[entry][field.numbers.index(number)]
    return cell.outcome is RoundOutcome.PENDING


@lru_cache(maxsize=512)
def ways_of(
    absent: tuple[bool, ...],
    *,
    played: tuple[Ranks, ...] = (),
    planned: int = 1,
    forfeits: bool = True,
) -> tuple[Way, ...]:
    """How a match can end. `absent`: who does not come for certain, by seat."""
    came = [seat for seat, is_absent in enumerate(absent) if not is_absent]
    ways: dict[Way, None] = dict.fromkeys(
        _seated(ranks, came, len(absent)) for ranks in _final_ranks(len(came), played, planned)
    )
    if forfeits:
        for present in range(len(came)):
            for some in combinations(came, present):
                ends = placings(present)
                ways |= dict.fromkeys(_seated(ranks, some, len(absent)) for ranks in ends)
    return tuple(ways)


def _seated(ranks: Ranks, seats: Sequence[int], of: int) -> Way:
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


@lru_cache(maxsize=512)
def points_of(scheme: Scheme, ways: tuple[Way, ...]) -> tuple[tuple[int, ...], ...]:
    """What the seats can get, in twelfths; ways that pay alike are one."""
    return tuple(dict.fromkeys(scheme.points_12(way) for way in ways))
