"""Possible final ranks: the best and the worst that each entry can still reach.

They are never too narrow. How wide they are depends on what is open:

- Matches in which nobody sits twice, as in the last round: exact on points, however many there are
  (rank_bounds.py), and on tiebreaks as far as a search of so many steps comes (rank_search.py);
  beyond, these within bounds (key_bounds.py).
- Several open matches that share entries, a schedule's last rounds: exact on points while the ways
  they can go are a few million; else each round is looked at by itself, with all that is possible
  in the others.
- Few ways in all: every one is looked at with the event's own tiebreaks (every_way.py).
- Brackets: the places to which one's own matches can lead, whatever happens in the others.
- Rounds to come of which nobody knows who meets whom: everybody may win or gain nothing in each.

Exact ones never widen as results come in, since a result only takes away from what is possible;
they do when a result is corrected, a round is added, or somebody enters or comes back, and those of
a search that was cut off may. Once everything is played, they are the rank itself.
docs/algorithms/chances.md tells it in words.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from math import prod

import numpy as np

from league.standings.chances.endings import DecidedChain, Endings
from league.standings.chances.every_way import EveryWay
from league.standings.chances.key_bounds import ends_by_keys
from league.standings.chances.open_keys import OpenKeys
from league.standings.chances.open_play import (
    HowPlayed,
    OpenMatch,
    RoundAhead,
    keys_by_games,
    open_matches,
    points_of,
)
from league.standings.chances.open_slots import OpenRounds
from league.standings.chances.rank_aim import Race
from league.standings.chances.rank_bounds import Ends, MatchGains, Possible, hanging_together
from league.standings.chances.rank_search import StepsLeft, searched
from league.standings.field import Field, field_of
from league.standings.inputs import Inputs, RoundOutcome
from league.standings.keys.bracket_places import ranges_in
from league.standings.table import table_of
from league.standings.tiebreaks import orders_alone

_MOST_ENDS = 50_000_000  # ways of a cluster times its entries
_MOST_RESULTS = 8  # of a match
_MOST_WAYS = 48  # of a match: bits of a number
_MOST_ENTRIES = 2000  # beyond, by points alone
_MOST_SEARCHED = 400  # entries; beyond, tiebreaks within bounds


@dataclass(frozen=True, slots=True)
class RestOfStage:
    """What is to come in a stage."""

    rounds_planned: int
    gone: frozenset[str] = frozenset()  # those who withdrew and play no more rounds
    ahead: tuple[RoundAhead, ...] | None = None  # the rounds to come, where they are known
    games: int = 1  # of each match to come
    forfeits: bool = False  # whether somebody may not come to a match
    has_rounds: bool = True  # not: nobody knows how much is still played, so nothing is foretold

    def rounds_after(self, field: Field) -> int:
        return max(self.rounds_planned - len(field.numbers), 0)

    def is_open(self, field: Field) -> bool:
        """Whether anything is still to be played of which the end can be foretold."""
        if not self.has_rounds:
            return False
        cells = (cell for row in field.cells.values() for cell in row)
        return bool(self.rounds_after(field)) or any(
            cell.outcome is RoundOutcome.PENDING for cell in cells
        )


def possible_ranks(
    field: Field,
    rest: RestOfStage,
    *,
    chain: Sequence[str] = (),
    steps: StepsLeft | None = None,
) -> dict[str, Possible]:
    """By entry. Groups that meet nobody outside are looked at one by one, which is narrower.

    `steps`: what may be spent on searching, for all groups together.
    """
    steps = steps or StepsLeft()
    parts = list(_apart(field, rest))
    if len(parts) > 1:
        shares = steps.shared([len(part.cells) for part, _ in parts])
        found = (
            possible_ranks(part, own, chain=chain, steps=share)
            for (part, own), share in zip(parts, shares, strict=False)
        )
        return {entry: ranks for part in found for entry, ranks in part.items()}
    to_come = rest.rounds_after(field)
    ahead = rest.ahead if to_come else ()
    if not rest.is_open(field):
        rows = table_of(field, chain=chain)
        return {row.entry: Possible(row.rank, row.rank) for row in rows}
    if field.inputs.bracket is not None and orders_alone(chain):
        return _by_bracket(field, is_shared=len(chain) == 1)
    groups = list(_groups(field))
    if field.scheme.is_solo:  # a score has no limit
        return {entry: Possible(1, len(members)) for members in groups for entry in members}
    endings = _endings(field, rest, ahead or (), chain=chain)
    if ahead is None:
        future_12 = _future_12(field, gone=rest.gone, to_come=to_come)
        return _narrowest(endings, groups, future_12=future_12, is_shared=not chain)
    return _by_chain(endings, groups, chain=chain, steps=steps)


def _endings(
    field: Field, rest: RestOfStage, ahead: Sequence[RoundAhead], *, chain: Sequence[str]
) -> Endings:
    """With all games, where they count and do not make too many ways."""
    how = HowPlayed(rest.games, rest.forfeits, keys_by_games(chain))
    endings = Endings(field, open_matches(field, ahead, how), ahead)
    is_looked_at = _is_apart(endings) or EveryWay.is_short_for(endings)
    return endings if is_looked_at else endings.without_games()


def _by_chain(
    endings: Endings, groups: Sequence[Sequence[str]], *, chain: Sequence[str], steps: StepsLeft
) -> dict[str, Possible]:
    """Where all that is to be played is known."""
    decided = DecidedChain.of(chain, endings.matches)
    if decided.chain and _is_apart(endings):
        known: dict[str, Possible] = {}
        if any(match.planned > 1 for match in endings.matches):
            known = _by_results(endings.without_games(), groups, chain=chain, steps=steps)
        return _by_tiebreaks(endings, groups, decided=decided, steps=steps, known=known)
    bounds = _narrowest(endings, groups, future_12={}, is_shared=not chain)
    return EveryWay(endings, decided=decided, bounds=bounds).ranks(groups)


def _is_apart(endings: Endings) -> bool:
    """Whether nobody has two open matches, and none can end in many ways."""
    matches = endings.matches
    seated = [entry for match in matches for entry in match.entries]
    if len(set(seated)) < len(seated) or len(endings.cells) > _MOST_ENTRIES:
        return False
    if any(len(match.ways) > _MOST_WAYS for match in matches):
        return False
    return all(max(numbers) < _MOST_RESULTS for numbers in endings.results)


def _by_results(
    endings: Endings, groups: Sequence[Sequence[str]], *, chain: Sequence[str], steps: StepsLeft
) -> dict[str, Possible]:
    """By a search that knows nothing of games, as far as it comes."""
    decided = DecidedChain.of(chain, endings.matches)
    if not decided.chain or len(endings.cells) > _MOST_SEARCHED:
        return {}
    keys = OpenKeys(OpenRounds(endings), decided)
    found = searched([Race(endings, decided, keys, members) for members in groups], steps=steps)
    return {entry: Possible(best.rank, worst.rank) for entry, (best, worst) in found.items()}


def _by_tiebreaks(
    endings: Endings,
    groups: Sequence[Sequence[str]],
    *,
    decided: DecidedChain,
    steps: StepsLeft,
    known: Mapping[str, Possible],
) -> dict[str, Possible]:
    """Within bounds at first; then by a search, and by every way where that left something.

    `known`: bounds from before, or nothing.
    """
    keys = OpenKeys(OpenRounds(endings), decided)
    ends = ends_by_keys(endings, keys=keys, decided=decided)
    bounds = ends.bounds(groups)
    if known:
        bounds = _both(bounds, known)
    is_exact = False
    if len(endings.cells) <= _MOST_SEARCHED:
        races = [Race(endings, decided, keys, members) for members in groups]
        found = searched(races, steps=steps, known=known)
        is_reached = all(reached.is_exact for both in found.values() for reached in both)
        is_exact = is_reached and keys.are_all
        reached = {entry: Possible(best.rank, worst.rank) for entry, (best, worst) in found.items()}
        bounds = _both(bounds, reached)
    if is_exact:
        return bounds
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


def _apart(field: Field, rest: RestOfStage) -> Iterator[tuple[Field, RestOfStage]]:
    """Each group as a stage of its own; nothing where somebody meets somebody of another."""
    groups = [frozenset(members) for members in _groups(field)]
    tables = [match.entries for round_ in field.inputs.rounds for match in round_.matches]
    tables += [table for round_ in rest.ahead or () for table in round_.tables]
    at = {entry: number for number, members in enumerate(groups) for entry in members}
    if len(groups) == 1 or any(len({at.get(entry) for entry in table}) > 1 for table in tables):
        return
    for members in groups:
        yield field_of(_only(field.inputs, members), scheme=field.scheme), _rest_of(rest, members)


def _only(inputs: Inputs, members: frozenset[str]) -> Inputs:
    rounds = (
        replace(
            round_,
            matches=tuple(m for m in round_.matches if members.issuperset(m.entries)),
            byes={entry: why for entry, why in round_.byes.items() if entry in members},
        )
        for round_ in inputs.rounds
    )
    entries = tuple(entry for entry in inputs.entries if entry.id in members)
    return replace(inputs, entries=entries, rounds=tuple(rounds))


def _rest_of(rest: RestOfStage, members: frozenset[str]) -> RestOfStage:
    if rest.ahead is None:
        return rest
    ahead = (
        RoundAhead(
            tuple(table for table in round_.tables if members.issuperset(table)),
            tuple(entry for entry in round_.byes if entry in members),
        )
        for round_ in rest.ahead
    )
    return replace(rest, ahead=tuple(ahead))


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
