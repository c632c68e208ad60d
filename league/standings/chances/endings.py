"""A stage with its open matches: what is decided of its chain, and what it is after some ways.

Ways are ended without scores: who wins and who does not, in which games, and who does not come.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from math import prod

from league.standings.chances.match_ways import MatchWay
from league.standings.chances.open_play import OpenMatch, RoundAhead, first_ahead
from league.standings.field import Cell, Field, round_cells
from league.standings.inputs import GameInput, GameSide, MatchInput, RoundInput, RoundOutcome
from league.standings.tiebreak import HangsOn
from league.standings.tiebreaks import tiebreaks_of

_BY_SCORES = frozenset({HangsOn.OWN_SCORES})
_BY_GAMES = frozenset({HangsOn.OWN_GAMES, HangsOn.OWN_GAMES_MEAN})


@dataclass(frozen=True, slots=True)
class DecidedChain:
    """The tiebreaks that can be told before all games are played, from the first on.

    What results decide, and what scores decide between those who have no game left to play.
    """

    chain: tuple[str, ...]
    is_all: bool  # whoever is equal in them shares the rank; not: may end either way
    scores: frozenset[str] = frozenset()  # those of which games to come may make anything

    @classmethod
    def of(cls, chain: Sequence[str], matches: Sequence[OpenMatch]) -> "DecidedChain":
        are_told = all(match.tells_games for match in matches)
        unknown = _BY_SCORES if are_told else _BY_SCORES | _BY_GAMES
        scores: set[str] = set()
        for at, tiebreak in enumerate(tiebreaks_of(chain)):
            if tiebreak.is_within_ties and scores:  # of the equals before it some may be anything
                return cls(tuple(chain[:at]), is_all=False, scores=frozenset(scores))
            if tiebreak.hangs_on in unknown:
                scores.add(tiebreak.key)
        return cls(tuple(chain), is_all=not scores, scores=frozenset(scores))

    @property
    def by_results(self) -> tuple[str, ...]:
        return self.without_scores(0)

    def without_scores(self, first: int) -> tuple[str, ...]:
        """From one on, those before the next that games to come may make anything of."""
        return tuple(takewhile(lambda key: key not in self.scores, self.chain[first:]))


def ranks_may_be_shared(chain: Sequence[str]) -> bool:
    """Whether somebody may be equal in everything, so that a worst rank is that of several."""
    parts_everybody = any(tiebreak.parts_everybody for tiebreak in tiebreaks_of(chain))
    return DecidedChain.of(chain, ()).is_all and not parts_everybody


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

    def without_games(self) -> "Endings":
        """As results alone tell it: fewer ways, of which less is known."""
        return replace(self, matches=[match.without_games() for match in self.matches])

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

    @cached_property
    def results(self) -> list[list[int]]:
        """By match and way, the number of its result: several ways may differ in games alone."""
        return [_numbered(ways) for ways in self.changes]

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


def _numbered(ways: Sequence[Sequence[_Change]]) -> list[int]:
    numbers: dict[tuple[Cell, ...], int] = {}
    for changes in ways:
        numbers.setdefault(tuple(change.cell for change in changes), len(numbers))
    return [numbers[tuple(change.cell for change in changes)] for changes in ways]


def _ended(match: OpenMatch, way: MatchWay) -> MatchInput:
    to_come = (
        GameInput(
            tuple(
                GameSide(entry, rank)
                for entry, rank in zip(match.entries, ranks, strict=True)
                if rank is not None
            )
        )
        for ranks in way.games
    )
    gone = (entry for entry, rank in zip(match.entries, way.ranks, strict=True) if rank is None)
    games = (*match.played, *to_come)
    return MatchInput(match.id, match.entries, games, match.planned, frozenset(gone))
