"""What is not decided yet in a stage: the open matches, and the ways in which each can end."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from league.standings.chances.match_ways import BY_GAMES, MatchWay, Ranks, ways_of, ways_of_two
from league.standings.field import Field
from league.standings.inputs import GameInput, MatchInput, RoundOutcome
from league.standings.points import Scheme
from league.standings.tiebreaks import tiebreaks_of

_DUEL = 2  # seats


@dataclass(frozen=True, slots=True)
class RoundAhead:
    """A round that is known before it is drawn."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match under way, or one of a round ahead.

    If its ways do not tell how many games are won, they are ways of one game, and `played` is
    empty.
    """

    id: str
    round: int
    entries: tuple[str, ...]  # in the order of the seats
    ways: tuple[MatchWay, ...]
    tells_games: bool = True
    played: tuple[GameInput, ...] = ()
    planned: int = 1

    def without_games(self) -> "OpenMatch":
        """As its result alone tells it."""
        if self.planned == 1:
            return self
        ways = dict.fromkeys(MatchWay.of_one_game(way.ranks) for way in self.ways)
        return OpenMatch(self.id, self.round, self.entries, tuple(ways), tells_games=False)


@dataclass(frozen=True, slots=True)
class HowPlayed:
    """What is known of the matches to come."""

    games: int  # of each
    forfeits: bool  # whether somebody may not come, or leave
    keys: tuple[str, ...] = ()  # tiebreaks that games decide

    def under_way(self, match: MatchInput, number: int) -> OpenMatch:
        absent = tuple(entry in match.forfeited for entry in match.entries)
        if absent == (False,) * _DUEL and match.planned > 1:
            return self._of_two(match, number)
        ways = ways_of(absent, played=_played(match), planned=match.planned, forfeits=self.forfeits)
        return OpenMatch(match.id, number, match.entries, ways, match.planned == 1)

    def _of_two(self, match: MatchInput, number: int) -> OpenMatch:
        ways = ways_of_two(
            _played(match), planned=match.planned, forfeits=self.forfeits, keys=self.keys
        )
        return OpenMatch(
            *(match.id, number, match.entries, ways), played=match.games, planned=match.planned
        )


def keys_by_games(chain: Sequence[str]) -> tuple[str, ...]:
    """Those for which it does not do to know how matches ended."""
    return tuple(one.key for one in tiebreaks_of(chain) if one.hangs_on in BY_GAMES)


def open_matches(field: Field, ahead: Sequence[RoundAhead], how: HowPlayed) -> list[OpenMatch]:
    """Those under way, then those of the rounds ahead."""
    under_way = (
        how.under_way(match, round_.number)
        for round_ in field.inputs.rounds
        for match in round_.matches
        if any(_is_pending(field, entry, round_.number) for entry in match.entries)
    )
    to_come = (
        how.under_way(MatchInput(f"{number}/{table}", entries, planned=how.games), number)
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
def points_of(scheme: Scheme, ways: tuple[MatchWay, ...]) -> tuple[tuple[int, ...], ...]:
    """What the seats can get, in twelfths; ways that pay alike are one."""
    return tuple(dict.fromkeys(scheme.points_12(way.ranks) for way in ways))
