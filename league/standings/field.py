"""Every entry's rounds in a row of cells: the named outcome, the points, the opponents.

This is where matches become outcomes. Tiebreaks look at nothing but a `Field`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field as dataclass_field
from functools import cache, cached_property, partial
from itertools import accumulate
from typing import Any, NamedTuple, TypeAlias, TypeVar

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
Presence: TypeAlias = tuple[bool, ...]  # by seat: who did not forfeit
Ranks: TypeAlias = tuple[tuple[int, ...], ...]  # of each game, by those who were there
Seat: TypeAlias = tuple[RoundOutcome, int, int | None]  # outcome, points in twelfths, place
_new = tuple.__new__  # of a NamedTuple: half of the time that its own takes, a million times over
Judged: TypeAlias = Callable[[Presence, int, Ranks, int], tuple[Seat, ...]]


class Cell(NamedTuple):
    """A round of an entry."""

    round: int
    outcome: RoundOutcome
    points_12: int = 0
    match: str | None = None
    opponents: tuple[str, ...] = ()  # in the order of the seats
    place: int | None = None  # at the table; None: not known, or nobody came

    @property
    def is_forfeit(self) -> bool:
        return self.outcome in (RoundOutcome.FORFEIT_WIN, RoundOutcome.FORFEIT_LOSS)

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

    @property
    def rounds(self) -> list[RoundInput]:
        """In order."""
        rounds = sorted(self.inputs.rounds, key=lambda round_: round_.number)
        return rounds[: len(self.numbers)]

    @cached_property
    def sat(self) -> Mapping[str, tuple[Sat, ...]]:
        """The games of every entry, in order of rounds and games."""
        sat: dict[str, list[Sat]] = {entry: [] for entry in self.cells}
        for game in games_in_order(self.rounds):
            sat[game.side.entry].append(game)
        return {entry: tuple(games) for entry, games in sat.items()}

    @cached_property
    def counted(self) -> tuple[int, ...]:
        """The places, among the cells of an entry, of the rounds whose results are all in."""
        pending: set[int] = self.root.remembered("pending", _pending)
        return tuple(at for at, number in enumerate(self.numbers) if number not in pending)

    def after(self, rounds: int) -> "Field":
        """The field as it stood after so many rounds, by what is known now."""
        cells = {entry: row[:rounds] for entry, row in self.cells.items()}
        running_12 = self.remembered("running", _running_12)
        points_12 = dict(zip(self.cells, running_12[rounds], strict=True))
        return Field(self.inputs, self.scheme, cells, points_12, self.numbers[:rounds], self.root)

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
    judged = cache(partial(_judged, scheme))  # thousands of matches end in a few ways
    missed = _missed(inputs)
    played = [
        (_round_cells(round_, scheme, judged), Cell(round_.number, missed)) for round_ in rounds
    ]
    cells = {
        entry.id: tuple([row.get(entry.id, absent) for row, absent in played])
        for entry in inputs.entries
    }
    if len(cells) < len(inputs.entries) or any(not row.keys() <= cells.keys() for row, _ in played):
        raise ValueError("an entry is in the field twice, or plays without being in it")
    points_12 = {entry: sum([cell.points_12 for cell in row]) for entry, row in cells.items()}
    numbers = tuple(round_.number for round_ in rounds)
    return Field(inputs, scheme, cells, points_12, numbers)


def _missed(inputs: Inputs) -> RoundOutcome:
    """What a round is for those who are not in it."""
    if not inputs.settings.has_rounds:
        return RoundOutcome.ELSEWHERE
    return RoundOutcome.ABSENT if inputs.bracket is None else RoundOutcome.OUT


def games_in_order(rounds: Iterable[RoundInput]) -> Iterator[Sat]:
    """Those over the board, side by side."""
    for number, match in ((round_.number, match) for round_ in rounds for match in round_.matches):
        for game in match.games:
            if game.was_played:
                for side in game.sides:
                    yield Sat(number, match.id, game, side)


def _pending(field: Field) -> set[int]:
    pending = RoundOutcome.PENDING
    return {cell.round for row in field.cells.values() for cell in row if cell.outcome is pending}


def _running_12(field: Field) -> list[list[int]]:
    """After so many rounds: the points of all entries, in their order."""
    by_round = zip(*([cell.points_12 for cell in row] for row in field.cells.values()), strict=True)
    none = [0] * len(field.cells)
    return list(accumulate(map(list, by_round), _added, initial=none)) if field.numbers else [none]


def _added(points_12: list[int], more_12: list[int]) -> list[int]:
    return [had + gained for had, gained in zip(points_12, more_12, strict=True)]


def round_cells(round_: RoundInput, scheme: Scheme) -> dict[str, Cell]:
    """What a round is for those who are in it, by entry."""
    return _round_cells(round_, scheme, partial(_judged, scheme))


def _round_cells(round_: RoundInput, scheme: Scheme, judged: Judged) -> dict[str, Cell]:
    cells = dict(_byes(round_, scheme))
    number = round_.number
    for match in round_.matches:
        entries = match.entries
        known = match.id or None  # none: forfeited before it was seated
        seats = judged(*_ended(match))
        if len(entries) == 2:  # nearly all of a large field: two thirds of the time of a loop
            one, other = entries
            (outcome, points_12, place), (outcome_2, points_2_12, place_2) = seats
            cells[one] = _new(Cell, (number, outcome, points_12, known, (other,), place))
            cells[other] = _new(Cell, (number, outcome_2, points_2_12, known, (one,), place_2))
            continue
        for at, (outcome, points_12, place) in enumerate(seats):
            opponents = entries[:at] + entries[at + 1 :]
            cells[entries[at]] = _new(Cell, (number, outcome, points_12, known, opponents, place))
    if len(cells) < len(round_.byes) + sum([len(match.entries) for match in round_.matches]):
        raise ValueError(f"{_first_twice(round_)} is twice in round {number}")
    return cells


def _first_twice(round_: RoundInput) -> str:
    present = [*round_.byes, *(entry for match in round_.matches for entry in match.entries)]
    return next(entry for at, entry in enumerate(present) if entry in present[:at])


def _byes(round_: RoundInput, scheme: Scheme) -> Iterator[tuple[str, Cell]]:
    worth_12 = {
        RoundOutcome.PAIRING_BYE: scheme.bye_12,
        RoundOutcome.HALF_BYE: scheme.half_bye_12,
        RoundOutcome.ZERO_BYE: 0,
        RoundOutcome.ABSENT: 0,
    }
    for entry, outcome in round_.byes.items():
        yield entry, Cell(round_.number, outcome, worth_12[outcome])


def _ended(match: MatchInput) -> tuple[Presence, int, Ranks, int]:
    """How a match ended, whoever played it: who was there, games planned, ranks, and the score."""
    present, came, games = match.entries, (True,) * len(match.entries), match.games
    if match.forfeited:
        present = tuple(entry for entry in match.entries if entry not in match.forfeited)
        came = tuple(entry not in match.forfeited for entry in match.entries)
        if len(present) == 1:
            games = ()
    ranks = tuple([_ranks(game.sides, present) for game in games])
    score = sum(side.score for game in match.games for side in game.sides) if len(came) == 1 else 0
    return came, match.planned, ranks, score


def _ranks(sides: tuple[GameSide, ...], present: tuple[str, ...]) -> tuple[int, ...]:
    """In the order of the seats."""
    if len(sides) == len(present) == 2 and sides[0].entry == present[0]:  # nearly all there are
        return sides[0].rank, sides[1].rank
    ranks = {side.entry: side.rank for side in sides}
    return tuple([ranks[entry] for entry in present])


def _judged(
    scheme: Scheme, came: Presence, planned: int, ranks: Ranks, score: int
) -> tuple[Seat, ...]:
    """What a match was for each of its seats."""
    present = sum(came)
    placed: tuple[int, ...] = ()
    if present == 1 < len(came):
        placed = (1,)
    elif ranks and is_decided(ranks, planned=planned):
        placed = match_ranks(ranks)
    in_order = iter(placed)
    places = [next(in_order, None) if is_there else None for is_there in came]
    points = (WHOLE * score * bool(placed),) if scheme.is_solo else scheme.points_12(places)
    last = present + 1 if present else None  # shared by those who forfeited
    return tuple(
        (_outcome(place, places, is_there=is_there), points_12, place if is_there else last)
        for is_there, place, points_12 in zip(came, places, points, strict=True)
    )


def _outcome(place: int | None, places: Sequence[int | None], *, is_there: bool) -> RoundOutcome:
    if not is_there:
        return RoundOutcome.FORFEIT_LOSS
    if place is None:
        return RoundOutcome.PENDING
    others = [other for other in places if other is not None]
    if len(others) == 1 < len(places):
        return RoundOutcome.FORFEIT_WIN
    if len(places) != 2:
        return RoundOutcome.PLACE
    if sum(others) == 2:
        return RoundOutcome.DRAW
    return RoundOutcome.WIN if place == 1 else RoundOutcome.LOSS
