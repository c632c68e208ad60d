"""What a seating at tables of up to four gives up, as a vector compared from its first number on.

Decided here: what counts and in which order (spec/pairing-and-tiebreaks.md 2.2). Everything but
short tables is a sum over the pairs that sit together, so that a change at one table is priced by
that table alone: an editor can ask again at every move. For a search the five numbers are packed
into one in a matrix, so that less is better means the same for both, for every change of up to
`REACH` pairs; a test holds the two equal. Searching is left to `search`, words to `remarks`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from league.pairing.field import Entrant, Past, TableDrawn

Pair = frozenset[str]
AT_ONCE = 1  # added to a repeat of the round before: an older meeting is repeated rather
# int64, or Python's own integers where points are so large that 64 bits would not do.
Numbers = NDArray[Any]

REACH = 20  # pairs: a cycle of three changes 9, tables for 12 entries hold 18
ROOM = 2**58  # for changes, so that they and three prohibitions add up in 64 bits


@dataclass(frozen=True, slots=True, order=True)
class Cost:
    """Less is better, and no number outweighs an earlier one."""

    forbidden: int = 0  # pairs to be kept apart that sit together
    repeats: int = 0  # earlier meetings squared, over all pairs; AT_ONCE more for the last round
    short_again: int = 0  # over those at short tables: how often each sat at one before
    spread: int = 0  # differences in points, over all pairs; those at the top count up to 4 times
    club_mates: int = 0  # pairs, in the early rounds

    @property
    def numbers(self) -> tuple[int, int, int, int, int]:
        return self.forbidden, self.repeats, self.short_again, self.spread, self.club_mates

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(*map(int.__add__, self.numbers, other.numbers))


NOTHING = Cost()


@dataclass(frozen=True)
class Situation:
    """Everything that the cost of a seating in this round depends on."""

    entrants: tuple[Entrant, ...]
    round_number: int = 1
    past: Past = field(default_factory=Past)
    forbidden: frozenset[Pair] = frozenset()
    early_rounds: int = 0  # in these club mates are kept apart if that costs nothing else

    @cached_property
    def by_id(self) -> dict[str, Entrant]:
        return {entrant.id: entrant for entrant in self.entrants}

    @cached_property
    def meetings(self) -> Counter[Pair]:
        """How often each pair met. Forfeited tables do not count as met."""
        played = (meeting for meeting in self.past.meetings if meeting.was_played)
        return Counter(pair for meeting in played for pair in pairs_of(meeting.entries))

    @cached_property
    def met_last_round(self) -> frozenset[Pair]:
        return frozenset(
            pair
            for meeting in self.past.meetings
            if meeting.was_played and meeting.round == self.round_number - 1
            for pair in pairs_of(meeting.entries)
        )

    @cached_property
    def short_times(self) -> Counter[str]:
        """How often each entry played at a table smaller than the largest of its round."""
        full: Counter[int] = Counter()
        for meeting in self.past.meetings:
            full[meeting.round] = max(full[meeting.round], len(meeting.entries))
        short = (m for m in self.past.meetings if m.was_played and len(m.entries) < full[m.round])
        return Counter(entry for meeting in short for entry in meeting.entries)

    @cached_property
    def weights(self) -> dict[str, int]:
        """4 for entries in the top quarter by points, then 3, 2, 1; equals weigh the same."""
        ahead: dict[int, int] = {}
        for place, entrant in enumerate(sorted(self.entrants, key=lambda e: -e.points_12)):
            ahead.setdefault(entrant.points_12, place)
        return {e.id: 4 - 4 * ahead[e.points_12] // len(self.entrants) for e in self.entrants}

    @property
    def minds_clubs(self) -> bool:
        return self.round_number <= self.early_rounds

    def repeat_cost(self, pair: Pair) -> int:
        return self.meetings[pair] ** 2 + (AT_ONCE if pair in self.met_last_round else 0)


def pairs_of(entries: Iterable[str]) -> Iterator[Pair]:
    return map(frozenset, combinations(entries, 2))


def pair_cost(first: str, second: str, *, situation: Situation) -> Cost:
    """What it costs that these two sit together."""
    pair = frozenset((first, second))
    one, two = situation.by_id[first], situation.by_id[second]
    return Cost(
        forbidden=int(pair in situation.forbidden),
        repeats=situation.repeat_cost(pair),
        spread=abs(one.points_12 - two.points_12)
        * max(situation.weights[first], situation.weights[second]),
        club_mates=int(are_club_mates(one, two) and situation.minds_clubs),
    )


def are_club_mates(one: Entrant, two: Entrant) -> bool:
    return one.club == two.club != ""


def table_cost(entries: tuple[str, ...], *, situation: Situation, full: int) -> Cost:
    """What one table costs in a round whose largest table has `full` seats."""
    is_short = len(entries) < full
    again = sum(situation.short_times[entry] for entry in entries) if is_short else 0
    pairs = (pair_cost(*pair, situation=situation) for pair in combinations(entries, 2))
    return sum(pairs, start=Cost(short_again=again))


def cost_of(tables: Iterable[TableDrawn], *, situation: Situation) -> Cost:
    """What a whole seating costs."""
    seated = [table.entries for table in tables]
    full = max(map(len, seated), default=0)
    return sum((table_cost(at, situation=situation, full=full) for at in seated), start=NOTHING)


@dataclass(frozen=True, slots=True)
class Scale:
    """Place values of the five numbers: a mixed radix whose digits may be negative."""

    places: tuple[int, ...]  # of forbidden, …, club_mates; the last is 1

    @classmethod
    def for_largest(cls, largest: Cost) -> "Scale":
        """A scale for sums of up to REACH times `largest` in each number."""
        places = [1]
        for digit in reversed(largest.numbers[1:]):
            places.append(places[-1] * (2 * REACH * digit + 1))
        return cls(tuple(reversed(places)))

    def pack(self, cost: Cost) -> int:
        return sum(digit * place for digit, place in zip(cost.numbers, self.places, strict=True))

    def unpack(self, packed: int) -> Cost:
        """The cost, or the difference of two, that was packed."""
        digits = []
        for place in self.places:
            digit = (2 * packed + place) // (2 * place)  # the nearest, for what is below is small
            digits.append(digit)
            packed -= digit * place
        return Cost(*digits)


@dataclass(frozen=True, slots=True)
class CostMatrix:
    """Packed costs for entries in a fixed order."""

    scale: Scale
    pairs: Numbers  # n by n: what it costs that two sit together; nought on the diagonal
    short: Numbers  # n: what it costs to sit at a short table

    @property
    def never(self) -> int:
        """The price of a move that is none: dearer than all others."""
        dearest = int(self.pairs.max(initial=0)) + int(self.short.max(initial=0))
        return max(4 * ROOM, 2 * REACH * dearest)


def cost_matrix(order: tuple[str, ...], *, situation: Situation) -> CostMatrix:
    """Costs for the entries in this order, which is also the order of rows and columns."""
    forbidden = _sparse(order, dict.fromkeys(situation.forbidden, 1))
    repeats = _sparse(order, {pair: situation.repeat_cost(pair) for pair in situation.meetings})
    spread = _spread(order, situation)
    mates = _club_mates(order, situation)
    short = np.array([situation.short_times[entry] for entry in order], dtype=object)
    most = [int(matrix.max(initial=0)) for matrix in (forbidden, repeats, short, spread, mates)]
    scale = Scale.for_largest(Cost(*most))
    fits = scale.places[0] * max(1, most[0]) * REACH < ROOM
    kind = np.int64 if fits else object
    on = scale.places
    layers = ((forbidden, on[0]), (repeats, on[1]), (spread, on[3]), (mates, on[4]))
    pairs = np.zeros((len(order), len(order)), dtype=kind)
    for layer, place in layers:
        pairs += layer.astype(kind) * place
    return CostMatrix(scale, pairs, (short * on[2]).astype(kind))


def _sparse(order: tuple[str, ...], values: dict[frozenset[str], int]) -> Numbers:
    """A symmetric matrix that is nought but for these pairs."""
    place = {entry: index for index, entry in enumerate(order)}
    matrix = np.zeros((len(order), len(order)), dtype=np.int64)
    for pair, value in values.items():
        if len(pair) == 2 and all(entry in place for entry in pair):
            one, two = (place[entry] for entry in pair)
            matrix[one, two] = matrix[two, one] = value
    return matrix


def _spread(order: tuple[str, ...], situation: Situation) -> Numbers:
    points = np.array([situation.by_id[entry].points_12 for entry in order])
    weights = np.array([situation.weights[entry] for entry in order])
    difference = np.abs(points[:, None] - points[None, :])
    return np.asarray(difference * np.maximum(weights[:, None], weights[None, :]))


def _club_mates(order: tuple[str, ...], situation: Situation) -> Numbers:
    if not situation.minds_clubs:
        return np.zeros((len(order), len(order)), dtype=np.int64)
    number: dict[str, int] = {}
    clubs = [situation.by_id[entry].club for entry in order]
    club = np.array([number.setdefault(name, len(number)) if name else -1 for name in clubs])
    mates = (club[:, None] == club[None, :]) & (club >= 0)[:, None]
    np.fill_diagonal(mates, False)
    return np.asarray(mates, dtype=np.int64)
