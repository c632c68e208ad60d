"""Possible final ranks: the best and the worst that each entry can still reach.

They are never too narrow. How wide they are depends on what is open:

- Matches in which nobody sits twice, as in the last round: exact on points, however many there are,
  and on tiebreaks that one's own results decide; Buchholz and the like within bounds
  (rank_bounds.py, key_bounds.py).
- Several open matches that share entries, a schedule's last rounds: exact on points while the ways
  they can go are a few million; else each round is looked at by itself, with all that is possible
  in the others.
- Few ways in all: every one is looked at with all tiebreaks that results decide (every_way.py).
- Brackets: the places to which one's own matches can lead, whatever happens in the others.
- Rounds to come of which nobody knows who meets whom: everybody may win or gain nothing in each.

They never widen as results come in, since a result only takes away from what is possible; they do
when a result is corrected, a round is added, or somebody enters or comes back. Once everything is
played, they are the rank itself. docs/algorithms/chances.md tells it in words.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from math import prod

import numpy as np

from league.standings.bracket_places import ranges_in
from league.standings.every_way import DecidedChain, Endings, EveryWay
from league.standings.field import Field
from league.standings.inputs import RoundOutcome
from league.standings.key_bounds import ends_by_keys, telling_keys
from league.standings.open_play import OpenMatch, RoundAhead, open_matches, points_of
from league.standings.rank_bounds import Ends, MatchGains, Possible, hanging_together
from league.standings.table import table_of
from league.standings.tiebreaks import orders_alone

_MOST_ENDS = 50_000_000  # ways of a cluster times its entries


@dataclass(frozen=True, slots=True)
class RestOfStage:
    """What is to come in a stage."""

    rounds_planned: int
    gone: frozenset[str] = frozenset()  # those who withdrew and play no more rounds
    ahead: tuple[RoundAhead, ...] | None = None  # the rounds to come, where they are known
    games: int = 1  # of each match to come
    forfeits: bool = False  # whether somebody may not come to a match

    def rounds_after(self, field: Field) -> int:
        return max(self.rounds_planned - len(field.numbers), 0)

    def is_open(self, field: Field) -> bool:
        """Whether anything is still to be played."""
        cells = (cell for row in field.cells.values() for cell in row)
        return bool(self.rounds_after(field)) or any(
            cell.outcome is RoundOutcome.PENDING for cell in cells
        )


def possible_ranks(
    field: Field, rest: RestOfStage, *, chain: Sequence[str] = ()
) -> dict[str, Possible]:
    """By entry."""
    to_come = rest.rounds_after(field)
    ahead = rest.ahead if to_come else ()
    if not rest.is_open(field):
        rows = table_of(field, chain=chain)
        return {row.entry: Possible(row.rank, row.rank) for row in rows}
    if field.inputs.bracket is not None and orders_alone(chain):
        return _by_bracket(field, is_shared=len(chain) == 1)
    matches = open_matches(field, ahead or (), games=rest.games, forfeits=rest.forfeits)
    groups = list(_groups(field))
    if field.scheme.is_solo:  # a score has no limit
        return {entry: Possible(1, len(members)) for members in groups for entry in members}
    endings = Endings(field, matches, ahead or ())
    if ahead is None:
        future_12 = _future_12(field, gone=rest.gone, to_come=to_come)
        return _narrowest(endings, groups, future_12=future_12, is_shared=not chain)
    decided = DecidedChain.of(chain, matches)
    if keys := telling_keys(endings, decided):
        ends = ends_by_keys(endings, keys=keys, decided=decided)
        bounds = ends.bounds(groups)
    else:
        ends = None
        bounds = _narrowest(endings, groups, future_12={}, is_shared=not chain)
    return EveryWay(endings, decided=decided, bounds=bounds, ends=ends).ranks(groups)


def _by_bracket(field: Field, *, is_shared: bool) -> dict[str, Possible]:
    """Of a bracket it is known where each of its matches leads."""
    return {
        entry: Possible(range_.best, range_.worst if is_shared else range_.last)
        for entry, range_ in ranges_in(field).items()
    }


def _groups(field: Field) -> Iterator[list[str]]:
    groups: dict[str, list[str]] = {}
    for entry in field.inputs.entries:
        groups.setdefault(entry.group, []).append(entry.id)
    yield from groups.values()


def _future_12(field: Field, *, gone: frozenset[str], to_come: int) -> dict[str, int]:
    """The most that rounds can bring of which nothing is known, at whatever table or without."""
    scheme = field.scheme
    most_12 = max(*(row[0] for row in scheme.rows_12), scheme.bye_12, scheme.half_bye_12)
    return {entry: to_come * most_12 for entry in field.cells if entry not in gone}


def _narrowest(
    endings: Endings,
    groups: Sequence[Sequence[str]],
    *,
    future_12: Mapping[str, int],
    is_shared: bool,
) -> dict[str, Possible]:
    """By points: all that hangs together at once; or round by round, and what all of them allow."""
    matches = endings.matches
    sizes = [
        prod(len(points_of(endings.field.scheme, matches[at].ways)) for at in hanging)
        * len({entry for at in hanging for entry in matches[at].entries})
        for hanging in hanging_together([match.entries for match in matches])
    ]
    if max(sizes, default=0) <= _MOST_ENDS:
        coupled = [list(matches)]
    else:
        numbers = sorted({match.round for match in matches})
        coupled = [[match for match in matches if match.round == number] for number in numbers]
    bounds = (
        _by_points(endings, some, future_12=future_12, is_shared=is_shared).bounds(groups)
        for some in coupled
    )
    return reduce(_both, bounds)


def _both(one: Mapping[str, Possible], other: Mapping[str, Possible]) -> dict[str, Possible]:
    return {
        entry: Possible(max(ranks.best, other[entry].best), min(ranks.worst, other[entry].worst))
        for entry, ranks in one.items()
    }


def _by_points(
    endings: Endings,
    coupled: Sequence[OpenMatch],
    *,
    future_12: Mapping[str, int],
    is_shared: bool,
) -> Ends:
    """`coupled`: matches that go one way for all; in the others everybody may get anything."""
    scheme = endings.field.scheme
    least, most = dict(endings.points_12), dict(endings.points_12)
    kept = {match.id for match in coupled}
    for match in endings.matches:
        if match.id not in kept:
            ways = points_of(scheme, match.ways)
            for entry, seen in zip(match.entries, zip(*ways, strict=True), strict=True):
                least[entry] += min(seen)
                most[entry] += max(seen)
    tie = 0 if is_shared else 1
    return Ends(
        start={entry: 2 * points for entry, points in least.items()},
        gains=[
            MatchGains(match.entries, 2 * np.array(points_of(scheme, match.ways)))
            for match in coupled
        ],
        slack={
            entry: 2 * (most[entry] - least[entry] + future_12.get(entry, 0)) + tie
            for entry in least
        },
    )
