"""Every entry's rounds in a row of cells: the named outcome, the points, the opponents.

This is where matches become outcomes. Tiebreaks look at nothing but a `Field`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field as dataclass_field
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, TypeVar

from league.results.states import is_decided, match_ranks
from league.standings.inputs import (
    GameInput,
    GameSide,
    Inputs,
    MatchInput,
    RoundInput,
    RoundOutcome,
    Settings,
)
from league.standings.points import WHOLE, Scheme

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Cell:
    """A round of an entry."""

    round: int
    outcome: RoundOutcome
    points_12: int = 0
    match: str | None = None
    opponents: tuple[str, ...] = ()  # in the order of the seats
    place: int | None = None  # at the table; None: not known, or nobody came

    def as_dict(self) -> dict[str, object]:
        return {
            "round": self.round,
            "outcome": self.outcome.value,
            "points_12": self.points_12,
            "match": self.match,
            "opponents": list(self.opponents),
            "place": self.place,
        }

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> "Cell":
        outcome, opponents = RoundOutcome(stored["outcome"]), tuple(stored["opponents"])
        return cls(**{**stored, "outcome": outcome, "opponents": opponents})


class Sat(NamedTuple):
    """A game that an entry played over the board."""

    round: int
    match: str
    game: GameInput
    side: GameSide  # its own


@dataclass(frozen=True)
class Field:
    """All that tiebreaks may look at, by the entry's id: a stage as it stood after some round."""

    inputs: Inputs
    scheme: Scheme
    cells: Mapping[str, tuple[Cell, ...]]  # in order of rounds, one for each
    sat: Mapping[str, tuple[Sat, ...]]  # in order of rounds and games
    points_12: Mapping[str, int]
    numbers: tuple[int, ...]  # of the rounds, in order
    whole: "Field | None" = None  # the field after the last round, of which this is a beginning
    # What is worked out once for a field and all its beginnings, by who worked it out.
    memo: dict[str, Any] = dataclass_field(default_factory=dict, repr=False, compare=False)

    @property
    def settings(self) -> Settings:
        return self.inputs.settings

    @property
    def root(self) -> "Field":
        return self.whole or self

    @cached_property
    def counted(self) -> tuple[int, ...]:
        """The places, among the cells of an entry, of the rounds whose results are all in."""
        pending: set[int] = self.root.remembered("pending", _pending)
        return tuple(at for at, number in enumerate(self.numbers) if number not in pending)

    def after(self, rounds: int) -> "Field":
        """The field as it stood after so many rounds, by what is known now."""
        cells = {entry: row[:rounds] for entry, row in self.cells.items()}
        last = self.numbers[rounds - 1] if rounds else None
        sat = {
            entry: tuple(game for game in games if last is not None and game.round <= last)
            for entry, games in self.sat.items()
        }
        points_12 = {entry: sum(cell.points_12 for cell in row) for entry, row in cells.items()}
        numbers = self.numbers[:rounds]
        return Field(self.inputs, self.scheme, cells, sat, points_12, numbers, self.root)

    def remembered(self, name: str, work: "Callable[[Field], T]") -> T:
        """What the work gives, done once."""
        if name not in self.memo:
            self.memo[name] = work(self)
        value: T = self.memo[name]
        return value


def field_of(inputs: Inputs, *, scheme: Scheme) -> Field:
    """The field of a stage. An entry must be in it once, and at one place in a round."""
    if scheme.is_solo and not inputs.rules.higher_score_wins:
        raise ValueError("solo points are for games in which a higher score is better")
    rounds = sorted(inputs.rounds, key=lambda round_: round_.number)
    played = [(round_.number, _round_cells(round_, scheme)) for round_ in rounds]
    cells = {
        entry.id: tuple(
            row.get(entry.id) or Cell(number, RoundOutcome.ABSENT) for number, row in played
        )
        for entry in inputs.entries
    }
    if len(cells) < len(inputs.entries) or any(row.keys() - cells.keys() for _, row in played):
        raise ValueError("an entry is in the field twice, or plays without being in it")
    points_12 = {entry: sum(cell.points_12 for cell in row) for entry, row in cells.items()}
    numbers = tuple(round_.number for round_ in rounds)
    return Field(inputs, scheme, cells, _games_sat(rounds, cells), points_12, numbers)


