"""Every way in which the open matches of a stage can end, and the ranks that these give.

The tables are made by the event's own tiebreaks, as far as results alone decide them: who wins and
who does not, but not with what scores. From the first tiebreak on that scores decide, those who are
still equal may end either way.

Most ways tell nothing new. Equal entries are parted by tiebreaks only where that may widen what is
known of one of them and is within its bounds. The search ends when everybody has reached both ends
of the bounds, when all ways are seen, or when it has cost too much; then the bounds stand.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, product
from math import prod

from league.standings.field import Cell, Field, round_cells
from league.standings.inputs import GameInput, GameSide, MatchInput, RoundInput, RoundOutcome
from league.standings.open_play import OpenMatch, RoundAhead, Way, first_ahead
from league.standings.rank_bounds import Ends, Possible
from league.standings.table import parted_by_chain
from league.standings.tiebreak import Need
from league.standings.tiebreaks import TIEBREAKS

_MOST_WAYS = 60_000  # ten open matches of two without forfeits, six with them
_MOST_STEPS = 1_500_000  # ways times entries
_MOST_PARTED = 600_000  # entries, over all times that tiebreaks were asked
# What games decide, and not what came of the match they are part of.
_BY_GAMES = frozenset(
    {
        *("WON", "PLACES", "BPG", "BWG", "TPR", "PTP", "APRO", "APPO"),
        *("ARO", "ARO-C1", "ARO-C2", "ARO-M1", "ARO-M2"),
    }
)


@dataclass(frozen=True, slots=True)
class DecidedChain:
    """The tiebreaks that results alone decide, from the first on."""

    chain: tuple[str, ...]
    is_all: bool  # whoever is equal in them shares the rank; not: may end either way

    @classmethod
    def of(cls, chain: Sequence[str], matches: Sequence[OpenMatch]) -> "DecidedChain":
        by_games = frozenset() if all(match.has_one_game for match in matches) else _BY_GAMES
        for at, key in enumerate(chain):
            if Need.SCORES in TIEBREAKS[key].fit.needs or key in by_games:
                return cls(tuple(chain[:at]), is_all=False)
        return cls(tuple(chain), is_all=True)


def ranks_may_be_shared(chain: Sequence[str]) -> bool:
    """Whether somebody may be equal in everything, so that a worst rank is that of several."""
    return DecidedChain.of(chain, ()).is_all and not {"SEED", "LOTS"} & set(chain)


@dataclass(frozen=True, slots=True)
class _Change:
    """What an end of a match gives one of its entries."""

    entry: str
    at: int  # the place of the round among the cells
    cell: Cell


@dataclass(frozen=True)
class Endings:
    """A field with its open matches, and the rounds that are known to come."""

    field: Field
    matches: Sequence[OpenMatch]
    ahead: Sequence[RoundAhead] = ()

    @property
    def ways(self) -> int:
        return prod(len(match.ways) for match in self.matches)

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        first = first_ahead(self.field)
        return (*self.field.numbers, *range(first, first + len(self.ahead)))

    @cached_property
    def cells(self) -> dict[str, tuple[Cell, ...]]:
        """As they are before any open match ends, with the rounds ahead."""
        cells = dict(self.field.cells)
        for number, round_ in zip(self.numbers[len(self.field.numbers) :], self.ahead, strict=True):
            byes = dict.fromkeys(round_.byes, RoundOutcome.PAIRING_BYE)
            sitting_out = round_cells(RoundInput(number, byes=byes), self.field.scheme)
            for entry, row in cells.items():
                cell = sitting_out.get(entry) or Cell(number, RoundOutcome.ABSENT)
                cells[entry] = (*row, cell)
        return cells

    @cached_property
    def points_12(self) -> dict[str, int]:
        return {entry: sum(cell.points_12 for cell in row) for entry, row in self.cells.items()}

    @cached_property
    def ended(self) -> list[list[MatchInput]]:
        """By match and way: with a result."""
        return [[_ended(match, way) for way in match.ways] for match in self.matches]

    @cached_property
    def changes(self) -> list[list[list[_Change]]]:
        """By match and way."""
        return [
            [self._changes(match, ended) for ended in ways]
            for match, ways in zip(self.matches, self.ended, strict=True)
        ]

    def _changes(self, match: OpenMatch, ended: MatchInput) -> list[_Change]:
        cells = round_cells(RoundInput(match.round, (ended,)), self.field.scheme)
        at = self.numbers.index(match.round)
        return [_Change(entry, at, cell) for entry, cell in cells.items()]

    def field_after(self, choice: Sequence[int]) -> Field:
        """With one way of each match, by number."""
        cells, points_12 = dict(self.cells), dict(self.points_12)
        for changes, way in zip(self.changes, choice, strict=True):
            for change in changes[way]:
                row = cells[change.entry]
                cells[change.entry] = (*row[: change.at], change.cell, *row[change.at + 1 :])
                points_12[change.entry] += change.cell.points_12
        inputs = replace(self.field.inputs, rounds=self._rounds(choice))
        return Field(inputs, self.field.scheme, cells, points_12, self.numbers)

    def _rounds(self, choice: Sequence[int]) -> tuple[RoundInput, ...]:
        ended: dict[int, dict[str, MatchInput]] = defaultdict(dict)
        for match, ways, way in zip(self.matches, self.ended, choice, strict=True):
            ended[match.round][match.id] = ways[way]
        played = (
            replace(
                round_,
                matches=tuple(ended[round_.number].get(one.id, one) for one in round_.matches),
            )
            if round_.number in ended
            else round_
            for round_ in self.field.inputs.rounds
        )
        to_come = self.numbers[len(self.field.numbers) :]
        return (*played, *(RoundInput(each, tuple(ended[each].values())) for each in to_come))


def _ended(match: OpenMatch, way: Way) -> MatchInput:
    ranks = dict(zip(match.entries, way, strict=True))
    came = tuple(GameSide(entry, rank) for entry, rank in ranks.items() if rank is not None)
    return MatchInput(
        match.id,
        match.entries,
        games=(GameInput(came),) if len(came) > 1 else (),
        forfeited=frozenset(entry for entry, rank in ranks.items() if rank is None),
    )


class EveryWay:
    """The search, group by group of those who are ranked together."""

    def __init__(
        self,
        endings: Endings,
        *,
        decided: DecidedChain,
        bounds: Mapping[str, Possible],
        ends: Ends | None = None,
    ):
        self.endings = endings
        self.decided = decided
        self.bounds = bounds
        self.ends = ends  # what the bounds come from, where that tells more than points
        self.known: dict[str, Possible] = {}
        self.unsettled = set(bounds)
        self.parted = 0

    @property
    def is_short(self) -> bool:
        """Whether there are not too many ways."""
        ways = self.endings.ways
        return ways <= _MOST_WAYS and ways * len(self.bounds) <= _MOST_STEPS

    def ranks(self, groups: Sequence[Sequence[str]]) -> dict[str, Possible]:
        """Exact where all ways were seen; else the bounds."""
        if not self.is_short:
            return dict(self.bounds)
        for choice, points_12 in self._ways():
            for members in groups:
                self._look(choice, points_12, members)
            if self.parted > _MOST_PARTED:
                return dict(self.bounds)
            if not self.unsettled:
                break
        return self.known

    def _ways(self) -> Iterator[tuple[tuple[int, ...], dict[str, int]]]:
        gains = [
            [[(change.entry, change.cell.points_12) for change in changes] for changes in ways]
            for ways in self.endings.changes
        ]
        for choice in product(*(range(len(ways)) for ways in gains)):
            points_12 = dict(self.endings.points_12)
            for ways, way in zip(gains, choice, strict=True):
                for entry, gain_12 in ways[way]:
                    points_12[entry] += gain_12
            yield choice, points_12

    def _look(
        self, choice: tuple[int, ...], points_12: Mapping[str, int], members: Sequence[str]
    ) -> None:
        """One table: by points, and by tiebreaks where they may tell something new."""
        by_points: Callable[[str], int] = points_12.__getitem__
        above = 0
        field: Field | None = None
        for _, run in groupby(sorted(members, key=by_points, reverse=True), by_points):
            tied = list(run)
            first, above = above + 1, above + len(tied)
            if len(tied) == 1:
                self._see(tied, first, above)
            elif not self.decided.chain:
                self._see(tied, first, first if self.decided.is_all else above)
            elif self._may_tell(choice, tied, first):
                field = field or self.endings.field_after(choice)
                self._part(field, tied, first)

    def _may_tell(self, choice: tuple[int, ...], tied: Sequence[str], first: int) -> bool:
        """Whether tiebreaks may bring one of them further than is known."""
        last = first + len(tied) - 1
        some = [entry for entry in tied if self._is_news(entry, first, last)]
        if self.ends is None or not some:
            return bool(some)
        spans = self.ends.spans(choice, tied)
        least = sorted(low for low, _high in spans.values())
        most = sorted(high for _low, high in spans.values())
        for low, high, entry in ((*spans[entry], entry) for entry in some):
            best = first + len(tied) - bisect_right(least, high)
            worst = first + len(tied) - bisect_right(most, low) - (high > low)
            if self._is_news(entry, best, worst):
                return True
        return False

    def _part(self, field: Field, tied: list[str], first: int) -> None:
        self.parted += len(self.bounds)
        for equal in parted_by_chain(field, tied, chain=self.decided.chain):
            last = first + len(equal) - 1
            self._see(equal, first, first if self.decided.is_all else last)
            first = last + 1

    def _is_news(self, entry: str, best: int, worst: int) -> bool:
        known = self.known.get(entry)
        if known is None:
            return True
        return entry in self.unsettled and (best < known.best or worst > known.worst)

    def _see(self, entries: Sequence[str], best: int, worst: int) -> None:
        for entry in entries:
            if (known := self.known.get(entry)) is not None:
                if best >= known.best and worst <= known.worst:
                    continue
                seen = Possible(min(best, known.best), max(worst, known.worst))
            else:
                seen = Possible(best, worst)
            self.known[entry] = seen
            if seen == self.bounds[entry]:
                self.unsettled.discard(entry)