def _games_sat(rounds: Sequence[RoundInput], entries: Iterable[str]) -> dict[str, tuple[Sat, ...]]:
    sat: dict[str, list[Sat]] = {entry: [] for entry in entries}
    for number, match in ((round_.number, match) for round_ in rounds for match in round_.matches):
        for game in (game for game in match.games if game.was_played):
            for side in game.sides:
                sat[side.entry].append(Sat(number, match.id, game, side))
    return {entry: tuple(played) for entry, played in sat.items()}


def _pending(field: Field) -> set[int]:
    cells = (cell for row in field.cells.values() for cell in row)
    return {cell.round for cell in cells if cell.outcome is RoundOutcome.PENDING}


def _round_cells(round_: RoundInput, scheme: Scheme) -> dict[str, Cell]:
    cells: dict[str, Cell] = {}
    for entry, cell in (*_byes(round_, scheme), *_seated(round_, scheme)):
        if entry in cells:
            raise ValueError(f"{entry} is twice in round {round_.number}")
        cells[entry] = cell
    return cells


def _byes(round_: RoundInput, scheme: Scheme) -> Iterator[tuple[str, Cell]]:
    worth_12 = {
        RoundOutcome.PAIRING_BYE: scheme.bye_12,
        RoundOutcome.HALF_BYE: scheme.half_bye_12,
        RoundOutcome.ZERO_BYE: 0,
        RoundOutcome.ABSENT: 0,
    }
    for entry, outcome in round_.byes.items():
        yield entry, Cell(round_.number, outcome, worth_12[outcome])


def _seated(round_: RoundInput, scheme: Scheme) -> Iterator[tuple[str, Cell]]:
    for match in round_.matches:
        places = _places(match)
        points = _points_12(match, places, scheme)
        for entry, points_12 in zip(match.entries, points, strict=True):
            outcome = _outcome(match, entry, places)
            opponents = tuple(other for other in match.entries if other != entry)
            place = places.get(entry) or _last_place(match, entry)
            yield entry, Cell(round_.number, outcome, points_12, match.id, opponents, place)


def _places(match: MatchInput) -> dict[str, int]:
    """The places of those who are there; none before the match is decided."""
    present = [entry for entry in match.entries if entry not in match.forfeited]
    if match.forfeited and len(present) == 1:
        return {present[0]: 1}
    games = [{side.entry: side.rank for side in game.sides} for game in match.games]
    ranks = [[by_entry[entry] for entry in present] for by_entry in games]
    if not ranks or not is_decided(ranks, planned=match.planned):
        return {}
    return dict(zip(present, _match_ranks(tuple(map(tuple, ranks))), strict=True))


# Thousands of matches end in a few ways.
@lru_cache(maxsize=4096)
def _match_ranks(games: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    return match_ranks(games)


@lru_cache(maxsize=4096)
def _paid_12(scheme: Scheme, ranks: tuple[int | None, ...]) -> tuple[int, ...]:
    return scheme.points_12(ranks)


def _last_place(match: MatchInput, entry: str) -> int | None:
    """Those who forfeited share the places behind all who came."""
    present = len(match.entries) - len(match.forfeited)
    return present + 1 if entry in match.forfeited and present else None


def _points_12(match: MatchInput, places: Mapping[str, int], scheme: Scheme) -> tuple[int, ...]:
    if scheme.is_solo:
        scores = [side.score for game in match.games for side in game.sides]
        return (WHOLE * sum(scores) if places else 0,)
    return _paid_12(scheme, tuple(map(places.get, match.entries)))


def _outcome(match: MatchInput, entry: str, places: Mapping[str, int]) -> RoundOutcome:
    if entry in match.forfeited:
        return RoundOutcome.FORFEIT_LOSS
    if entry not in places:
        return RoundOutcome.PENDING
    if match.forfeited and len(places) == 1:
        return RoundOutcome.FORFEIT_WIN
    if len(match.entries) != 2:
        return RoundOutcome.PLACE
    if sum(places.values()) == 2:
        return RoundOutcome.DRAW
    return RoundOutcome.WIN if places[entry] == 1 else RoundOutcome.LOSS
